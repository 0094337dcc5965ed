package seasonpage

import (
	"cmp"
	"slices"
	"time"

	"referto/frontend/pages"
	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/openapi"
)

// Board makes the qualification board, the page of the places in the finals, as of an instant.
func (s Source) Board(reader pages.Reader, tenant openapi.Tenant, now time.Time) pages.Board {
	m := s.maker(reader.Lang)
	b := pages.Board{Reader: reader, Tenant: tenant, Season: m.season(), Today: m.dayOf(now)}
	byRegion := make(map[league.RegionID][]league.EventID)
	for _, e := range s.State.Events {
		facts := m.events[e.ID].facts
		if facts.Circuit == rules.RegionalCircuit {
			byRegion[facts.Region] = append(byRegion[facts.Region], e.ID)
		} else {
			b.Open = append(b.Open, m.event(e.ID))
		}
	}
	for _, r := range s.State.Regions {
		b.Regions = append(b.Regions, m.region(r, byRegion))
	}
	m.national(&b)
	return b
}

func (m *maker) region(r season.RegionState, events map[league.RegionID][]league.EventID) pages.BoardRegion {
	name := m.Names.Regions[r.Region]
	out := pages.BoardRegion{
		Name: name.Name, Contact: name.Contact, CalledUp: len(r.CalledUp), Format: r.Format, Why: m.explain(r.Format.Grounds),
		Decided: r.Format.Reason == "manager-decided", Final: name.Final,
	}
	for _, id := range events[r.Region] {
		out.Events = append(out.Events, m.event(id))
	}
	members := []league.RegionID{r.Region}
	if r.Host != r.Region {
		out.Host = m.Names.Regions[r.Host].Name
		out.Final = m.Names.Regions[r.Host].Final
		members = append(members, r.Host)
	}
	for _, other := range m.State.Regions {
		if other.Region != r.Region && other.Host == r.Region {
			out.Guests = append(out.Guests, m.Names.Regions[other.Region].Name)
			members = append(members, other.Region)
		}
	}
	for _, id := range r.Finalists {
		out.Finalists = append(out.Finalists, m.place(m.places[id]))
	}
	for _, id := range events[r.Region] {
		for _, place := range m.events[id].state.Places {
			if p := m.places[place]; p.To == rules.ToRegionalFinal && p.State == season.Void {
				out.Void = append(out.Void, m.place(p))
			}
		}
	}
	m.result(&out, r)
	out.Tentative = r.Result == nil && m.undecided(members, events)
	return out
}

// result adds the outcome of a final that was played.
func (m *maker) result(out *pages.BoardRegion, r season.RegionState) {
	if r.Result == nil {
		return
	}
	out.Result, out.Final.Day = r.Result.Standing, day(r.Result.Day)
	if !r.Result.Valid {
		out.Result = season.Invalidated
	}
	if known, ok := m.Names.Events[r.Result.Event]; ok {
		out.Final.City, out.Final.Slug = known.City, known.Slug
	}
	for _, breach := range r.Result.Breaches {
		out.Breaches = append(out.Breaches, m.explain(breach))
	}
	if ranking := m.rankingOf(r.Region); len(ranking) > 0 && !slices.Contains(r.Result.WithoutPlace, ranking[0]) {
		out.Champion = m.Names.Players[ranking[0]]
	}
}

// undecided reports whether some event of the regions is still to be played or homologated.
func (m *maker) undecided(regions []league.RegionID, events map[league.RegionID][]league.EventID) bool {
	for _, r := range regions {
		for _, id := range events[r] {
			if s := m.events[id].state.Standing; s == season.Planned || s == season.Provisional {
				return true
			}
		}
	}
	return false
}

// national adds the places of the national final: the held ones, the lost ones, and the number of those that
// regional finals will still give.
func (m *maker) national(b *pages.Board) {
	var held []season.Place
	for _, p := range m.State.Places {
		switch {
		case p.To != rules.ToNationalFinal:
		case p.State.Gone():
			b.Lost = append(b.Lost, m.place(p))
		default:
			held = append(held, p)
		}
	}
	slices.SortStableFunc(held, func(a, b season.Place) int {
		return cmp.Or(cmp.Compare(kindOrder(a), kindOrder(b)), cmp.Compare(a.Origin.Day, b.Origin.Day), cmp.Compare(a.Origin.Rank, b.Origin.Rank))
	})
	for _, p := range held {
		b.Places = append(b.Places, m.place(p))
	}
	final := m.Facts.Rules.Season.Final
	for _, lead := range final.Leads {
		if lead.To != rules.ToNationalFinal {
			continue
		}
		b.ComingRefund = b.ComingRefund || lead.Refund
		for _, r := range m.State.Regions {
			if r.Result == nil && gathers(r.Format.Kind) {
				b.Coming++
			}
		}
	}
	b.ComingRule = openapi.Rule{Code: m.Facts.Rules.Code, Paragraph: final.LeadsParagraph}
}

