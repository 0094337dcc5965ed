package season

import (
	"cmp"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// judgement is the format for a number of finalists, with the players brought in for it.
type judgement struct {
	FinalState
	picks []pick
}

// pick is a player who is brought in.
type pick struct {
	player league.PlayerID
	origin Origin
	at     time.Time // zero if the rule brings the player in
	league.Grounds
}

// judge returns the format for the finalists of a host and its guests.
func (m *mapOfFinals) judge(host league.RegionID) judgement {
	n := len(m.finalists(host))
	rule, found := m.format(n)
	switch {
	case n == 0:
		return judgement{FinalState: FinalState{Kind: NoFinal, Grounds: m.facts.Rules.Grounds(m.rules.AccessTo(rules.ToRegionalFinal), "no-finalists")}}
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

// format returns the rule for a number of finalists; false if there is none.
func (m *mapOfFinals) format(n int) (rules.FinalFormat, bool) {
	i := slices.IndexFunc(m.rules.Final.Formats, func(f rules.FinalFormat) bool { return f.Finalists == n })
	if i < 0 {
		return rules.FinalFormat{}, false
	}
	return m.rules.Final.Formats[i], true
}

// stateOf returns the format for n finalists by a rule, with a field of that size after call-ups.
func (m *mapOfFinals) stateOf(rule rules.FinalFormat, do rules.FinalAction, n, field int) FinalState {
	r, paragraph, number := m.facts.Rules, cmp.Or(rule.Paragraph, m.rules.AccessTo(rules.ToRegionalFinal)), itoa(n)
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

// decided applies the manager's decision if the regulation has no rule, and the rule's own format
// otherwise.
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

// pick returns the players who are called up to fill a field (CN09 1.7.2, 1.7.4).
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

// taken reports whether a player cannot be called up.
func (m *mapOfFinals) taken(host league.RegionID, picked []pick, player league.PlayerID) bool {
	_, no := m.unfit(player, &Place{To: rules.ToRegionalFinal, Region: host})
	return no || slices.ContainsFunc(picked, func(p pick) bool { return p.player == player })
}

// inOrder returns the events of a host and its guests in the order in which their places are
// considered.
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
