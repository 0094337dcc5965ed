package leagueapi_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// evenings are a club, four people of it, and a series of which the best two evenings count.
type evenings struct {
	*stage
	series  string // path
	people  []uuid.UUID
	started int
}

func newEvenings(t *testing.T) *evenings {
	t.Helper()
	server := apitest.Start(t)
	tenant := server.Federation("Circolo")
	document := madeUp(t, "club-series")
	tenant.Manager.Post(tenant.Path+"/rulesets", apitest.JSON{"document": document}).Want(201)
	tenant.Manager.Post(tenant.Path+"/rulesets/club-series/versions", apitest.JSON{"draft": 1}).Want(201)
	e := &evenings{stage: &stage{t: t, server: server, federation: tenant, organizer: tenant.Manager}}
	for _, name := range []string{"Ada", "Bruno", "Carla", "Dino"} {
		club := map[bool]string{true: "Torre", false: "Pedone"}[name < "Carla"]
		e.people = append(e.people, tenant.Manager.Post(e.address("players"), apitest.JSON{"name": name + " Rossi", "club": club, "sameNameAccepted": true}).Want(201).ID("id"))
	}
	e.series = e.newSeries("serate", nil)
	return e
}

// newSeries is the path of a further series.
func (e *evenings) newSeries(slug string, changes apitest.JSON) string {
	e.t.Helper()
	body := apitest.JSON{"slug": slug, "title": "Campionato delle serate", "ruleset": "club-series", "year": 2009, "bestOfClub": 1}
	for name, value := range changes {
		if body[name] = value; value == nil {
			delete(body, name)
		}
	}
	return e.address("series/" + e.federation.Manager.Post(e.address("series"), body).Want(201).ID("id").String())
}

// evening is an announced evening on a day of February 2009.
func (e *evenings) evening(day int) *stage {
	e.t.Helper()
	made := e.federation.Manager.Post(e.address("events"), apitest.JSON{
		"kind": "club", "title": fmt.Sprintf("Serata del %d", day), "startsAt": fmt.Sprintf("2009-02-%02dT20:00:00Z", day), "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Circolo", "city": "Parma"}, "ruleset": "club-series",
	}).Want(201)
	s := *e.stage
	s.id = made.ID("id")
	s.path = e.address("events/" + s.id.String())
	s.organizer = e.federation.Manager
	e.started++
	s.referee = s.appoint(fmt.Sprintf("Fabio Arbitro %c", 'A'+e.started), "first-referee")
	s.open()
	return &s
}

// plays has the four sit down in an order that a ranking of them gives: "2134" is Bruno first.
func (e *evenings) plays(s *stage, ranking string) {
	e.t.Helper()
	lots := []apitest.JSON{}
	for i, player := range e.people {
		s.enterPlayer(player).Want(201)
		lots = append(lots, apitest.JSON{"entry": i + 1, "number": i + 1})
	}
	s.checkIn(upTo(len(e.people))...)
	s.referee.Post(s.path+"/start", apitest.JSON{"lots": lots, "reason": "sorteggio con i bussolotti"}).Want(200)
	e.records(s, s.draw().Tables[0], ranking)
	s.close(1)
	s.referee.Post(s.path+"/completion", nil).Want(200)
}

func (e *evenings) records(s *stage, table openapi.Table, ranking string) {
	e.t.Helper()
	s.referee.Post(s.table(1, 1)+"/result", scored(table, ranking)).Want(201)
}

// scored is a game in which the players of a ranking have 10, 8, 6 and 4 points.
func scored(table openapi.Table, ranking string) apitest.JSON {
	var seats []apitest.JSON
	for _, seat := range table.Seats {
		seats = append(seats, apitest.JSON{"entry": seat.Number, "vp": 10 - 2*strings.IndexByte(ranking, byte('0'+seat.Number))})
	}
	return apitest.JSON{"ended": "completed", "seats": seats}
}

func (e *evenings) add(events ...*stage) *apitest.Answer {
	var ids []uuid.UUID
	for _, s := range events {
		ids = append(ids, s.id)
	}
	return e.federation.Manager.Post(e.series+"/events", apitest.JSON{"events": ids})
}

func (e *evenings) remove(s *stage) *apitest.Answer {
	return e.federation.Manager.Post(e.series+"/events/"+s.id.String()+"/removal", apitest.JSON{"reason": "Era un'amichevole"})
}

