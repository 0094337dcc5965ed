package leagueapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league/eventfile"
	"referto/internal/league/rules"
	"referto/openapi"
)

// eternal is a federation with a ranking by the Bulgarian regulation, whose events are open to all players who
// are not in its hall.
func eternal(t *testing.T) *ranglista {
	t.Helper()
	s := newStage(t, apitest.JSON{"kind": "ranking"})
	s.open()
	id := s.federation.Manager.Post(s.address("rankings"), newRankingBody(nil)).Want(201).ID("id")
	return &ranglista{s, s.address("rankings/" + id.String())}
}

// inTheHall wants an answer that refuses a player for the cap that they have reached.
func inTheHall(t *testing.T, what string, a *apitest.Answer) {
	t.Helper()
	if a.Status != 422 || a.Text("rule.paragraph") != "1" || a.Text("errors.0.reason") != "in-the-hall" {
		t.Errorf("BG 1 %s: %d %s", what, a.Status, a.Body)
	}
}

// BG 1: a place in the eternal ranking is not evaded by a new account of the same name or of one that looks
// like it. An entrant who resembles a player there is entered to be checked, and the people who decide read the
// paragraph; nothing waits in an event that the ranking does not take, or for an entrant who resembles nobody.
func TestLookAlikeOfAMemberOfTheHallIsChecked(t *testing.T) {
	t.Parallel()
	r := eternal(t)
	_, veteran := r.selfPlayer("Petrov Mario Rossi")
	_, near := r.selfPlayer("Giovanna Bianchi")
	r.opened(veteran, "300").Want(201)
	r.opened(near, "299").Want(201)
	club := r.another(apitest.JSON{"kind": "club"})
	check := func() {
		t.Helper()
		for name, held := range map[string]bool{
			"Petrov Mario Rossi": true,
			"Реtrov Mario Rossi": true, // Cyrillic Р and е
			"Mario Rossi Petrov": true,
			"Giovanna Bianchi":   false, // has 299 points
			"Petrov Mario Verdi": false,
		} {
			c := r.server.SignUp(name)
			got := c.Post(r.path+"/my-entry", apitest.JSON{}).Want(201)
			if (got.Text("check.state") == "open") != held || strings.Contains(string(got.Body), veteran.String()) {
				t.Errorf("%q: %s", name, got.Body)
			}
			here := r.organizer.Post(r.entry(got.Int("number"))+"/check-in", nil)
			if !held {
				here.Want(200)
			} else {
				here.Refused(409, "entry-to-be-checked")
				seen := r.organizer.Get(r.entry(got.Int("number"))).Want(200)
				if seen.ID("check.resembles.0.player") != veteran || seen.Text("check.resembles.0.explanations.0.rule.paragraph") != "1" {
					t.Errorf("%q, for whoever decides: %s", name, seen.Body)
				}
			}
			if other := c.Post(club.path+"/my-entry", apitest.JSON{}).Want(201); other.Value("check") != nil {
				t.Errorf("%q in an event of a club: %s", name, other.Body)
			}
		}
	}
	check()
	if due := waitingOf(r.referee, r.federation); len(due) != 3 || due[0].Explanation.Rule.Paragraph != "1" {
		t.Errorf("what waits for the referee: %+v", due)
	}
	guest := r.enterPlayer(r.named("Rossi Petrov Mario")).Want(201)
	if guest.Text("check.state") != "open" {
		t.Errorf("a guest of that name: %s", guest.Body)
	}

	// The same holds if the figures of a ranking have no keys, or none of this release, so that it is derived.
	for _, form := range []int{-1, 0} {
		r.server.Database.Alter(t, `delete from league.careers`)
		r.server.Database.Alter(t, `update league.rankings set form = $1`, form)
		check()
	}
}

