package tournament_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// entered reads "wins vp: 1. 3 40, 2. 2 27.5": the columns, and the place and the figures of each player.
func entered(t *testing.T, text string) (out facts.EnteredPoints) {
	t.Helper()
	columns, players, _ := strings.Cut(text, ": ")
	out.Columns = strings.Fields(columns)
	for _, one := range strings.Split(players, ", ") {
		place, figures, _ := strings.Cut(one, ". ")
		gain := facts.EnteredGain{PlayerID: league.PlayerID{UUID: uuid.New()}, Figures: strings.Fields(figures)}
		if _, err := fmt.Sscan(place, &gain.Place); err != nil {
			t.Fatal(err)
		}
		out.Gains = append(out.Gains, gain)
	}
	return out
}

// TestSeriesPointsEntered: the points of an event of which no game is known, by the figures that were entered for its
// players.
func TestSeriesPointsEntered(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		series  *rules.Ruleset
		entered string
		want    string
	}{
		{"CN09 3.2b by its figures, in any order of the columns", withSeries(t, "10 * wins + vp"), "vp wins: 1. 27 3, 2. 27 2, 3. 12 0", "1. 57, 2. 47, 3. 12"},
		{"CN09 3.2b rounded as the series says", withSeries(t, "vp"), "vp: 1. 27.5, 2. 1/3", "1. 27.5, 2. 0.3"},
		{"CN09 3.2b by place, among twelve", withSeries(t, "entrants - place + 1"), "vp: 1. 40, 2. 20", "1. 12, 2. 11"},
		{"CN09 3.2b who shares a place", withSeries(t, "vp / sharing"), "vp: 1. 40, 2. 20, 2. 20", "1. 40, 2. 10, 2. 10"},
		{"CN09 3.2b who has no place has no points", withSeries(t, "vp"), "vp: 1. 40, 0. 20", "1. 40, 0. 0"},
		{"CN09 3.2b what no formula names need not be there", withSeries(t, "vp"), "vp points: 1. 40 9", "1. 40"},
		{"BG 2.2.1 by points", seriesOf(t, bg(t), "", "points"), "points: 1. 26, 2. 25.5", "1. 26, 2. 25.5"},
		{"CN09 3.2b nobody has left", withSeries(t, "struck == 1 ? 0 - 1 : vp"), "vp: 1. 40", "1. 40"},
		{"CN09 3.2b a figure that is missing", withSeries(t, "10 * wins + vp"), "vp: 1. 40, 2. 20", "CN09 3.2b: series-figure-not-entered (figure=wins)"},
		{"CN09 3.2b also where only a formula before the last names it", withSeries(t, "wins", "vp + figure_0"), "vp: 1. 40", "CN09 3.2b: series-figure-not-entered (figure=wins)"},
		{"CN09 3.2b a figure that is 0 for all is none of the table", withSeries(t, "wins + vp"), "vp wins: 1. 40 0, 2. 20 0", "CN09 3.2b: series-figure-not-entered (figure=wins)"},
		{"CN09 3.2b by the games, which are not known", withSeries(t, "games"), "vp: 1. 40", "CN09 3.2b: series-needs-games"},
		{"CN09 3.2b by the rounds, which are not known", withSeries(t, "vp / rounds"), "vp: 1. 40", "CN09 3.2b: series-needs-rounds"},
		{"CN09 3.2b a formula without value", withSeries(t, "10 / vp"), "vp: 1. 40, 2. 0", "CN09 3.2b: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			points, err := tournament.SeriesPointsEntered(tt.series, entered(t, tt.entered), 12)
			if err != nil {
				if got := says(err); !strings.HasPrefix(got, tt.want) || points != nil {
					t.Errorf("refused: %s, want %s; %v", got, tt.want, points)
				}
				return
			}
			var list []string
			for _, p := range points {
				list = append(list, fmt.Sprintf("%d. %s", p.Place, p.Points))
			}
			if got := strings.Join(list, ", "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
