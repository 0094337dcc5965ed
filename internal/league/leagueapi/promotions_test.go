package leagueapi_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/mail"
)

// Players who move up from the waiting list get a letter, whichever act freed the seat, once, and not for an
// act that was only previewed or refused.
func TestWhoMovesUpIsWrittenTo(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 12})
	s.open()
	s.enter(12)
	waiting := map[string]*apitest.Client{}
	for _, name := range []string{"Dario Primo", "Elena Seconda", "Fabio Terzo"} {
		waiting[name] = s.server.SignUp(name)
		if got := waiting[name].Post(s.path+"/my-entry", apitest.JSON{}).Want(201).Text("state"); got != "waiting" {
			t.Fatalf("%s is %s", name, got)
		}
	}
	s.organizer.Post(s.entry(3)+"/cancellation", apitest.JSON{"reason": "non viene"}).Want(200)
	letter := s.server.Mailbox.Wait(waiting["Dario Primo"].Email, "entry-promoted")
	if !strings.Contains(letter.Text, "Tappa di Aosta") || !strings.Contains(letter.Text, apitest.PublicURL+"/t/"+s.federation.Slug+"/e/") {
		t.Errorf("Dario reads\n%s", letter.Text)
	}
	event := s.organizer.Get(s.path).Want(200)
	s.organizer.Patch(s.path, apitest.JSON{"capacity": 11}, apitest.Match(event.ETag())).Refused(422, "invalid")
	s.organizer.Patch(s.path, apitest.JSON{"capacity": 13}, apitest.Match(event.ETag())).Want(200)
	s.server.Mailbox.Wait(waiting["Elena Seconda"].Email, "entry-promoted")
	waiting["Fabio Terzo"].Delete(s.path + "/my-entry").Want(204) // nobody is behind them
	if n := len(slices.DeleteFunc(s.server.Mailbox.All(), func(m mail.Received) bool { return m.Kind != "entry-promoted" })); n != 2 {
		t.Errorf("%d letters, want 2", n)
	}
}

// A cancelled event keeps its address until another takes it.
func TestTheAddressOfACancelledEventIsFree(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"slug": "aosta-2009"})
	s.open()
	page := "/t/" + s.federation.Slug + "/e/aosta-2009"
	again := apitest.JSON{
		"kind": "stage", "title": "Tappa di Aosta, di nuovo", "slug": "aosta-2009", "startsAt": "2009-03-08T09:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Teatro", "city": "Aosta"}, "ruleset": "catan-nazionale-2009",
	}
	s.federation.Manager.Post(s.federation.Path+"/events", again).Refused(409, "slug-taken")
	s.federation.Manager.Post(s.path+"/cancellation", apitest.JSON{"reason": "La sala è chiusa"}).Want(200)
	title := func() string {
		t.Helper()
		response, err := http.Get(s.server.Address + page)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK {
			t.Fatalf("%d, %v", response.StatusCode, err)
		}
		return string(text)
	}
	if !strings.Contains(title(), "Tappa di Aosta") {
		t.Fatal("the page of the cancelled event is gone")
	}
	made := s.federation.Manager.Post(s.federation.Path+"/events", again).Want(201)
	if strings.Contains(title(), "di nuovo") {
		t.Error("a draft shows")
	}
	s.federation.Manager.Post(s.federation.Path+"/events", again).Refused(409, "slug-taken")
	path := s.federation.Path + "/events/" + made.Text("id")
	s.federation.Manager.Post(path+"/announcement", nil).Want(200)
	s.server.Clock.Advance(2 * time.Minute) // pages that are no part of an event may be a minute old
	if !strings.Contains(title(), "di nuovo") {
		t.Error("the address still leads to the cancelled event")
	}
	if got := s.federation.Manager.Get(s.path).Want(200).Text("state"); got != "cancelled" {
		t.Errorf("the cancelled event is %s", got)
	}
}
