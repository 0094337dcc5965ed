package draws_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/draws"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/tournament"
)

// stage is an event played by the plan: entry i has lot i, and every game ends in the order of the
// seats.
type stage struct {
	t     testing.TB
	r     *rules.Ruleset
	facts tournament.Facts
}

func begun(t testing.TB, preset string, n int) *stage {
	t.Helper()
	r, err := presets.Find(preset)
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{t: t, r: r, facts: tournament.Facts{Lots: make(map[league.Entry]int)}}
	for i := range n {
		entry := league.Entry(i + 1)
		s.facts.Entrants = append(s.facts.Entrants, entry)
		s.facts.Lots[entry] = i + 1
	}
	return s
}

// drawn draws a round by the plan, or with given tables "1 2 3 | 4 5 6".
func (s *stage) drawn(tables string) *stage {
	s.t.Helper()
	state, err := tournament.Replay(s.r, s.facts)
	if err != nil {
		s.t.Fatal(err)
	}
	if state.Next.Plan == nil {
		s.t.Fatalf("nothing to draw: %+v", state.Next)
	}
	round := tournament.Round{Kind: state.Next.Kind, Tables: tablesOf(*state.Next.Plan)}
	if tables != "" {
		round.Tables = nil
		for i, seats := range strings.Split(tables, "|") {
			round.Tables = append(round.Tables, tournament.Table{Number: i + 1, Seats: entries(s.t, seats)})
		}
	}
	s.facts.Rounds = append(s.facts.Rounds, round)
	return s
}

// played ends the games of the last round: 10 points for the first seat, 2 fewer for each next one;
// at a table scored elsewhere 20 points, then 19 and so on.
func (s *stage) played() *stage {
	s.t.Helper()
	round := &s.facts.Rounds[len(s.facts.Rounds)-1]
	variant, _ := s.r.Variant("")
	for i := range round.Tables {
		table := &round.Tables[i]
		table.Result = &league.Result{Ended: league.Declared, DeclaredBy: table.Seats[0]}
		if !s.r.Game.Declaration.Required {
			table.Result = &league.Result{Ended: league.Completed}
		}
		for j, entry := range table.Seats {
			seat := league.SeatResult{Entry: entry, VP: variant.Target - 2*j}
			for _, f := range s.r.Game.RecordedAt(len(table.Seats)) {
				if seat.Figures == nil {
					seat.Figures = make(map[string]int)
				}
				seat.Figures[f.ID] = f.Range.Min
			}
			if teams := s.r.Scoring.Teams; teams != nil && len(table.Seats) == teams.Seats {
				seat.Objective = s.r.Game.Objectives[j].ID
			}
			if entered := s.r.Scoring.Entered; entered != nil && slices.Contains(entered.Sizes, len(table.Seats)) {
				points := league.Int(20 - j)
				seat.VP, seat.Points = 0, &points
			}
			table.Result.Seats = append(table.Result.Seats, seat)
		}
	}
	round.Closed = true
	return s
}

// rounds draws and plays rounds as planned.
func (s *stage) rounds(n int) *stage {
	s.t.Helper()
	for range n {
		s.drawn("").played()
	}
	return s
}

func (s *stage) document(round int) draws.Round {
	s.t.Helper()
	d, err := draws.Of(s.r, s.facts, round)
	if err != nil {
		s.t.Fatal(err)
	}
	return d
}

func entries(t testing.TB, text string) []league.Entry {
	t.Helper()
	var list []league.Entry
	for _, field := range strings.Fields(text) {
		var entry league.Entry
		if _, err := fmt.Sscan(field, &entry); err != nil {
			t.Fatal(err)
		}
		list = append(list, entry)
	}
	return list
}

// describe writes a document of a round, one line for each thing it has.
func describe(d draws.Round) string {
	s, lines := d.Seating, []string(nil)
	line := func(name string, about ...any) {
		lines = append(lines, strings.TrimSpace(name+": "+fmt.Sprint(about...)))
	}
	line("round", d.Round, " ", d.Kind, " by ", s.Basis, ", ", s.Code, " ", s.Paragraph)
	if s.Sizes != nil {
		line("sizes", s.Sizes.Allowed, " ", s.Sizes.Partition, " ", s.Sizes.Paragraph, exceptions(s.Sizes.Exceptions))
	}
	line("order", spaced(order(s.Order)))
	for _, out := range s.Out {
		line("out", out.Entry, " ", out.Reason, " ", out.Paragraph)
	}
	if s.Seeds != nil {
		line("seeds", s.Seeds)
	}
	if s.Schedule != nil {
		line("schedule", s.Schedule)
	}
	if s.Algorithm != "" {
		line("made", s.Algorithm, " for ", s.Rounds)
	}
	if s.Rematches != nil {
		line("rematches", "within ", s.Rematches.Within)
	}
	if s.Apart != nil {
		line("apart", s.Apart.Exchange, " ", s.Apart.Paragraph, " ", s.Apart.Pairs)
	}
	line("plan", seatsAt(d.Plan))
	for _, reason := range d.Reasons {
		line("reason", reason)
	}
	for _, move := range d.Moves {
		line("move", move.Entry, " with ", move.With, ", ", move.Grounds.Cite(), ": ", move.Grounds.Reason)
	}
	for _, missing := range d.Absent {
		line("missed", missing.Missed, " was ", missing.Entry, ", ", missing.Reason, " ", missing.Paragraph)
	}
	if seatsAt(d.Tables) != seatsAt(d.Plan) {
		line("tables", seatsAt(d.Tables))
	}
	if d.Change != nil {
		line("moved by hand", d.Change.Moved)
	}
	if d.Round > 1 {
		line("repeats", d.Repeats)
	}
	return strings.Join(lines, "\n")
}

func exceptions(list []draws.Exception) string {
	var text string
	for _, e := range list {
		text += fmt.Sprintf(", %d at %v by %s", e.Entrants, e.Sizes, e.Paragraph)
	}
	return text
}

func order(ranked []draws.Ranked) []league.Entry {
	var list []league.Entry
	for _, r := range ranked {
		list = append(list, r.Entry)
	}
	return list
}

func spaced(list any) string { return strings.Trim(fmt.Sprint(list), "[]") }

// seatsAt writes tables, with their numbers if they are not 1, 2, 3.
func seatsAt(tables []draws.Table) string {
	var texts []string
	for i, table := range tables {
		text := spaced(table.Entries)
		if table.Number != i+1 {
			text = fmt.Sprintf("(%d) %s", table.Number, text)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " | ")
}
