package series_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/series"
)

// TestAwards: the player with the largest figure wins the award. Players share it only if their figures are
// exactly equal.
func TestAwards(t *testing.T) {
	t.Parallel()
	id := func(n int) league.PlayerID { return league.PlayerID{UUID: uuid.UUID{15: byte(n)}} }
	third, err := league.ParseFrac("1/3")
	if err != nil {
		t.Fatal(err)
	}
	row := func(player, played, firsts int, total league.Frac) series.Row {
		return series.Row{Player: id(player), Results: make([]series.Counted, played), Known: map[string]league.Frac{
			rules.SeriesTotal: total, rules.SeriesPlayed: league.Int(played), rules.SeriesFirsts: league.Int(firsts),
		}}
	}
	almost := third.Sub(league.NewFrac(1, 1_000_000_000))
	rows := []series.Row{row(1, 5, 3, league.Int(40)), row(2, 6, 3, league.Int(38)), row(3, 6, 0, third), row(4, 2, 0, almost), row(5, 2, 0, third)}
	for _, tt := range []struct {
		name  string
		award rules.SeriesAward
		new   []int
		want  string
	}{
		{"most wins, of two who are level", rules.SeriesAward{Figure: rules.SeriesFirsts}, nil, "3: 1 2 award-most"},
		{"most stages played", rules.SeriesAward{Figure: rules.SeriesPlayed}, nil, "6: 2 3 award-most"},
		{"most points of who has played six", rules.SeriesAward{Figure: rules.SeriesTotal, Least: 6}, nil, "38: 2 award-most"},
		{"the best newcomer", rules.SeriesAward{Figure: rules.SeriesTotal, Newcomers: true}, []int{3, 4}, "1/3: 3 award-most-of-newcomers"},
		{"newcomers share what is the same exactly", rules.SeriesAward{Figure: rules.SeriesTotal, Newcomers: true}, []int{3, 4, 5}, "1/3: 3 5 award-most-of-newcomers"},
		{"a newcomer of enough stages", rules.SeriesAward{Figure: rules.SeriesTotal, Newcomers: true, Least: 3}, []int{4, 5}, "0: award-most-of-newcomers"},
		{"nobody has more than nothing", rules.SeriesAward{Figure: rules.SeriesFirsts, Newcomers: true}, []int{3, 4}, "0: award-most-of-newcomers"},
		{"nobody is new", rules.SeriesAward{Figure: rules.SeriesTotal, Newcomers: true}, nil, "0: award-most-of-newcomers"},
	} {
		r := &rules.Ruleset{Series: &rules.Series{Awards: []rules.SeriesAward{tt.award}}}
		a := series.Awards(r, rows, func(p league.PlayerID) bool {
			for _, n := range tt.new {
				if id(n) == p {
					return true
				}
			}
			return false
		})[0]
		text := []string{fmt.Sprint(a.Most) + ":"}
		for _, w := range a.Winners {
			text = append(text, fmt.Sprint(w.UUID[15]))
		}
		if got := strings.Join(append(text, a.Grounds.Reason), " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
