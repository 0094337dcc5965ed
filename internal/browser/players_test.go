package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/apitest"
)

// atTables is a referee signed in to the console at a screen of the running event.
func (s *stage) atTables(t *testing.T, screen string) *hand {
	t.Helper()
	return atDesk(t, s.server, s.referee, strings.TrimPrefix(s.run(), s.server.Address)+"/run"+screen)
}

// entryState returns the state of an entry, from the API.
func (s *stage) entryState(number int) string {
	var out struct {
		Items []struct {
			Number int
			State  string
		}
	}
	s.referee.Get(s.path + "/entries?limit=100").Want(200).Into(&out)
	for _, one := range out.Items {
		if one.Number == number {
			return one.State
		}
	}
	return ""
}

// Before a player leaves, the consequences and their paragraph are shown; then it can be undone at once, or on his
// row until the next round is drawn.
func TestTheConsoleTakesAWithdrawal(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	h := s.atTables(t, "/players")
	h.says("#count", "12 of 12 play")
	h.sound("players")
	leave := func() {
		t.Helper()
		h.tap(`[data-entry="2"]`)
		h.says("#follows", "CN09 3.5")
	}
	leave()
	h.sound("withdrawal")
	h.write("#reason", "has to catch a train")
	h.tap("#give")
	h.says("#done", "has left")
	h.shows(`[data-entry="2"][data-state="withdrawn"]`)
	if state := s.entryState(2); state != "withdrawn" {
		t.Errorf("the API says %q", state)
	}
	h.sound("undo")
	h.tap("#undo")
	h.says("#done", "Taken back")
	h.shows(`[data-entry="2"][data-state="playing"]`)
	if state := s.entryState(2); state != "playing" {
		t.Errorf("undone, and the API says %q", state)
	}

	leave()
	h.tap("#give") // a reason is optional
	h.shows(`[data-entry="2"][data-state="withdrawn"]`)
	h.tap(`[data-entry="2"]`)
	h.sound("withdrawn")
	h.write("#reason", "it was his brother")
	h.tap("#back")
	h.shows(`[data-entry="2"][data-state="playing"]`)
}

// The first reserve plays in the place of an absent player, after the table was shown (JP22 4).
func TestTheConsoleLetsAReservePlay(t *testing.T) {
	t.Parallel()
	s := newReserves(t)
	h := s.atTables(t, "/players")
	gone := s.referee.Get(s.path + "/rounds/1").Want(200).Int("tables.1.seats.2.number")
	h.tap(fmt.Sprintf(`[data-entry="%d"]`, gone))
	h.tap(`input[value="replace"]`)
	h.says("#follows", "Table 2:")
	h.sound("replacement")
	h.write("#reason", "did not come")
	h.tap("#give")
	h.shows(`[data-entry="9"][data-state="playing"]`)
	if seat := s.referee.Get(s.path + "/rounds/1").Want(200).Int("tables.1.seats.2.number"); seat != 9 {
		t.Errorf("%d plays in the place of %d", seat, gone)
	}
}

// newReserves is a running event of eight with a reserve, its first round drawn.
func newReserves(t *testing.T) *stage {
	t.Helper()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	manager := federation.Manager
	created := manager.Post(federation.Path+"/events", apitest.JSON{
		"kind": "open", "title": "Serata di Aosta", "startsAt": "2022-02-08T09:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Biblioteca", "city": "Aosta"}, "ruleset": "just-play-2022",
	}).Want(201)
	s := &stage{server: server, path: federation.Path + "/events/" + created.Text("id"), home: server.Address + "/t/" + federation.Slug}
	s.referee = s.appoint(manager, "Fabio Primo Arbitro", "first-referee")
	manager.Post(s.path+"/announcement", nil).Want(200)
	manager.Post(s.path+"/entry-opening", nil).Want(200)
	for n := 1; n <= 9; n++ {
		player := manager.Post(federation.Path+"/players", apitest.JSON{"name": fmt.Sprintf("Giocatore %c", 'A'+n), "sameNameAccepted": true}).Want(201)
		manager.Post(s.path+"/entries", apitest.JSON{"player": player.ID("id")}).Want(201)
		manager.Post(fmt.Sprintf("%s/entries/%d/check-in", s.path, n), nil).Want(200)
	}
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	s.referee.Post(s.path+"/rounds", apitest.JSON{}).Want(201)
	return s
}

// push presses something wherever it lies, as the Enter key does.
func (h *hand) push(selector string) {
	h.t.Helper()
	h.shows(selector)
	eventually(h.t, selector+" can be pressed", func() bool {
		return h.is(fmt.Sprintf(`(() => { const one = document.querySelector(%q); one?.click(); return one && !one.disabled; })()`, selector))
	})
}

// unfold opens the contents of a summary. The search for violations may have opened it already.
func (h *hand) unfold(details string) {
	h.t.Helper()
	eventually(h.t, details+" opens", func() bool {
		return h.is(fmt.Sprintf(`((one) => one && (one.open || void one.querySelector("summary").click()))(document.querySelector(%q))`, details))
	})
}
