package leagueapi_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league/eventfile"
	"referto/openapi"
)

// keptOut wants an answer that refuses a player for a ban, by the paragraph of CN09, to whoever may read the reason and to whoever
// may not.
func keptOut(t *testing.T, what string, a *apitest.Answer) {
	t.Helper()
	body := string(a.Body)
	if a.Status != 422 || a.Text("rule.paragraph") != "1.5" || !strings.Contains(body, `"banned"`) && !strings.Contains(body, `"may-not-take-part"`) {
		t.Errorf("CN09 1.5 %s: %d %s", what, a.Status, body)
	}
	if strings.Contains(body, "carte segnate") {
		t.Errorf("CN09 1.5 %s: the words of the decision are told: %s", what, body)
	}
}

// CN09 1.5 and 5.5: a banned player enters on no path: not by themselves nor by another account, by the staff, a form
// without an account, a file, from the waiting list, as a reserve, or by the other of two records; and whoever bears
// the name is checked.
func TestBannedByEveryDoor(t *testing.T) {
	t.Parallel()
	banned := func(s *stage, player uuid.UUID) { s.t.Helper(); s.ban(player, ban("2009-02-01", "")).Want(201) }
	for name, door := range map[string]func(t *testing.T, s *stage){
		"their own entry": func(t *testing.T, s *stage) {
			who, player := s.selfPlayer("Carla Bandita")
			banned(s, player)
			keptOut(t, "by themselves", who.Post(s.path+"/my-entry", apitest.JSON{}))
		},
		"the staff, by the record": func(t *testing.T, s *stage) {
			player := s.named("Carla Bandita")
			s.enterPlayer(player).Want(201)
			s.organizer.Post(s.entry(1)+"/cancellation", apitest.JSON{"reason": "errore"}).Want(200)
			banned(s, player)
			keptOut(t, "by the staff", s.enterPlayer(player))
			keptOut(t, "in a list", s.organizer.Post(s.path+"/entry-lists", apitest.JSON{"players": []uuid.UUID{s.named("Nuova Novelli"), player}}))
		},
		"a form without an account": func(t *testing.T, s *stage) {
			s = s.another(apitest.JSON{"startsAt": "2009-03-08T09:00:00Z"}) // far enough for a form
			player := s.federation.Manager.Post(s.address("players"), apitest.JSON{"name": "Carla Bandita", "email": "carla@example.org"}).Want(201).ID("id")
			s.answer(s.sendForm("Carla Bandita", "carla@example.org"), "confirm").Want(200)
			s.organizer.Post(s.entry(1)+"/cancellation", apitest.JSON{"reason": "errore"}).Want(200)
			banned(s, player)
			keptOut(t, "by a form", s.answer(s.sendForm("Carla Bandita", "carla@example.org"), "confirm"))
			elsewhere := s.answer(s.sendForm("Carla Bandita", "other@example.org"), "confirm").Want(200)
			if s.organizer.Get(s.entry(elsewhere.Int("entry.number"))).Want(200).Text("check.state") != "open" {
				t.Errorf("CN09 1.5 by a form from another address: %s", elsewhere.Body)
			}
		},
		"a file": func(t *testing.T, s *stage) {
			s.enter(13)
			data, before := s.filledIn()
			banned(s, s.playerOf(5))
			after := importFile(s.federation, eventfile.XLSX, data, "true")
			if after.State != openapi.ImportStateFaulty || len(after.Faults) == 0 {
				t.Errorf("CN09 1.5 looked at: %s %+v", after.State, after.Faults)
			}
			refused := s.federation.Manager.Post(s.federation.Path+"/imports/"+before.Id.String()+"/application", apitest.JSON{"event": s.id})
			if refused.Status == 200 || s.federation.Manager.Get(s.path).Want(200).Text("state") != "open" {
				t.Errorf("CN09 1.5 by a file: %d %s", refused.Status, refused.Body)
			}
		},
		"another account": func(t *testing.T, s *stage) {
			who, player := s.selfPlayer("Carla Bandita")
			banned(s, player)
			other := s.claimedByAnother("Carla Bandita", player)
			keptOut(t, "by the account that the record came to", other.Post(s.path+"/my-entry", apitest.JSON{}))
			again := who.Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
			if again.Text("check.state") != "open" {
				t.Errorf("CN09 1.5 by the account that it was taken from: %s", again.Body)
			}
		},
		"the other of two records": func(t *testing.T, s *stage) {
			player, alias := s.named("Carla Bandita"), s.named("Banditissima")
			s.enterPlayer(alias).Want(201)
			s.organizer.Post(s.entry(1)+"/cancellation", apitest.JSON{"reason": "errore"}).Want(200)
			banned(s, player)
			merging(s.federation.Manager, s.federation.Path, alias, player).Want(200)
			keptOut(t, "by the other record", s.enterPlayer(alias))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, nil)
			s.open()
			door(t, s)
		})
	}
}

// CN09 1.5 and 5.5 where an entry was there before the ban: it is taken back, so that nobody lets it in from the waiting
// list; a reserve of an event that has begun is passed over, and nobody steps in if none may.
func TestBannedFromTheWaitingListAndTheReserve(t *testing.T) {
	t.Parallel()
	t.Run("the waiting list", func(t *testing.T) {
		t.Parallel()
		s := heedful(t, "firenzegioca-2014", "1", nil)
		s.enter(21)
		s.ban(s.playerOf(21), ban("2009-02-01", "")).Want(201)
		s.organizer.Post(s.entry(4)+"/cancellation", apitest.JSON{"reason": "malato"}).Want(200)
		refused := s.referee.Post(s.entry(21)+"/acceptance", nil)
		if got := s.organizer.Get(s.entry(21)).Want(200); refused.Status < 400 || got.Text("state") != "cancelled" {
			t.Errorf("CN09 1.5 from the waiting list: %d %s: %s", refused.Status, refused.Body, got.Body)
		}
	})
	t.Run("a reserve", func(t *testing.T) {
		t.Parallel()
		s := withTwoReserves(t)
		s.ban(s.playerOf(9), ban("2009-02-01", "")).Want(201)
		if replaced := s.organizer.Post(s.entry(2)+"/replacement", apitest.JSON{"reason": "non si presenta"}).Want(200); replaced.Int("number") != 10 {
			t.Errorf("JP22 4: the second reserve steps in for the banned first: %s", replaced.Body)
		}
		keptOut(t, "as the last reserve", s.organizer.Post(s.entry(3)+"/replacement", apitest.JSON{"reason": "non si presenta"}))
	})
}
