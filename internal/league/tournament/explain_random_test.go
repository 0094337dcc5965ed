package tournament_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
	"referto/internal/sampling"
)

// TestExplainsEveryStandings: in all standings of any regulation the comparison of neighbors names
// the criterion of the lower row, and its sums are the row's figures; in the final order it
// confirms which row is above.
func TestExplainsEveryStandings(t *testing.T) {
	t.Parallel()
	further, final := 0, 0
	property := func(t *rapid.T) {
		state := playAny(t).state()
		for _, round := range state.Rounds {
			explained(t, state, "", round.Number, round.Standings)
			for _, list := range round.Further {
				explained(t, state, list.ID, round.Number, list.Rows)
				further++
			}
		}
		explainer := tournament.NewFinalExplainer(state)
		for i := 1; i < len(state.Final); i++ {
			above, below := state.Final[i-1], state.Final[i]
			c, err := explainer.Compare(below.Entry, above.Entry)
			if err != nil {
				t.Fatal(err)
			}
			level := above.Place == below.Place && above.Place != 0
			if c.Decided != below.Decided || (c.Above == above.Entry) == level || level && c.Above != 0 {
				t.Fatalf("places %d and %d: above is %d by %d, want %d by %d", above.Place, below.Place, c.Above, c.Decided, above.Entry, below.Decided)
			}
			final++
		}
	}
	sampling.Until(func() bool { return t.Failed() || further > 0 && final > 0 }, func() { rapid.Check(t, property) })
	if further == 0 || final == 0 {
		t.Errorf("%d further standings, %d final rows", further, final)
	}
}

func explained(t *rapid.T, state tournament.State, id string, round int, rows []standings.Row) {
	explainer, err := tournament.ExplainerAfter(state, round, id)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(rows); i++ {
		c, err := explainer.Compare(rows[i].Entry, rows[i-1].Entry)
		if err != nil {
			t.Fatal(err)
		}
		if c.Decided != rows[i].Decided || c.Decided >= 0 && c.Above != rows[i-1].Entry {
			t.Fatalf("standings %q: row %d is below by %d, explained by %d", id, i+1, rows[i].Decided, c.Decided)
		}
		for k, line := range c.Lines {
			if !line.A.Total.Equal(rows[i].Figures[k]) {
				t.Fatalf("standings %q: %s is %s, explained %s", id, line.Criterion.Figure, rows[i].Figures[k], line.A.Total)
			}
		}
	}
}

// TestConsequencesOfAnything: applied to the state before, the change gives the state after, for
// any act on an entry.
func TestConsequencesOfAnything(t *testing.T) {
	t.Parallel()
	nexts := 0
	rapid.Check(t, func(t *rapid.T) {
		e := playAny(t)
		if len(e.facts.Rounds) == 0 {
			return
		}
		e.facts = e.facts.Before(rapid.IntRange(2, len(e.facts.Rounds)+1).Draw(t, "round"))
		after := e.copy()
		entry := rapid.SampledFrom(e.facts.Entrants).Draw(t, "entry")
		if rapid.Bool().Draw(t, "withdraws") {
			after.withdraw(false, entry)
		} else {
			after.sanction(false, league.Expulsion, entry, "cheating")
		}
		was, is := e.state(), after.state()
		c := tournament.Consequences(was, is)
		last := len(was.Rounds) - 1
		applied(t, c.Ranks, rowRanks(was.Rounds[last].Standings), rowRanks(is.Rounds[last].Standings))
		for i, list := range is.Rounds[last].Further {
			var ranks []tournament.RankChange
			for _, f := range c.Further {
				if f.ID == list.ID {
					ranks = f.Ranks
				}
			}
			applied(t, ranks, rowRanks(was.Rounds[last].Further[i].Rows), rowRanks(list.Rows))
		}
		figured(t, c.Figures, was.Rounds[last].Standings, is.Rounds[last].Standings)
		applied(t, c.Places, places(was.Final), places(is.Final))
		if same := seats(was.Next.Plan) == seats(is.Next.Plan); !same && c.Next == nil {
			t.Fatalf("the next tables differ, and nothing tells")
		}
		if c.Next != nil {
			nexts++
		}
		for _, award := range is.Awards {
			before := slices.IndexFunc(was.Awards, func(a tournament.Award) bool { return a.ID == award.ID })
			reported := slices.IndexFunc(c.Awards, func(a tournament.AwardChange) bool { return a.ID == award.ID })
			if moved := before < 0 || was.Awards[before].Entry != award.Entry; moved != (reported >= 0) {
				t.Fatalf("award %s: moved %v, told %v", award.ID, moved, c.Awards)
			}
		}
	})
	if nexts == 0 && !testing.Short() { // of the few tries under -short it may be none
		t.Error("no next step was ever another")
	}
}

// figured checks that the changed figures, applied to those before, give those after, for entries
// in both.
func figured(t *rapid.T, changes []tournament.FigureChange, before, after []standings.Row) {
	for _, row := range after {
		i := slices.IndexFunc(before, func(r standings.Row) bool { return r.Entry == row.Entry })
		if i < 0 {
			continue
		}
		var reported []string
		for _, c := range changes {
			if c.Entry == row.Entry {
				reported = append(reported, c.Before.String()+" "+c.After.String())
			}
		}
		var seen []string
		for k, figure := range row.Figures {
			if was := before[i].Figures[k]; !figure.Equal(was) {
				seen = append(seen, was.String()+" "+figure.String())
			}
		}
		if !slices.Equal(seen, reported) {
			t.Fatalf("figures of %d: told %v, seen %v", row.Entry, reported, seen)
		}
	}
}

func rowRanks(rows []standings.Row) map[league.Entry]int {
	out := make(map[league.Entry]int)
	for _, row := range rows {
		out[row.Entry] = row.Rank
	}
	return out
}

func places(rows []tournament.FinalRow) map[league.Entry]int {
	out := make(map[league.Entry]int)
	for _, row := range rows {
		out[row.Entry] = row.Place
	}
	return out
}

// applied checks that the changed ranks, applied to those before, give those after, and that every
// change changes something.
func applied(t *rapid.T, changes []tournament.RankChange, before, after map[league.Entry]int) {
	for _, c := range changes {
		if before[c.Entry] != c.Before || c.Before == c.After && c.After != 0 {
			t.Fatalf("%+v, yet it stood on %d", c, before[c.Entry])
		}
		before[c.Entry] = c.After
	}
	for entry, rank := range before {
		if after[entry] != rank {
			t.Fatalf("entry %d stands on %d, told %d", entry, after[entry], rank)
		}
	}
	for entry, rank := range after {
		if before[entry] != rank {
			t.Fatalf("entry %d stands on %d, told %d", entry, rank, before[entry])
		}
	}
}
