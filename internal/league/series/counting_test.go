package series_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/series"
)

// counting returns the scheme of the best three, with another number and another way to set it.
func counting(t *testing.T, best int, by rules.BestBy) *rules.Ruleset {
	t.Helper()
	r := *scheme(t, "best-of-series")
	of := *r.Series
	of.Counting.Best, of.Counting.BestBy = best, by
	r.Series = &of
	return &r
}

// gained returns results of one player, "5 3 8": the points of consecutive events, "-" for an event that they
// missed.
func gained(n int, points string) (results []series.Result) {
	for event, text := range strings.Fields(points) {
		if p, err := league.ParseFrac(text); err == nil && text != "-" {
			results = append(results, series.Result{Event: event + 1, Player: player(n), Points: p})
		}
	}
	return results
}

// told writes the results of a row with why they count or do not: "5 among-best-results (best=2)".
func told(row series.Row) string {
	var out []string
	for _, c := range row.Results {
		text := fmt.Sprintf("%s %s", c.Points, c.Grounds)
		if !c.Counts {
			text = "(" + text + ")"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// Each result has its reason: every result counts, or it is among the best, or it is behind them. Of equal
// results the earlier counts.
func TestGroundsOfResults(t *testing.T) {
	t.Parallel()
	const all, among, behind = "BN 3: every-result-counts", "BN 3: among-best-results (best=%d)", "BN 3: behind-best-results (best=%d)"
	for _, tt := range []struct {
		says   string
		best   int
		by     rules.BestBy
		points []string // points of each player
		want   string   // results of the first player
		total  string
	}{
		{"every one", 0, "", []string{"5 3 8"}, "5 " + all + ", 3 " + all + ", 8 " + all, "16"},
		{"the best two", 2, "", []string{"5 3 8"}, "5 " + fmt.Sprintf(among, 2) + ", (3 " + fmt.Sprintf(behind, 2) + "), 8 " + fmt.Sprintf(among, 2), "13"},
		{"as many as there are", 3, "", []string{"5 3 8"}, "5 " + fmt.Sprintf(among, 3) + ", 3 " + fmt.Sprintf(among, 3) + ", 8 " + fmt.Sprintf(among, 3), "16"},
		{"more than there are", 4, "", []string{"5 3"}, "5 " + fmt.Sprintf(among, 4) + ", 3 " + fmt.Sprintf(among, 4), "8"},
		{"the earlier of equal ones", 1, "", []string{"5 5"}, "5 " + fmt.Sprintf(among, 1) + ", (5 " + fmt.Sprintf(behind, 1) + ")", "5"},
		{
			"as many as who has the fewest", 0, rules.FewestPlayed,
			[]string{"9 8 7", "5 - -", "5 6 -"},
			"9 " + fmt.Sprintf(among, 1) + ", (8 " + fmt.Sprintf(behind, 1) + "), (7 " + fmt.Sprintf(behind, 1) + ")", "9",
		},
		{
			"whoever comes first", 0, rules.FewestPlayed,
			[]string{"9 8 7", "5 6 -", "1 1 1"},
			"9 " + fmt.Sprintf(among, 2) + ", 8 " + fmt.Sprintf(among, 2) + ", (7 " + fmt.Sprintf(behind, 2) + ")", "17",
		},
	} {
		var results []series.Result
		for n, points := range tt.points {
			results = append(results, gained(n+1, points)...)
		}
		rows, err := series.Standings(counting(t, tt.best, tt.by), 3, results, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if row.Player != player(1) {
				continue
			}
			if got := told(row); got != tt.want || row.Figures[0].String() != tt.total {
				t.Errorf("%s: %s in all: %s, want %s: %s", tt.says, row.Figures[0], got, tt.total, tt.want)
			}
		}
	}
}

// SQ00 penalties: all penalties are taken off the total of a player who has results, whichever of the results
// count.
func TestPenaltiesInStandings(t *testing.T) {
	t.Parallel()
	results := append(gained(1, "20 3 1 5"), gained(2, "20 - - -")...)
	penalties := []series.Penalty{
		{Player: player(1), Points: league.Int(-7)}, {Player: player(3), Points: league.Int(-7)}, {Player: player(1), Points: league.NewFrac(-1, 2)},
	}
	rows, err := series.Standings(counting(t, 3, ""), 4, results, penalties)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range rows {
		got = append(got, fmt.Sprintf("%d: %d has %s, penalties %s, played %s, firsts %s", row.Rank, row.Player.UUID[15], row.Known[rules.SeriesTotal], row.Penalties, row.Known[rules.SeriesPlayed], row.Known[rules.SeriesFirsts]))
	}
	want := "1: 1 has 20.5, penalties -7.5, played 4, firsts 0; 2: 2 has 20, penalties 0, played 1, firsts 0"
	if text := strings.Join(got, "; "); text != want {
		t.Errorf("SQ00 penalties/%s, want %s", text, want)
	}
}

// Only a first place counts as an event won.
func TestFirstsOfASeries(t *testing.T) {
	t.Parallel()
	var results []series.Result
	for event, place := range []int{1, 2, 0, 1, 3} {
		results = append(results, series.Result{Event: event + 1, Player: player(1), Place: place})
	}
	rows, err := series.Standings(counting(t, 3, ""), 5, results, nil)
	if err != nil || rows[0].Known[rules.SeriesFirsts].String() != "2" || rows[0].Known[rules.SeriesPlayed].String() != "5" {
		t.Errorf("%+v, %v", rows, err)
	}
}

// A series can have as many events as the limit allows, and no more.
func TestMostEvents(t *testing.T) {
	t.Parallel()
	r := counting(t, 0, "")
	for _, tt := range []struct {
		events, event int
		want          string
	}{
		{rules.MaxEvents, rules.MaxEvents, ""},
		{rules.MaxEvents + 1, rules.MaxEvents + 1, fmt.Sprintf("/results/0/event: outside-range (max=%d, min=1)", rules.MaxEvents)},
		{3, 3, ""},
		{3, 4, "/results/0/event: outside-range (max=3, min=1)"},
	} {
		got := ""
		if _, err := series.Standings(r, tt.events, []series.Result{{Event: tt.event, Player: player(1)}}, nil); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("event %d of %d: %q, want %q", tt.event, tt.events, got, tt.want)
		}
	}
}

// Every award of a ruleset is given, in the order of the ruleset and by its own rule.
func TestAllAwards(t *testing.T) {
	t.Parallel()
	list := []rules.SeriesAward{{Figure: rules.SeriesFirsts, Paragraph: "1"}, {Figure: rules.SeriesPlayed, Paragraph: "2"}, {Figure: rules.SeriesTotal, Paragraph: "3", Newcomers: true}}
	rows := []series.Row{{Player: player(1), Known: map[string]league.Frac{rules.SeriesFirsts: league.Int(1), rules.SeriesPlayed: league.Int(4), rules.SeriesTotal: league.Int(9)}}}
	awards := series.Awards(&rules.Ruleset{Code: "XX", Series: &rules.Series{Awards: list}}, rows, func(league.PlayerID) bool { return true })
	for i, want := range []string{"1 XX 1: award-most", "4 XX 2: award-most", "9 XX 3: award-most-of-newcomers"} {
		if got := awards[i].Most.String() + " " + awards[i].Grounds.String(); got != want || awards[i].SeriesAward != list[i] || len(awards[i].Winners) != 1 {
			t.Errorf("%d: %s of %+v, want %s", i, got, awards[i], want)
		}
	}
}

// The best result that does not count is a figure of the series, even if it is the only such result.
func TestBestDropped(t *testing.T) {
	t.Parallel()
	for points, want := range map[string]string{"5 3 8": "0", "5 3 8 4": "3", "5 3 8 4 2": "3", "1 1 8 4 2": "1"} {
		rows, err := series.Standings(counting(t, 3, ""), 5, gained(1, points), nil)
		if err != nil || rows[0].Known[rules.SeriesBestDropped].String() != want {
			t.Errorf("%s: %s, want %s; %v", points, rows[0].Known[rules.SeriesBestDropped], want, err)
		}
	}
}

// A calculation may use any of those before it, however many there are.
func TestCalculationsOfCalculations(t *testing.T) {
	t.Parallel()
	document, err := json.Marshal(scheme(t, "best-of-series"))
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := json.Unmarshal(document, &tree); err != nil {
		t.Fatal(err)
	}
	for _, k := range [][2]string{{"twice", "played * 2"}, {"more", "twice + 1"}, {"most", "more * twice"}} {
		tree["calculations"] = append(tree["calculations"].([]any), map[string]any{"id": k[0], "name": k[0], "of": "series", "formula": k[1], "paragraph": "4"})
	}
	if document, err = json.Marshal(tree); err != nil {
		t.Fatal(err)
	}
	r, err := rules.Decode(document)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := series.Standings(r, 3, gained(1, "5 3 8"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"twice": "6", "more": "7", "most": "42"} {
		if got := rows[0].Known[id].String(); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}