// kindOrder lists the champion first, then the winners of places whose journey is refunded, then the others,
// and last the champions of regions.
func kindOrder(p season.Place) int {
	switch {
	case p.Origin.Kind == season.FromChampionship:
		return 0
	case p.Origin.Kind == season.FromRegionalFinal:
		return 3
	case p.Refund:
		return 1
	}
	return 2
}

// gathers reports whether finalists of a region will play a final of their own.
func gathers(k season.FinalKind) bool {
	return k == season.Table || k == season.Tournament || k == season.Unresolved
}

// place returns the view of a place, with its steps in words.
func (m *maker) place(p season.Place) pages.BoardPlace {
	out := pages.BoardPlace{
		Holder: m.Names.Players[p.Holder], HolderID: p.Holder, State: p.State, Provisional: p.Provisional, Refund: p.Refund, RefundWhy: m.explain(p.RefundGrounds),
		Origin: m.origin(p),
	}
	for i, step := range p.Steps {
		s := m.step(step)
		if i == 0 {
			out.Rule = s.Rule
			if step.Kind == season.Won {
				s.Day = day(p.Origin.Day)
			}
		}
		switch {
		case p.Substitute && leaves(step.Kind):
			out.For = s.Name
		case step.Kind == season.SteppedIn:
			out.Rule = s.Rule
		}
		out.Steps = append(out.Steps, s)
	}
	if p.AnswerBy != nil {
		out.AnswerBy = m.dayOf(*p.AnswerBy)
	}
	return out
}

// leaves reports whether the holder of a place loses or gives it up with a step.
func leaves(k season.StepKind) bool {
	return k == season.Declined || k == season.Lapsed || k == season.Barred
}

// origin returns the view of the origin of a place, with the rank that its holder had there.
func (m *maker) origin(p season.Place) pages.PlaceOrigin {
	o := p.Origin
	out := pages.PlaceOrigin{Kind: o.Kind, Region: m.Names.Regions[o.Region].Name, Rank: o.Rank}
	name, e := m.Names.Events[o.Event], m.events[o.Event]
	out.Event, out.Slug = name.Title, name.Slug
	ranking := e.facts.Ranking
	if o.Kind == season.FromRegionalFinal {
		ranking = m.rankingOf(o.Region)
	} else if o.Kind != season.FromChampionship && o.Event != (league.EventID{}) {
		shown := m.event(o.Event)
		out.Players = shown.Players
		if shown.Large {
			out.Tier = shown.Tier
		}
	}
	if at := slices.Index(ranking, p.Holder); p.Substitute && at >= 0 {
		out.Rank = at + 1
	}
	return out
}

// rankingOf returns the ranking of the final of a region; of several finals, the last one's. It returns nil
// before the final.
func (m *maker) rankingOf(region league.RegionID) []league.PlayerID {
	for _, f := range slices.Backward(m.Facts.Finals) {
		if f.Region == region {
			return f.Ranking
		}
	}
	return nil
}

// step returns a step of a place in words. It omits the reason why a person may not take part in anything.
func (m *maker) step(s season.PlaceStep) pages.BoardStep {
	g := s.Grounds
	if private(m.Facts.Rules, s) {
		g = league.Grounds{Reason: "may-not-take-part"}
	}
	why := m.explain(g)
	return pages.BoardStep{Day: m.dayOf(s.At), Name: m.Names.Players[s.Player], Player: s.Player, Text: why.Text, Rule: why.Rule}
}

// private reports whether the grounds of a step are the reason why a person may not take part in anything.
func private(r *rules.Ruleset, s season.PlaceStep) bool {
	if s.Kind != season.Barred && s.Kind != season.PassedOver {
		return false
	}
	return slices.ContainsFunc(r.Eligibility, func(e rules.Exclusion) bool { return string(e.Reason) == s.Reason })
}
