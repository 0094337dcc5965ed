package browser_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// federation is the address of the federation in the API.
func (s gathering) federation() string {
	federation, _, _ := strings.Cut(s.path, "/events/")
	return federation
}

// bars adds a person of a name to the register who may not take part (CN09 1.5).
func (s gathering) bars(name string) {
	other := s.keeper.Post(s.federation()+"/players", apitest.JSON{"name": name, "sameNameAccepted": true}).Want(201).ID("id")
	s.keeper.Post(s.federation()+"/exclusions", apitest.JSON{"player": other, "kind": "employee-of-publisher", "from": "2009-01-01", "reason": "assunto dall’editore"}).Want(201)
}

// An entrant with a name like that of a barred person is shown as to be checked (CN09 1.5). The first referee
// confirms one of them at the door, where the start has waited for it, and refuses another on the list of entries, to
// which the pending task links. A helper at the door sees neither whom they resemble nor a button.
func TestTheConsoleChecksNames(t *testing.T) {
	t.Parallel()
	names := []string{"Mario Rossi", "Anna Verdi"}
	for n := range 12 {
		names = append(names, fmt.Sprintf("Giocatore %c", 'C'+n))
	}
	s := newGathering(t, names...)
	for n := range 14 {
		if n != 1 {
			s.referee.Post(fmt.Sprintf("%s/entries/%d/check-in", s.path, n+1), nil).Want(200)
		}
	}
	s.bars("Rossi Mario")
	s.bars("ANNA VERDI")

	helper := atDesk(t, s.server, s.appoint(s.keeper, "Aldo Aiutante", "helper"), s.desk("checkin"))
	helper.says(`#people [data-entry="2"]`, "to be checked")
	helper.tap(`#people [data-entry="2"]`)
	helper.says("#others-check", "the organizer")
	if helper.is(`document.querySelector("#check-confirm, #check-refuse, [data-act=here]")`) || strings.Contains(helper.text("#check"), "VERDI") {
		t.Errorf("a helper sees %s", helper.text("dialog[open]"))
	}

	h := atDesk(t, s.server, s.referee, s.desk("checkin"))
	h.tap("#start")
	h.says("#start-unchecked", "Mario Rossi.")
	if !h.is(`document.getElementById("start-now").disabled`) {
		t.Error("the start does not wait")
	}
	h.tap(`#people [data-entry="1"]`)
	h.says("#check", "Rossi Mario")
	h.sound("checkin-check")
	if to := evaluate[string](h.tab, `document.querySelector("#check a.ref").getAttribute("href")`); !strings.Contains(to, "/rules/CN09?lang=en#p1.5") {
		t.Errorf("the paragraph leads to %s", to)
	}
	h.write("#check-reason", "ha mostrato la carta d’identità")
	h.tap("#check-confirm")
	h.says("#decided", "Mario Rossi is confirmed.")
	eventually(t, "the start no longer waits", func() bool {
		return h.is(`!document.getElementById("start-unchecked") && !document.getElementById("start-now").disabled`)
	})

	do(h.tab, "what waits", chromedp.Navigate(s.server.Address+"/console?lang=en"))
	h.tap(`a[aria-label^="Open"][href*="/entries"]`)
	h.says(`[data-entry="2"]`, "to be checked")
	h.tap(`[data-entry="2"] button`)
	h.says("#check", "ANNA VERDI")
	h.sound("entries-check")
	h.write("#check-reason", "è proprio lei")
	h.tap("#check-refuse")
	h.says("#says", "Anna Verdi is refused")
	if got := s.keeper.Get(s.path + "/entries/2").Want(200); got.Text("state") != "cancelled" {
		t.Errorf("refused: %s", got.Body)
	}
}

