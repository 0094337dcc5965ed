package tournament_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

func cn09(t rapid.TB) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// event is a tournament that a test plays: it draws the proposed plans and records the results of
// the test.
type event struct {
	t     rapid.TB
	r     *rules.Ruleset
	facts tournament.Facts
}

// start begins an event of n entrants under formula club with the base game;
// entry i has lot i.
func start(t rapid.TB, r *rules.Ruleset, n int) *event {
	t.Helper()
	e := &event{t: t, r: r, facts: tournament.Facts{Lots: make(map[league.Entry]int)}}
	for i := range n {
		entry := league.Entry(i + 1)
		e.facts.Entrants = append(e.facts.Entrants, entry)
		e.facts.Lots[entry] = i + 1
	}
	return e
}

func (e *event) state() tournament.State {
	e.t.Helper()
	state, err := tournament.Replay(e.r, e.facts)
	if err != nil {
		e.t.Fatal(err)
	}
	return state
}

// draw draws the next round as proposed.
func (e *event) draw() *event {
	e.t.Helper()
	next := e.state().Next
	if next.Plan == nil || next.Provisional {
		e.t.Fatalf("nothing to draw: %+v", next)
	}
	round := tournament.Round{Kind: next.Kind}
	for _, table := range next.Plan.Tables {
		round.Tables = append(round.Tables, tournament.Table{Number: table.Number, Seats: table.Seats})
	}
	e.facts.Rounds = append(e.facts.Rounds, round)
	return e
}

// result records the result of a table of the last round: the ending, then the points of each seat
// in order, with -n for the nth to leave and ! for the player who declared: "declared 5 10! 7 3-1".
func (e *event) result(table int, text string) *event {
	e.t.Helper()
	fields := strings.Fields(text)
	at := &e.facts.Rounds[len(e.facts.Rounds)-1].Tables[table-1]
	if len(fields) != len(at.Seats)+1 {
		e.t.Fatalf("%d results for %d seats", len(fields)-1, len(at.Seats))
	}
	result := &league.Result{Ended: league.Ending(fields[0])}
	for i, field := range fields[1:] {
		seat := league.SeatResult{Entry: at.Seats[i]}
		for _, f := range e.r.Game.RecordedAt(len(at.Seats)) {
			if seat.Figures == nil {
				seat.Figures = make(map[string]int)
			}
			seat.Figures[f.ID] = 0
		}
		field, declared := strings.CutSuffix(field, "!")
		if declared {
			result.DeclaredBy = seat.Entry
		}
		vp, left, _ := strings.Cut(field, "-")
		seat.VP, _ = strconv.Atoi(vp)
		seat.Left, _ = strconv.Atoi(left)
		result.Seats = append(result.Seats, seat)
	}
	at.Result = result
	return e
}

// finish records a win of the first seat at every table without a result, with 10 7 5 3, or the
// game's target instead of 10, and closes the round.
func (e *event) finish() *event {
	e.t.Helper()
	variant, _ := e.r.Variant(e.facts.Variant)
	round := &e.facts.Rounds[len(e.facts.Rounds)-1]
	for i, table := range round.Tables {
		if table.Result == nil {
			e.result(i+1, fmt.Sprintf("declared %d! ", variant.Target)+strings.Join([]string{"7", "5", "3"}[:len(table.Seats)-1], " "))
		}
	}
	round.Closed = true
	return e
}

// rounds plays a number of rounds that the first seats win.
func (e *event) rounds(n int) *event {
	e.t.Helper()
	for range n {
		e.draw().finish()
	}
	return e
}

// now returns the moment in or after the last round.
func (e *event) now(during bool) league.Moment {
	return league.Moment{Round: len(e.facts.Rounds), During: during}
}

func (e *event) withdraw(during bool, entries ...league.Entry) *event {
	for _, entry := range entries {
		e.facts.Withdrawals = append(e.facts.Withdrawals, league.Withdrawal{Entry: entry, At: e.now(during)})
	}
	return e
}

func (e *event) sanction(during bool, kind league.SanctionKind, entry league.Entry, reason string) *event {
	e.facts.Sanctions = append(e.facts.Sanctions, league.Sanction{
		Entry: entry, Kind: kind, At: e.now(during), Reason: reason, Confirmed: kind == league.Expulsion,
	})
	return e
}

// copy returns a copy of the event that can continue differently.
func (e *event) copy() *event {
	other := *e
	other.facts.Rounds = slices.Clone(e.facts.Rounds)
	for i := range other.facts.Rounds {
		other.facts.Rounds[i].Tables = slices.Clone(e.facts.Rounds[i].Tables)
	}
	other.facts.Sanctions = slices.Clone(e.facts.Sanctions)
	other.facts.Withdrawals = slices.Clone(e.facts.Withdrawals)
	return &other
}

// preset chooses the fixed schedule, with the places in order.
func (e *event) preset() *event {
	e.t.Helper()
	e.facts.Pairing = rules.FixedSchedule
	pairing, _ := e.r.Pairing(rules.FixedSchedule)
	s, err := seating.ScheduleFor(e.r, pairing, len(e.facts.Entrants), 1)
	if err != nil {
		e.t.Fatal(err)
	}
	e.facts.Places = make(map[league.Entry]int)
	for i, place := range s.Places(len(e.facts.Entrants)) {
		e.facts.Places[e.facts.Entrants[i]] = place
	}
	return e
}

// seats writes a plan as "1 2 3 4 | 5 6 7".
func seats(plan *seating.Plan) string {
	if plan == nil {
		return "none"
	}
	var tables []string
	for _, table := range plan.Tables {
		tables = append(tables, strings.Trim(fmt.Sprint(table.Seats), "[]"))
	}
	return strings.Join(tables, " | ")
}

// order writes the standings after a round as entries.
func order(round tournament.RoundState) string {
	var entries []league.Entry
	for _, row := range round.Standings {
		entries = append(entries, row.Entry)
	}
	return strings.Trim(fmt.Sprint(entries), "[]")
}

// outs writes the struck entries with causes and grounds, one per line.
func outs(struck []tournament.Struck) string {
	var lines []string
	for _, s := range struck {
		lines = append(lines, fmt.Sprintf("%d %s, %s", s.Entry, s.Cause, s.Grounds))
	}
	return strings.Join(lines, "\n")
}

func finalists(state tournament.State) string {
	var entries []string
	for _, q := range state.Finalists {
		text := strconv.Itoa(int(q.Entry))
		if q.Replaces != 0 {
			text += "!" + strconv.Itoa(int(q.Replaces))
		}
		entries = append(entries, text)
	}
	return strings.Join(entries, " ")
}
