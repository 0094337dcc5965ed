package seating

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// rematchPasses bounds the passes over the tables: an exchange may free the way for
// another.
const rematchPasses = 12

// AvoidRematches exchanges entries of a plan made by the standings so that no two entries that have met at one
// of the tables played meet again. Of two who have met, the lower ranked moves; if that is not possible, the
// other does. They exchange with the nearest entry in the standings such that neither meets anybody again and
// neither sits further from their rank than the rule allows; lower ranks are tried before higher ones. If there
// is no such entry, they exchange so that at least no more entries meet again, and others may make room later.
// Exchanges that improved nothing are undone. The seats of every table stay in the order of the standings.
func AvoidRematches(r *rules.Ruleset, rule rules.Rematches, plan Plan, played [][]league.Entry) Plan {
	m := newRematches(rule.Within, plan, played)
	best, bestMoves := slices.Clone(m.at), 0
	left := m.left()
	for pass, before := 0, -1; left > 0 && pass < rematchPasses && before != len(m.moves); pass++ {
		before = len(m.moves)
		for place := range m.at {
			m.solve(place)
		}
		if now := m.left(); now < left {
			left, bestMoves = now, len(m.moves)
			copy(best, m.at)
		}
	}
	m.at, m.moves = best, m.moves[:bestMoves]
	return m.plan(r, rule, plan)
}

// rematches is the search for a plan without rematches. Entries are known by their ranks from 0. These are also
// their initial places, which are counted through all tables.
type rematches struct {
	within int
	start  []int   // by place: the first place of its table
	end    []int   // by place: the first place after its table
	at     []int   // by place: the entry that sits there
	tables [][]int // by entry: the indexes of the tables it has played at, ascending
	moves  [][2]int
}

func newRematches(within int, plan Plan, played [][]league.Entry) *rematches {
	entrants, highest := 0, league.Entry(0)
	for _, table := range plan.Tables {
		entrants += len(table.Seats)
	}
	m := &rematches{within: min(within, entrants)} // nobody can move further
	m.at, m.start, m.end = make([]int, 0, entrants), make([]int, 0, entrants), make([]int, 0, entrants)
	m.tables = make([][]int, 0, entrants)
	for _, table := range plan.Tables {
		first := len(m.at)
		for _, entry := range table.Seats {
			m.at = append(m.at, len(m.at))
			m.start, m.end = append(m.start, first), append(m.end, first+len(table.Seats))
			highest = max(highest, entry)
		}
	}
	rank := make([]int, highest+1) // from 1; 0 for entries that have left
	for _, table := range plan.Tables {
		for _, entry := range table.Seats {
			rank[entry] = len(m.tables) + 1
			m.tables = append(m.tables, nil)
		}
	}
	rounds := 1 // enough for most; longer lists grow
	if len(m.at) > 0 {
		rounds += 4 * len(played) / len(m.at)
	}
	room := make([]int, rounds*len(m.at))
	for i := range m.tables {
		m.tables[i] = room[i*rounds : i*rounds : (i+1)*rounds]
	}
	for t, table := range played {
		for _, entry := range table {
			if entry <= highest && rank[entry] > 0 {
				one := rank[entry] - 1
				m.tables[one] = append(m.tables[one], t)
			}
		}
	}
	return m
}

// met reports whether two entries have sat at one table.
func (m *rematches) met(a, b int) bool {
	tables, others := m.tables[a], m.tables[b]
	for len(tables) > 0 && len(others) > 0 {
		switch {
		case tables[0] == others[0]:
			return true
		case tables[0] < others[0]:
			tables = tables[1:]
		default:
			others = others[1:]
		}
	}
	return false
}

// left counts the places whose entry meets somebody again.
func (m *rematches) left() (places int) {
	for place, entry := range m.at {
		if m.again(entry, place) > 0 {
			places++
		}
	}
	return places
}

// solve moves an entry away if the entry at a place has already met one who sits before it at its table.
func (m *rematches) solve(place int) {
	for before := m.start[place]; before < place; before++ {
		if m.met(m.at[place], m.at[before]) {
			_ = m.leave(place, m.well) || m.leave(before, m.well) || m.leave(place, m.noWorse) || m.leave(before, m.noWorse)
			return
		}
	}
}

// leave exchanges the entry at a place with the nearest one that willDo accepts. It reports whether it found
// one.
func (m *rematches) leave(place int, willDo func(a, b int) bool) bool {
	for distance := 1; distance <= 2*m.within; distance++ {
		for _, other := range [2]int{place + distance, place - distance} {
			if other >= 0 && other < len(m.at) && m.allowed(place, other) && willDo(place, other) {
				m.moves = append(m.moves, [2]int{m.at[place], m.at[other]})
				m.at[place], m.at[other] = m.at[other], m.at[place]
				return true
			}
		}
	}
	return false
}

func (m *rematches) allowed(a, b int) bool {
	return m.start[a] != m.start[b] && m.near(m.at[a], b) && m.near(m.at[b], a)
}

// well reports whether neither of two entries meets anybody again after they exchange places.
func (m *rematches) well(a, b int) bool {
	return m.again(m.at[a], b) == 0 && m.again(m.at[b], a) == 0
}

// noWorse reports whether an exchange does not increase the number of rematches, of two entries that have not
// exchanged before.
func (m *rematches) noWorse(a, b int) bool {
	one, other := m.at[a], m.at[b]
	if m.again(one, b)+m.again(other, a) > m.again(one, a)+m.again(other, b) {
		return false
	}
	return !slices.Contains(m.moves, [2]int{one, other}) && !slices.Contains(m.moves, [2]int{other, one})
}

func (m *rematches) near(entry, place int) bool {
	return place-entry <= m.within && entry-place <= m.within
}

// again counts the players whom an entry would meet again at a place.
func (m *rematches) again(entry, place int) (times int) {
	for other := m.start[place]; other < m.end[place]; other++ {
		if other != place && m.met(entry, m.at[other]) {
			times++
		}
	}
	return times
}

// plan returns the plan with everybody at the place that the search gave them.
func (m *rematches) plan(r *rules.Ruleset, rule rules.Rematches, before Plan) Plan {
	if len(m.moves) == 0 {
		return before
	}
	ranked := make([]league.Entry, 0, len(m.at))
	for _, table := range before.Tables {
		ranked = append(ranked, table.Seats...)
	}
	after := Plan{Reasons: before.Reasons, Moves: slices.Clip(before.Moves), Tables: slices.Clone(before.Tables)}
	seats := make([]league.Entry, len(m.at))
	for i := range after.Tables {
		place := len(ranked) - len(seats)
		size := len(before.Tables[i].Seats)
		here := m.at[place : place+size]
		slices.Sort(here)
		for j, one := range here {
			seats[j] = ranked[one]
		}
		after.Tables[i].Seats, seats = seats[:size:size], seats[size:]
	}
	for _, move := range m.moves {
		one, with := ranked[move[0]], ranked[move[1]]
		after.Moves = append(after.Moves, Move{Entry: one, With: with, Grounds: r.Grounds(rule.Paragraph, "no-rematch",
			"entry", strconv.Itoa(int(one)), "with", strconv.Itoa(int(with)))})
	}
	return after
}