// If nobody moves up automatically (FG14 1) the waiting list is shown; the first referee admits an entrant of their
// choice once a place is free, and undoes it. Others who keep the list read who decides.
func TestTheConsoleLetsIn(t *testing.T) {
	t.Parallel()
	var names []string
	for n := range 22 {
		names = append(names, fmt.Sprintf("Giocatore %c", 'A'+n))
	}
	s := newGatheringBy(t, apitest.JSON{"kind": "club", "ruleset": "firenzegioca-2014"}, names...)

	keeper := atDesk(t, s.server, s.keeper, s.desk("entries"))
	keeper.says("#entered", "20 entrants")
	keeper.says("#waits", "2 ")
	keeper.tap(`[data-entry="22"] button`)
	keeper.says("#who-accepts", "first referee")
	if keeper.is(`document.getElementById("accept")`) {
		t.Error("the keeper is offered what only the first referee may")
	}

	h := atDesk(t, s.server, s.referee, s.desk("entries"))
	h.tap(`[data-entry="22"] button`)
	h.tap("#accept")
	h.shows(`dialog [role="alert"]`) // no place is free
	h.sound("entries-accept")
	s.keeper.Post(s.path+"/entries/5/cancellation", apitest.JSON{"reason": "malato"}).Want(200)
	h.tap("#accept")
	h.says("#says", "Giocatore V has a place.")
	h.says("#waits", "1 ")
	if got := s.keeper.Get(s.path + "/entries/22").Want(200); got.Text("admission.as") != "seat" || got.Text("acceptedBy") != "Fabio Primo Arbitro" {
		t.Errorf("let in: %s", got.Body)
	}
	h.tap(`[data-entry="22"] button`)
	h.tap("#undo-accept")
	h.says("#says", "Giocatore V waits again.")
	if got := s.keeper.Get(s.path + "/entries/22").Want(200); got.Text("admission.as") != "waiting" {
		t.Errorf("taken back: %s", got.Body)
	}
}

// The sender of a form without an account holds a seat until their letter is answered; the list of entries shows them
// with the deadline, and a useless form is discarded with a reason.
func TestTheConsoleShowsForms(t *testing.T) {
	t.Parallel()
	s := newGathering(t, "Prima Iscritta")
	for _, name := range []string{"Anna Neri", "Topo Lino"} {
		s.server.Anonymous().Post(s.path+"/form-entries", apitest.JSON{"name": name, "email": strings.ReplaceAll(strings.ToLower(name), " ", ".") + "@example.org"}).Want(202)
	}
	h := atDesk(t, s.server, s.keeper, s.desk("entries"))
	h.says("#forms", "2 wait")
	h.says("#form-list", "Anna Neri")
	h.says("#form-list li:first-child", "holds a seat until")
	h.tap("#form-list li:nth-child(2) .btn")
	h.write("#form-reason", "un nome di fantasia")
	h.sound("entries-forms")
	h.tap("#form-discard")
	h.says("#says", "The form of Topo Lino is discarded.")
	h.says("#forms", "1 waits")
	if got := s.keeper.Get(s.path + "/form-entries").Want(200); got.Len("items") != 1 || got.Text("items.0.name") != "Anna Neri" {
		t.Errorf("left are %s", got.Body)
	}
}

// The first round of SQ00 4 is seated by the standings of the previous tournament: an earlier one of the federation,
// or people who are put in order.
func TestTheConsoleTakesEarlierStandings(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	earlier := newEventBy(t, server, 4, apitest.JSON{"kind": "club", "ruleset": "catan-ranglista-bg", "title": "Prima serata", "startsAt": "2009-02-01T09:30:00Z"})
	for round := 1; round <= 2; round++ {
		if round == 2 {
			earlier.referee.Post(earlier.path+"/rounds", apitest.JSON{}).Want(201)
		}
		earlier.resultOf(round, 1, 13, 8, 7, 5)
		earlier.referee.Post(fmt.Sprintf("%s/rounds/%d/closing", earlier.path, round), nil).Want(200)
	}
	earlier.referee.Post(earlier.path+"/completion", nil).Want(200)
	winner := earlier.referee.Get(earlier.path + "/standings").Want(200).Text("rows.0.player.name")

	s := gathering{&stage{server: server, home: earlier.home}, earlier.manager}
	federation, _, _ := strings.Cut(earlier.path, "/events/")
	created := s.keeper.Post(federation+"/events", apitest.JSON{
		"kind": "club", "title": "Seconda serata", "startsAt": "2009-02-08T20:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Circolo", "city": "Aosta"}, "ruleset": "risiko-squadre-2000", "pairing": "by-previous-standings",
	}).Want(201)
	s.path = federation + "/events/" + created.Text("id")
	s.keeper.Post(s.path+"/announcement", nil).Want(200)
	s.keeper.Post(s.path+"/entry-opening", nil).Want(200)
	for _, name := range []string{"Ada Lodi", "Ugo Bassi", "Zoe Neri"} {
		player := s.keeper.Post(federation+"/players", apitest.JSON{"name": name}).Want(201)
		s.keeper.Post(s.path+"/entries", apitest.JSON{"player": player.ID("id")}).Want(201)
	}

	h := atDesk(t, server, s.keeper, s.desk("setup"))
	h.shows("#previous-none")
	h.write("#previous-event", earlier.path[strings.LastIndex(earlier.path, "/")+1:])
	h.tap("#previous-take")
	h.says("#previous-says", "The standings are taken.")
	h.says("#previous-list li:first-child", winner)
	h.sound("setup-previous")
	h.tap("#previous-by-hand")
	h.tap(`[data-order="3"]`)
	h.tap(`[data-order="2"]`)
	h.tap(`[data-order="1"]`)
	h.tap(`[data-order="2"]`) // not him
	h.sound("setup-previous-order")
	h.tap("#previous-save")
	h.says("#previous-list li:first-child", "Zoe Neri")
	got := s.keeper.Get(s.path + "/previous-standings").Want(200)
	if got.Len("players") != 2 || got.Int("players.0.entry") != 3 || got.Int("players.1.entry") != 1 || got.Value("event") != nil {
		t.Errorf("kept: %s", got.Body)
	}
	h.tap("#previous-clear")
	h.shows("#previous-none")
}

