package tournament_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// TestSeriesFigures: a formula of a series names figures by its own regulation, and an event by
// another regulation supplies them from its standings of the same id, else from the first that have
// the figure.
func TestSeriesFigures(t *testing.T) {
	t.Parallel()
	// The paragraph of a figure shows from which standings an event of FG14 supplies it.
	marked := fg14(t)
	marked.Standings = slices.Clone(marked.Standings)
	for i, list := range marked.Standings {
		marked.Standings[i].Criteria = slices.Clone(list.Criteria)
		for j := range list.Criteria {
			marked.Standings[i].Criteria[j].Paragraph = list.ID
		}
	}
	for _, tt := range []struct {
		name          string
		series, event *rules.Ruleset
		want          string
	}{
		{
			"CN09 3.2b by its own standings", withSeries(t, "wins"), cn09(t),
			"wins 3.2b, vp 3.2b, share 3.2c, warnings 3.2b, lot 3.2b",
		},
		{
			"FG14 3 wins first, by the list of the same id", seriesOf(t, fg14(t), "wins_first", "vp"), marked,
			"wins wins_first, vp wins_first, share wins_first, settlements-cities wins_first, roads-dev-cards wins_first, resource-cards wins_first, warnings wins_first, lot wins_first",
		},
		{
			"FG14 3 points first, by the list of the same id although another comes before it", seriesOf(t, fg14(t), "class_points_first", "vp"), marked,
			"points class_points_first, wins class_points_first, vp class_points_first, share class_points_first, settlements-cities class_points_first, roads-dev-cards class_points_first, resource-cards class_points_first, warnings class_points_first, lot class_points_first",
		},
		{
			"CN09 3.2b at an event of FG14, which has no list of that id: by its first", withSeries(t, "wins"), marked,
			"wins wins_first, vp wins_first, share wins_first, warnings wins_first, lot wins_first",
		},
		{
			"JP22 3 at an event of FG14: what it has not stands for its first figure where no formula names it", seriesOf(t, preset(t, "just-play-2022"), "", "wins + vp"), marked,
			"wins wins_first, vp wins_first, wins wins_first, settlements-cities wins_first",
		},
		{
			"BG 2.2.1 at an event of FG14: what the first list has not is taken from the second", seriesOf(t, bg(t), "", "points + vp"), marked,
			"points class_points_first, vp wins_first, share wins_first, wins wins_first, wins wins_first, wins wins_first",
		},
		{
			"CN09 3.2b at an event of BG, which counts no wins, by a formula without them", withSeries(t, "vp"), bg(t),
			"points 2.2.1, vp 2.2.2, share 2.2.2, points 2.2.1, points 2.2.1",
		},
		{
			"CN09 3.2b at an event of BG by wins", withSeries(t, "wins"), bg(t),
			"CN09 3.2b: series-figure-missing (figure=wins, ruleset=" + bg(t).Name + ")",
		},
		{
			"CN09 3.2b also where only a formula before the last names them", withSeries(t, "wins", "vp + figure_0"), bg(t),
			"CN09 3.2b: series-figure-missing (figure=wins, ruleset=" + bg(t).Name + ")",
		},
		{
			"BG 2.2.1 at an event of CN09, which gives no points", seriesOf(t, bg(t), "", "points"), cn09(t),
			"BG 2.2.1: series-figure-missing (figure=points, ruleset=" + cn09(t).Name + ")",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			criteria, err := tournament.SeriesFigures(tt.series, tt.event)
			got := says(err)
			if err == nil {
				var list []string
				for _, c := range criteria {
					list = append(list, c.Figure+" "+c.Paragraph)
				}
				got = strings.Join(list, ", ")
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if err != nil && criteria != nil {
				t.Errorf("refused, and yet %v", criteria)
			}
		})
	}
}

