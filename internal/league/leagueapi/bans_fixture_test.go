package leagueapi_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// ban is a decision from one day to another, "" for no end.
func ban(from, until string) apitest.JSON {
	decision := apitest.JSON{"outcome": "ban", "from": from, "until": until, "reason": "carte segnate in finale"}
	if until == "" {
		delete(decision, "until")
	}
	return decision
}

// noBan is the decision that nothing follows.
func noBan() apitest.JSON {
	return apitest.JSON{"outcome": "none", "reason": "la squalifica dal torneo basta"}
}

// address returns the path of the tenant's things of a kind.
func (s *stage) address(of string) string { return s.federation.Path + "/" + of }

// ban bans a player without a reported expulsion.
func (s *stage) ban(player uuid.UUID, decision apitest.JSON) *apitest.Answer {
	s.t.Helper()
	return s.federation.Manager.Post(s.address("bans"), apitest.JSON{"player": player, "source": "lettera dell’organizzatore", "decision": decision})
}

// exclude excludes an employee of the publisher.
func (s *stage) exclude(player uuid.UUID, from, until string) *apitest.Answer {
	s.t.Helper()
	body := apitest.JSON{"player": player, "kind": "employee-of-publisher", "from": from, "until": until, "reason": "assunto dall’editore"}
	if until == "" {
		delete(body, "until")
	}
	return s.federation.Manager.Post(s.address("exclusions"), body)
}

// another is a further event of the tenant that takes entries, by the same staff.
func (s *stage) another(changes apitest.JSON) *stage {
	s.t.Helper()
	other := *s
	other.id = s.federation.Stage(changes)
	other.path = s.address("events/" + other.id.String())
	other.organizer = s.federation.Manager
	other.open()
	return &other
}

// enterPlayer enters a player of the register.
func (s *stage) enterPlayer(player uuid.UUID) *apitest.Answer {
	s.t.Helper()
	return s.organizer.Post(s.path+"/entries", apitest.JSON{"player": player})
}

// selfPlayer returns a person with an account and a player of their own, whom they get by entering the event
// and leaving again.
func (s *stage) selfPlayer(name string) (*apitest.Client, uuid.UUID) {
	s.t.Helper()
	c := s.server.SignUp(name)
	player := c.Post(s.path+"/my-entry", apitest.JSON{}).Want(201).ID("player.id")
	c.Delete(s.path + "/my-entry").Want(204)
	return c, player
}

// expel expels an entry by the first referee.
func (s *stage) expel(entry int) *apitest.Answer {
	s.t.Helper()
	return s.referee.Post(s.path+"/sanctions", apitest.JSON{"entry": entry, "kind": "expulsion", "moment": "after-round", "reason": "ha imbrogliato", "offense": "cheating"}).Want(201)
}

// reports are the expulsions reported to the manager, in a state or ("") in any.
func (s *stage) reports(state string) []openapi.ExpulsionReport {
	s.t.Helper()
	query := ""
	if state != "" {
		query = "?state=" + state
	}
	var page openapi.ExpulsionReportPage
	s.federation.Manager.Get(s.address("expulsion-reports") + query).Want(200).Into(&page)
	return page.Items
}

// playerOf is the player of an entry.
func (s *stage) playerOf(entry int) uuid.UUID {
	s.t.Helper()
	return s.organizer.Get(s.entry(entry)).Want(200).ID("player.id")
}

// refusedFor fails unless an answer refuses a player for a reason, by the paragraph of CN09.
func refusedFor(t *testing.T, what string, a *apitest.Answer, reason string) {
	t.Helper()
	if a.Status != 422 || a.Text("rule.paragraph") != "1.5" || !strings.Contains(string(a.Body), `"`+reason+`"`) {
		t.Errorf("CN09 1.5 %s: %d %s", what, a.Status, a.Body)
	}
}
