package scoring_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
)

// teamTable reads a table of six: the table points of team A (Nord America, Africa, Oceania) and of
// team B (Sud America, Asia, Europa) as "50 60 70 | 40 50 60", each with /territories/tanks/cards
// if they matter, with ! for risiko and - for a leaver.
func teamTable(t *testing.T, r *rules.Ruleset, text string) league.Result {
	t.Helper()
	result := league.Result{Ended: league.Completed}
	for i, field := range strings.Fields(strings.Replace(text, "|", "", 1)) {
		seat := league.SeatResult{Entry: league.Entry(i + 1), Objective: r.Game.Objectives[i].ID, Figures: make(map[string]int)}
		field, risiko := strings.CutSuffix(field, "!")
		field, retired := strings.CutSuffix(field, "-")
		if risiko {
			seat.Figures["risiko"] = 1
		}
		if retired {
			seat.Left = 1
		}
		var territories, armies, cards int
		if _, err := fmt.Sscanf(field+"/0/0/0", "%d/%d/%d/%d", &seat.VP, &territories, &armies, &cards); err != nil {
			t.Fatal(err)
		}
		seat.Figures["territories"], seat.Figures["armies"], seat.Figures["cards"] = territories, armies, cards
		result.Seats = append(result.Seats, seat)
	}
	return withFigures(r, result)
}

// teamLine writes the winning team, the reason, and the points of the first player of each team,
// with the penalty of leavers.
func teamLine(g scoring.Game) string {
	points := func(i int) string {
		text := g.Seats[i].Points.Decimal(1)
		if !g.Seats[i].Penalty.IsZero() {
			text += g.Seats[i].Penalty.String()
		}
		return text
	}
	return fmt.Sprintf("%s %s by %s %s: %s, %s", g.Team, g.Decision.Cite(), g.Decision.Reason, g.Decision.Params["by"], points(0), points(3))
}