func (e *evenings) page() (page openapi.SeriesStandings) {
	e.t.Helper()
	e.server.Anonymous().Get(e.series + "/standings").Want(200).Into(&page)
	return page
}

// rows writes the standings: "1. Ada 20 = 10 10 (7) -7", the points of each event with those that
// do not count in brackets, then the penalties.
func (e *evenings) rows() string {
	e.t.Helper()
	var texts []string
	for _, row := range e.page().Items {
		text := fmt.Sprintf("%d. %s %s =", row.Rank, strings.TrimSuffix(row.Player.Name, " Rossi"), row.Figures[0])
		for _, r := range row.Results {
			if r.Counts {
				text += " " + r.Points
			} else {
				text += " (" + r.Points + ")"
			}
		}
		texts = append(texts, strings.TrimSpace(text+" "+row.Penalties))
	}
	return strings.Join(texts, ", ")
}

// reasons returns the reasons of the events of the series, in their order.
func (e *evenings) reasons() string {
	e.t.Helper()
	var reasons []string
	for _, event := range e.page().Events {
		reasons = append(reasons, strings.TrimPrefix(event.Why.Reason, "series-event-"))
	}
	return strings.Join(reasons, " ")
}

// A club keeps a series of evenings: they are added before and after they are played, the best two count,
// dropped ones are marked, and the effects of an evening end with it in every way.
func TestSeriesOfEvenings(t *testing.T) {
	t.Parallel()
	e := newEvenings(t)
	manager := e.federation.Manager
	first, second, third, next := e.evening(5), e.evening(12), e.evening(19), e.evening(26)
	e.plays(first, "1234")
	e.add(first, second).Want(200)
	if got := e.rows(); got != "1. Ada 10 = 10, 2. Bruno 7 = 7, 3. Carla 3 = 3, 4. Dino 0 = 0" {
		t.Errorf("of an evening that had ended: %s", got)
	}
	e.plays(second, "2134")
	e.plays(third, "2143")
	e.add(third, next).Want(200)
	const after = "1. Bruno 20 = (7) 10 10, 2. Ada 17 = 10 7 (7), 3. Carla 6 = 3 3 (0), 4. Dino 3 = 0 (0) 3"
	if got := e.rows(); got != after {
		t.Errorf("after three evenings: %s", got)
	}
	if got := e.reasons(); got != "counts counts counts to-come" {
		t.Errorf("the evenings: %s", got)
	}
	ada := manager.Get(e.series + "/players/" + e.people[0].String()).Want(200)
	if ada.Text("row.results.2.why.rule.paragraph") != "3" || ada.Text("row.decidedBy.criterion") != "series-total" || ada.Text("row.decidedBy.rule.paragraph") != "3" || ada.Text("row.results.2.why.reason") != "behind-best-results" {
		t.Errorf("CS 3: %s", ada.Body)
	}

	third.referee.Post(third.path+"/reopening", apitest.JSON{"reason": "Sbagliato"}).Want(200)
	if got, why := e.rows(), e.reasons(); got != "1. Bruno 17 = 7 10, 2. Ada 17 = 10 7, 3. Carla 6 = 3 3, 4. Dino 0 = 0 0" && !strings.HasPrefix(got, "1. Ada 17 = 10 7, 1. Bruno 17 = 7 10, ") || why != "counts counts reopened to-come" {
		t.Errorf("an evening that is open again counts for nothing: %s; %s", got, why)
	}
	var table openapi.Table
	third.referee.Get(third.table(1, 1)).Want(200).Into(&table)
	correction := scored(table, "1243")
	correction["reason"] = "Sbagliato"
	third.referee.Do("PUT", third.table(1, 1)+"/result", correction, apitest.Match(fmt.Sprintf("\"%d\"", table.Result.Version))).Want(200)
	third.referee.Post(third.path+"/completion", nil).Want(200)
	if got := e.rows(); got != "1. Ada 20 = 10 (7) 10, 2. Bruno 17 = 7 10 (7), 3. Carla 6 = 3 3 (0), 4. Dino 3 = 0 (0) 3" {
		t.Errorf("after the correction: %s", got)
	}
	manager.Post(third.path+"/validity", apitest.JSON{"valid": false, "reason": "Altra mappa"}).Want(200)
	if got := e.reasons(); got != "counts counts void to-come" {
		t.Errorf("declared void: %s", got)
	}
	manager.Post(third.path+"/validity", apitest.JSON{"valid": true, "reason": "La mappa era giusta"}).Want(200)
	e.remove(third).Want(200)
	e.remove(third).Refused(409, "series-has-not-event")
	if got := e.rows() + "; " + e.reasons(); !strings.Contains(got, "Ada 17 = 10 7,") || !strings.HasSuffix(got, "; counts counts to-come") {
		t.Errorf("taken out: %s", got)
	}
	e.add(third).Want(200)
	if got := e.rows(); !strings.HasPrefix(got, "1. Ada 20 = 10 (7) 10,") {
		t.Errorf("added again: %s", got)
	}
	asCSV := string(manager.Get(e.series + "/standings?format=csv").Want(200).Body)
	if lines := strings.Split(strings.TrimSpace(asCSV), "\r\n"); len(lines) != 5 || !strings.Contains(lines[1], "Ada Rossi") || !strings.Contains(lines[1], "(7)") {
		t.Errorf("as CSV: %s", asCSV)
	}
}

