package season

import (
	"cmp"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Derive is what follows from the facts of a season. It takes time and memory in
// proportion to the entrants.
func Derive(f Facts) State {
	d := &derivation{
		facts: f, rules: f.Rules.Season,
		events: make(map[league.EventID]*played, len(f.Events)),
		since:  make(map[league.PlayerID]rules.Day),
		away:   make(map[absence]Unavailability),
		holds:  make(map[absence]int),
		bars:   make(map[league.PlayerID][]Bar),
	}
	for _, b := range f.Bars {
		d.bars[b.Player] = append(d.bars[b.Player], b)
	}
	for _, u := range f.Unavailable {
		if _, known := d.away[absence{u.Player, u.To}]; !known {
			d.away[absence{u.Player, u.To}] = u
		}
	}
	if d.rules.Champion != nil && f.Champion != nobody {
		d.since[f.Champion] = ""
	}
	d.playEvents()
	d.fill(rules.ToRegionalFinal)
	regions := d.regionalFinals()
	d.champions(regions)
	d.reigningChampion()
	d.fill(rules.ToNationalFinal)
	d.convoke()
	d.refunds()
	return State{Events: d.states, Regions: regions, Places: d.places}
}

// derivation is a state in the making.
type derivation struct {
	facts  Facts
	rules  *rules.Season
	states []EventState
	events map[league.EventID]*played
	// order are the events by day, then id.
	order  []*played
	places []Place
	// since is the day of the event at which somebody qualified for a final: he
	// takes part in nothing from the day after. "" is for the whole season.
	since map[league.PlayerID]rules.Day
	// away are those who cannot come to a final.
	away map[absence]Unavailability
	// holds counts the places of somebody in a final.
	holds map[absence]int
	bars  map[league.PlayerID][]Bar
}

// nobody is the id of no player.
var nobody league.PlayerID

// absence is somebody with regard to a final.
type absence struct {
	player league.PlayerID
	to     rules.SeasonFinal
}

// played is an event in the making.
type played struct {
	*Event
	state *EventState
	rules *rules.Ruleset
	lead  map[PlaceID]rules.Lead
}

// playEvents derives the events in order of their days, because who qualified at
// one may not take part in the next.
func (d *derivation) playEvents() {
	order := make([]*Event, len(d.facts.Events))
	for i := range d.facts.Events {
		order[i] = &d.facts.Events[i]
	}
	slices.SortFunc(order, func(a, b *Event) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), slices.Compare(a.ID.UUID[:], b.ID.UUID[:]))
	})
	d.states = make([]EventState, len(order))
	for i, e := range order {
		p := &played{Event: e, state: &d.states[i], rules: e.Rules}
		if p.rules == nil {
			p.rules = d.facts.Rules
		}
		d.play(p)
		d.events[e.ID] = p
		d.order = append(d.order, p)
	}
}

func (d *derivation) play(p *played) {
	s := p.state
	s.ID = p.ID
	d.count(p)
	s.Tier, s.Next, s.TierGrounds = tier(p)
	s.AnnounceBy = after(p.Day, -p.rules.Season.Announcement.Days)
	s.ReportBy = after(p.Day, p.rules.Season.Report.Days)
	d.check(p)
	s.Standing = standing(p.Ranking, p.Verdict)
	d.award(p)
	s.Prizes = prizeDuty(p)
}

// count finds who may not take part and how many are left.
func (d *derivation) count(p *played) {
	s := p.state
	alike := p.rules.Season.Barred == rules.CountedAlike
	for _, e := range p.Entrants {
		grounds, refused := d.refusal(p, e.Player)
		if refused {
			s.Refused = append(s.Refused, Refusal{Player: e.Player, Grounds: grounds})
		}
		if refused && !alike {
			continue
		}
		s.Entered++
		if e.Played {
			s.Played++
		}
	}
}

// refusal is the first reason of the ruleset's list for which somebody may not take
// part in an event.
func (d *derivation) refusal(p *played, player league.PlayerID) (league.Grounds, bool) {
	for _, e := range p.rules.Eligibility {
		if d.excluded(p, player, e.Reason) {
			return p.rules.Grounds(e.Paragraph, string(e.Reason)), true
		}
	}
	return league.Grounds{}, false
}

func (d *derivation) excluded(p *played, player league.PlayerID, reason rules.ExclusionReason) bool {
	switch reason {
	case rules.RefereeOfEvent:
		return slices.Contains(p.Referees, player)
	case rules.AlreadyQualified:
		day, qualified := d.since[player]
		return qualified && day < p.Day
	}
	return d.barred(player, reason, p.Day)
}

func (d *derivation) barred(player league.PlayerID, reason rules.ExclusionReason, day rules.Day) bool {
	return slices.ContainsFunc(d.bars[player], func(b Bar) bool { return b.Reason == reason && b.holds(day) })
}

