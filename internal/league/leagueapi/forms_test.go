package leagueapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// form sends a form to enter the stage and returns the secret of the letter's link.
func (s *stage) sendForm(name, address string) (token string) {
	s.t.Helper()
	s.server.Anonymous().Post(s.path+"/form-entries", apitest.JSON{"name": name, "email": address}).Want(202)
	return apitest.Token(s.t, s.server.Mailbox.Wait(address, "form-received"))
}

// linked is the form of a link.
func (s *stage) linked(token string) (view openapi.FormEntryView) {
	s.t.Helper()
	s.server.Anonymous().Post(s.federation.Path+"/form-links", apitest.JSON{"token": token}).Want(200).Into(&view)
	return view
}

// answer answers a form by its link.
func (s *stage) answer(token, answer string) *apitest.Answer {
	s.t.Helper()
	return s.server.Anonymous().Post(s.federation.Path+"/form-answers", apitest.JSON{"token": token, "answer": answer})
}

// count are the entered, the held and the waiting of the stage.
func (s *stage) count() [3]int {
	s.t.Helper()
	var e openapi.Event
	s.server.Anonymous().Get(s.path).Want(200).Into(&e)
	return [3]int{e.Counts.Entered, e.Counts.Held, e.Counts.Waiting}
}

// TestEntryByForm: a person without an account sends a form, confirms it by the letter's link, is entered as a
// new person of the register, and gives the place up by the same link.
func TestEntryByForm(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 12, "startsAt": "2009-03-08T09:00:00Z"})
	nobody := s.server.Anonymous()
	nobody.Post(s.path+"/form-entries", apitest.JSON{"name": "Anna Neri", "email": "anna@example.org"}).Refused(404, "not-found") // a draft
	s.open()
	nobody.Post(s.path+"/form-entries", apitest.JSON{"name": "...", "email": "anna@example.org"}).Refused(422, "invalid")
	nobody.Post(s.path+"/form-entries", apitest.JSON{"name": "Anna Neri", "email": "anna at example"}).Want(422)

	token := s.sendForm("Anna Neri", "anna@example.org")
	if n := s.federation.Manager.Get(s.federation.Path + "/players?name=anna").Want(200).Len("items"); n != 0 {
		t.Errorf("%d are in the register before anybody has confirmed", n)
	}
	view := s.linked(token)
	if view.State != "sent" || !view.HoldsSeat || view.Name != "Anna Neri" || !view.ConfirmBy.Equal(s.server.Clock.Now().Add(24*time.Hour)) {
		t.Errorf("the link shows %+v", view)
	}
	if got := s.count(); got != [3]int{0, 1, 0} {
		t.Errorf("entered, held, waiting: %v", got)
	}
	forms := s.organizer.Get(s.path + "/form-entries").Want(200)
	if forms.Len("items") != 1 || forms.Text("items.0.name") != "Anna Neri" || forms.Text("items.0.email") != "anna@example.org" {
		t.Errorf("the organizer reads %s", forms.Body)
	}

	var confirmed openapi.FormEntryView
	s.answer(token, "confirm").Want(200).Into(&confirmed)
	if confirmed.State != "confirmed" || confirmed.Name != "" || confirmed.Entry.State != "entered" || confirmed.Entry.Player.Name != "Anna Neri" {
		t.Errorf("confirmed: %+v", confirmed)
	}
	s.answer(token, "confirm").Want(200) // twice is once
	if got := s.count(); got != [3]int{1, 0, 0} {
		t.Errorf("entered, held, waiting: %v", got)
	}
	s.sendForm("anna NERI", "Anna@example.org") // the link once more, not another entry
	if got := s.count(); got != [3]int{1, 0, 0} {
		t.Errorf("a form sent again: entered, held, waiting: %v", got)
	}

	s.answer(token, "give-up").Want(200)
	s.answer(token, "give-up").Want(200)
	if got, now := s.count(), s.linked(token); got != [3]int{0, 0, 0} || now.Entry.State != "cancelled" {
		t.Errorf("given up: %v, %+v", got, now)
	}
	s.answer(strings.Repeat("x", 43), "confirm").Refused(422, "link-invalid")
}