// SQ00, penalties: points are taken off in the standings of a series, or of every series of the
// year, and come back when the penalty is taken back.
func TestPenaltiesOfSeries(t *testing.T) {
	t.Parallel()
	e := newEvenings(t)
	manager := e.federation.Manager
	first := e.evening(5)
	e.plays(first, "1234")
	e.add(first).Want(200)
	own := e.series
	e.series = e.newSeries("anno", apitest.JSON{"bestOfClub": 0})
	e.add(first).Want(200)
	year := e.series
	e.series = e.newSeries("sempre", apitest.JSON{"year": nil})
	manager.Post(e.series+"/penalties", apitest.JSON{"player": e.people[0], "offense": "disturbance", "wholeYear": true, "reason": "Disturba"}).Refused(422, "invalid")
	e.add(first).Want(200)
	always := e.series
	standing := func() string {
		var got []string
		for _, path := range []string{own, year, always} {
			e.series = path
			got = append(got, strings.Join(strings.Split(e.rows(), ", ")[:2], ", "))
		}
		return strings.Join(got, " | ")
	}
	const none = "1. Ada 10 = 10, 2. Bruno 7 = 7"
	one := manager.Post(own+"/penalties", apitest.JSON{"player": e.people[0], "offense": "disturbance", "reason": "Disturba al tavolo"}).Want(201)
	if one.Text("points") != "-7" || one.Text("rule.paragraph") != "5" || one.Text("by") == "" {
		t.Errorf("CS 5: %s", one.Body)
	}
	if got := standing(); got != "1. Bruno 7 = 7, 2. Ada 3 = 10 -7 | "+none+" | "+none {
		t.Errorf("in one series: %s", got)
	}
	whole := manager.Post(own+"/penalties", apitest.JSON{"player": e.people[1], "points": "-1", "paragraph": "5", "wholeYear": true, "reason": "Disturba di nuovo"}).Want(201)
	if got := standing(); got != "1. Bruno 6 = 7 -1, 2. Ada 3 = 10 -7 | 1. Ada 10 = 10, 2. Bruno 6 = 7 -1 | "+none {
		t.Errorf("in the year: %s", got)
	}
	way := string(e.server.Anonymous().Get(own + "/players/" + e.people[1].String()).Want(200).Body)
	if !strings.Contains(way, `"points":"-1"`) || strings.Contains(way, "Disturba") {
		t.Errorf("everybody reads the points and the paragraph, not what was done: %s", way)
	}
	manager.Post(year+"/penalties/"+whole.Text("id")+"/revocation", apitest.JSON{"reason": "Era un altro"}).Want(200)
	manager.Post(own+"/penalties/"+one.Text("id")+"/revocation", apitest.JSON{"reason": "Era un altro"}).Want(200)
	manager.Post(own+"/penalties/"+one.Text("id")+"/revocation", apitest.JSON{"reason": "Era un altro"}).Refused(409, "series-penalty-revoked")
	if got := standing(); got != none+" | "+none+" | "+none {
		t.Errorf("taken back: %s", got)
	}
	if list := manager.Get(own + "/penalties?limit=1").Want(200); list.Text("items.0.revokedReason") != "Era un altro" || list.Text("nextCursor") == "" {
		t.Errorf("they stay in the record: %s", list.Body)
	}
}

