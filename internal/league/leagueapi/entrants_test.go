package leagueapi_test

import (
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/openapi"
)

// entrants lists the entrants of the stage, as read without an account.
func (s *stage) entrants() (items []openapi.Entrant) {
	s.t.Helper()
	var list openapi.EntrantList
	s.server.Anonymous().Get(s.path + "/entrants").Want(200).Into(&list)
	return list.Items
}

// namesOf writes the entrants in the order of the list: "-" for a reserved name, and the place on the waiting
// list behind the names of those who wait.
func namesOf(items []openapi.Entrant) string {
	out := make([]string, len(items))
	for i, e := range items {
		if out[i] = e.Player.Name; out[i] == "" {
			out[i] = "-"
		}
		out[i] += strings.Repeat("+", e.WaitingPosition)
	}
	return strings.Join(out, ", ")
}

// TestTheListOfEntrants: everybody reads the entrants, first those with a seat. A name that is reserved, by a
// form, by oneself or by the organizer, is in no answer to the public until check-in; the staff reads it.
func TestTheListOfEntrants(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 12, "startsAt": "2009-03-08T09:00:00Z"})
	nobody := s.server.Anonymous()
	nobody.Get(s.path+"/entrants").Refused(404, "not-found") // a draft
	s.open()
	if got := s.entrants(); len(got) != 0 {
		t.Fatalf("nobody has entered, and the list has %v", got)
	}

	s.enter(8)
	others := func() string { t.Helper(); return namesOf(s.entrants()[8:]) }
	nobody.Post(s.path+"/form-entries", apitest.JSON{"name": "Anna Neri", "email": "anna@example.org", "club": "Corvi", "birthYear": 1990, "nameReserved": true}).Want(202)
	anna := apitest.Token(t, s.server.Mailbox.Wait("anna@example.org", "form-received"))
	if view := s.linked(anna); !view.NameReserved || others() != "" {
		t.Errorf("before she has confirmed: %+v, and the list has %s", view, others())
	}
	s.answer(anna, "show-name").Want(200)
	s.answer(anna, "reserve-name").Want(200)
	s.answer(anna, "confirm").Want(200)
	bruno := s.server.SignUp("Bruno Verdi")
	bruno.Post(s.path+"/my-entry", apitest.JSON{"nameReserved": true}).Want(201)
	carla := s.federation.Manager.Post(s.federation.Path+"/players", apitest.JSON{"name": "Carla Rossi", "club": "Lupi"}).Want(201).ID("id")
	entered := s.organizer.Post(s.path+"/entries", apitest.JSON{"player": carla, "nameReserved": true}).Want(201)
	if got := others(); got != "-, -, -" {
		t.Errorf("all names are reserved, and the list has %s", got)
	}
	raw := nobody.Get(s.path + "/entrants").Want(200).Body
	for _, word := range []string{"Anna", "Bruno", "Carla", "Corvi", "Lupi", carla.String()} {
		if strings.Contains(string(raw), word) {
			t.Errorf("the list tells %s: %s", word, raw)
		}
	}
	if got := s.organizer.Get(s.path + "/entries").Want(200); got.Text("items.8.player.name") != "Anna Neri" || !strings.Contains(string(got.Body), `"nameReserved":true`) {
		t.Errorf("the organizer reads %s", got.Body)
	}

	bruno.Post(s.path+"/my-entry/name-reservation", apitest.JSON{"nameReserved": false}).Want(200)
	s.organizer.Post(s.entry(entered.Int("number"))+"/name-reservation", apitest.JSON{"nameReserved": false}).Want(200)
	s.server.SignUp("Dario Blu").Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
	s.server.SignUp("Elena Viola").Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
	if got := others(); got != "-, Bruno Verdi, Carla Rossi, Dario Blu, Elena Viola+" {
		t.Errorf("the list has %s", got)
	}
	s.server.SignUp("Fabio Grigi").Post(s.path+"/my-entry/name-reservation", apitest.JSON{"nameReserved": true}).Refused(404, "not-found")

	s.organizer.Post(s.entry(9)+"/check-in", nil).Want(200)
	if got := others(); !strings.HasPrefix(got, "Anna Neri, ") {
		t.Errorf("she is checked in, and the list has %s", got)
	}
	bruno.Delete(s.path + "/my-entry").Want(204)
	if got := others(); got != "Anna Neri, Carla Rossi, Dario Blu, Elena Viola" {
		t.Errorf("after somebody has left and another moved up the list has %s", got)
	}
}

