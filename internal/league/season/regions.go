package season

import (
	"cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// regionalFinals lists the finalists and the format of each region's final, with the mergers
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

// mapOfFinals finds for each region the region that hosts its final.
type mapOfFinals struct {
	*derivation
	host map[league.RegionID]league.RegionID
	// members lists the regions that play at a host, the host first.
	members map[league.RegionID][]league.RegionID
	// own holds the finalists of a region, by position in the register.
	own map[league.RegionID][]int
	// counting lists the events of a region that are not invalid, by day.
	counting map[league.RegionID][]*event
	// decisions holds the last decision on a region.
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

// merge moves the first region that must play with another to the one that the manager named; the
// numbers are then judged again for all of them together. It reports whether it moved one.
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

// finalists returns the places of the players of a host's final.
func (m *mapOfFinals) finalists(host league.RegionID) []int {
	var out []int
	for _, r := range m.members[host] {
		out = append(out, m.own[r]...)
	}
	return out
}

// state returns the state of one region, and adds the places of the called-up players to the
// register.
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

// paragraph returns the paragraph of the rule for the number of a region's own finalists.
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

// callUp adds the place of a player who is brought in.
func (m *mapOfFinals) callUp(host league.RegionID, p pick) PlaceID {
	place := Place{To: rules.ToRegionalFinal, Region: host, Origin: p.origin, State: Held, Holder: p.player}
	from := p.player.String()
	if e := m.events[p.origin.Event]; e != nil {
		from, place.Provisional = e.ID.String(), e.state.Standing == Provisional
	}
	place.ID = placeID(place.To, from, p.origin.Rank, string(p.origin.Kind))
	place.step(CalledUp, p.player, p.at, p.Grounds)
	m.hold(&place)
	m.places = append(m.places, place)
	return place.ID
}