func TestClubsOfSeries(t *testing.T) {
	t.Parallel()
	e := newEvenings(t)
	first := e.evening(5)
	e.plays(first, "1432")
	e.add(first).Want(200)
	var clubs openapi.SeriesClubs
	e.server.Anonymous().Get(e.series + "/clubs").Want(200).Into(&clubs)
	if len(clubs.Items) != 2 || clubs.Items[0].Club != "Torre" || clubs.Items[0].Figure != "10" || clubs.Items[1].Figure != "7" || clubs.Items[0].Members[1].Counts || clubs.Items[0].Why.Reason != "series-club-best" {
		t.Errorf("the best of each: %+v", clubs)
	}
	asCSV := e.server.Anonymous().Get(e.series + "/clubs?format=csv&limit=1").Want(200)
	lines := strings.Split(strings.TrimSpace(string(asCSV.Body)), "\r\n")
	if len(lines) != 5 || !strings.HasSuffix(lines[0], "rank,club,figure,player,player-rank,player-figure,reason,club-id") || !strings.Contains(lines[1], "1,Torre,10,") || !strings.Contains(lines[2], "1,Torre,10,") || !strings.Contains(lines[2], ",(") || strings.Contains(lines[1], ",(") {
		t.Errorf("as CSV: %q", lines)
	}
	answer := e.federation.Manager.Get(e.series).Want(200)
	change := func(body apitest.JSON, tag string) *apitest.Answer {
		return e.federation.Manager.Do("PATCH", e.series, body, apitest.Match(tag))
	}
	changed := change(apitest.JSON{"bestOfClub": 2, "until": "2009-02-04"}, answer.ETag()).Want(200)
	change(apitest.JSON{"bestOfClub": 3}, answer.ETag()).Want(412)
	if got := e.rows() + e.reasons(); got != "series-after-last-day" {
		t.Errorf("an evening behind the last day: %s", got)
	}
	change(apitest.JSON{"openEnded": true}, changed.ETag()).Want(200)
	e.server.Anonymous().Get(e.series + "/clubs").Want(200).Into(&clubs)
	if len(clubs.Items) != 2 || clubs.Items[0].Figure != "10" || clubs.Items[1].Figure != "10" || !clubs.Items[1].Shared || clubs.Items[1].Rank != 1 {
		t.Errorf("the best two of each: %+v", clubs)
	}
}

