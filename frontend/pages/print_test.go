package pages_test

import (
	"io"
	"slices"
	"testing"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/openapi"
)

// A score sheet asks for the figures of the regulation, in the order of the form in which results are entered: the
// figures of each seat in boxes, the questions about the whole table below them.
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

// A poster has the facts that a passer-by needs, of events that are to come or being played, and of no others.
func TestPosterSaysWhatAPasserByNeeds(t *testing.T) {
	t.Parallel()
	view := stageView(t, "it", sample.Open)
	printed := func(view pages.EventPage) document {
		return rendered(t, func(p *pages.Pages, out io.Writer) error {
			return p.Print(out, pages.Printed{EventPage: view, What: pages.PrintPoster, Paper: pages.A4, Public: "https://league.example"})
		})
	}
	d := printed(view)
	contains(t, "the poster", text(d.one(class("leaf"))), view.Event.Title, view.Event.Venue.Name, view.Event.Venue.City, "Quota", "Iscriviti da qui", "league.example/t/fic/e/")
	if d := printed(stageView(t, "it", sample.Finished)); len(d.all(class("leaf"))) > 0 {
		t.Error("there is a poster of an event that is over")
	}
}

// The check-in list has the entrants with a seat by name, with the marks made already, and the waiting list in order.
func TestCheckInListHasWhoIsExpected(t *testing.T) {
	t.Parallel()
	entry := func(n int, name string, state openapi.EntryState, change func(*openapi.Entry)) openapi.Entry {
		e := openapi.Entry{Number: n, Player: openapi.PlayerRef{Name: name}, State: state}
		change(&e)
		return e
	}
	as := func(*openapi.Entry) {}
	d := rendered(t, func(p *pages.Pages, out io.Writer) error {
		return p.Print(out, pages.Printed{EventPage: stageView(t, "en", sample.Open), What: pages.PrintCheckIn, Paper: pages.A4, Staff: true, Entries: []openapi.Entry{
			entry(1, "Zeno Alti", openapi.EntryStateEntered, func(e *openapi.Entry) { e.FeePaid = true }),
			entry(2, "Ada Bruni", openapi.EntryStateCheckedIn, as),
			entry(3, "Carla Dosi", openapi.EntryStateCancelled, as),
			entry(4, "Enzo Fava", openapi.EntryStateWaiting, func(e *openapi.Entry) { e.WaitingPosition = 2 }),
			entry(5, "Gino Lodi", openapi.EntryStateWaiting, func(e *openapi.Entry) { e.WaitingPosition = 1 }),
		}})
	})
	var got []string
	for _, list := range d.all(class("leaf")) {
		got = append(got, texts(within(within(list, tag("tbody"))[0], tag("tr")))...)
	}
	if want := []string{"2 Ada Bruni done ✓", "1 Zeno Alti done ✓", "1 Gino Lodi", "2 Enzo Fava"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Certificates are for the first three, and for the prizes that the regulation has (FG14 5), once the event is over.
func TestCertificatesAreForPlacesAndPrizes(t *testing.T) {
	t.Parallel()
	certificates := func(slug string, phase sample.Phase) (out []string) {
		view := storyView(t, "en", slug, phase, "", 1)
		d := rendered(t, func(p *pages.Pages, out io.Writer) error {
			return p.Print(out, pages.Printed{EventPage: view, What: pages.PrintCertificates, Paper: pages.A4})
		})
		for _, leaf := range d.all(class("leaf")) {
			out = append(out, texts(within(leaf, tag("h2")))...)
		}
		return out
	}
	if got := certificates(ruse, sample.Finished); !slices.Equal(got[:3], []string{"First place", "Second place", "Third place"}) {
		t.Errorf("certificates for %q", got)
	}
	if got := certificates(firenze, sample.Finished); len(got) <= 3 {
		t.Errorf("FG14 5: no certificate for the prizes: %q", got)
	}
	if got := certificates(ruse, sample.Running); len(got) > 0 {
		t.Errorf("before the end there are certificates for %q", got)
	}
}