// BG FP 2: a player who may not enter because of entries not kept does not enter by a look-alike either, as
// long as that lasts.
func TestLookAlikeOfWhoIsBarredForLapsesIsChecked(t *testing.T) {
	t.Parallel()
	s := strict(t)
	missing, faithful := s.named("Иван Неявил"), s.named("Петър Дошъл")
	for _, day := range []string{"2009-02-09", "2009-02-16"} {
		evening := s.evening(day)
		evening.enterPlayer(missing).Want(201)
		evening.enterPlayer(faithful).Want(201)
		evening.enter(6)
		s.server.Clock.Set(time.Date(2009, 2, rules.Day(day).Midnight().Day(), 16, 0, 0, 0, time.UTC))
		for _, who := range []*apitest.Client{s.federation.Manager, s.organizer, evening.referee} {
			who.Renew()
		}
		if day == "2009-02-16" {
			one := s.evening("2009-02-17")
			if got := one.enterPlayer(s.named("Неявил Иван")).Want(201); got.Value("check") != nil {
				t.Errorf("of one lapse nothing follows: %s", got.Body)
			}
		}
		evening.startWith(2, 3, 4, 5, 6, 7, 8)
	}
	next := s.evening("2009-05-16")
	for name, held := range map[string]bool{"Иван-Неявил": true, "Дошъл Петър": false} {
		if got := next.enterPlayer(s.named(name)).Want(201); (got.Text("check.state") == "open") != held {
			t.Errorf("%s: %s", name, got.Body)
		}
	}
	if due := waitingOf(next.referee, s.federation); len(due) != 1 || due[0].Explanation.Rule.Paragraph != "FP 18" {
		t.Errorf("what waits for the referee: %+v", due)
	}
	if got := s.evening("2009-05-17").enterPlayer(s.named("Иван. Неявил")).Want(201); got.Value("check") != nil {
		t.Errorf("after the last day: %s", got.Body)
	}
}