// A club of a series is the one of the register, under any name. All gains of a player count for the club for
// which they played in the last event that counts: a transfer takes them along. This holds however the register
// came to know the club, and stays when the register forgets the person.
func TestSeriesCountClubsOfTheRegister(t *testing.T) {
	t.Parallel()
	e := newEvenings(t)
	manager, anybody := e.federation.Manager, e.server.Anonymous()
	ids := map[string]uuid.UUID{}
	var listed openapi.PlayerClubPage
	manager.Get(e.address("player-clubs")).Want(200).Into(&listed)
	for _, c := range listed.Items {
		ids[c.Name] = c.Id.UUID
	}
	tower, pawn := ids["Torre"], ids["Pedone"]
	clubs := func(path string) string {
		t.Helper()
		var list openapi.SeriesClubs
		anybody.Get(path + "/clubs").Want(200).Into(&list)
		var out []string
		for _, c := range list.Items {
			which := map[uuid.UUID]string{tower: "T", pawn: "P", {}: "-"}[c.Id.UUID]
			text := fmt.Sprintf("%s %s %s:", which, c.Club, c.Figure)
			for _, m := range c.Members {
				text += " " + strings.TrimSuffix(m.Player.Name, " Rossi")
			}
			out = append(out, text)
		}
		return strings.Join(out, ", ")
	}
	says := func(what, want string) {
		t.Helper()
		if got := clubs(e.series); got != want {
			t.Errorf("%s: %s", what, got)
		}
	}
	whole := func(best int) string {
		return e.newSeries(fmt.Sprintf("serate-%d", best), apitest.JSON{"bestOfClub": best})
	}
	e.series = whole(2)
	first, second := e.evening(5), e.evening(12)
	e.plays(first, "1324") // Ada 10, Carla 7, Bruno 3, Dino 0
	e.add(first).Want(200)
	says("one evening", "T Torre 13: Ada Bruno, P Pedone 7: Carla Dino")

	renamed := func(name string) {
		t.Helper()
		patched(manager, e.address("player-clubs/"+tower.String()), apitest.JSON{"name": name}).Want(200)
	}
	renamed("Torre Bianca")
	e.server.Clock.Set(time.Date(2009, 2, 10, 12, 0, 0, 0, time.UTC))
	for _, who := range []*apitest.Client{manager, second.referee} {
		who.SignIn()
	}
	patched(manager, e.address("players/"+e.people[1].String()), apitest.JSON{"club": "Pedone"}).Want(200)
	says("between two evenings the transfer changes nothing, and the other name no figure", "T Torre Bianca 13: Ada Bruno, P Pedone 7: Carla Dino")

	e.server.Clock.Set(time.Date(2009, 2, 12, 20, 0, 0, 0, time.UTC))
	for _, who := range []*apitest.Client{manager, second.referee} {
		who.SignIn()
	}
	e.plays(second, "2134") // Bruno 10, Ada 7, Carla 3, Dino 0
	e.add(second).Want(200)
	const moved = "P Pedone 23: Bruno Carla Dino, T Torre Bianca 17: Ada"
	says("Bruno, who plays for the other club now, takes along what he had", moved)
	if _, _, page := e.seasonPage("/series/serate-2", ""); !strings.Contains(page, `/clubs/`+pawn.String()+`"`) || !strings.Contains(page, `/clubs/`+tower.String()+`"`) {
		t.Error("the page does not lead to the clubs")
	}
	if line := strings.Split(string(anybody.Get(e.series+"/clubs?format=csv").Want(200).Body), "\r\n")[1]; !strings.HasSuffix(line, ","+pawn.String()) {
		t.Errorf("as CSV: %q", line)
	}
	var page openapi.SeriesClubs
	anybody.Get(e.series + "/clubs?limit=1").Want(200).Into(&page)
	anybody.Get(e.series + "/clubs?limit=1&cursor=" + page.NextCursor).Want(200).Into(&page)
	if len(page.Items) != 1 || page.Items[0].Id.UUID != tower {
		t.Errorf("the next page begins with %+v", page.Items)
	}

	e.remove(second).Want(200)
	says("the evening is taken out, and so is the transfer", "T Torre Bianca 13: Ada Bruno, P Pedone 7: Carla Dino")
	e.add(second).Want(200)
	says("and back", moved)

	manager.Post(e.address("players/"+e.people[0].String()+"/erasure"), apitest.JSON{"reason": "Lo ha chiesto"}).Want(200)
	renamed("Torre Nera")
	if got := clubs(e.series); !strings.Contains(got, "T Torre Nera 17:") || strings.Contains(got, "Ada") {
		t.Errorf("the register has forgotten Ada, whose club is the same one: %s", got)
	}
	t.Run("postings of the release before, which have a name alone", func(t *testing.T) {
		e.server.Database.Alter(t, `update league.series_postings set club_id = null`)
		if got := clubs(e.series); !strings.Contains(got, "P Pedone 23: Bruno Carla Dino, - Torre Bianca 17:") {
			t.Errorf("of who is erased the name is what is known: %s", got)
		}
		renamed("Torre bianca")
		if got := clubs(e.series); !strings.Contains(got, "T Torre bianca 17:") {
			t.Errorf("the name that a club has is that club's: %s", got)
		}
	})
}

