package pages_test

import (
	"io"
	"strings"
	"testing"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/openapi"
)

func homePage(t *testing.T, view pages.Home) document {
	t.Helper()
	return rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Home(out, view) })
}

func TestHomeGroupsEventsByPhase(t *testing.T) {
	t.Parallel()
	view := sample.Home(pages.Reader{Lang: "it"})
	draft := view.Events[0]
	draft.State, draft.Title = openapi.EventStateDraft, "Bozza segreta"
	view.Events = append(view.Events, draft)
	page := homePage(t, view)
	want := []string{
		"Si gioca adesso Tappa di Bologna Tappa · CN09 sab 14 mar 2026 Ludoteca La Tana dei Corvi, Bologna In diretta 22 giocatori · Turno 3 di 3",
		"Prossimi tornei Tappa di Modena Tappa · CN09 sab 18 apr 2026 Club 3Emme, Modena Iscrizioni aperte 17 iscritti · 7 posti liberi " +
			"Open di Milano Torneo open · CN09 sab 16 mag 2026 Fiera di Milano, Milano In programma",
		"Risultati Tappa di Aosta Tappa · CN09 dom 8 feb 2026 Biblioteca regionale, Aosta Risultato finale 17 giocatori · vince Camilla Perron",
	}
	groups := page.all(class("events"))
	if len(groups) != len(want) {
		t.Fatalf("%d groups, want %d", len(groups), len(want))
	}
	for i, group := range groups {
		if got := text(group); got != want[i] {
			t.Errorf("got  %q\nwant %q", got, want[i])
		}
	}
	if strings.Contains(page.source, "Bozza segreta") {
		t.Error("a draft is public")
	}
	if got, want := attribute(within(groups[1], tag("a"))[0], "href"), "/t/fic/e/modena-2026-04-18"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHomeWithoutEventsSaysWhatWillBeThere(t *testing.T) {
	t.Parallel()
	page := homePage(t, pages.Home{Reader: pages.Reader{Lang: "bg"}, Tenant: sample.Tenant()})
	if got, want := text(page.one(class("empty"))), "Още няма обявен турнир. Ще се появи тук, щом бъде обявен."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheRoundAnEventHasReached(t *testing.T) {
	t.Parallel()
	for round, want := range map[int]string{1: "22 players · Round 1 of 3", 4: "22 players · Semifinal", 5: "22 players · Final", 0: "22 players"} {
		view := sample.Home(pages.Reader{Lang: "en"})
		event := view.Events[2]
		event.Round, event.Format.Semifinal = round, true
		view.Events = []openapi.Event{event}
		if got := text(homePage(t, view).one(class("progress"))); got != want {
			t.Errorf("round %d: got %q, want %q", round, got, want)
		}
	}
}
