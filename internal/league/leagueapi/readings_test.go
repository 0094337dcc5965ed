package leagueapi_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// readings returns what of a person's private data was read since the last look, the latest first, each with the
// operation.
func (s *stage) readings(person *apitest.Client) string {
	s.t.Helper()
	var page openapi.DataAccessPage
	person.Get("/me/data-accesses").Want(200).Into(&page)
	s.server.Database.Alter(s.t, `delete from league.data_accesses`)
	var out []string
	for _, x := range page.Items {
		out = append(out, string(x.What)+" by "+x.Operation)
	}
	return fmt.Sprint(out)
}

// A person reads on their page and by the API that a manager was shown why they are banned or excluded; what
// everybody reads, and what they read about themselves, leaves no record.
func TestReadingReasonsOfBansIsRecorded(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	manager := s.federation.Manager
	carla, player := s.selfPlayer("Carla Bandita")
	other, _ := s.selfPlayer("Olga Altra")
	id := s.ban(player, ban("2009-01-01", "2010-01-01")).Want(201).ID("id")
	s.exclude(player, "2009-01-01", "2010-01-01").Want(201)
	s.readings(carla)
	for _, tt := range []struct{ path, want string }{
		{"bans", "[ban by ListBans]"},
		{"bans/" + id.String(), "[ban by GetBan]"},
		{"exclusions", "[ban by ListExclusions]"},
		{"expulsion-reports", "[]"}, // of others, if of anybody
	} {
		manager.Get(s.address(tt.path)).Want(200)
		if got := s.readings(carla); got != tt.want {
			t.Errorf("%s: the person reads %s, want %s", tt.path, got, tt.want)
		}
	}
	if got := s.readings(other); got != "[]" {
		t.Errorf("somebody else reads %s", got)
	}
	carla.Get(s.address("my-bans")).Want(200)
	s.organizer.Get(s.path + "/entries").Want(200)
	manager.Get(s.address("bans?player=" + uuid.NewString())).Want(200) // of nobody
	if n := s.server.Database.Count(t, `select count(*) from league.data_accesses where what = 'ban'`); n != 0 {
		t.Errorf("own and public readings have left %d records", n)
	}
}

// BG 1.1.7, FP 2: reports of leaving and lapses are recorded for the people whom the answer names.
func TestReadingReportsIsRecorded(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "catan-ranglista-bg", apitest.JSON{"formula": "three-rounds"})
	s.open()
	leaver, expelled := s.server.SignUp("Лъчезар Напуснал"), s.server.SignUp("Мария Изгонена")
	leaver.Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
	expelled.Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
	s.enter(6)
	s.checkIn(upTo(8)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	s.leaves(1)
	manager := s.federation.Manager
	for _, tt := range []struct{ path, leaver string }{
		{"leaving-reports", "[ban by ListLeavingReports]"},
		{"lapses", "[lapses by ListTenantLapses]"},
		{"players/" + s.playerOf(1).String() + "/lapses", "[lapses by ListLapses]"},
		{"players/" + s.playerOf(2).String() + "/lapses", "[]"}, // they have kept all
	} {
		s.readings(leaver)
		manager.Get(s.address(tt.path)).Want(200)
		var page openapi.DataAccessPage
		expelled.Get("/me/data-accesses").Want(200).Into(&page)
		if got := s.readings(leaver); got != tt.leaver || len(page.Items) != 0 {
			t.Errorf("%s: %s and %+v, want %s and nothing", tt.path, got, page.Items, tt.leaver)
		}
	}
	leaver.Get(s.address("my-lapses")).Want(200)
	if got := s.readings(leaver); got != "[]" {
		t.Errorf("of what they read themselves: %s", got)
	}
}

// CN09 5.5: the reasons of a reported expulsion are private too.
func TestReadingExpulsionsIsRecorded(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	carla := s.server.SignUp("Carla Espulsa")
	carla.Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
	s.enter(15)
	s.checkIn(upTo(16)...)
	s.begin(upTo(16)...).Want(200)
	s.expel(1)
	s.readings(carla)
	s.federation.Manager.Get(s.address("expulsion-reports")).Want(200)
	if got := s.readings(carla); got != "[ban by ListExpulsionReports]" {
		t.Errorf("got %s", got)
	}
}

// Addresses in forms and of people who ask for something are recorded for the people who have a record here:
// another person has no page of the register on which they would read of it.
func TestReadingAddressesOfSendersIsRecorded(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"startsAt": "2009-03-08T09:00:00Z"})
	s.open()
	anna, _ := s.selfPlayer("Anna Neri")
	other, _ := s.selfPlayer("Olga Altra")
	s.sendForm("Anna Neri", anna.Email)
	s.sendForm("Nuova Nessuna", "nuova@example.org")
	anna.Post(s.address("my-player/name-requests"), apitest.JSON{"name": "Anna Neri Rossi", "words": "sposata"}).Want(201)
	s.readings(anna)
	for _, tt := range []struct {
		by         *apitest.Client
		path, want string
	}{
		{s.organizer, s.path + "/form-entries", "[contact by ListFormEntries]"},
		{s.federation.Manager, s.address("player-requests"), "[contact by ListPlayerRequests]"},
		{s.federation.Manager, s.address("player-requests?state=decided"), "[]"},
	} {
		tt.by.Get(tt.path).Want(200)
		var page openapi.DataAccessPage
		other.Get("/me/data-accesses").Want(200).Into(&page)
		if got := s.readings(anna); got != tt.want || len(page.Items) != 0 {
			t.Errorf("%s: %s and %+v, want %s and nothing", tt.path, got, page.Items, tt.want)
		}
	}
}