func TestSeriesAreRefused(t *testing.T) {
	t.Parallel()
	e := newEvenings(t)
	manager := e.federation.Manager
	first, draft := e.evening(5), e.federation.Stage(nil)
	strange := e.server.Federation("Altro circolo")
	over := e.server.SignUp("Olga Organizzatrice")
	manager.Post(e.address("invitations"), apitest.JSON{"email": over.Email, "role": "organizer", "scope": apitest.JSON{"kind": "tenant"}}).Want(201)
	over.Accept(over.Get("/me/invitations").Want(200).ID("items.0.id"))
	of := e.appointed(first)
	body := func(changes apitest.JSON) apitest.JSON {
		out := apitest.JSON{"slug": "altra", "title": "Altra serie", "ruleset": "club-series"}
		for name, value := range changes {
			out[name] = value
		}
		return out
	}
	over.Post(e.address("series"), body(apitest.JSON{"slug": "del-circolo"})).Want(201) // the control for those without the permission
	penalty := func(changes apitest.JSON) apitest.JSON {
		out := apitest.JSON{"player": e.people[0], "points": "-1", "paragraph": "5", "reason": "Disturba"}
		for name, value := range changes {
			if out[name] = value; value == nil {
				delete(out, name)
			}
		}
		return out
	}
	for _, tt := range []struct {
		name   string
		answer *apitest.Answer
		status int
		reason string
	}{
		{"who organizes one evening keeps no series", of.Post(e.address("series"), body(nil)), 403, "out-of-scope"},
		{"nor adds to one", of.Post(e.series+"/events", apitest.JSON{"events": []uuid.UUID{first.id}}), 403, "out-of-scope"},
		{"nor reads why somebody was punished", of.Get(e.series + "/penalties"), 403, "out-of-scope"},
		{"another club's manager neither", strange.Manager.Post(e.series+"/events", apitest.JSON{"events": []uuid.UUID{first.id}}), 403, "role-missing"},
		{"one address twice", manager.Post(e.address("series"), body(apitest.JSON{"slug": "serate"})), 409, ""},
		{"a ruleset without series", manager.Post(e.address("series"), body(apitest.JSON{"ruleset": "just-play-2022"})), 422, "ruleset-without-series"},
		{"days in the wrong order", manager.Post(e.address("series"), body(apitest.JSON{"from": "2009-02-02", "until": "2009-02-01"})), 422, "before-from"},
		{"days of another year", manager.Post(e.address("series"), body(apitest.JSON{"from": "2010-02-02", "year": 2009})), 422, "series-of-other-year"},
		{"a circuit of no season", manager.Post(e.address("series"), body(apitest.JSON{"circuit": "open"})), 422, "needs-season"},
		{"a season that is not there", manager.Post(e.address("series"), body(apitest.JSON{"season": uuid.New()})), 422, "unknown-season"},
		{"an event that is not there", manager.Post(e.series+"/events", apitest.JSON{"events": []uuid.UUID{uuid.New()}}), 422, "series-event-not-here"},
		{"another club's event", manager.Post(e.series+"/events", apitest.JSON{"events": []uuid.UUID{strange.Stage(nil)}}), 422, "series-event-not-here"},
		{"a draft", manager.Post(e.series+"/events", apitest.JSON{"events": []uuid.UUID{draft}}), 422, "series-of-draft"},
		{"one event twice", manager.Post(e.series+"/events", apitest.JSON{"events": []uuid.UUID{first.id, first.id}}), 422, "repeated"},
		{"a penalty of nothing", manager.Post(e.series+"/penalties", penalty(apitest.JSON{"points": "0"})), 422, "series-penalty-of-nothing"},
		{"a penalty without points", manager.Post(e.series+"/penalties", penalty(apitest.JSON{"points": nil})), 422, "points-missing"},
		{"a penalty without paragraph", manager.Post(e.series+"/penalties", penalty(apitest.JSON{"paragraph": nil})), 422, "paragraph-missing"},
		{"a paragraph that is not there", manager.Post(e.series+"/penalties", penalty(apitest.JSON{"paragraph": "99"})), 422, "unknown-paragraph"},
		{"an offense that is not there", manager.Post(e.series+"/penalties", penalty(apitest.JSON{"offense": "noise"})), 422, "unknown-offense"},
		{"a player who is not there", manager.Post(e.series+"/penalties", penalty(apitest.JSON{"player": uuid.New()})), 422, ""},
		{"a series that is not there", manager.Get(e.address("series/" + uuid.NewString())), 404, ""},
		{"another club's series", strange.Manager.Get(strange.Path + "/series/" + e.series[strings.LastIndexByte(e.series, '/')+1:]), 404, ""},
		{"an event that was never in it", manager.Post(e.series+"/events/"+first.id.String()+"/removal", apitest.JSON{"reason": "Prova"}), 404, "not-found"},
		{"a cursor of another list", manager.Get(e.series + "/standings?cursor=abc"), 400, ""},
	} {
		if tt.answer.Status != tt.status || tt.reason != "" && !strings.Contains(string(tt.answer.Body), tt.reason) {
			t.Errorf("%s: %d %s", tt.name, tt.answer.Status, tt.answer.Body)
		}
	}
	e.add(first).Want(200)
	if refused := e.add(first).Refused(422, "invalid"); refused.Text("errors.0.reason") != "series-has-event" {
		t.Errorf("an event that is in it: %s", refused.Body)
	}
}

// appointed is an organizer of one evening.
func (e *evenings) appointed(s *stage) *apitest.Client {
	e.t.Helper()
	return s.appoint("Oreste Organizzatore", "organizer")
}

