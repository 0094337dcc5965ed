package pages_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
)

// calendarView is the calendar of the sample season, to be changed by a test.
func calendarView(t *testing.T, lang string) pages.Calendar {
	t.Helper()
	view, err := sample.Calendar(pages.Reader{Lang: lang})
	if err != nil {
		t.Fatal(err)
	}
	return view
}

func calendarPage(t *testing.T, view pages.Calendar) document {
	t.Helper()
	return rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Calendar(out, view) })
}

func TestCalendarByMonth(t *testing.T) {
	t.Parallel()
	page := calendarPage(t, calendarView(t, "it"))
	months := texts(page.all(class("month")))
	if want := []string{
		"Febbraio 2026", "Marzo 2026", "Aprile 2026", "Maggio 2026", "Giugno 2026", "Luglio 2026", "Settembre 2026", "Ottobre 2026", "Novembre 2026",
		"Dicembre 2026", "Gennaio 2027", "Marzo 2027",
	}; !slices.Equal(months, want) {
		t.Errorf("got %q", months)
	}
	lists := page.all(class("evs"))
	for i, want := range map[int]string{
		0:  "15 feb Tappa di Bergamo Lombardia omologata 18 giocatori · vince",
		9:  "6 dic Tappa di Pesaro Marche in calendario",
		10: "10 gen Finale regionale Veneto Padova in calendario",
		11: "21 mar Finale nazionale Modena in calendario",
	} {
		if got := text(lists[i]); !strings.HasPrefix(got, want) {
			t.Errorf("%d: got %q, want %q first", i, got, want)
		}
	}
	if got, want := text(lists[4]), "7 giu Tappa di Milano Grande Torneo Lombardia omologata 31 giocatori · vince Clara Vismara"; !strings.Contains(got, want) {
		t.Errorf("%q lacks %q", got, want)
	}
	if got := text(lists[4]); !strings.Contains(got, "Tappa di Treviso Veneto invalidata 9 giocatori Giocatori: 9.") || strings.Contains(got, "9 giocatori · vince") {
		t.Errorf("an invalid event says why and names no winner: %q", got)
	}
	facts := text(page.one(class("opening")))
	for _, want := range []string{"dal 1 febbraio 2026 al 31 dicembre 2026", "14 febbraio 2027", "21 marzo 2027, Modena", "Aurelio Bonsignori", "CN09"} {
		if !strings.Contains(facts, want) {
			t.Errorf("%q lacks %q", facts, want)
		}
	}
	if got, want := text(page.one(class("contacts"))), "Contatti Responsabile del Campionato Renata Zanasi campionato@fic.example Piemonte Ornella Vietti"; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q first", got, want)
	}
	if got, want := attribute(page.all(class("primary"))[0], "href"), "/t/fic/s/2026/qualification"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCalendarOfARegion(t *testing.T) {
	t.Parallel()
	view := calendarView(t, "en")
	view.Region, view.ByRegion, view.LangChosen = "Liguria", true, true
	page := calendarPage(t, view)
	if got, want := texts(page.all(class("month"))), []string{"Liguria"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	list := text(page.one(class("evs")))
	if want := "19 Apr Tappa di Genova"; !strings.HasPrefix(list, want) || !strings.Contains(list, "31 Jan Regional final of Liguria Genova planned") {
		t.Errorf("got %q", list)
	}
	current := page.all(with("aria-current", "true"))
	if !slices.Contains(texts(current), "Liguria") || !slices.Contains(texts(current), "By region") {
		t.Errorf("what is shown is not marked: %q", texts(current))
	}
	for _, link := range page.all(tag("a")) {
		if text(link) == "By month" && attribute(link, "href") != "/t/fic/s/2026?region=Liguria&lang=en" {
			t.Errorf("the order forgets the region: %q", attribute(link, "href"))
		}
	}
	view.Region = "Atlantide"
	if got := len(calendarPage(t, view).all(class("month"))); got != 13 {
		t.Errorf("a region that is not there hides others: %d groups", got)
	}
}

func TestCalendarWithoutEvents(t *testing.T) {
	t.Parallel()
	page := calendarPage(t, pages.Calendar{Reader: pages.Reader{Lang: "bg"}, Tenant: sample.Tenant(), Season: pages.Season{Title: "2026"}})
	if got, want := text(page.one(class("empty"))), "Тук още няма нищо в календара."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The stakes follow from the entrants: the tier now, the next one, and the gains of their first places.
func TestStakes(t *testing.T) {
	t.Parallel()
	for entrants, want := range map[int]string{
		22: "At stake Selezione regionale Counted by those who signed up: 22; it takes 12. § 1.7 1 A place in the regional final § 1.7 " +
			"2 Steps in if whoever takes place 1 cannot come § 1.7 With 6 more entrants: Grande Torneo § 1.7 " +
			"1 A place in the national final, journey paid § 1.7 2 A place in the regional final § 1.7 2 Steps in if whoever takes place 1 cannot come § 1.9",
		28: "At stake Grande Torneo Counted by those who signed up: 28; it takes 28. § 1.7 1 A place in the national final, journey paid § 1.7 " +
			"2 A place in the regional final § 1.7 2 Steps in if whoever takes place 1 cannot come § 1.9",
		9: "At stake Selezione regionale Counted by those who signed up: 9; it takes 12. § 1.7 9 are entered; it counts if at least 12 play. § 1.7 " +
			"1 A place in the regional final § 1.7 2 Steps in if whoever takes place 1 cannot come § 1.7 With 19 more entrants: Grande Torneo § 1.7 " +
			"1 A place in the national final, journey paid § 1.7 2 A place in the regional final § 1.7 2 Steps in if whoever takes place 1 cannot come § 1.9",
	} {
		view := stageView(t, "en", sample.Open)
		var err error
		if view.Stakes, err = sample.AtStake("en", entrants); err != nil {
			t.Fatal(err)
		}
		page := stagePage(t, view)
		if got := text(page.one(with("aria-labelledby", "h-stakes"))); got != want {
			t.Errorf("%d entrants:\ngot  %q\nwant %q", entrants, got, want)
		}
	}
}

func TestStakesAreShownOnlyWhereThereAreSome(t *testing.T) {
	t.Parallel()
	view := stageView(t, "it", sample.Open)
	view.Stakes = nil
	if found := stagePage(t, view).all(with("id", "h-stakes")); len(found) != 0 {
		t.Error("there is a section without content")
	}
}

func TestHomeLeadsToTheSeason(t *testing.T) {
	t.Parallel()
	view := sample.Home(pages.Reader{Lang: "en"})
	page := homePage(t, view)
	links := page.all(tag("a"))
	for _, want := range []string{"/t/fic/s/2026", "/t/fic/s/2026/qualification"} {
		if !slices.ContainsFunc(links, with("href", want)) {
			t.Errorf("no link to %s", want)
		}
	}
	view.Season = nil
	if got := homePage(t, view).all(class("season")); len(got) != 0 {
		t.Error("a season that is not there")
	}
}