// standing is how far an event counts.
func standing(ranking []league.PlayerID, v *Verdict) Standing {
	switch {
	case ranking == nil:
		return Planned
	case v == nil:
		return Provisional
	case v.Valid:
		return Homologated
	}
	return Invalidated
}

// award gives the places that an event leads to. An event that is not homologated
// gives them for the time being.
func (d *derivation) award(p *played) {
	if p.state.Standing == Planned {
		return
	}
	p.lead = make(map[PlaceID]rules.Lead, len(p.state.Tier.Leads))
	for i, lead := range p.state.Tier.Leads {
		if i >= len(p.Ranking) {
			break
		}
		origin := Origin{Kind: FromEvent, Event: p.ID, Region: p.Region, Tier: p.state.Tier.ID, Rank: i + 1, Day: p.Day}
		place := Place{ID: placeID(lead.To, p.ID.String(), i+1), To: lead.To, Origin: origin, Provisional: p.Verdict == nil, Refund: lead.Refund}
		if lead.To == rules.ToRegionalFinal {
			place.Region = p.Region
		}
		p.lead[place.ID] = lead
		p.state.Places = append(p.state.Places, place.ID)
		d.give(p, &place, p.Ranking[i])
		d.places = append(d.places, place)
	}
}

// give lets somebody have a place that he won in an event.
func (d *derivation) give(p *played, place *Place, winner league.PlayerID) {
	won := p.rules.Grounds(p.state.Tier.Paragraph, "place-won", "rank", itoa(place.Origin.Rank), "tier", p.state.Tier.Name)
	place.step(Won, winner, time.Time{}, won)
	if p.state.Standing == Invalidated {
		place.State = Void
		place.step(Invalidity, winner, p.Verdict.At, p.rules.Grounds(p.rules.Season.Sound.Paragraph, "event-invalid"))
		return
	}
	place.State, place.Holder = Held, winner
	if p.state.Standing == Homologated {
		place.step(Confirmed, winner, p.Verdict.At, p.rules.Grounds(p.state.Tier.Paragraph, "event-homologated"))
	}
	d.holds[absence{winner, place.To}]++
	if day, known := d.since[winner]; !known || p.Day < day {
		d.since[winner] = p.Day
	}
}

func (p *Place) step(kind StepKind, player league.PlayerID, at time.Time, g league.Grounds) {
	p.Steps = append(p.Steps, PlaceStep{Kind: kind, Player: player, At: at, Grounds: g})
}

// prizeDuty is what becomes of prizes that were sent for an event that is invalid.
func prizeDuty(p *played) *PrizeDuty {
	rule := p.rules.Season.Prizes
	if rule == nil || p.Prizes == nil || p.state.Standing != Invalidated {
		return nil
	}
	if rule.Keep && p.Prizes.Kept {
		return &PrizeDuty{Keep: true, Grounds: p.rules.Grounds(rule.Paragraph, "prizes-kept")}
	}
	by, due := after(p.Day, rule.Days), p.Prizes.Price
	return &PrizeDuty{ReturnBy: by, Pay: &due, Grounds: p.rules.Grounds(rule.Paragraph, "prizes-back", "day", string(by))}
}

// convoke writes down who was asked to come and who said that he comes.
func (d *derivation) convoke() {
	asked := make(map[absence][]Convocation)
	for _, c := range d.facts.Convocations {
		asked[absence{c.Player, c.To}] = append(asked[absence{c.Player, c.To}], c)
	}
	for i := range d.places {
		p := &d.places[i]
		if p.State != Held {
			continue
		}
		for _, c := range asked[absence{p.Holder, p.To}] {
			d.convoked(p, c)
		}
	}
}

func (d *derivation) convoked(p *Place, c Convocation) {
	answer := d.facts.Rules.Grounds(d.rules.Answer.Paragraph, "convoked", "until", c.AnswerBy.UTC().Format(time.RFC3339))
	p.step(Convoked, p.Holder, c.At, answer)
	if c.Accepted == nil {
		p.State, p.AnswerBy = Offered, &c.AnswerBy
		return
	}
	p.State, p.AnswerBy = Accepted, nil
	p.step(Agreed, p.Holder, *c.Accepted, d.facts.Rules.Grounds(d.rules.Answer.Paragraph, "comes"))
}

// refunds says of every place why the journey is paid or not (CN09 1.8, 1.9).
func (d *derivation) refunds() {
	for i := range d.places {
		p := &d.places[i]
		reason := "journey-not-paid"
		switch {
		case p.Refund:
			reason = "journey-paid"
		case p.Substitute && d.rules.Refund.Substitute == rules.NoRefund:
			reason = "journey-of-substitute-not-paid"
		}
		p.RefundGrounds = d.facts.Rules.Grounds(d.rules.Refund.Paragraph, reason)
	}
}