// The standings after any order of adding, taking out, opening again, ending, declaring void and declaring
// valid are those of a series to which only the events that count were added.
func TestStandingsOfAnyOrder(t *testing.T) {
	t.Parallel()
	e := newEvenings(t)
	rankings := []string{"1234", "2134", "4321", "3412"}
	var played []*stage
	for i, ranking := range rankings {
		s := e.evening(5 + 7*i)
		e.plays(s, ranking)
		played = append(played, s)
	}
	manager, random, rows := e.federation.Manager, rand.New(rand.NewPCG(75, 20)), 0
	for round := range 3 {
		e.series = e.newSeries(fmt.Sprintf("prova-%d", round), nil)
		member, open, void := map[int]bool{}, map[int]bool{}, map[int]bool{}
		for range 24 {
			n := random.IntN(len(played))
			s := played[n]
			switch random.IntN(4) {
			case 0:
				if member[n] = !member[n]; member[n] {
					e.add(s).Want(200)
				} else {
					e.remove(s).Want(200)
				}
			case 1:
				if open[n] = !open[n]; open[n] {
					s.referee.Post(s.path+"/reopening", apitest.JSON{"reason": "Sbagliato"}).Want(200)
				} else {
					s.referee.Post(s.path+"/completion", nil).Want(200)
				}
			default:
				if open[n] {
					continue
				}
				void[n] = !void[n]
				manager.Post(s.path+"/validity", apitest.JSON{"valid": !void[n], "reason": "Prova"}).Want(200)
			}
		}
		got := e.page().Items
		e.series = e.newSeries(fmt.Sprintf("da-capo-%d", round), nil)
		for n, s := range played {
			if member[n] && !open[n] && !void[n] {
				e.add(s).Want(200)
			}
		}
		rows += len(got)
		if want := e.page().Items; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
		for n, s := range played {
			if open[n] {
				s.referee.Post(s.path+"/completion", nil).Want(200)
			}
			if void[n] {
				manager.Post(s.path+"/validity", apitest.JSON{"valid": true, "reason": "Prova"}).Want(200)
			}
		}
	}
	if rows == 0 {
		t.Error("nothing was compared")
	}
}

// Two records of one person have one row in a series. Points name the record that played, also
// those that are posted while the two are one: parted, each has its own (0074).
func TestSeriesOfMergedRecords(t *testing.T) {
	t.Parallel()
	e := newEvenings(t)
	manager := e.federation.Manager
	first, second := e.evening(5), e.evening(12)
	e.plays(first, "1234")
	e.add(first, second).Want(200)
	ada := e.people[0]
	fresh := manager.Post(e.address("players"), apitest.JSON{"name": "Ada Nuova", "sameNameAccepted": true}).Want(201).ID("id")
	before := e.rows()
	merging(manager, e.federation.Path, ada, fresh).Want(200)
	merged := strings.Replace(before, "Ada ", "Ada Nuova ", 1)
	if got := e.rows(); got != merged {
		t.Errorf("merged: %s", got)
	}
	for _, record := range []uuid.UUID{ada, fresh} {
		if way := manager.Get(e.series + "/players/" + record.String()).Want(200); way.ID("player.id") != fresh || way.Int("row.rank") != 1 {
			t.Errorf("the way of the person: %s", way.Body)
		}
	}
	e.remove(first).Want(200)
	e.add(first).Want(200)
	if got := e.rows(); got != merged {
		t.Errorf("posted anew: %s", got)
	}
	unmerging(manager, e.federation.Path, ada).Want(200)
	if got := e.rows(); got != before {
		t.Errorf("parted: %s", got)
	}
}

