package season

import (
	"cmp"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// regionalFinals says who plays the final of each region and how, with the mergers
// that the manager named (CN09 1.7.1 to 1.7.4).
func (d *derivation) regionalFinals() []RegionState {
	m := &mapOfFinals{derivation: d, host: make(map[league.RegionID]league.RegionID)}
	for _, r := range d.facts.Regions {
		m.host[r] = r
	}
	m.own = make(map[league.RegionID][]int)
	for i, p := range d.places {
		if p.To == rules.ToRegionalFinal && p.State == Held {
			m.own[p.Region] = append(m.own[p.Region], i)
		}
	}
	for m.merge() {
	}
	out := make([]RegionState, 0, len(d.facts.Regions))
	for _, r := range d.facts.Regions {
		out = append(out, m.state(r))
	}
	return out
}

// mapOfFinals says which region plays where.
type mapOfFinals struct {
	*derivation
	host map[league.RegionID]league.RegionID
	own  map[league.RegionID][]int // places of a region's finalists, by position in the register
}

// judgement is how a number of finalists plays, and who is brought in for it.
type judgement struct {
	FinalState
	picks []pick
}

// pick is somebody who is brought in.
type pick struct {
	player league.PlayerID
	origin Origin
	league.Grounds
}

// merge moves the first region that must play with another to the one that the
// manager named; the numbers are then judged again on all of them together. It
// tells whether there was one.
func (m *mapOfFinals) merge() bool {
	for _, r := range m.facts.Regions {
		if m.host[r] != r || m.judge(r).Kind != ToMerge {
			continue
		}
		into, named := m.named(r)
		if !named || m.host[into] == r {
			continue
		}
		for _, member := range m.members(r) {
			m.host[member] = m.host[into]
		}
		return true
	}
	return false
}

// named is the region with which the manager let a region play.
func (m *mapOfFinals) named(r league.RegionID) (league.RegionID, bool) {
	for _, merge := range slices.Backward(m.facts.Merges) {
		if merge.Region == r {
			_, known := m.host[merge.Into]
			return merge.Into, known
		}
	}
	return league.RegionID{}, false
}

// members are the regions that play with a host, itself first.
func (m *mapOfFinals) members(host league.RegionID) []league.RegionID {
	out := []league.RegionID{host}
	for _, r := range m.facts.Regions {
		if r != host && m.host[r] == host {
			out = append(out, r)
		}
	}
	return out
}

// finalists are the places of those who play at a host.
func (m *mapOfFinals) finalists(host league.RegionID) []int {
	var out []int
	for _, r := range m.members(host) {
		out = append(out, m.own[r]...)
	}
	return out
}

// judge says how the finalists of a host and its guests play.
func (m *mapOfFinals) judge(host league.RegionID) judgement {
	n := len(m.finalists(host))
	rule, found := m.format(n)
	switch {
	case n == 0:
		return judgement{FinalState: FinalState{Kind: NoFinal, Grounds: m.facts.Rules.Grounds(m.rules.Final.LeadsParagraph, "no-finalists")}}
	case !found:
		return m.decided(host, n, m.stateOf(rules.FinalFormat{}, rules.PlayEvent, n, n))
	case rule.CallUp == nil:
		return m.decided(host, n, m.stateOf(rule, rule.Do, n, n))
	}
	picks := m.pick(host, rule, n)
	field := n + len(picks)
	if field < rule.CallUp.Least {
		return m.decided(host, n, m.stateOf(rule, rule.CallUp.Otherwise, n, n))
	}
	return judgement{FinalState: m.stateOf(rule, rule.Do, n, field), picks: picks}
}

func (m *mapOfFinals) format(n int) (rules.FinalFormat, bool) {
	i := slices.IndexFunc(m.rules.Final.Formats, func(f rules.FinalFormat) bool { return f.Finalists == n })
	if i < 0 {
		return rules.FinalFormat{}, false
	}
	return m.rules.Final.Formats[i], true
}

// stateOf is how a number of finalists plays, with so many of them after call-ups.
func (m *mapOfFinals) stateOf(rule rules.FinalFormat, do rules.FinalAction, n, field int) FinalState {
	r, paragraph, number := m.facts.Rules, cmp.Or(rule.Paragraph, m.rules.Final.LeadsParagraph), itoa(n)
	switch do {
	case rules.Merge:
		return FinalState{Kind: ToMerge, Grounds: r.Grounds(paragraph, "final-to-merge", "finalists", number)}
	case rules.Decide:
		return FinalState{Kind: Unresolved, Grounds: r.Grounds(paragraph, "final-unresolved", "finalists", number)}
	case rules.PlayEvent:
		return FinalState{Kind: Tournament, Field: field, Grounds: r.Grounds(paragraph, "final-as-tournament", "finalists", number)}
	}
	if tables := rule.Semifinals; tables > 0 {
		g := r.Grounds(paragraph, "final-with-semifinals", "finalists", number, "field", itoa(field), "tables", itoa(tables))
		return FinalState{Kind: Table, Field: field, Semifinals: tables, Grounds: g}
	}
	return FinalState{Kind: Table, Field: field, Grounds: r.Grounds(paragraph, "final-at-one-table", "finalists", number, "field", itoa(field))}
}

// decided is what the manager decided where the regulation has no rule, and the
// rule's own word elsewhere.
func (m *mapOfFinals) decided(host league.RegionID, n int, s FinalState) judgement {
	if s.Kind != Unresolved && s.Kind != Tournament {
		return judgement{FinalState: s}
	}
	for _, d := range slices.Backward(m.facts.Decisions) {
		if d.Region != host {
			continue
		}
		g := m.facts.Rules.Grounds(s.Par, "manager-decided", "why", d.Why)
		out := judgement{FinalState: FinalState{Kind: d.Kind, Field: n + len(d.CalledUp), Semifinals: d.Semifinals, Grounds: g}}
		for _, player := range d.CalledUp {
			out.picks = append(out.picks, pick{player: player, origin: Origin{Kind: FromDecision, Region: host}, Grounds: g})
		}
		return out
	}
	return judgement{FinalState: s}
}

// pick finds who is called up to fill a field (CN09 1.7.2, 1.7.4).
func (m *mapOfFinals) pick(host league.RegionID, rule rules.FinalFormat, n int) []pick {
	var out []pick
	up := rule.CallUp
	members := m.members(host)
	events := m.events(members, up.First)
	for _, place := range up.Places {
		for _, e := range events {
			if n+len(out) == up.To {
				return out
			}
			if len(e.Ranking) < place || m.taken(out, e.Ranking[place-1]) {
				continue
			}
			origin := Origin{Kind: FromCallUp, Event: e.ID, Region: e.Region, Tier: e.state.Tier.ID, Rank: place, Day: e.Day}
			g := m.facts.Rules.Grounds(rule.Paragraph, "called-up", "rank", itoa(place))
			out = append(out, pick{player: e.Ranking[place-1], origin: origin, Grounds: g})
		}
	}
	return out
}

// taken tells whether somebody cannot be called up.
func (m *mapOfFinals) taken(picked []pick, player league.PlayerID) bool {
	_, no := m.unfit(player, rules.ToRegionalFinal)
	return no || slices.ContainsFunc(picked, func(p pick) bool { return p.player == player })
}

// events are those of some regions that count so far, in the order in which they are
// asked.
func (m *mapOfFinals) events(regions []league.RegionID, first rules.AskedFirst) []*played {
	var out []*played
	for _, p := range m.order {
		counts := p.state.Standing == Provisional || p.state.Standing == Homologated
		if counts && p.Circuit == rules.RegionalCircuit && slices.Contains(regions, p.Region) {
			out = append(out, p)
		}
	}
	if first == rules.LargestOne {
		slices.SortStableFunc(out, func(a, b *played) int {
			bySize := cmp.Compare(b.state.Played, a.state.Played)
			if bySize == 0 && m.rules.CallUp.Level == rules.LaterDate {
				return cmp.Compare(b.Day, a.Day)
			}
			return bySize
		})
	}
	return out
}

// state is what follows for one region, with the places of those called up added to
// the register.
func (m *mapOfFinals) state(r league.RegionID) RegionState {
	s := RegionState{Region: r, Host: m.host[r]}
	if s.Host != r {
		merged := m.facts.Rules.Grounds(m.mergeParagraph(r), "merged")
		s.Format = FinalState{Kind: Merged, Grounds: merged}
		s.Finalists = m.ids(m.own[r])
		return s
	}
	j := m.judge(r)
	s.Format, s.Finalists = j.FinalState, m.ids(m.finalists(r))
	for _, p := range j.picks {
		id := m.callUp(r, p)
		s.Finalists, s.CalledUp = append(s.Finalists, id), append(s.CalledUp, id)
	}
	return s
}

// mergeParagraph is that of the rule by which a region's own finalists do not play
// alone.
func (m *mapOfFinals) mergeParagraph(r league.RegionID) string {
	rule, found := m.format(len(m.own[r]))
	if !found {
		return m.rules.Final.LeadsParagraph
	}
	return rule.Paragraph
}

func (m *mapOfFinals) ids(places []int) []PlaceID {
	out := make([]PlaceID, len(places))
	for i, at := range places {
		out[i] = m.places[at].ID
	}
	return out
}

// callUp adds the place of somebody who is brought in.
func (m *mapOfFinals) callUp(host league.RegionID, p pick) PlaceID {
	from := p.origin.Event.String()
	if p.origin.Kind == FromDecision {
		from = p.player.String()
	}
	place := Place{
		ID: placeID(rules.ToRegionalFinal, from, p.origin.Rank, string(p.origin.Kind)), To: rules.ToRegionalFinal, Region: host,
		Origin: p.origin, State: Held, Holder: p.player, Provisional: m.provisional(p.origin),
	}
	place.step(CalledUp, p.player, time.Time{}, p.Grounds)
	m.holds[absence{p.player, rules.ToRegionalFinal}]++
	m.places = append(m.places, place)
	return place.ID
}

func (m *mapOfFinals) provisional(o Origin) bool {
	e := m.derivation.events[o.Event]
	return e != nil && e.Verdict == nil
}
