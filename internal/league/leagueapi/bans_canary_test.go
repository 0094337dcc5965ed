package leagueapi_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// answersWith asks every operation of the contract that reads something, where the places in its address are known, and lists those in whose answers a word
// stands. It reports how many have answered.
func (s *stage) answersWith(reader *apitest.Client, word string, places map[string]string) (found []string, answered int) {
	s.t.Helper()
	document, err := openapi.Served()
	if err != nil {
		s.t.Fatal(err)
	}
	operations, err := openapi.Operations(document)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, op := range operations {
		path := op.Path
		for place, is := range places {
			path = strings.ReplaceAll(path, "{"+place+"}", is)
		}
		operation := document.Paths.Value(op.Path).GetOperation(op.Method)
		ok := operation.Responses.Value("200")
		if op.Method != "GET" || strings.Contains(path, "{") || ok == nil || ok.Value.Content["text/event-stream"] != nil {
			continue
		}
		answer := reader.Get(path)
		if answer.Status == 200 {
			answered++
		}
		if strings.Contains(string(answer.Body), word) {
			found = append(found, operation.OperationID)
		}
	}
	slices.Sort(found)
	return found, answered
}

// The reason of a ban, its evidence and the person's appeal are read by the manager and the person
// (policy.csv), and by nobody else: whichever reader asks, on every path and page. They stand in the rows of
// the ban alone, in no file, no log and no letter. The test looks for the word everywhere, and finds it where
// it has to be.
func TestReasonsOfBansStandNowhereElse(t *testing.T) {
	t.Parallel()
	const word = "Nachtigall"
	s := newStage(t, nil)
	log := s.server.KeepLog()
	s.open()
	carla, player := s.selfPlayer("Carla Bandita")
	carla.Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
	dario, _ := s.selfPlayer("Dario Altro")
	dario.Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
	manager := s.federation.Manager
	browsers := map[string]*browser{
		"the manager": newBrowser(t, s.server, manager), "the person": newBrowser(t, s.server, carla), "another player": newBrowser(t, s.server, dario),
		"the organizer": newBrowser(t, s.server, s.organizer), "the referee": newBrowser(t, s.server, s.referee),
	}
	streams := map[string]*heard{"a stranger": s.listen(t, "")}
	for name, b := range browsers {
		streams[name] = s.listen(t, b.held)
	}

	decision := ban("2009-02-01", "")
	decision["reason"] = word + " motivo"
	done := manager.Post(s.address("bans"), apitest.JSON{"player": player, "source": word + " fonte", "decision": decision}).Want(201)
	at := s.address("bans/" + done.ID("id").String())
	carla.Post(s.address("my-bans/"+done.ID("id").String()+"/appeal"), apitest.JSON{"text": word + " ricorso"}).Want(201)
	shorter := ban("2009-02-01", "2030-12-31")
	shorter["reason"] = word + " riesaminato"
	manager.Post(at+"/decisions", shorter, apitest.Match(manager.Get(at).Want(200).ETag())).Want(201)
	manager.Post(s.address("bans"), apitest.JSON{"player": player, "source": word + " altra fonte", "decision": apitest.JSON{"outcome": "none", "reason": word + " non basta"}}).Want(201)
	carla.Post(s.path+"/my-entry", apitest.JSON{}).Want(422)
	s.enterPlayer(player).Want(422)
	settled(t, s.server)

	elsewhere := s.server.Federation("Federazione Vicina")
	places := map[string]string{"tenant": s.federation.Slug, "event": s.id.String(), "player": player.String(), "ban": done.ID("id").String(), "entry": "1", "round": "1", "table": "1"}
	readers := map[string]*apitest.Client{
		"a stranger": s.server.Anonymous(), "somebody with an account": s.server.SignUp("Curioso"), "another player": dario,
		"the organizer": s.organizer, "the referee": s.referee, "a referee": s.secondReferee(), "a helper": s.appoint("Aiuto", "helper"),
		"an organizer of the house": s.federation.Member("Olga di casa", "organizer", apitest.WholeTenant()),
		"a regional contact":        s.federation.Member("Referente", "regional-contact", apitest.Region(s.federation.Region("Valle d’Aosta"))),
		"the treasurer":             s.federation.Member("Tesoriera", "treasurer", apitest.WholeTenant()),
		"an auditor":                s.federation.Member("Revisore", "auditor", apitest.WholeTenant()),
		"the manager of another":    elsewhere.Manager,
		"an organizer of another":   elsewhere.Member("Organizzatore vicino", "organizer", apitest.WholeTenant()),
	}
	for name, reader := range readers {
		if found, answered := s.answersWith(reader, word, places); len(found) > 0 || answered < 10 {
			t.Errorf("%s reads why in %v, of %d answers", name, found, answered)
		}
	}
	for _, page := range []string{"", "/e/" + s.event().Slug, "/e/" + s.event().Slug + "/enter", "/e/" + s.event().Slug + "/print/poster", "/players/" + player.String(), "/clubs", "/rankings", "/calendar", "/rules"} {
		if _, _, body := s.seasonPage(page, ""); strings.Contains(body, word) {
			t.Errorf("the page %q tells why", page)
		}
	}

	pages := map[string]string{"tenant": s.federation.Slug, "event": s.event().Slug, "player": player.String(), "table": "1", "ruleset": "catan-nazionale-2009", "reason": "not-found"}
	_, public := s.pagesWith(&browser{t: t, address: s.server.Address}, word, pages)
	for name, b := range browsers {
		var own []string
		if name == "the person" {
			own = []string{"/t/:tenant/mine"}
		}
		if found, there := s.pagesWith(b, word, pages); !slices.Equal(found, own) || there <= public || public < 20 {
			t.Errorf("%s reads why on %v, not on %v, of %d pages; %d are there without signing in", name, found, own, there, public)
		}
	}
	s.organizer.Patch(s.path, apitest.JSON{"title": "Dopo la decisione"}, apitest.Match(s.organizer.Get(s.path).Want(200).ETag())).Want(200)
	latest := fmt.Sprintf("id: %d\n", s.event().Revision)
	for name, h := range streams {
		if told := h.until(t, latest); strings.Contains(told, word) {
			t.Errorf("the stream tells %s why", name)
		}
	}

	// Readers with the permission find it, there and nowhere else.
	for name, may := range map[string]struct {
		reader *apitest.Client
		reads  []string
	}{
		"the manager": {manager, []string{"GetBan", "ListBans"}},
		"the person":  {carla, []string{"ListMyBans"}},
	} {
		if found, _ := s.answersWith(may.reader, word, places); !slices.Equal(found, may.reads) {
			t.Errorf("%s reads why in %v, not in %v", name, found, may.reads)
		}
	}

	// In the database it stands with the ban, and in the answers that the two of them get once more when they repeat their acts.
	rows := map[string]int{}
	for _, table := range holding(dump(t, s.server), word) {
		rows[table]++
	}
	again := s.server.Database.Count(t, `select count(*) from league.idempotency where principal in ('user:' || $1::text, 'user:' || $2::text) and convert_from(body, 'UTF8') like '%' || $3 || '%'`, manager.ID.String(), carla.ID.String(), word)
	if want := map[string]int{"league.bans": 2, "league.ban_decisions": 3, "league.ban_appeals": 1, "league.idempotency": again}; !maps.Equal(rows, want) {
		t.Errorf("in the database it stands in %v, not in %v", rows, want)
	}
	for _, name := range s.server.Files() {
		if strings.Contains(fileText(t, s.server, name), word) {
			t.Errorf("in the file %s", name)
		}
	}
	letters := 0
	for _, m := range s.server.Mailbox.All() {
		if m.To.Mail == carla.Email {
			letters++
		}
		if strings.Contains(m.Subject+m.Text+m.HTML, word) {
			t.Errorf("a letter to %s tells why", m.To.Mail)
		}
	}
	if logged := log(); letters == 0 || strings.Count(logged, "\n") < 5 || strings.Contains(logged, word) {
		t.Errorf("%d letters to the person; %d lines of the program's log, of which one tells why: %t", letters, strings.Count(logged, "\n"), strings.Contains(logged, word))
	}
	carla.Post("/me/data-exports", nil).Want(202)
	settled(t, s.server)
	var exports struct{ Items []struct{ ID uuid.UUID } }
	carla.Get("/me/data-exports").Want(200).Into(&exports)
	if own := unzip(t, carla.Get("/me/data-exports/"+exports.Items[0].ID.String()+"/file").Want(200).Body); !strings.Contains(own, word+" motivo") || !strings.Contains(own, word+" ricorso") {
		t.Error("the copy of the person’s own data does not tell why")
	}
}
