package series_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/rulesyaml"
	"referto/internal/league/series"
	"referto/internal/league/tournament"
)

// The schemes in testdata are whole rulesets. Each has a way of scoring that was found in a published
// regulation or invented to differ from those. None has code of its own.

func scheme(t *testing.T, id string) *rules.Ruleset {
	t.Helper()
	document, err := os.ReadFile(filepath.Join("testdata", id+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := rulesyaml.Decode(document)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// play replays an event with a number of entries. A round is its tables, "1:10 2:8 3:8 4:5-1 | 5:9 …": entry,
// points, the order of leaving, and further recorded figures after commas.
func play(r *rules.Ruleset, entrants int, rounds ...string) (tournament.State, error) {
	var facts tournament.Facts
	for i := range entrants {
		facts.Entrants = append(facts.Entrants, league.Entry(i+1))
	}
	for _, text := range rounds {
		round := tournament.Round{Kind: league.Preliminary, Closed: true}
		for i, table := range strings.Split(text, "|") {
			result := &league.Result{Ended: league.Completed}
			var seats []league.Entry
			for _, seat := range strings.Fields(table) {
				s := seatOf(r, seat)
				seats, result.Seats = append(seats, s.Entry), append(result.Seats, s)
			}
			round.Tables = append(round.Tables, tournament.Table{Number: i + 1, Seats: seats, Result: result})
		}
		facts.Rounds = append(facts.Rounds, round)
	}
	return tournament.Replay(r, facts)
}

func seatOf(r *rules.Ruleset, text string) league.SeatResult {
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	entry, rest, _ := strings.Cut(text, ":")
	recorded := strings.Split(rest, ",")
	vp, left, _ := strings.Cut(recorded[0], "-")
	seat := league.SeatResult{Entry: league.Entry(number(entry)), VP: number(vp), Left: number(left)}
	for i, value := range recorded[1:] {
		seat.Figures = map[string]int{r.Game.Figures[i].ID: number(value)}
	}
	return seat
}

// standing writes the last standings: "1: 15 33.33, 2: …", each entry with its figures.
func standing(state tournament.State) string {
	var rows []string
	for _, row := range state.Rounds[len(state.Rounds)-1].Standings {
		text := fmt.Sprintf("%d:", row.Entry)
		for i, c := range state.Criteria {
			text += " " + row.Figures[i].Decimal(c.Digits)
		}
		rows = append(rows, text)
	}
	return strings.Join(rows, ", ")
}

func TestSchemesOfOneEvent(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, scheme string
		rounds       []string
		want         string
	}{
		{
			// 10, 8, 7, 5 of 30 are 33, 27, 23, 17 %; 10, 9, 8, 4 of 31 are 32, 29, 26, 13 %;
			// 10, 6, 6, 5 of 27 are 37, 22, 22, 19 %.
			"DE 3 the percentages of games are rounded and then averaged", "germany",
			[]string{"1:10 2:8 3:7 4:5", "1:10 2:9 3:8 4:4", "1:10 2:6 3:6 4:5"},
			"1: 15.00 34.00, 2: 8.50 26.00, 3: 6.50 23.67, 4: 3.00 16.33",
		},
		{
			"DE 3 equal points are told apart by the average", "germany",
			[]string{"1:10 2:8 3:7 4:5", "1:8 2:12 3:7 4:5", "1:9 2:9 3:6 4:4"},
			"2: 12.00 32.33, 1: 12.00 30.00, 3: 6.00 22.00, 4: 3.00 15.67",
		},
		{
			// Second and third: 3 each; the first three of four: 13/3, in halves 4.
			"AT 2 shared places are kept in halves", "austria",
			[]string{"1:10 2:8 3:8 4:5", "1:9 2:9 3:9 4:5"},
			"1: 11.0 19, 2: 7.0 17, 3: 7.0 17, 4: 0.0 10",
		},
		{
			"AT 2 half points remain", "austria",
			[]string{"1:9 2:9 3:8 4:5", "4:10 3:8 2:7 1:7"},
			"4: 7.0 15, 1: 6.5 16, 2: 6.5 16, 3: 6.0 16",
		},
		{
			// Joint winners: (12 + 7) / 2, 2.4 and 1.8 for territories, and 10 of the 20.
			"RC 3 the win bonus is split between those who share the win", "risiko-clubs",
			[]string{"1:46,24 2:46,18 3:20,5 4:8,0"},
			"1: 21.90 11.90 24, 2: 21.30 11.30 18, 3: 5.50 5.50 5, 4: 3.00 3.00 0",
		},
		{
			"RC 3 three winners have 6 and two thirds each", "risiko-clubs",
			[]string{"1:46,10 2:46,10 3:46,10 4:8,1"},
			"1: 15.66 9.00 10, 2: 15.66 9.00 10, 3: 15.66 9.00 10, 4: 3.10 3.10 1",
		},
		{
			// Game 3: 4 left, so that the mean is 8 of 9, 8 and 7, and they are out.
			"AM 3 points above the mean, the best two of three games", "above-the-mean",
			[]string{"1:10 2:8 3:7 4:5", "1:4 2:9 3:6 4:5", "1:9 2:8 3:7 4:10-1"},
			"1: 3.50 2, 2: 3.50 1, 3: -0.50 0",
		},
		{
			// First game: margin 2, distances 2, 3, 5. Second, half as much again: a
			// margin of 7 counts as 5, distances 7, 8, 8.
			"CM 2 a margin is capped and the others lose it in proportion", "capped-margin",
			[]string{"1:10 2:8 3:7 4:5", "1:3 2:10 3:2 4:2"},
			"2: 7.10, 1: -0.28, 3: -3.21, 4: -3.61",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			state, err := play(scheme(t, tt.scheme), 4, tt.rounds...)
			if err != nil {
				t.Fatal(err)
			}
			if got := standing(state); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// TestExplainScheme: the terms of a combined figure show which of them count.
func TestExplainScheme(t *testing.T) {
	t.Parallel()
	state, err := play(scheme(t, "above-the-mean"), 4, "1:10 2:8 3:7 4:5", "1:4 2:9 3:6 4:5", "1:9 2:8 3:7 4:10-1")
	if err != nil {
		t.Fatal(err)
	}
	c, err := tournament.Explain(state, "", 3, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	var terms []string
	for _, term := range c.Lines[0].A.Terms {
		text := term.Value.String()
		if term.Dropped {
			text = "(" + text + ")"
		}
		terms = append(terms, text)
	}
	if got, want := strings.Join(terms, " "), "2.5 (-2) 1"; got != want || c.Above != 1 || c.Decided != 1 {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestFormulaStops: a result for which a formula has no value is refused, with the seat, the position in the
// formula and the paragraph.
func TestFormulaStops(t *testing.T) {
	t.Parallel()
	_, err := play(scheme(t, "capped-margin"), 4, "1:8 2:8 3:8 4:8")
	var faults league.Faults
	if !errors.As(err, &faults) {
		t.Fatal(err)
	}
	want := "/rounds/0/tables/0/result/seats/0: CM 2: formula-no-such-element (column=31, entry=1, figure=margin, length=0, line=1, n=1, table=1)"
	if faults[0].Field+": "+faults[0].String() != want {
		t.Errorf("got %s", faults)
	}
}

// player returns the id of the n-th player.
func player(n int) league.PlayerID {
	return league.PlayerID{UUID: uuid.UUID{15: byte(n)}}
}

// resultsOf returns the results of an event for the players, who are its entries.
func resultsOf(t *testing.T, number int, state tournament.State) []series.Result {
	t.Helper()
	var results []series.Result
	for _, row := range state.Final {
		if row.Points == nil || row.PointsBy == nil || row.PointsBy.Params["points"] != row.Points.String() {
			t.Fatalf("points of entry %d: %v by %v", row.Entry, row.Points, row.PointsBy)
		}
		results = append(results, series.Result{Event: number, Player: player(int(row.Entry)), Place: row.Place, Points: *row.Points})
	}
	return results
}

// table writes the standings of a series: rank, player and figures, then the
// points of each event, in brackets where they do not count.
func table(r *rules.Ruleset, rows []series.Row) string {
	var lines []string
	for _, row := range rows {
		line := fmt.Sprintf("%d. %d:", row.Rank, row.Player.UUID[15])
		for i, c := range r.Series.Criteria {
			line += " " + row.Figures[i].Decimal(c.Digits)
		}
		line += " ="
		for _, result := range row.Results {
			text := result.Points.String()
			if !result.Counts {
				text = "(" + text + ")"
			}
			line += " " + text
		}
		if row.Decided >= 0 {
			line += " by " + r.Series.Criteria[row.Decided].Figure + ", " + row.Par
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestSchemesOfSeries(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, scheme string
		events       []string
		entrants     []int
		want         string
	}{
		{
			// Four are the smallest bracket; of eight two share the third place: (8 + 6) / 2;
			// of twelve three share the fourth, (13 + 11 + 10) / 3, and six the seventh.
			"CZ 2 points by attendance", "czech-tour",
			[]string{"1:10 2:8 3:7 4:6", "1:9 2:8 3:7 4:6 | 5:10 6:8 7:5 8:4", "1:10 2:7 3:5 4:5 | 5:9 6:7 7:5 8:5 | 9:8 10:7 11:5 12:5"},
			[]int{4, 8, 12},
			`1. 1: 46.0 2 = 10 11 25
2. 5: 35.0 1 = 15 20 by series-total, 3
3. 2: 24.3 0 = 6 7 11.3 by series-total, 3
4. 6: 18.3 0 = 7 11.3 by series-total, 3
5. 9: 16.0 0 = 16 by series-total, 3
6. 3: 13.5 0 = 3 4 6.5 by series-total, 3
7. 10: 11.3 0 = 11.3 by series-total, 3
8. 4: 10.5 0 = 1 3 6.5 by series-total, 3
9. 7: 8.5 0 = 2 6.5 by series-total, 3
10. 8: 7.5 0 = 1 6.5 by series-total, 3
11. 11: 6.5 0 = 6.5 by series-total, 3
11. 12: 6.5 0 = 6.5`,
		},
		{
			"BN 4 of as many points the best event that does not count decides", "best-of-series",
			[]string{"1:10 2:9 3:8", "2:10 1:9 3:8", "1:10 2:9 3:8", "2:10 1:9 3:8", "3:10 1:9 2:8"},
			[]int{3, 3, 3, 3, 3},
			`1. 1: 25 5 5 = 10 5 10 (5) (5)
2. 2: 25 5 0 = 5 10 (5) 10 (0) by second-dropped, 4
3. 3: 10 0 0 = 0 0 (0) (0) 10 by series-total, 3`,
		},
		{
			"BN 2 who shares places shares their points", "best-of-series",
			[]string{"1:10 2:9 3:9 4:4"},
			[]int{4},
			`1. 1: 10 0 0 = 10
2. 2: 5 0 0 = 5 by series-total, 3
2. 3: 5 0 0 = 5
4. 4: 0 0 0 = 0 by series-total, 3`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := scheme(t, tt.scheme)
			var results []series.Result
			for i, event := range tt.events {
				state, err := play(r, tt.entrants[i], event)
				if err != nil {
					t.Fatal(err)
				}
				results = append(results, resultsOf(t, i+1, state)...)
			}
			rows, err := series.Standings(r, len(tt.events), results, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := table(r, rows); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}