// BG 1: a player who has reached the cap enters on no path; before they had, on each of them.
func TestHallByEveryDoor(t *testing.T) {
	t.Parallel()
	for name, door := range map[string]func(t *testing.T, r *ranglista){
		"their own entry": func(t *testing.T, r *ranglista) {
			who, veteran := r.selfPlayer("Vera Veterana")
			r.opened(veteran, "300").Want(201)
			inTheHall(t, "by themselves", who.Post(r.path+"/my-entry", apitest.JSON{}))
		},
		"the staff, by the record": func(t *testing.T, r *ranglista) {
			veteran := r.named("Vera Veterana")
			r.enterPlayer(veteran).Want(201)
			r.organizer.Post(r.entry(1)+"/cancellation", apitest.JSON{"reason": "errore"}).Want(200)
			r.opened(veteran, "300").Want(201)
			inTheHall(t, "by the staff", r.enterPlayer(veteran))
			inTheHall(t, "in a list", r.organizer.Post(r.path+"/entry-lists", apitest.JSON{"players": []uuid.UUID{r.named("Nuova Novelli"), veteran}}))
		},
		"a form": func(t *testing.T, r *ranglista) {
			r.stage = r.another(apitest.JSON{"kind": "ranking", "startsAt": "2009-03-08T09:00:00Z"}) // far enough for a form
			add := apitest.JSON{"name": "Vera Veterana", "email": "vera@example.org"}
			veteran := r.federation.Manager.Post(r.address("players"), add).Want(201).ID("id")
			r.answer(r.sendForm("Vera Veterana", "vera@example.org"), "confirm").Want(200)
			r.organizer.Post(r.entry(1)+"/cancellation", apitest.JSON{"reason": "errore"}).Want(200)
			r.opened(veteran, "300").Want(201)
			inTheHall(t, "by a form", r.answer(r.sendForm("Vera Veterana", "vera@example.org"), "confirm"))
			elsewhere := r.answer(r.sendForm("Vera Veterana", "other@example.org"), "confirm").Want(200)
			if r.organizer.Get(r.entry(elsewhere.Int("entry.number"))).Want(200).Text("check.state") != "open" {
				t.Errorf("BG 1 by a form from another address: %s", elsewhere.Body)
			}
		},
		"a file": func(t *testing.T, r *ranglista) {
			r.enter(13)
			data, before := r.filledIn()
			r.opened(r.playerOf(5), "300").Want(201)
			after := importFile(r.federation, eventfile.XLSX, data, "true")
			if after.State != openapi.ImportStateFaulty || len(after.Faults) != 1 || after.Faults[0].Reason != "in-the-hall" {
				t.Errorf("BG 1 looked at: %s %+v", after.State, after.Faults)
			}
			inTheHall(t, "by a file", r.federation.Manager.Post(r.federation.Path+"/imports/"+before.Id.String()+"/application", apitest.JSON{"event": r.id}))
		},
		"the waiting list": func(t *testing.T, r *ranglista) {
			s := r.another(apitest.JSON{"ruleset": "firenzegioca-2014", "kind": "ranking"})
			s.referee = s.appoint("Altro arbitro", "first-referee")
			s.enter(22)
			r.opened(s.playerOf(21), "300").Want(201)
			for _, n := range []int{4, 5} {
				s.organizer.Post(s.entry(n)+"/cancellation", apitest.JSON{"reason": "malato"}).Want(200)
			}
			inTheHall(t, "from the waiting list", s.referee.Post(s.entry(21)+"/acceptance", nil))
			s.referee.Post(s.entry(22)+"/acceptance", nil).Want(200)
		},
		"a reserve": func(t *testing.T, r *ranglista) {
			s := r.another(apitest.JSON{"ruleset": "just-play-2022", "kind": "ranking", "timeLimitMinutes": 75})
			s.referee = s.appoint("Altro arbitro", "first-referee")
			s.enter(8)
			s.enterPlayer(s.named("Nona Riserva")).Want(201)
			s.enterPlayer(s.named("Decimo Sostituto")).Want(201)
			s.checkIn(upTo(10)...)
			s.begin(upTo(8)...).Want(200)
			r.opened(s.playerOf(9), "300").Want(201)
			replaced := s.organizer.Post(s.entry(2)+"/replacement", apitest.JSON{"reason": "non si presenta"}).Want(200)
			if replaced.Int("number") != 10 {
				t.Errorf("the second reserve steps in for the first, who is in the hall: %s", replaced.Body)
			}
			inTheHall(t, "as the last reserve", s.organizer.Post(s.entry(3)+"/replacement", apitest.JSON{"reason": "non si presenta"}))
		},
		"check-in": func(t *testing.T, r *ranglista) {
			r.enter(2)
			r.opened(r.playerOf(1), "300").Want(201)
			inTheHall(t, "at the door", r.organizer.Post(r.entry(1)+"/check-in", nil))
			r.organizer.Post(r.entry(2)+"/check-in", nil).Want(200)
		},
		"the start": func(t *testing.T, r *ranglista) {
			r.enter(13)
			r.checkIn(upTo(13)...)
			r.opened(r.playerOf(1), "300").Want(201)
			r.referee.Post(r.path+"/start", apitest.JSON{}).Want(200)
			for n, state := range map[int]string{1: "cancelled", 2: "playing"} {
				if got := r.organizer.Get(r.entry(n)).Want(200); got.Text("state") != state {
					t.Errorf("BG 1 at the start: entry %d: %s", n, got.Body)
				}
			}
		},
		"another account": func(t *testing.T, r *ranglista) {
			who, veteran := r.selfPlayer("Vera Veterana")
			r.opened(veteran, "300").Want(201)
			other := r.claimedByAnother("Vera Veterana", veteran)
			inTheHall(t, "by the account that the record came to", other.Post(r.path+"/my-entry", apitest.JSON{}))
			again := who.Post(r.path+"/my-entry", apitest.JSON{}).Want(201)
			if again.Text("check.state") != "open" {
				t.Errorf("BG 1 by the account that it was taken from: %s", again.Body)
			}
		},
		"the other of two records": func(t *testing.T, r *ranglista) {
			veteran, alias := r.named("Vera Veterana"), r.named("Veteranissima")
			r.enterPlayer(alias).Want(201)
			r.organizer.Post(r.entry(1)+"/cancellation", apitest.JSON{"reason": "errore"}).Want(200)
			r.opened(veteran, "300").Want(201)
			merging(r.federation.Manager, r.federation.Path, alias, veteran).Want(200)
			inTheHall(t, "by the other record", r.enterPlayer(alias))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			door(t, eternal(t))
		})
	}
}

// claimedByAnother takes a person's record from its account. It returns another account of that name, which has claimed it.
func (s *stage) claimedByAnother(name string, player uuid.UUID) *apitest.Client {
	s.t.Helper()
	person := s.address("players/" + player.String())
	s.federation.Manager.Post(person+"/unlinking", apitest.JSON{"reason": "conto sbagliato"}).Want(200)
	other := s.server.SignUp(name)
	code := s.federation.Manager.Post(person+"/claim-code", nil).Want(201).Text("code")
	other.Post(s.address("code-claims"), apitest.JSON{"code": code}).Want(200)
	return other
}