// TestFormsOfWhoIsKnown: a form belongs to the person whom the register has by that name and confirmed address,
// and to nobody else; a person who may not take part is refused by the link only (CN09 1.5).
func TestFormsOfWhoIsKnown(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"startsAt": "2009-03-08T09:00:00Z"})
	s.open()
	add := func(name, address string) uuid.UUID {
		return s.federation.Manager.Post(s.federation.Path+"/players", apitest.JSON{"name": name, "email": address}).Want(201).ID("id")
	}
	anna, referee := add("Anna Neri", "anna@example.org"), add("Remo Regola", "remo@example.org")
	s.organizer.Post(s.path+"/staff", apitest.JSON{"name": "Remo Regola", "role": "referee", "player": referee}).Want(201)

	hers := s.answer(s.sendForm("Anna Neri", "anna@example.org"), "confirm").Want(200)
	if got := hers.ID("entry.player.id"); got != anna {
		t.Errorf("the form of who is known is that of %s, want %s", got, anna)
	}
	other := s.answer(s.sendForm("Anna Neri", "other@example.org"), "confirm").Want(200)
	if got := other.ID("entry.player.id"); got == anna {
		t.Errorf("a form from another address is that of %s", got)
	}
	token := s.sendForm("Remo Regola", "remo@example.org")
	refused := s.answer(token, "confirm").Want(422)
	if refused.Text("rule.paragraph") != "1.5" {
		t.Errorf("CN09 1.5: %s", refused.Body)
	}
	if got := s.linked(token); got.State != "sent" {
		t.Errorf("after the refusal: %+v", got)
	}
	s.answer(token, "give-up").Want(200)
	s.answer(token, "confirm").Refused(409, "form-ended")
	if got := s.count(); got != [3]int{2, 0, 0} {
		t.Errorf("entered, held, waiting: %v", got)
	}
}

// TestFormsLapse: a held seat goes to the first who waits if it was not confirmed in time, or the staff
// discards the form. Nothing of the form is kept, and the player who moves up is notified.
func TestFormsLapse(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 12, "startsAt": "2009-03-08T09:00:00Z"})
	s.open()
	s.enter(10)
	lapses, discarded := s.sendForm("Anna Neri", "anna@example.org"), s.sendForm("Bruno Bianchi", "bruno@example.org")
	waits := s.sendForm("Carla Corvi", "carla@example.org")
	if got := s.linked(waits); got.HoldsSeat {
		t.Errorf("a thirteenth seat is held: %+v", got)
	}
	first := s.answer(waits, "confirm").Want(200)
	mario := s.server.SignUp("Mario Rossi")
	second := mario.Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
	if first.Text("entry.state") != "waiting" || second.Text("state") != "waiting" {
		t.Errorf("behind held seats: %s, %s", first.Body, second.Body)
	}

	form := s.organizer.Get(s.path + "/form-entries").Want(200).ID("items.1.id")
	s.server.SignUp("Elena Estranea").Post(s.path+"/form-entries/"+form.String()+"/discarding", apitest.JSON{"reason": "Prova"}).Want(403)
	s.organizer.Post(s.path+"/form-entries/"+form.String()+"/discarding", apitest.JSON{"reason": "Un nome di fantasia"}).Want(204)
	s.answer(discarded, "confirm").Refused(409, "form-ended")
	s.server.Mailbox.Wait("carla@example.org", "entry-promoted")
	if got := s.count(); got != [3]int{11, 1, 1} {
		t.Errorf("after one was discarded: entered, held, waiting: %v", got)
	}

	s.server.Pass(24*time.Hour + time.Minute)
	s.answer(lapses, "confirm").Refused(409, "form-lapsed")
	s.server.Mailbox.Wait(mario.Email, "entry-promoted")
	if got, now := s.count(), s.linked(lapses); got != [3]int{12, 0, 0} || now.State != "lapsed" || now.Name != "" {
		t.Errorf("after the day: entered, held, waiting: %v; %+v", got, now)
	}
	if n := s.server.Database.Count(t, `select count(*) from league.form_entries where name || email || name_key || email_key || club || city <> ''`); n != 0 {
		t.Errorf("%d forms that have ended are kept with what was sent", n)
	}
}

