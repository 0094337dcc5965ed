package scoring_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	four := []league.Entry{1, 2, 3, 4}
	tests := []struct {
		par, result string
		seated      []league.Entry
		change      func(*league.Result)
		want        string // faults, one a line; "" is none
	}{
		{par: "CN09 4.6 a declared game", result: "declared 10! 9 8 5"},
		{par: "CN09 4.6 another may have as many points", result: "declared 10! 12 8 5"},
		{par: "CN09 3.4 a game stopped by the clock", result: "time-limit 9 9 8 5"},
		{par: "CN09 3.4 stopped with undeclared points enough to win", result: "time-limit 10 9 8 5"},
		{par: "CN09 3.5 one leaves, three go on", result: "declared 10! 9 8 5-1"},
		{par: "CN09 3.5 two leave a table of four", result: "too-few-players 4-2 9 8 5-1"},
		{par: "CN09 3.5 all leave", result: "too-few-players 4-2 9-4 8-3 5-1"},
		{
			par: "CN09 4.6 one wins by declaring only", result: "declared 10 9 8 5",
			want: "/declaredBy CN09 4.6: declarer-missing",
		},
		{
			par: "CN09 4.6 a declarer has the points", result: "declared 9! 9 8 5",
			want: "/declaredBy CN09 4.6: declarer-below-target (entry=1, target=10, vp=9)",
		},
		{
			par: "CN09 4.6 a declarer is there", result: "declared 10-1! 9 8 5",
			want: "/declaredBy CN09 4.6: declarer-had-left (entry=1)",
		},
		{
			par: "CN09 4.6 and sits at this table", result: "declared 10 9 8 5",
			change: func(r *league.Result) { r.DeclaredBy = 9 },
			want:   "/declaredBy CN09 4.6: declarer-not-at-this-table (entry=9)",
		},
		{
			par: "CN09 3.4 nobody has declared what the clock stopped", result: "time-limit 10! 9 8 5",
			want: "/declaredBy CN09 4.6: nobody-can-have-declared (ended=time-limit)",
		},
		{
			par: "CN09 3.5 with three left the game goes on", result: "too-few-players 10 9 8 5-1",
			want: "/ended CN09 3.5: enough-to-go-on (least=3, remaining=3)",
		},
		{
			par: "CN09 3.5 with two left it ends at once", result: "declared 10! 9-1 8-2 5",
			want: "/ended CN09 3.5: too-few-to-go-on (least=3, remaining=2)",
		},
		{
			par: "CN09 3.5 leavers are numbered in order", result: "too-few-players 10 9-1 8-3 5",
			want: "/seats/2/left CN09 3.5: not-an-order-of-leaving (leavers=2, left=3)",
		},
		{
			par: "CN09 3.5 each his own number", result: "too-few-players 10 9-1 8-1 5",
			want: "/seats/2/left CN09 3.5: not-an-order-of-leaving (leavers=2, left=1)",
		},
		{
			par: "exactly those who sat there: one too many", result: "declared 10! 9 8 5", seated: []league.Entry{1, 2, 3},
			want: "/seats/3/entry CN09: not-at-this-table (entry=4)",
		},
		{
			par: "exactly those who sat there: one missing", result: "declared 10! 9 8",
			seated: four,
			want:   "/seats CN09: entry-missing (entry=4)",
		},
		{
			par: "exactly those who sat there: one twice", result: "declared 10! 9 8 5",
			change: func(r *league.Result) { r.Seats[3].Entry = 2 }, seated: four,
			want: "/seats/3/entry CN09: entry-twice (entry=2)\n/seats CN09: entry-missing (entry=4)",
		},
		{
			par: "points are believable", result: "declared 10! 26 8 5",
			want: "/seats/1/vp CN09 4.6: points-out-of-range (max=25, min=0, vp=26)",
		},
		{
			par: "no figures that the ruleset does not record", result: "declared 10! 9 8 5",
			change: func(r *league.Result) { r.Seats[2].Figures = map[string]int{"roads": 3} },
			want:   "/seats/2/figures/roads CN09: figure-not-recorded-here (figure=roads)",
		},
		{
			par: "an ending must be known", result: "abandoned 10 9 8 5",
			want: "/ended CN09: unknown-ending (ended=abandoned)",
		},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			r := cn09(t)
			variant, _ := r.Variant("base")
			result := parse(t, tt.result)
			if tt.change != nil {
				tt.change(&result)
			}
			at := tt.seated
			if at == nil {
				at = four
			}
			if diff := cmp.Diff(tt.want, faultLines(scoring.Check(r, variant, at, result))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func faultLines(faults league.Faults) string {
	lines := make([]string, len(faults))
	for i, f := range faults {
		lines[i] = f.Field + " " + f.String()
	}
	return strings.Join(lines, "\n")
}

// TestCheckFollowsOptions: the checks follow the options of other rulesets.
func TestCheckFollowsOptions(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	r.Game.Figures = []rules.Figure{{ID: "settlements", Name: "Colonie", Range: rules.Range{Max: 5}, Paragraph: "3.2b"}}
	r.Time.Limit = "none"
	variant, _ := r.Variant("base")
	result := parse(t, "time-limit 9 9 8")
	result.Seats[0].Figures = map[string]int{"settlements": 4}
	result.Seats[1].Figures = map[string]int{"settlements": 6}
	want := strings.Join([]string{
		"/seats/1/figures/settlements CN09 3.2b: figure-out-of-range (figure=Colonie, max=5, min=0)",
		"/seats/2/figures CN09 3.2b: figure-missing (figure=Colonie)",
		"/ended CN09 3.4: no-time-limit",
	}, "\n")
	if diff := cmp.Diff(want, faultLines(scoring.Check(r, variant, seated(result), result))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestCheckTargetWhereTheFewestWin: to declare victory a player needs at most the target if the
// fewest points win, and at least the target if the most win.
func TestCheckTargetWhereTheFewestWin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, result string
		best         rules.Best
		want         string
	}{
		{"the target itself, of the fewest", "declared 10! 12 13 15", rules.Fewest, ""},
		{"fewer than the target, of the fewest", "declared 9! 12 13 15", rules.Fewest, ""},
		{"more than the target, of the fewest", "declared 11! 12 13 15", rules.Fewest, "/declaredBy CN09 4.6: declarer-above-target (entry=1, target=10, vp=11)"},
		{"more than the target, of the most", "declared 11! 9 8 5", rules.Most, ""},
		{"fewer than the target, of the most", "declared 9! 9 8 5", rules.Most, "/declaredBy CN09 4.6: declarer-below-target (entry=1, target=10, vp=9)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := cn09(t)
			r.Scoring.PlaceBy = []rules.Criterion{{Figure: rules.FigureVP, Best: tt.best, Paragraph: "4.7"}}
			variant, _ := r.Variant("base")
			result := parse(t, tt.result)
			if got := faultLines(scoring.Check(r, variant, seated(result), result)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestCheckWhatTheRulesetHasNot: a regulation without void games and teams refuses both.
func TestCheckWhatTheRulesetHasNot(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	variant, _ := r.Variant("base")
	for _, tt := range []struct {
		name   string
		change func(*league.Result)
		want   string
	}{
		{"nothing of that", func(*league.Result) {}, ""},
		{"a void game", func(r *league.Result) { r.Void = &league.Void{For: []league.Entry{1, 2, 3, 4}} }, "/void CN09: no-void-games (section=scoring.void)"},
		{"a team that won at once", func(r *league.Result) { r.WonAtOnce = "A" }, "/wonAtOnce CN09: no-teams-at-this-table"},
		{"an objective", func(r *league.Result) { r.Seats[1].Objective = "asia" }, "/seats/1/objective CN09: no-such-objective (objective=asia)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			result := parse(t, "declared 10! 9 8 5")
			tt.change(&result)
			if got := faultLines(scoring.Check(r, variant, seated(result), result)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
