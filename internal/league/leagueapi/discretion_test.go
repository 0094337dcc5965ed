package leagueapi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// kinds lists the reasons in an answer for which a person may take part in nothing, each as often as it is
// shown.
func kinds(a *apitest.Answer) string {
	var out []string
	for _, reason := range []string{"banned", "employee-of-publisher", "may-not-take-part"} {
		for range strings.Count(string(a.Body), `"reason":"`+reason+`"`) {
			out = append(out, reason)
		}
	}
	return strings.Join(out, " ")
}

// The reason why a person may take part in nothing is shown to the championship manager and to the person; the
// people who run an event read that they may not take part, and by which paragraph, on every path.
func TestWhyIsShownToTheOfficeAndThePerson(t *testing.T) {
	t.Parallel()
	const all, discreet = "banned employee-of-publisher", "may-not-take-part"
	s := newStage(t, nil)
	s.open()
	manager := s.federation.Manager
	carla, out := s.selfPlayer("Carla Bandita")
	s.ban(out, ban("2009-02-01", "")).Want(201)
	s.exclude(out, "2009-02-01", "").Want(201)
	struck := s.server.SignUp("Dora Editrice")
	entry := struck.Post(s.path+"/my-entry", apitest.JSON{}).Want(201).Int("number")
	s.exclude(s.playerOf(entry), "2009-02-01", "").Want(201)
	cancelled := s.enterPlayer(s.player(1)).Want(201).Int("number")
	s.ban(s.playerOf(cancelled), ban("2009-02-01", "")).Want(201)
	for _, who := range []*apitest.Client{struck, carla} { // who helps reads the list, of others and of themselves
		manager.Post(s.path+"/staff", apitest.JSON{"name": who.Name, "role": "helper", "email": who.Email}).Want(201)
		who.Accept(who.Get("/me/invitations").Want(200).ID("items.0.id"))
	}

	eligibility := func(who *apitest.Client) *apitest.Answer {
		return who.Post(s.path+"/eligibility", apitest.JSON{"player": out}).Want(200)
	}
	enter := func(who *apitest.Client) *apitest.Answer {
		return who.Post(s.path+"/entries", apitest.JSON{"player": out}).Refused(422, "invalid")
	}
	enterMyself := func(who *apitest.Client) *apitest.Answer {
		return who.Post(s.path+"/my-entry", apitest.JSON{}).Refused(422, "invalid")
	}
	checkIn := func(who *apitest.Client) *apitest.Answer {
		return who.Post(s.entry(entry)+"/check-in", nil).Refused(422, "invalid")
	}
	list := func(who *apitest.Client) *apitest.Answer { return who.Get(s.path + "/entries").Want(200) }
	one := func(who *apitest.Client) *apitest.Answer { return who.Get(s.entry(cancelled)).Want(200) }
	for _, tt := range []struct {
		door string
		ask  func(*apitest.Client) *apitest.Answer
		who  *apitest.Client
		want string
	}{
		{"eligibility", eligibility, manager, all},
		{"eligibility", eligibility, carla, all},
		{"eligibility", eligibility, s.organizer, discreet},
		{"eligibility", eligibility, s.referee, discreet},
		{"eligibility", eligibility, s.secondReferee(), discreet},
		{"entry", enter, manager, all},
		{"entry", enter, s.organizer, discreet},
		{"entry", enter, s.referee, discreet},
		{"entry of oneself", enterMyself, carla, all},
		{"check-in", checkIn, manager, "employee-of-publisher"},
		{"check-in", checkIn, s.organizer, discreet},
		{"check-in", checkIn, carla, discreet},
		{"the list of entries", list, manager, all},
		{"the list of entries", list, s.organizer, discreet + " " + discreet},
		{"the list of entries", list, s.referee, discreet + " " + discreet},
		{"the list of entries, her own", list, struck, "employee-of-publisher " + discreet},
		{"a cancelled entry", one, manager, "banned"},
		{"a cancelled entry", one, s.organizer, discreet},
		{"a cancelled entry", one, s.referee, discreet},
	} {
		answer := tt.ask(tt.who)
		if got := kinds(answer); got != tt.want {
			t.Errorf("CN09 1.5 %s: %s reads %q, want %q: %s", tt.door, tt.who.Name, got, tt.want, answer.Body)
		}
		if reasons := len(strings.Fields(tt.want)); strings.Count(string(answer.Body), `"paragraph":"1.5"`) < reasons {
			t.Errorf("%s: %s reads no paragraph: %s", tt.door, tt.who.Name, answer.Body)
		}
	}
}