// TestLettersOfForms: a form sent again brings its link again, three times at most, from any sender.
func TestLettersOfForms(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"startsAt": "2009-03-08T09:00:00Z"})
	s.open()
	tokens := map[string]bool{}
	for range 3 {
		tokens[s.sendForm("Anna Neri", "anna@example.org")] = true
	}
	if len(tokens) != 3 || s.count() != [3]int{0, 1, 0} {
		t.Errorf("%d links, %v", len(tokens), s.count())
	}
	s.server.Anonymous().Post(s.path+"/form-entries", apitest.JSON{"name": "Anna Neri", "email": "anna@example.org"}).Want(429)
	s.server.Clock.Set(s.server.Clock.Now().Add(time.Hour)) // the address may be written to again, the form has had its letters
	s.server.Anonymous().Post(s.path+"/form-entries", apitest.JSON{"name": "Anna Neri", "email": "anna@example.org"}).Want(202)
	for token := range tokens {
		if got := s.linked(token); got.State != "sent" {
			t.Errorf("a link of three shows %+v", got)
		}
	}
}

// TestMoreFormsThanSeats: of twenty-four forms for twelve seats that arrive at once twelve hold a seat, and as many are
// entered when all are confirmed at once.
func TestMoreFormsThanSeats(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 12, "startsAt": "2009-03-08T09:00:00Z"})
	s.open()
	const forms = 24
	who := func(i int) (name, address string) {
		code := string(rune('a'+i%20)) + string(rune('a'+i/20))
		return "Persona " + code, code + "@example.org"
	}
	some := func(ask func(i int) *apitest.Answer) (answers []*apitest.Answer) { // a queue of all would take longer than a request may wait
		for first := 0; first < forms; first += 6 {
			answers = append(answers, apitest.AnswersAtOnce(6, func(i int) *apitest.Answer { return ask(first + i) })...)
		}
		return answers
	}
	sent := some(func(i int) *apitest.Answer {
		name, address := who(i)
		return s.server.Anonymous().Post(s.path+"/form-entries", apitest.JSON{"name": name, "email": address})
	})
	if got := apitest.Statuses(sent); got[0] != 202 || got[forms-1] != 202 {
		t.Errorf("the forms were answered %v", got)
	}
	if got := s.count(); got != [3]int{0, 12, 0} {
		t.Fatalf("entered, held, waiting: %v", got)
	}
	tokens := make([]string, forms)
	for i := range tokens {
		_, address := who(i)
		tokens[i] = apitest.Token(t, s.server.Mailbox.Wait(address, "form-received"))
	}
	confirmed := some(func(i int) *apitest.Answer { return s.answer(tokens[i], "confirm") })
	if got := apitest.Statuses(confirmed); got[0] != 200 || got[forms-1] != 200 {
		t.Errorf("the confirmations were answered %v", got)
	}
	if got := s.count(); got != [3]int{12, 0, 12} {
		t.Errorf("entered, held, waiting: %v", got)
	}
}

// TestFormsOfOnePersonAtOnce: who confirms their forms in six events at once comes into the register once.
func TestFormsOfOnePersonAtOnce(t *testing.T) {
	t.Parallel()
	first := newStage(t, apitest.JSON{"startsAt": "2009-03-08T09:00:00Z"})
	first.open()
	stages := []*stage{first}
	for len(stages) < 6 {
		stages = append(stages, first.another(apitest.JSON{"startsAt": "2009-03-08T09:00:00Z"}))
	}
	for _, name := range []string{"Anna Neri", "Ugo Bianchi"} {
		tokens := make([]string, len(stages))
		for i, s := range stages {
			tokens[i] = s.sendForm(name, "famiglia@example.org")
			s.server.Pass(time.Hour) // the address may be written to again
		}
		confirmed := apitest.AnswersAtOnce(len(stages), func(i int) *apitest.Answer { return stages[i].answer(tokens[i], "confirm") })
		if got := apitest.Statuses(confirmed); got[0] != 200 || got[len(got)-1] != 200 {
			t.Errorf("the confirmations were answered %v", got)
		}
		if n := first.server.Database.Count(t, `select count(*) from league.players where name = '`+name+`'`); n != 1 {
			t.Errorf("%s is in the register %d times", name, n)
		}
	}
}
