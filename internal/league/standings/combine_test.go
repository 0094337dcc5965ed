package standings_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/standings"
)

func TestCombine(t *testing.T) {
	t.Parallel()
	third := &rules.Rounding{Rule: rules.HalfEven, Digits: 1}
	tests := []struct {
		name  string
		best  rules.Best
		rule  *rules.Combination
		terms string
		want  string
	}{
		{"nothing said is the sum", rules.Most, nil, "3 1 2", "6 3 1 2"},
		{"the sum, rounded at the end", rules.Most, &rules.Combination{Rule: rules.CombineSum, Rounding: third}, "0.15 0.1", "0.2 0.15 0.1"},
		{"the mean", rules.Most, &rules.Combination{Rule: rules.CombineMean}, "3 1 1", "5/3 3 1 1"},
		{"the mean, rounded at the end", rules.Most, &rules.Combination{Rule: rules.CombineMean, Rounding: third}, "3 1 1", "1.7 3 1 1"},
		{"the mean of nothing", rules.Most, &rules.Combination{Rule: rules.CombineMean}, "", "0"},
		{"the best two", rules.Most, &rules.Combination{Rule: rules.CombineBest, Games: 2}, "1 3 2", "5 (1) 3 2"},
		{"the best two are the fewest", rules.Fewest, &rules.Combination{Rule: rules.CombineBest, Games: 2}, "1 3 2", "3 1 (3) 2"},
		{"of equal ones the earlier counts", rules.Most, &rules.Combination{Rule: rules.CombineBest, Games: 1}, "2 2", "2 2 (2)"},
		{"all of too few", rules.Most, &rules.Combination{Rule: rules.CombineBest, Games: 5}, "2 2", "4 2 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var terms []league.Frac
			for _, text := range strings.Fields(tt.terms) {
				term, err := league.ParseFrac(text)
				if err != nil {
					t.Fatal(err)
				}
				terms = append(terms, term)
			}
			figure, counted := standings.Combine(rules.Criterion{Best: tt.best, Combine: tt.rule}, terms)
			got := figure.String()
			for i, term := range terms {
				text := term.String()
				if counted != nil && !counted[i] {
					text = "(" + text + ")"
				}
				got += " " + text
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestRankCombines: Rank and Compare combine alike, in any order of the games. Void games are left out except
// for their points, and the entry's own figure is added at the end.
func TestRankCombines(t *testing.T) {
	t.Parallel()
	criteria := []rules.Criterion{
		{Figure: rules.FigurePoints, Best: rules.Most, Combine: &rules.Combination{Rule: rules.CombineMean}},
		{Figure: "extra", Best: rules.Most, Combine: &rules.Combination{Rule: rules.CombineBest, Games: 2}},
		{Figure: rules.FigureVP, Best: rules.Most},
	}
	three := func(a, b, c int) []league.Frac { return []league.Frac{league.Int(a), league.Int(b), league.Int(c)} }
	games := []standings.Game{
		{Entry: 1, Round: 1, Table: 1, Terms: three(6, 3, 10)},
		{Entry: 1, Round: 2, Table: 1, Terms: three(3, 5, 8)},
		{Entry: 1, Round: 3, Table: 1, Void: true, Terms: three(6, 9, 0)},
		{Entry: 2, Round: 1, Table: 1, Terms: three(5, 1, 9)},
		{Entry: 2, Round: 2, Table: 2, Terms: three(5, 2, 9)},
		{Entry: 2, Round: 3, Table: 1, Terms: three(5, 4, 9)},
	}
	entrants := []standings.Entrant{{Entry: 1, Own: three(-1, 0, 0)}, {Entry: 2, Own: three(0, 0, 0)}}
	rapid.Check(t, func(t *rapid.T) {
		mixed := rapid.Permutation(games).Draw(t, "games")
		var got []string
		for _, row := range standings.Rank(criteria, entrants, mixed) {
			got = append(got, fmt.Sprint(row.Entry, row.Figures))
			if c := standings.Compare(criteria, entrants[row.Entry-1], entrants[2-row.Entry], mixed); fmt.Sprint(row.Figures) != fmt.Sprintf("[%s %s %s]", c.Lines[0].A.Total, c.Lines[1].A.Total, c.Lines[2].A.Total) {
				t.Fatalf("%v, compared %v", row, c)
			}
		}
		// Points of 6, 3 and 6, minus 1 as own figure; extra 3 and 5 without the void 9.
		if want := "[2 [5 6 27] 1 [4 8 18]]"; fmt.Sprint(got) != want {
			t.Fatalf("got %v, want %s", got, want)
		}
	})
	c := standings.Compare(criteria, entrants[0], entrants[1], games)
	if got := fmt.Sprint(c.Lines[1].A.Terms, c.Lines[1].B.Terms); got != "[{1 1 3 false} {2 1 5 false}] [{1 1 1 true} {2 2 2 false} {3 1 4 false}]" {
		t.Errorf("terms %s", got)
	}
}

// TestBestOfTheFewest: the number of best games that count is the fewest games that any entry has played;
// entries without games are not considered.
func TestBestOfTheFewest(t *testing.T) {
	t.Parallel()
	criteria := []rules.Criterion{{Figure: rules.FigureVP, Best: rules.Most, Combine: &rules.Combination{Rule: rules.CombineBest, GamesBy: rules.FewestPlayed}}}
	var entrants []standings.Entrant
	var games []standings.Game
	var ranked []league.Entry
	for entry, points := range [][]int{nil, {5, 9, 7}, {8, 4}, {10, 1, 1}, {}} {
		if entry == 0 {
			continue
		}
		ranked = append(ranked, league.Entry(entry))
		entrants = append(entrants, standings.EntrantOf(criteria, league.Entry(entry), 0, 0))
		for round, vp := range points {
			games = append(games, standings.Game{Entry: league.Entry(entry), Round: round + 1, Table: 1, Terms: []league.Frac{league.Int(vp)}})
		}
	}
	var got []string
	for _, row := range standings.Rank(criteria, entrants, games) {
		got = append(got, fmt.Sprintf("%d:%s", row.Entry, row.Figures[0]))
	}
	if want := "1:16 2:12 3:11 4:0"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
	c := standings.Compare(standings.Resolved(criteria, ranked, games), entrants[0], entrants[2], games)
	if !c.Lines[0].A.Terms[0].Dropped || c.Lines[0].A.Terms[1].Dropped || c.Lines[0].B.Total.String() != "11" {
		t.Errorf("the comparison is %+v", c.Lines[0])
	}
	if criteria[0].Combine.Games != 0 {
		t.Error("the ruleset's criteria were changed")
	}
}