// The papers of an event that was played elsewhere list the players who did not count, and show the reason to
// the manager alone; so does the refusal of a ranking.
func TestWhyInTheReport(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 13, nil)
	referee := x.appoint("Fabio Primo Arbitro", "first-referee")
	x.now("2009-03-01 20:00")
	referee.SignIn()
	nobodyElse := []apitest.JSON{} // refereed than the appointed referee
	x.organizer.Post(x.path+"/outcome", x.outcome(apitest.JSON{"referees": nobodyElse})).Want(200)
	manager := x.federation.Manager
	out := x.players[12]
	manager.Post(x.federation.Path+"/bans", apitest.JSON{
		"player": out, "source": "Lettera dell'organizzatore", "decision": apitest.JSON{"outcome": "ban", "from": "2009-03-01", "reason": "Carte segnate"},
	}, apitest.Key(uuid.NewString())).Want(201)

	papers := func(who *apitest.Client) *apitest.Answer { return who.Get(x.path + "/report").Want(200) }
	ranked := func(who *apitest.Client) *apitest.Answer {
		ranking := slices.Concat([]uuid.UUID{out}, x.players[:2])
		return who.Post(x.path+"/outcome", x.outcome(apitest.JSON{"ranking": ranking, "referees": nobodyElse, "reason": "Corretto"})).Refused(422, "invalid")
	}
	sent := func(who *apitest.Client) *apitest.Answer { return who.Post(x.path+"/report", apitest.JSON{}).Want(201) }
	for _, tt := range []struct {
		door string
		ask  func(*apitest.Client) *apitest.Answer
		who  *apitest.Client
		want string
	}{
		{"report", papers, manager, "banned"},
		{"report", papers, x.organizer, "may-not-take-part"},
		{"report", papers, x.contact, "may-not-take-part"},
		{"report", papers, referee, "may-not-take-part"},
		{"ranking", ranked, manager, "banned"},
		{"ranking", ranked, x.organizer, "may-not-take-part"},
		{"report that is sent", sent, x.organizer, "may-not-take-part"},
	} {
		answer := tt.ask(tt.who)
		if got := kinds(answer); got != tt.want || !strings.Contains(string(answer.Body), `"paragraph":"1.5"`) {
			t.Errorf("CN09 1.5 %s: %s reads %q, want %q: %s", tt.door, tt.who.Name, got, tt.want, answer.Body)
		}
	}
	for who, want := range map[*apitest.Client]string{manager: "Banned from tournaments on this day.", x.organizer: "May not take part.", referee: "May not take part."} {
		page := string(who.Get(x.path + "/report?format=html").Want(200).Body)
		if !strings.Contains(page, want) || who != manager && strings.Contains(page, "Banned") {
			t.Errorf("CN09 1.5 page: %s reads not %q but %s", who.Name, want, page)
		}
	}
}

// Records with actor and time do not reveal who is banned, excluded or claims money either; the log keeps its
// numbers without a gap.
func TestRecordsAreShownToOfficesOnly(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	entry := s.enterPlayer(s.player(1)).Want(201).Int("number")
	s.ban(s.playerOf(entry), ban("2009-02-01", "")).Want(201)
	s.exclude(s.player(2), "2009-02-01", "").Want(201)
	desk := s.federation.Member("Olga Ufficio", "organizer", apitest.WholeTenant())
	about := func(who *apitest.Client) (audit, log string) {
		var page openapi.AuditPage
		who.Get(s.address("audit") + "?limit=100").Want(200).Into(&page)
		for _, r := range page.Items {
			if strings.HasSuffix(r.Operation, "Ban") || strings.HasSuffix(r.Operation, "Exclusion") {
				audit += r.Operation + " "
			}
		}
		var facts openapi.LogPage
		who.Get(s.address("log") + "?limit=100").Want(200).Into(&facts)
		for i, r := range facts.Items {
			if r.Sequence != int64(i+1) {
				t.Errorf("after %d facts comes %d", i, r.Sequence)
			}
			if strings.HasPrefix(r.Kind, "ban.") || strings.HasPrefix(r.Kind, "exclusion.") || r.Kind == "withheld" {
				log += r.Kind + " "
			}
		}
		return audit, log
	}
	if audit, log := about(s.federation.Manager); audit != "RecordExclusion RecordBan " || log != "ban.decided exclusion.recorded " {
		t.Errorf("their office reads %q and %q", audit, log)
	}
	if audit, log := about(desk); audit != "" || log != "withheld withheld " {
		t.Errorf("another office reads %q and %q", audit, log)
	}
}
