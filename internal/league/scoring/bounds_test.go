package scoring_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
)

// reasons writes the pointers and reasons of a result's faults.
func reasons(r *rules.Ruleset, result league.Result) string {
	variant, _ := r.Variant("")
	var all []string
	for _, f := range scoring.Check(r, variant, seated(result), result) {
		all = append(all, f.Field+" "+f.Reason)
	}
	return strings.Join(all, ", ")
}

// entered returns a table of four by SQ00 with entered points.
func entered(points ...string) league.Result {
	result := league.Result{Ended: league.Completed}
	for i, text := range points {
		var f league.Frac
		if err := f.UnmarshalText([]byte(text)); err != nil {
			panic(err)
		}
		result.Seats = append(result.Seats, league.SeatResult{Entry: league.Entry(i + 1), Points: &f})
	}
	return result
}

// TestBounds: recorded figures are accepted up to both ends of their ranges, but not beyond.
func TestBounds(t *testing.T) {
	t.Parallel()
	recorded := func(figure string, value int) func(*testing.T) (*rules.Ruleset, league.Result) {
		return func(t *testing.T) (*rules.Ruleset, league.Result) {
			t.Helper()
			result := withFigures(fg14(t), parse(t, "time-limit 9 8 7"))
			result.Seats[1].Figures[figure] = value
			return fg14(t), result
		}
	}
	game := func(text string) func(*testing.T) (*rules.Ruleset, league.Result) {
		return func(t *testing.T) (*rules.Ruleset, league.Result) {
			t.Helper()
			return cn09(t), parse(t, text)
		}
	}
	board := func(vp int) func(*testing.T) (*rules.Ruleset, league.Result) {
		return func(t *testing.T) (*rules.Ruleset, league.Result) {
			t.Helper()
			return cn09(t), ended(league.TimeLimit, 0, 9, vp, 8)
		}
	}
	writtenDown := func(points string) func(*testing.T) (*rules.Ruleset, league.Result) {
		return func(t *testing.T) (*rules.Ruleset, league.Result) {
			t.Helper()
			return sq00(t), entered("30", points, "10", "5")
		}
	}
	leaving := func(first, second int) func(*testing.T) (*rules.Ruleset, league.Result) {
		return func(t *testing.T) (*rules.Ruleset, league.Result) {
			t.Helper()
			result := parse(t, "too-few-players 9 8 7 6")
			result.Seats[0].Left, result.Seats[1].Left = first, second
			return cn09(t), result
		}
	}
	for _, tt := range []struct {
		name string
		of   func(*testing.T) (*rules.Ruleset, league.Result)
		want string
	}{
		{"points on the board: the least", board(0), ""},
		{"points on the board: less", board(-1), "/seats/1/vp points-out-of-range"},
		{"points on the board: the most", board(25), ""},
		{"points on the board: more", board(26), "/seats/1/vp points-out-of-range"},
		{"a figure: the least", recorded("settlements", 0), ""},
		{"a figure: less", recorded("settlements", -1), "/seats/1/figures/settlements figure-out-of-range"},
		{"a figure: the most", recorded("settlements", 5), ""},
		{"a figure: more", recorded("settlements", 6), "/seats/1/figures/settlements figure-out-of-range"},
		{"a figure of many: the most", recorded("resource-cards", 95), ""},
		{"a figure of many: more", recorded("resource-cards", 96), "/seats/1/figures/resource-cards figure-out-of-range"},
		{"points written down: the least", writtenDown("-100"), ""},
		{"points written down: a tenth less", writtenDown("-100.1"), "/seats/1/points points-out-of-range"},
		{"points written down: the most", writtenDown("300"), ""},
		{"points written down: a tenth more", writtenDown("300.1"), "/seats/1/points points-out-of-range"},
		{"CN09 4.6 the target itself is declared", game("declared 10! 9 8"), ""},
		{"CN09 4.6 one point less is not", game("declared 9! 9 8"), "/declaredBy declarer-below-target"},
		{"CN09 3.5 the last two to leave, in order", leaving(1, 2), ""},
		{"CN09 3.5 in the other order", leaving(2, 1), ""},
		{"CN09 3.5 a third of two", leaving(1, 3), "/seats/1/left not-an-order-of-leaving"},
		{"CN09 3.5 before the first", leaving(1, -1), "/seats/1/left not-an-order-of-leaving"},
		{"CN09 3.5 both as the second", leaving(2, 2), "/seats/1/left not-an-order-of-leaving"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, result := tt.of(t)
			if got := reasons(r, result); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestLeastToGoOn: a game ends exactly when fewer players remain than the ruleset requires; without
// such a rule it never does, and with a least of one it does when nobody is left.
func TestLeastToGoOn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		r             *rules.Ruleset
		stayed, least string // a result of a game that goes on, and one of a game that has ended
	}{
		{cn09(t), "declared 10! 9 8 7-1", "too-few-players 10 9 8-2 7-1"},
		{fg14(t), "time-limit 9 9 8 7-1", "too-few-players 10 9 8-2 7-1"},
		{bg(t), "declared 13! 9-1 8-2 7-3", "too-few-players 13-4 9-1 8-2 7-3"},
	} {
		stayed, least := withFigures(tt.r, parse(t, tt.stayed)), withFigures(tt.r, parse(t, tt.least))
		for _, result := range []league.Result{stayed, least} {
			if got := reasons(tt.r, result); got != "" {
				t.Errorf("%s: %s", tt.r.Code, got)
			}
		}
		stayed.Ended, stayed.DeclaredBy, least.Ended = league.TooFewPlayers, 0, league.Completed
		if got := reasons(tt.r, stayed); got != "/ended enough-to-go-on" {
			t.Errorf("%s, as many as are needed: %q", tt.r.Code, got)
		}
		if got := reasons(tt.r, least); !strings.HasSuffix(got, "/ended too-few-to-go-on") {
			t.Errorf("%s, one fewer: %q", tt.r.Code, got)
		}
	}
	r := jp22(t)
	if got := reasons(r, withFigures(r, parse(t, "time-limit 9-1 8-2 7-3"))); got != "" {
		t.Errorf("JP22 names no number, and nobody stayed: %s", got)
	}
	if got := reasons(r, withFigures(r, parse(t, "too-few-players 9-1 8-2 7-3"))); got != "/ended enough-to-go-on" {
		t.Errorf("JP22 names no number to fall below: %s", got)
	}
}

// TestThereIsOnlyOne: at most one seat of a table holds the longest road; everybody may build roads
// (JP22 3).
func TestThereIsOnlyOne(t *testing.T) {
	t.Parallel()
	r := jp22(t)
	for holders, want := range []string{"", "", "/seats/1/figures/longest-road figure-at-two-seats", "/seats/1/figures/longest-road figure-at-two-seats, /seats/2/figures/longest-road figure-at-two-seats"} {
		result := withFigures(r, parse(t, "time-limit 9 8 7"))
		for i := range holders {
			result.Seats[i].Figures["longest-road"], result.Seats[i].Figures["settlements"] = 1, 1
		}
		if got := reasons(r, result); got != want {
			t.Errorf("%d hold it: got %q, want %q", holders, got, want)
		}
	}
}

// TestFiguresOfOneGame: the figures of an entry that did not play are 0, and its turn is counted
// from 1 (JP22 3).
func TestFiguresOfOneGame(t *testing.T) {
	t.Parallel()
	r := jp22(t)
	result := withFigures(r, parse(t, "time-limit 9 8 7"))
	result.Seats[1].Figures = map[string]int{"longest-road": 1, "largest-army": 1, "settlements": 2, "cities": 3}
	for entry, want := range map[league.Entry]string{1: "[9 0 1]", 2: "[4 5 2]", 3: "[7 0 3]", 4: "[0 0 0]"} {
		if got := fmt.Sprint(scoring.InGame(r, result, r.Scoring.Level.Criteria, entry)); got != want {
			t.Errorf("entry %d: got %s, want %s", entry, got, want)
		}
	}
	if got := result.Seats[0].Figures["net-vp"]; got != 0 {
		t.Errorf("what is added up was written into the result: %d", got)
	}
}

// TestFormOfferings: the fields of a form, by regulation and size of the table.
func TestFormOfferings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		r     *rules.Ruleset
		seats int
		want  string
	}{
		{cn09(t), 4, "target 10, board 0-25, 0 figures, 0 objectives, elsewhere false, void false, [declared time-limit too-few-players]"},
		{fg14(t), 3, "target 10, board 0-25, 5 figures, 0 objectives, elsewhere false, void false, [declared time-limit too-few-players]"},
		{jp22(t), 4, "target 10, board 0-25, 4 figures, 0 objectives, elsewhere false, void false, [declared time-limit]"},
		{bg(t), 4, "target 13, board 0-30, 0 figures, 0 objectives, elsewhere false, void false, [declared too-few-players]"},
		{sq00(t), 6, "target 170, board 0-400, 4 figures, 6 objectives, elsewhere false, void true, [declared time-limit completed]"},
		{sq00(t), 5, "target 0, board 0-0, 0 figures, 0 objectives, elsewhere true, void true, [declared time-limit completed]"},
	} {
		variant, _ := tt.r.Variant("")
		f := scoring.FormOf(tt.r, variant, tt.seats)
		got := fmt.Sprintf("target %d, board %d-%d, %d figures, %d objectives, elsewhere %t, void %t, %v",
			f.Target, f.VP.Min, f.VP.Max, len(f.Figures), len(f.Objectives), f.Points != nil, f.Void, f.Endings)
		if got != tt.want || f.Seats != tt.seats {
			t.Errorf("%s, a table of %d:\ngot  %s\nwant %s", tt.r.Code, tt.seats, got, tt.want)
		}
	}
	r := cn09(t)
	r.Scoring.PlaceBy = []rules.Criterion{fewest(rules.FigureVP)}
	variant, _ := r.Variant("")
	if f := scoring.FormOf(r, variant, 4); len(f.PlaceBy) != 1 {
		t.Error("the form does not tell how places are made")
	}
}