// TestWhoMovesUpConfirms: if the event asks for it, a player who moves up from the waiting list has the seat
// once they have confirmed it, by their account, by the letter's link or to the organizer. Without an answer it
// goes to the next one.
func TestWhoMovesUpConfirms(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 12, "startsAt": "2009-03-08T09:00:00Z"})
	s.open()
	s.organizer.Post(s.path+"/promotions", apitest.JSON{"promotions": "confirmed"}).Want(204)
	s.server.SignUp("Zeno Altri").Post(s.path+"/promotions", apitest.JSON{"promotions": "at-once"}).Refused(403, "role-missing")
	s.enter(12)
	anna := s.sendForm("Anna Neri", "anna@example.org")
	s.answer(anna, "confirm").Want(200)
	bruno, carla := s.server.SignUp("Bruno Verdi"), s.server.SignUp("Carla Rossi")
	bruno.Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
	carla.Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
	s.answer(anna, "confirm-seat").Refused(409, "entry-state") // she waits

	leave := func(entry int) {
		t.Helper()
		s.organizer.Post(s.entry(entry)+"/cancellation", apitest.JSON{"reason": "non viene"}).Want(200)
	}
	leave(1)
	letter := s.server.Mailbox.Wait("anna@example.org", "entry-promoted")
	hers, term := apitest.Token(t, letter), s.server.Clock.Now().Add(24*time.Hour)
	if got := s.linked(hers).Entry; got.State != "entered" || !got.ConfirmBy.Equal(term) {
		t.Errorf("Anna has moved up: %+v, want until %s", got, term)
	}
	s.answer(hers, "confirm-seat").Want(200)
	s.answer(hers, "confirm-seat").Want(200) // twice is once
	if got := s.linked(anna).Entry; !got.ConfirmBy.IsZero() {
		t.Errorf("Anna has confirmed: %+v", got)
	}

	leave(2)
	s.server.Mailbox.Wait(bruno.Email, "entry-promoted")
	s.server.Pass(24*time.Hour + time.Second)
	s.server.Mailbox.Wait(carla.Email, "entry-promoted") // Bruno's seat is hers
	for _, one := range []*apitest.Client{bruno, carla, s.organizer} {
		one.SignIn()
	}
	var mine openapi.Entry
	carla.Get(s.path + "/my-entry").Want(200).Into(&mine)
	if mine.State != "entered" || mine.ConfirmBy.IsZero() {
		t.Errorf("Carla has moved up: %+v", mine)
	}
	bruno.Post(s.path+"/my-entry/seat-confirmation", nil).Refused(404, "not-found") // his entry has ended
	s.organizer.Post(s.entry(14)+"/seat-confirmation", nil).Refused(409, "seat-lapsed")
	lapsed := s.organizer.Get(s.entry(14)).Want(200)
	if lapsed.Text("state") != "cancelled" || lapsed.Text("confirmBy") == "" {
		t.Errorf("Bruno's entry: %s", lapsed.Body)
	}
	carla.Post(s.path+"/my-entry/seat-confirmation", nil).Want(200)
	s.server.Clock.Advance(25 * time.Hour) // nothing is left to lapse
	s.federation.Manager.SignIn()
	s.organizer.SignIn()
	dario := s.server.SignUp("Dario Blu")
	dario.Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
	player := s.federation.Manager.Post(s.federation.Path+"/players", apitest.JSON{"name": "Elena Viola"}).Want(201).ID("id")
	s.organizer.Post(s.path+"/entries", apitest.JSON{"player": player}).Want(201)
	leave(3)
	s.organizer.Post(s.entry(16)+"/seat-confirmation", nil).Want(200) // he has telephoned
	leave(4)
	elena := s.organizer.Get(s.entry(17)).Want(200)
	if elena.Text("state") != "entered" || strings.Contains(string(elena.Body), "confirmBy") {
		t.Errorf("somebody without account or form cannot confirm, and has the seat at once: %s", elena.Body)
	}
	if got := namesOf(s.entrants()[8:]); got != "Anna Neri, Carla Rossi, Dario Blu, Elena Viola" {
		t.Errorf("in the end there are %s", got)
	}
}

// Nobody moves up if all entries decide who plays (JP22 4), so that there is nothing to confirm.
func TestNobodyConfirmsWhereTheFieldDecides(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "just-play-2022", nil)
	s.open()
	refused := s.organizer.Post(s.path+"/promotions", apitest.JSON{"promotions": "confirmed"}).Refused(409, "nobody-moves-up")
	if got := refused.Text("rule.code") + " " + refused.Text("rule.paragraph"); got != "JP22 4" {
		t.Errorf("refused by %s: %s", got, refused.Body)
	}
	s.organizer.Post(s.path+"/promotions", apitest.JSON{"promotions": "at-once"}).Want(204)
}