// TestSeriesPointsOf: the points of one event of twelve for series of different regulations.
func TestSeriesPointsOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		series *rules.Ruleset
		event  *event
		want   string // place, points of the first, the second and the last
	}{
		{"CN09 3.2b by place", withSeries(t, "entrants - place + 1"), start(t, cn09(t), 12).rounds(3), "1. 12, 2. 11, 12. 1 of 12"},
		{"CN09 3.2b by its own standings", withSeries(t, "10 * wins + vp"), start(t, cn09(t), 12).rounds(3), "1. 40, 2. 27, 12. 6 of 12"},
		{"CN09 3.2b an event of FG14, by what it counts itself", withSeries(t, "10 * wins + vp"), start(t, fg14(t), 12).rounds(3), "1. 40, 2. 27, 12. 6 of 12"},
		{"BG 1.2.5 an event without final, in whose standings two are level", withSeries(t, "vp"), start(t, bg(t), 8).lot().lot(), "1. 26, 1. 26, 7. 6 of 8"},
		{"CN09 3.5 who left has the last place, and its points", withSeries(t, "struck == 1 ? 0 - 1 : place"), start(t, cn09(t), 13).rounds(1).withdraw(false, 1).rounds(2), "1. 1, 2. 2, 13. -1 of 13"},
		{"SQ00 8 who played one round of three is not classified, and has none", seriesOf(t, sq00(t), "", "place"), club(t, sq00(t), 12).evenings(1).away(12).evenings(1).away(12).evenings(1), "1. 1, 2. 2, 11. 11 of 11"},
		{"CN09 3.2d before the final there are none", withSeries(t, "place"), start(t, cn09(t), 12).rounds(2), ""},
		{"CN09 3.2d nor while it is played", withSeries(t, "place"), start(t, cn09(t), 12).rounds(2).draw(), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			points, err := tournament.SeriesPointsOf(tt.series, tt.event.r, tt.event.facts)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if n := len(points); n > 0 {
				for _, p := range []tournament.SeriesPoints{points[0], points[1], points[n-1]} {
					got += fmt.Sprintf("%d. %s, ", p.Place, p.Points)
				}
				got = strings.TrimSuffix(got, ", ") + fmt.Sprint(" of ", n)
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			final := tt.event.state().Final
			for i, p := range points {
				if p.Entry != final[i].Entry {
					t.Errorf("row %d is of %d, who is not there in the final order", i+1, p.Entry)
				}
			}
		})
	}
}

// TestSeriesPointsRefused: an event without a figure that the series needs is refused with that
// figure, a formula without a value with its entrant, and points with too many digits; contradictory facts are refused as they
// are without a series.
func TestSeriesPointsRefused(t *testing.T) {
	t.Parallel()
	over := start(t, cn09(t), 12).rounds(3)
	second := over.state().Final[1].Entry
	_, err := tournament.SeriesPointsOf(withSeries(t, "1 / (place - 2)"), over.r, over.facts)
	var no *league.RuleError
	if !errors.As(err, &no) {
		t.Fatalf("CN09 3.2b a formula without a value for the second: %v", err)
	}
	if no.Code != "CN09" || no.Par != "3.2b" || no.Params["figure"] != "figure-0" || no.Params["entry"] != fmt.Sprint(second) {
		t.Errorf("CN09 3.2b a formula without a value for the second, who is %d: %v", second, no)
	}
	played := start(t, bg(t), 8).lot().lot()
	if points, err := tournament.SeriesPointsOf(withSeries(t, "wins"), played.r, played.facts); !errors.As(err, &no) || no.Reason != "series-figure-missing" || points != nil {
		t.Errorf("CN09 3.2b wins of an event of BG: %v, %v", points, err)
	}
	unrounded := withSeries(t, "place"+strings.Repeat(" / 1000000007", 8))
	unrounded.Calculations[0].Rounding = nil
	if points, err := tournament.SeriesPointsOf(unrounded, over.r, over.facts); !errors.As(err, &no) || no.String() != "CN09 3.2b: series-points-too-exact" || points != nil {
		t.Errorf("CN09 3.2b points that nobody can write down: %v, %v", points, err)
	}
	over.facts.Entrants = append(over.facts.Entrants, 1)
	var faults league.Faults
	if points, err := tournament.SeriesPointsOf(withSeries(t, "place"), over.r, over.facts); !errors.As(err, &faults) || points != nil {
		t.Errorf("somebody who takes part twice: %v, %v", points, err)
	}
}