// TestNobodyThere: an empty table has neither faults nor a winner.
func TestNobodyThere(t *testing.T) {
	t.Parallel()
	for _, r := range forThemselves(t) {
		result := league.Result{Ended: league.TooFewPlayers}
		if r.Tables.MinToContinue.Players == 0 {
			result.Ended = league.TimeLimit
		}
		if got := reasons(r, result); got != "" {
			t.Errorf("%s: %s", r.Code, got)
		}
		variant, _ := r.Variant("")
		if g := scoring.Score(r, variant, 3, result, byEntry); g.Winner != 0 || len(g.Seats) != 0 || g.Decision.Reason != "everybody-left" {
			t.Errorf("%s: %+v", r.Code, g)
		}
	}
}

// TestLeaverWithoutPoints: the points of a leaver on the board do not count and are shown as 0 (BG
// 1.1.6); by other regulations they stay on the board (CN09 3.5).
func TestLeaverWithoutPoints(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		r        *rules.Ruleset
		vp, left int
	}{{bg(t), 0, 0}, {cn09(t), 7, 7}} {
		result := parse(t, "declared 13! 9 8 7-1")
		variant, _ := tt.r.Variant("")
		if s := scoring.Score(tt.r, variant, 1, result, byEntry).Seats[3]; s.VP != tt.vp || s.Counted != tt.left {
			t.Errorf("%s: %+v", tt.r.Code, s)
		}
	}
}

// TestEnteredWithoutTeams: a ruleset may have entered points without teams; then a leaver loses no
// points.
func TestEnteredWithoutTeams(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	r.Scoring.Entered = &rules.EnteredPoints{Sizes: []int{4}, Range: rules.Range{Max: 50}, Paragraph: "3.2a"}
	result := entered("12", "7.5", "7.5", "3")
	result.Ended, result.Seats[3].Left = league.TimeLimit, 1
	if got := reasons(r, result); got != "" {
		t.Fatal(got)
	}
	variant, _ := r.Variant("")
	var got []string
	for _, s := range scoring.Score(r, variant, 1, result, byEntry).Seats {
		got = append(got, fmt.Sprintf("%d. %v%v", s.Place, s.Points, s.Penalty))
	}
	if text, want := strings.Join(got, " "), "1. 120 2. 7.50 2. 7.50 4. 30"; text != want {
		t.Errorf("got %s, want %s", text, want)
	}
}