func TestTeams(t *testing.T) {
	t.Parallel()
	tests := []struct{ par, reading, table, want string }{
		{"SQ00 1 31 points and a tenth for every point of difference", "", "80 60 70 | 40 50 60", "A SQ00 3 by more-table-points : 33.0, 5.0"},
		{"SQ00 2 7 points less a tenth for every point of difference", "", "40 50 60 | 80 60 73", "B SQ00 3 by more-table-points : 5.0, 33.0"},
		{"SQ00 2 read as each loser's own difference", "A004-1 individual", "80 60 70 | 40 50 60", "A SQ00 3 by more-table-points : 33.0, 3.0"},
		{"SQ00 1 the winning team may hold the lower best player", "", "70 70 70 | 90 10 10", "A SQ00 3 by more-table-points : 29.0, 9.0"},
		{"SQ00 1 read as a difference without sign", "A004-2 absolute", "70 70 70 | 90 10 10", "A SQ00 3 by more-table-points : 33.0, 5.0"},
		{"SQ00 1 read as no difference below 0", "A004-2 clamped", "70 70 70 | 90 10 10", "A SQ00 3 by more-table-points : 31.0, 7.0"},
		{"SQ00 3 the greater sum wins, not the best player", "", "10 10 100 | 50 50 50", "B SQ00 3 by more-table-points : 12.0, 26.0"},
		{"SQ00 3 a risiko decides at once", "", "20! 10 10 | 90 90 90", "A SQ00 base 17 by won-at-once : 42.0, -4.0"},
		{"SQ00 5 level teams: the territories", "", "50/9/10/0 50 50 | 50/8/90/9 50 50", "A SQ00 5 by level-teams territories: 31.0, 7.0"},
		{"SQ00 5 level teams: tanks, a card being four of them", "", "50/9/10/3 50 50 | 50/9/20/0 50 50", "A SQ00 5 by level-teams armies-and-cards: 31.0, 7.0"},
		{"SQ00 base 20 who retires loses 25 points", "", "0- 90 90 | 60 50 50", "A SQ00 3 by more-table-points : 34.0-25, 4.0"},
		{"SQ00 base 20 read as nothing but the loss", "A004-3 minus_25_only", "0- 90 90 | 60 50 50", "A SQ00 3 by more-table-points : 0.0-25, 4.0"},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			r := reading(t, sq00(t), tt.reading)
			result := teamTable(t, r, tt.table)
			g := scoreTeams(t, r, result)
			if got := teamLine(g); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func scoreTeams(t *testing.T, r *rules.Ruleset, result league.Result) scoring.Game {
	t.Helper()
	variant, _ := r.Variant("")
	if faults := scoring.Check(r, variant, seated(result), result); len(faults) > 0 {
		t.Fatal(faults)
	}
	return scoring.Score(r, variant, 1, result, inOrder())
}

func TestWholeTeamRisiko(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{"whole_team_200": "[200 200 200 90 90 90]", "best_only_200": "[30 200 30 90 90 90]"} {
		t.Run("SQ00 base 17 all three hold their continents "+value, func(t *testing.T) {
			t.Parallel()
			r := reading(t, sq00(t), "A004-8 "+value)
			result := teamTable(t, r, "30 40 30 | 90 90 90")
			result.WonAtOnce = "A"
			g := scoreTeams(t, r, result)
			var counted []int
			for _, s := range g.Seats {
				counted = append(counted, s.Counted)
			}
			if got := fmt.Sprint(counted); got != want || g.Team != "A" || g.Seats[0].Points.String() != "42" {
				t.Errorf("got %s, team %s, %v points; want %s", got, g.Team, g.Seats[0].Points, want)
			}
		})
	}
}

func TestPointsAsEntered(t *testing.T) {
	t.Parallel()
	t.Run("SQ00 0 tables of four and five are scored by another regulation", func(t *testing.T) {
		t.Parallel()
		r := sq00(t)
		result := league.Result{Ended: league.Completed}
		for i, points := range []string{"15.5", "40.4", "36.2", "40.4"} {
			f, err := league.ParseFrac(points)
			if err != nil {
				t.Fatal(err)
			}
			result.Seats = append(result.Seats, league.SeatResult{Entry: league.Entry(i + 1), Points: &f, Left: i / 3})
		}
		g := scoreTeams(t, r, result)
		if s := g.Seats[3]; s.Points.String() != "40.4" || s.Place != 1 || s.Penalty.String() != "-25" || g.Winner != 0 {
			t.Errorf("winner %d, %+v", g.Winner, s)
		}
		if s := g.Seats[0]; s.Place != 4 {
			t.Errorf("15.5 points are place %d", s.Place)
		}
	})
}

func TestVoidGames(t *testing.T) {
	t.Parallel()
	r := sq00(t)
	t.Run("SQ00 base 22 a void game scores nobody", func(t *testing.T) {
		t.Parallel()
		result := teamTable(t, r, "80 60 70 | 40 50 60")
		result.Void = &league.Void{For: []league.Entry{1, 2, 3, 4, 5}, AtFault: []league.Entry{6}}
		g := scoreTeams(t, r, result)
		if !g.Void || g.Team != "" || g.Seats[0].Points != nil || !g.Seats[0].Void || g.Seats[5].Void {
			t.Errorf("got %+v", g)
		}
	})
	t.Run("SQ00 base 22 void for some only, the others score", func(t *testing.T) {
		t.Parallel()
		result := teamTable(t, r, "80 60 70 | 40 50 60")
		result.Void = &league.Void{For: []league.Entry{1}, AtFault: []league.Entry{6}, OthersScored: true}
		g := scoreTeams(t, r, result)
		if g.Void || g.Seats[0].Points != nil || !g.Seats[0].Void || g.Seats[5].Points != nil || g.Seats[1].Points.String() != "33" {
			t.Errorf("got %+v", g)
		}
	})
}

// TestRetiredFromVoidGames: -25 for retiring has no exception (SQ00 base 20), though
// the game turns out void; and tables of every size may (base 22).
func TestRetiredFromVoidGames(t *testing.T) {
	t.Parallel()
	r := sq00(t)
	tables := map[string]func() league.Result{
		"six": func() league.Result { return teamTable(t, r, "80- 60 70 | 40 50 60") },
		"four": func() league.Result {
			result := league.Result{Ended: league.Completed}
			for i := range 4 {
				points := league.Int(20 - i)
				result.Seats = append(result.Seats, league.SeatResult{Entry: league.Entry(i + 1), Points: &points})
			}
			result.Seats[0].Left = 1
			return result
		},
	}
	for name, table := range tables {
		for _, othersScored := range []bool{false, true} {
			result := table()
			result.Void = &league.Void{For: []league.Entry{1}, OthersScored: othersScored}
			if !othersScored {
				for _, seat := range result.Seats[1:] {
					result.Void.For = append(result.Void.For, seat.Entry)
				}
			}
			g := scoreTeams(t, r, result)
			if s := g.Seats[0]; !s.Void || s.Points != nil || s.Penalty.String() != "-25" {
				t.Errorf("SQ00 base 20, a table of %s, others scored %v: %+v", name, othersScored, s)
			}
			if s := g.Seats[1]; s.Void == othersScored || !s.Penalty.IsZero() {
				t.Errorf("SQ00 base 22, a table of %s, others scored %v: %+v", name, othersScored, s)
			}
		}
	}
}

// TestCheckOfTeams: the faults of results at a table of teams.
func TestCheckOfTeams(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(*league.Result)
		want   string
	}{
		{"an objective twice", func(r *league.Result) { r.Seats[1].Objective = "nord-america" }, "/seats/1/objective objective-twice"},
		{"an objective that is none", func(r *league.Result) { r.Seats[1].Objective = "moon" }, "/seats/1/objective no-such-objective"},
		{"two have made risiko", func(r *league.Result) {
			r.Seats[0].Figures["risiko"], r.Seats[5].Figures["risiko"] = 1, 1
		}, "/seats/5/figures/risiko figure-at-two-seats\n/wonAtOnce two-teams-won-at-once"},
		{"both teams have won at once", func(r *league.Result) {
			r.Seats[0].Figures["risiko"], r.WonAtOnce = 1, "B"
		}, "/wonAtOnce two-teams-won-at-once"},
		{"a team that is none", func(r *league.Result) { r.WonAtOnce = "C" }, "/wonAtOnce no-such-team"},
		{"SQ00 5 teams that nothing tells apart", func(r *league.Result) {
			for i := range r.Seats {
				r.Seats[i].VP = 50
			}
		}, " teams-level"},
		{"points written down at a table that is scored here", func(r *league.Result) { r.Seats[2].Points = &league.Frac{} }, "/seats/2/points points-not-entered-here"},
		{"no points written down at a table that is not", func(r *league.Result) {
			r.Seats = r.Seats[:4]
			for i := range r.Seats {
				r.Seats[i].VP, r.Seats[i].Figures = 0, nil
			}
			r.Seats[0].Points = &league.Frac{}
		}, "/seats/1/points points-missing\n/seats/2/points points-missing\n/seats/3/points points-missing"},
		{"points that nobody believes", func(r *league.Result) {
			r.Seats = r.Seats[:4]
			for i := range r.Seats {
				points := league.Int(400 * i)
				r.Seats[i].VP, r.Seats[i].Figures, r.Seats[i].Points = 0, nil, &points
			}
			r.Seats[0].Objective = "moon"
		}, "/seats/0/objective no-such-objective\n/seats/1/points points-out-of-range\n/seats/2/points points-out-of-range\n/seats/3/points points-out-of-range"},
		{"points on the board where others are written down", func(r *league.Result) {
			r.Seats = r.Seats[:4]
			for i := range r.Seats {
				r.Seats[i].VP, r.Seats[i].Figures, r.Seats[i].Points = 0, nil, &league.Frac{}
			}
			r.Seats[2].VP = 99
		}, "/seats/2/vp board-points-not-recorded-here"},
		{"a stranger at fault", func(r *league.Result) {
			r.Void = &league.Void{For: []league.Entry{1, 9}, AtFault: []league.Entry{1}, OthersScored: true}
		}, "/void/for/1 not-at-this-table\n/void/atFault/0 at-fault-and-scored"},
		{"a void game that somebody is left out of", func(r *league.Result) {
			r.Void = &league.Void{For: []league.Entry{1, 2, 3, 4, 4}, AtFault: []league.Entry{6}}
		}, "/void/for/4 entry-twice\n/void/for entry-missing"},
		{"a void game with what no game has", func(r *league.Result) {
			r.Void = &league.Void{For: []league.Entry{1, 2, 3, 4, 5, 6}}
			r.Seats[0].Figures, r.Seats[1].Objective = map[string]int{"roads": 3}, "moon"
		}, "/seats/0/figures/roads figure-not-recorded-here\n/seats/1/objective no-such-objective"},
		{"a game that counts for the others and says nothing of them", func(r *league.Result) {
			r.Void = &league.Void{For: []league.Entry{1}, OthersScored: true}
			r.Seats[5].Objective, r.Ended = "moon", "abandoned"
		}, "/seats/5/objective no-such-objective\n/ended unknown-ending"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := sq00(t)
			result := teamTable(t, r, "80 60 70 | 40 50 60")
			tt.change(&result)
			variant, _ := r.Variant("")
			var got []string
			for _, f := range scoring.Check(r, variant, seated(result), result) {
				got = append(got, f.Field+" "+f.Reason)
			}
			if text := strings.Join(got, "\n"); text != tt.want {
				t.Errorf("got\n%s\nwant\n%s", text, tt.want)
			}
		})
	}
}

func TestCheckOfEndings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		r      *rules.Ruleset
		result string
		want   string
	}{
		{"CN09 4.6 nobody wins without declaring it", cn09(t), "completed 10 5 5 4", "/ended victory-not-declared"},
		{"BG 1.2.2 no game is ended early", bg(t), "time-limit 10 5 5 4", "/ended no-time-limit"},
		{"BG 2.1.12 thirteen points must be there to be declared", bg(t), "declared 12! 5 5 4", "/declaredBy declarer-below-target"},
		{"BG 1.1.6 with two left the game goes on", bg(t), "too-few-players 9 5 5-1", "/ended enough-to-go-on"},
	} {
		result := parse(t, tt.result)
		variant, _ := tt.r.Variant("")
		faults := scoring.Check(tt.r, variant, seated(result), result)
		if !slices.ContainsFunc(faults, func(f league.Fault) bool { return f.Field+" "+f.Reason == tt.want }) {
			t.Errorf("%s: got %v", tt.name, faults)
		}
	}
}