// A device without working storage, or without room, reports it at every act: nothing was stored or sent, and the server is not at
// fault. Once it works again, the same act succeeds without a reload.
func TestTheConsoleSaysThatTheDeviceKeepsNothing(t *testing.T) {
	t.Parallel()
	s := newGathering(t, "Prima Iscritta")
	h := atDesk(t, s.server, s.referee, "/console")
	do(h.tab, "deny storage", chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		_, err := cdp.Call(ctx, at, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
			window.denied = true;
			const real = IDBFactory.prototype.open;
			IDBFactory.prototype.open = function (name, ...rest) {
				if (window.denied && name === "referto-console") throw new DOMException("denied", "SecurityError");
				return real.call(this, name, ...rest);
			};
			const put = IDBObjectStore.prototype.put;
			IDBObjectStore.prototype.put = function (...all) {
				if (window.full && this.name === "acts") throw new DOMException("full", "QuotaExceededError");
				return put.apply(this, all);
			};`})
		return err
	}))
	do(h.tab, "the door", chromedp.Navigate(s.server.Address+s.desk("checkin")+"?lang=en"))
	h.tap(`#people [data-entry="1"]`)
	h.tap(`[data-act="here"]`)
	h.says(`dialog [role="alert"]`, "This browser lets the console keep nothing, so nothing was kept and nothing was sent.")
	h.sound("checkin-denied")
	if got := s.keeper.Get(s.path + "/entries/1").Want(200); got.Text("state") != "entered" {
		t.Errorf("it was sent: %s", got.Body)
	}
	do(h.tab, "allow storage, of which nothing is left", chromedp.Evaluate[bool](`(window.denied = false, window.full = true)`))
	h.tap(`[data-act="here"]`)
	h.says(`dialog [role="alert"]`, "This device has no room left, so nothing was kept and nothing was sent.")
	h.sound("checkin-full")
	if got := s.keeper.Get(s.path + "/entries/1").Want(200); got.Text("state") != "entered" {
		t.Errorf("it was sent: %s", got.Body)
	}
	do(h.tab, "make room", chromedp.Evaluate[bool](`(window.full = false, true)`))
	h.tap(`[data-act="here"]`)
	eventually(t, "the mark arrives", func() bool { return s.keeper.Get(s.path+"/entries/1").Want(200).Text("state") == "checked-in" })
}

// CN09 3.2: another structure is proposed with a reason on the setup of an event by its organizer, who is not offered
// to approve it; the championship manager approves it there. It is withdrawn before the start.
func TestTheConsoleAgreesOnAStructure(t *testing.T) {
	t.Parallel()
	s := newGathering(t)
	organizer := atDesk(t, s.server, s.appoint(s.keeper, "Olga Organizzatrice", "organizer"), s.desk("setup"))
	organizer.tap("#structure-begin")
	organizer.write("[name=structure-rounds]", "2")
	organizer.write("[name=structure-reason]", "la sala chiude alle sei")
	organizer.sound("setup-structure")
	organizer.tap("#structure-propose")
	organizer.says("#structure-stands", "2 rounds and final. la sala chiude alle sei")
	if organizer.is(`document.getElementById("structure-approve")`) {
		t.Error("whoever proposes is offered to approve")
	}

	h := atDesk(t, s.server, s.keeper, s.desk("setup"))
	h.tap("#structure-approve")
	h.says("#structure-says", "The structure is approved")
	if got := s.keeper.Get(s.path).Want(200); got.Int("structure.rounds") != 2 || got.Value("structure.approvedAt") == nil {
		t.Errorf("approved: %s", got.Body)
	}
	h.tap("#structure-withdraw")
	h.says("#structure-says", "as its formula says")
	if got := s.keeper.Get(s.path).Want(200); got.Value("structure") != nil {
		t.Errorf("withdrawn: %s", got.Body)
	}
}
