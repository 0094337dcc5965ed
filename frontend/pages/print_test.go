package pages_test

import (
	"io"
	"slices"
	"testing"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
)

// A score sheet asks what the regulation asks, in the order of the form in which results are entered: the
// figures of each seat in boxes, what is asked once for the table below them.
func TestScoreSheetsAskWhatTheRegulationAsks(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		slug           string
		boxes, choices []string
	}{
		{ruse, []string{"Victory points"}, []string{"Who declared victory?", "Remarks"}},
		{
			firenze,
			[]string{"Victory points", "Settlements", "Cities", "Roads", "Development cards bought", "Resource cards in hand"},
			[]string{"Who declared victory?", "How the game ended, if nobody declared victory", "Remarks"},
		},
		{
			torino,
			[]string{"Victory points", "Settlements", "Cities"},
			[]string{"Longest road", "Largest army", "Who declared victory?", "Remarks"},
		},
		{
			modena,
			[]string{"Victory points", "Objective", "Territories", "Armies", "Cards"},
			[]string{"Risiko", "Who declared victory?", "How the game ended, if nobody declared victory", "A team that has won at once", "Remarks"},
		},
	} {
		view := storyView(t, "en", one.slug, sample.Finished, "", 1)
		d := rendered(t, func(p *pages.Pages, out io.Writer) error {
			return p.Print(out, pages.Printed{EventPage: view, What: pages.PrintSheets, Paper: pages.A5, Public: "https://league.example"})
		})
		sheets := d.all(class("leaf"))
		if len(sheets) != len(view.Rounds[0].Tables) {
			t.Errorf("%s: %d sheets for %d tables", one.slug, len(sheets), len(view.Rounds[0].Tables))
		}
		heads := texts(within(within(sheets[0], tag("thead"))[0], tag("th")))
		if boxes := heads[2 : len(heads)-1]; !slices.Equal(boxes, one.boxes) {
			t.Errorf("%s: boxes %q", one.slug, boxes)
		}
		if choices := texts(within(sheets[0], tag("dt"))); !slices.Equal(choices, one.choices) {
			t.Errorf("%s: below the seats %q", one.slug, choices)
		}
		declarers := texts(within(sheets[0], class("tick-one")))
		if !slices.Contains(declarers, "Nobody") { // without which a game that the clock ended could not be written down
			t.Errorf("%s: to tick %q", one.slug, declarers)
		}
	}
}
