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
	m := d.mapOfFinals()
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
	// members are the regions that play at a host, itself first.
	members map[league.RegionID][]league.RegionID
	// own are the finalists of a region, by position in the register.
	own map[league.RegionID][]int
	// counting are the events of a region that count so far, by day.
	counting map[league.RegionID][]*event
	// decisions are the last words on a region.
	decisions map[league.RegionID]Decision
}

func (d *derivation) mapOfFinals() *mapOfFinals {
	m := &mapOfFinals{
		derivation: d,
		host:       make(map[league.RegionID]league.RegionID), members: make(map[league.RegionID][]league.RegionID),
		own: make(map[league.RegionID][]int), counting: make(map[league.RegionID][]*event),
		decisions: make(map[league.RegionID]Decision),
	}
	for _, r := range d.facts.Regions {
		m.host[r], m.members[r] = r, []league.RegionID{r}
	}
	for i, p := range d.places {
		if p.To == rules.ToRegionalFinal && p.State == Held {
			m.own[p.Region] = append(m.own[p.Region], i)
		}
	}
	for i := range d.states {
		e := d.events[d.states[i].ID]
		if e.Circuit == rules.RegionalCircuit && (e.state.Standing == Provisional || e.state.Standing == Homologated) {
			m.counting[e.Region] = append(m.counting[e.Region], e)
		}
	}
	for _, decision := range d.facts.Decisions {
		m.decisions[decision.Region] = decision
	}
	return m
}

// merge moves the first region that must play with another to the one that the
// manager named; the numbers are then judged again on all of them together. It
// tells whether there was one.
func (m *mapOfFinals) merge() bool {
	for _, r := range m.facts.Regions {
		if m.host[r] != r || m.judge(r).Kind != ToMerge {
			continue
		}
		into, known := m.host[m.merges[r]]
		if !known || into == r {
			continue
		}
		for _, member := range m.members[r] {
			m.host[member] = into
		}
		m.members[into] = append(m.members[into], m.members[r]...)
		m.members[r] = nil
		return true
	}
	return false
}

// finalists are the places of those who play at a host.
func (m *mapOfFinals) finalists(host league.RegionID) []int {
	var out []int
	for _, r := range m.members[host] {
		out = append(out, m.own[r]...)
	}
	return out
}

// state is what follows for one region, with the places of those called up added to
// the register.
func (m *mapOfFinals) state(r league.RegionID) RegionState {
	s := RegionState{Region: r, Host: m.host[r]}
	if s.Host != r {
		s.Format = FinalState{Kind: Merged, Grounds: m.facts.Rules.Grounds(m.paragraph(r), "merged")}
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

// paragraph is that of the rule on the number of a region's own finalists.
func (m *mapOfFinals) paragraph(r league.RegionID) string {
	rule, _ := m.format(len(m.own[r]))
	return cmp.Or(rule.Paragraph, m.rules.Final.LeadsParagraph)
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
	place := Place{To: rules.ToRegionalFinal, Region: host, Origin: p.origin, State: Held, Holder: p.player}
	from := p.player.String()
	if e := m.events[p.origin.Event]; e != nil {
		from, place.Provisional = e.ID.String(), e.state.Standing == Provisional
	}
	place.ID = placeID(place.To, from, p.origin.Rank, string(p.origin.Kind))
	place.step(CalledUp, p.player, p.at, p.Grounds)
	m.holds[seat{p.player, place.To}]++
	m.places = append(m.places, place)
	return place.ID
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
	at     time.Time // zero where it follows from the rule
	league.Grounds
}

// judge says how the finalists of a host and its guests play.
func (m *mapOfFinals) judge(host league.RegionID) judgement {
	n := len(m.finalists(host))
	rule, found := m.format(n)
	switch {
	case n == 0:
		return judgement{FinalState: FinalState{Kind: NoFinal, Grounds: m.facts.Rules.Grounds(m.rules.Final.LeadsParagraph, "no-finalists")}}
	case !found:
		return m.decided(host, n, m.stateOf(rule, rules.PlayEvent, n, n))
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

// format is the rule on a number of finalists; the zero rule where there is none.
func (m *mapOfFinals) format(n int) (rules.FinalFormat, bool) {
	i := slices.IndexFunc(m.rules.Final.Formats, func(f rules.FinalFormat) bool { return f.Finalists == n })
	if i < 0 {
		return rules.FinalFormat{}, false
	}
	return m.rules.Final.Formats[i], true
}

// stateOf is how n finalists play by a rule, field players after call-ups.
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
	decision, made := m.decisions[host]
	if !made || s.Kind != Unresolved && s.Kind != Tournament {
		return judgement{FinalState: s}
	}
	g := m.facts.Rules.Grounds(s.Par, "manager-decided", "why", decision.Why)
	var picks []pick
	for _, player := range decision.CalledUp {
		if !m.taken(host, picks, player) {
			picks = append(picks, pick{player: player, origin: Origin{Kind: FromDecision, Region: host}, at: decision.At, Grounds: g})
		}
	}
	state := FinalState{Kind: decision.Kind, Field: n + len(picks), Semifinals: decision.Semifinals, Grounds: g}
	return judgement{FinalState: state, picks: picks}
}

// pick finds who is called up to fill a field (CN09 1.7.2, 1.7.4).
func (m *mapOfFinals) pick(host league.RegionID, rule rules.FinalFormat, n int) []pick {
	var out []pick
	up := rule.CallUp
	events := m.inOrder(host, up.First)
	for _, place := range up.Places {
		for _, e := range events {
			if n+len(out) == up.To {
				return out
			}
			if len(e.ranking) < place || m.taken(host, out, e.ranking[place-1]) {
				continue
			}
			origin := Origin{Kind: FromCallUp, Event: e.ID, Region: e.Region, Tier: e.state.Tier.ID, Rank: place, Day: e.Day}
			g := m.facts.Rules.Grounds(rule.Paragraph, "called-up", "rank", itoa(place))
			out = append(out, pick{player: e.ranking[place-1], origin: origin, Grounds: g})
		}
	}
	return out
}

// taken tells whether somebody cannot be called up.
func (m *mapOfFinals) taken(host league.RegionID, picked []pick, player league.PlayerID) bool {
	_, no := m.unfit(player, &Place{To: rules.ToRegionalFinal, Region: host})
	return no || slices.ContainsFunc(picked, func(p pick) bool { return p.player == player })
}

// inOrder are the events of a host and its guests in the order in which their
// places are asked.
func (m *mapOfFinals) inOrder(host league.RegionID, first rules.AskedFirst) []*event {
	var out []*event
	for _, r := range m.members[host] {
		out = append(out, m.counting[r]...)
	}
	slices.SortFunc(out, func(a, b *event) int {
		size, level := 0, 0
		if first == rules.LargestOne {
			size = cmp.Compare(b.state.Played, a.state.Played)
			if m.rules.CallUp.Level == rules.LaterDate {
				level = cmp.Compare(b.Day, a.Day)
			}
		}
		return cmp.Or(size, level, cmp.Compare(a.number, b.number))
	})
	return out
}
