package pages_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

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
		"Prossimi tornei Tappa di Modena Tappa · CN09 sab 18 apr 2026 Club 3Emme, Modena Iscriviti : Tappa di Modena 17 iscritti · 7 posti liberi " +
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

// The next five events and the latest three results are visible; the others can be opened, results by month, and none
// is left out.
func TestHomeFoldsWhatIsFar(t *testing.T) {
	t.Parallel()
	view := sample.Home(pages.Reader{Lang: "en"})
	open, over := view.Events[1], view.Events[0]
	view.Events, view.Winners = nil, map[openapi.EventID]string{}
	for n := range 8 {
		next := open
		next.Title, next.StartsAt = fmt.Sprintf("Next %d", n+1), open.StartsAt.AddDate(0, 0, 7*n)
		view.Events = append(view.Events, next)
	}
	for n := range 40 {
		past := over
		past.Id, past.Title, past.StartsAt = openapi.EventID{UUID: uuid.UUID{byte(n + 1)}}, fmt.Sprintf("Past %d", n+1), over.StartsAt.AddDate(0, 0, -7*n) // from 8 February on back
		view.Winners[past.Id] = "Ada"
		view.Events = append(view.Events, past)
	}
	page := homePage(t, view)
	var got []string
	for _, fold := range page.all(tag("details")) {
		if class("fold")(fold) {
			got = append(got, text(within(fold, tag("summary"))[0])+fmt.Sprintf(": %d", len(within(fold, tag("li")))))
		}
	}
	want := []string{"Later 3 tournaments: 3", "January 2026 3 tournaments: 3", "December 2025 4 tournaments: 4", "Earlier 30 tournaments: 30"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if n := strings.Count(page.source, "won by Ada"); n != 40 {
		t.Errorf("%d of 40 results say who has won", n)
	}
	if n := strings.Count(page.source, ">Next "); n != 8 {
		t.Errorf("%d of 8 to come", n)
	}
}