// A player's page and the list of series tell in which series they stand, by any record of theirs, and
// with which rank; the page of a season names its series.
func TestSeriesOfAPlayer(t *testing.T) {
	t.Parallel()
	e := newEvenings(t)
	manager, ada := e.federation.Manager, e.people[0]
	first := e.evening(5)
	e.plays(first, "1234")
	listed := func(query string) int { return manager.Get(e.address("series?" + query)).Want(200).Len("items") }
	page := func(player uuid.UUID) string {
		return fetch(t, e.server.Address+"/t/"+e.federation.Slug+"/players/"+player.String()+"?lang=en", "").text
	}
	const place = `/series/serate?lang=en">Campionato delle serate</a> <span class="muted">1 of 4</span>`
	check := func(when string, player uuid.UUID, want bool) {
		t.Helper()
		if got := listed("player=" + player.String()); got != map[bool]int{true: 1}[want] {
			t.Errorf("%s: %d series", when, got)
		}
		if got := strings.Contains(page(player), place); got != want {
			t.Errorf("%s: on the page: %t", when, got)
		}
	}
	check("an evening of no series", ada, false)
	e.add(first).Want(200)
	check("an evening of the series", ada, true)
	fresh := manager.Post(e.address("players"), apitest.JSON{"name": "Ada Nuova", "sameNameAccepted": true}).Want(201).ID("id")
	merging(manager, e.federation.Path, ada, fresh).Want(200)
	check("by the record that is kept", fresh, true)
	check("by an alias", ada, true)
	e.remove(first).Want(200)
	check("taken out of the series", fresh, false)

	c := newChampionshipOn(t, e.server)
	c.manager.Post(c.federation.Path+"/rulesets", apitest.JSON{"document": madeUp(t, "club-series")}).Want(201)
	c.manager.Post(c.federation.Path+"/rulesets/club-series/versions", apitest.JSON{"draft": 1}).Want(201)
	board := c.server.Address + "/t/" + c.federation.Slug + "/s/campionato-2009/qualification?lang=en"
	const link = `/series/circuito?lang=en">Classifica del circuito</a>`
	if strings.Contains(fetch(t, board, "").text, link) {
		t.Error("the season names a series that is not there")
	}
	made := c.manager.Post(c.federation.Path+"/series", apitest.JSON{"slug": "circuito", "title": "Classifica del circuito", "ruleset": "club-series", "season": c.id}).Want(201)
	if body := fetch(t, board, "").text; !strings.Contains(body, link) {
		t.Errorf("the season does not name its series: %s", body)
	}
	if got := c.manager.Get(c.federation.Path + "/series?season=" + c.id.String()).Want(200); got.Len("items") != 1 || got.ID("items.0.id") != made.ID("id") {
		t.Errorf("series of the season: %s", got.Body)
	}
	if got := c.manager.Get(c.federation.Path + "/series?season=" + uuid.NewString()).Want(200).Len("items"); got != 0 {
		t.Errorf("%d series of another season", got)
	}
}

// An erased record names nobody, so that nobody gets a penalty by it.
func TestPenaltyOfAnErasedRecord(t *testing.T) {
	t.Parallel()
	e := newEvenings(t)
	manager, erased := e.federation.Manager, e.people[3]
	manager.Post(e.address("players/"+erased.String()+"/erasure"), apitest.JSON{"reason": "Lo ha chiesto"}).Want(200)
	penalty := apitest.JSON{"player": erased, "points": "-1", "paragraph": "3", "reason": "In ritardo"}
	manager.Post(e.series+"/penalties", penalty).Refused(409, "erasure-done")
	penalty["player"] = e.people[0]
	manager.Post(e.series+"/penalties", penalty).Want(201)
}

// CS 6, 7: the awards of a series follow from its standings at once, players who are level share them, and
// newcomers are those whom no earlier series has.
func TestAwardsOfSeries(t *testing.T) {
	t.Parallel()
	e := newEvenings(t)
	awards := func(series string) string {
		t.Helper()
		var page openapi.SeriesStandings
		e.server.Anonymous().Get(series + "/standings?limit=1").Want(200).Into(&page)
		var out []string
		for _, a := range page.Awards {
			text := a.Id + " " + a.Figure
			for _, p := range a.Winners {
				text += " " + strings.Fields(p.Name)[0]
			}
			out = append(out, text+" ("+a.Why.Reason+" "+a.Why.Rule.Paragraph+")")
		}
		return strings.Join(out, ", ")
	}
	first, second, third := e.evening(5), e.evening(12), e.evening(19)
	e.plays(first, "1234")
	e.add(first).Want(200)
	if got := awards(e.series); got != "most-wins 1 Ada (award-most 6), most-played  (award-most 6), newcomer 10 Ada (award-most-of-newcomers 7)" {
		t.Errorf("after an evening: %s", got)
	}
	e.plays(second, "2134")
	e.add(second).Want(200)
	if got := awards(e.series); !strings.HasPrefix(got, "most-wins 1 Ada Bruno (award-most 6), most-played 2 Ada Bruno Carla Dino") {
		t.Errorf("after two: %s", got)
	}
	if _, _, body := e.seasonPage("/series/serate?lang=en", ""); !strings.Contains(body, "Most faithful") || !strings.Contains(body, "Has the most of those who played in a series for the first time.") {
		t.Error("the page has no awards")
	}
	e.plays(third, "2143")
	later := e.newSeries("seguito", apitest.JSON{"title": "Seguito"})
	e.federation.Manager.Post(later+"/events", apitest.JSON{"events": []uuid.UUID{third.id}}).Want(200)
	if got := awards(later); got != "most-wins 1 Bruno (award-most 6), most-played  (award-most 6), newcomer  (award-most-of-newcomers 7)" {
		t.Errorf("of a later series: %s", got)
	}
}
