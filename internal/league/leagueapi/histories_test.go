package leagueapi_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// octets say that a body is a file.
func octets(r *http.Request) { r.Header.Set("Content-Type", "application/octet-stream") }

// past is a ranking by the Bulgarian regulation into which a past is brought.
type past struct {
	*ranglista
	t *testing.T
}

func newPast(t *testing.T) *past {
	t.Helper()
	return &past{newRanglista(t), t}
}

// sent is a table that was sent.
func (p *past) sent(subject, table string) openapi.History {
	p.t.Helper()
	var h openapi.History
	ranking := p.ranking[strings.LastIndex(p.ranking, "/")+1:]
	p.federation.Manager.Post(p.address("histories")+"?subject="+subject+"&name="+url.QueryEscape(subject+".csv")+"&ranking="+ranking, []byte(table),
		octets).Want(201).Into(&h)
	return h
}

// settings are those that were suggested, with changes.
func (p *past) settings(h openapi.History, changes apitest.JSON) apitest.JSON {
	body := apitest.JSON{"mapping": h.Suggested}
	if h.Subject != "players" {
		body["ranking"] = p.ranking[strings.LastIndex(p.ranking, "/")+1:]
	}
	if h.Subject == "results" {
		body["kind"], body["timeZone"] = "ranking", "Europe/Sofia"
	}
	for k, v := range changes {
		body[k] = v
	}
	return body
}

func (p *past) at(h openapi.History, what string) string {
	return strings.TrimSuffix(p.address("histories/"+h.Id.String()+"/"+what), "/")
}

// checked is a table as its check leaves it.
func (p *past) checked(h openapi.History, changes apitest.JSON) openapi.History {
	p.t.Helper()
	settings := p.settings(h, changes)
	h = openapi.History{Id: h.Id}
	p.federation.Manager.Post(p.at(h, "check"), settings).Want(200).Into(&h)
	return p.settled(h, "checking")
}

// settled waits until the work on a table has left a state.
func (p *past) settled(h openapi.History, state string) openapi.History {
	p.t.Helper()
	pause := 50 * time.Millisecond
	if h.Counts.Results > 1000 || h.Progress.Total > 1000 {
		pause = time.Second // each answer tells of thousands of lines
	}
	awaitAsking(p.t, pause, func() bool {
		if string(h.State) != state {
			return true
		}
		h = openapi.History{Id: h.Id}
		p.federation.Manager.Get(p.at(h, "")).Want(200).Into(&h)
		return string(h.State) != state
	})
	return h
}

func (p *past) applied(h openapi.History) openapi.History {
	p.t.Helper()
	h = openapi.History{Id: h.Id}
	p.federation.Manager.Post(p.at(h, "application"), nil).Want(200).Into(&h)
	return p.settled(h, "storing")
}

func (p *past) undone(h openapi.History) openapi.History {
	p.t.Helper()
	h = openapi.History{Id: h.Id}
	p.federation.Manager.Post(p.at(h, "undo"), apitest.JSON{"reason": "The table of another year"}).Want(200).Into(&h)
	return p.settled(h, "undoing")
}

func tableFaults(h openapi.History) string {
	var texts []string
	for _, f := range h.Faults {
		texts = append(texts, fmt.Sprintf("%d %s", f.Line, f.Reason))
	}
	return strings.Join(texts, ", ")
}

// The past of a federation: records on paper come in with their names checked, are in the ranking and the hall
// by BG 1, cannot come in twice, and are removed again as a whole.
func TestAPastComesInAndGoesAgain(t *testing.T) {
	t.Parallel()
	p := newPast(t)
	manager := p.federation.Manager
	before, audit := p.rows("standings"), p.rows("hall")

	// Openings: a person of the register known by name alone, who has to be decided about; one beyond the cap; a
	// formula.
	manager.Post(p.address("players"), apitest.JSON{"name": "Мария Колева", "club": "София"}).Want(201)
	h := p.sent("openings", "Име;Клуб;Точки;vp;Турнири\nМария Колева;Пловдив;120;300;12\nНиколай Дойчев;;310;657;40\n'=1+1;;7;9;1\n")
	if len(h.Suggested) != 5 || h.State != "received" {
		t.Fatalf("%+v", h)
	}
	h = p.checked(h, nil)
	if h.State != "questions" || h.Counts.Questions != 1 || h.Counts.New != 2 || h.Questions[0].Line != 2 || h.Questions[0].Candidates[0].Name != "Мария Колева" {
		t.Fatalf("%+v", h)
	}
	manager.Post(p.at(h, "application"), nil).Refused(409, "history-state")
	accesses := func(name string) int {
		return p.server.Database.Count(t, `select count(*) from league.data_accesses x where exists (select from league.players p where p.id = any(x.players) and p.name = $1)`, name)
	}
	seen := accesses("Мария Колева")
	manager.Get(p.address("histories/" + h.Id.String())).Want(200)
	if got := accesses("Мария Колева"); got != seen {
		t.Errorf("a question that shows no year of birth left %d rows", got-seen)
	}
	manager.Post(p.address("players"), apitest.JSON{"name": "Борис Личен", "birthYear": 1975}).Want(201)
	asked := p.checked(p.sent("openings", "Име;Клуб;Точки;vp;Турнири\nБорис Личен;Пловдив;12;30;2\n"), nil)
	told := accesses("Борис Личен")
	if got := manager.Get(p.address("histories/" + asked.Id.String())).Want(200); got.Int("questions.0.candidates.0.birthYear") != 1975 {
		t.Errorf("a question: %s", got.Body)
	}
	if got := accesses("Борис Личен"); got != told+1 {
		t.Errorf("a question that shows a year of birth left %d rows", got-told)
	}
	known := h.Questions[0].Candidates[0].Player
	resolved := apitest.JSON{"decisions": []apitest.JSON{{"line": 2, "player": known}}}
	if bad := p.checked(p.sent("openings", "Име;Клуб;Точки;vp;Турнири\nМария Колева;Пловдив;120;300;12\nНиколай Дойчев;;31x;657;40\n"), resolved); bad.State != "faulty" || tableFaults(bad) != "3 not-a-number" {
		t.Fatalf("no number: %s %s", bad.State, tableFaults(bad))
	}
	table := "Име;Клуб;Точки;vp;Турнири\nМария Колева;Пловдив;120;300;12\nНиколай Дойчев;;310;657;40\n'=1+1;;7;9;1\n"
	h = p.checked(p.sent("openings", table), resolved)
	if h.State != "clean" || h.Counts.Openings != 3 || h.Counts.Arrivals != 1 || h.Differences[0].What != "arrival" || h.Differences[0].Name != "Николай Дойчев" {
		t.Fatalf("%+v %s", h, tableFaults(h))
	}
	if got := p.rows("standings"); got != before {
		t.Errorf("a check has stored %s", got)
	}
	if h.Counts.Lines != 3 || h.Counts.LastLine != 4 || h.Counts.LastOpen {
		t.Errorf("where the file ends: %+v", h.Counts)
	}
	h = p.applied(h)
	if h.State != "stored" || h.Progress.Phase != "done" {
		t.Fatalf("%+v", h)
	}
	if got := p.rows("standings"); got != "1. Мария Колева 120/300/0.00%/0/0/0/12, 2. =1+1 7/9/0.00%/0/0/0/1" {
		t.Errorf("standings %s", got)
	}
	if got := p.rows("hall"); !strings.HasPrefix(got, "1. Николай Дойчев 310/") {
		t.Errorf("BG 1: the hall is %s", got)
	}
	if csv := manager.Get(p.ranking + "/standings?format=csv").Want(200); !bytes.Contains(csv.Body, []byte("'=1+1")) {
		t.Errorf("a formula goes out as %s", csv.Body)
	}
	career := manager.Get(p.ranking + "/players/" + known.String()).Want(200)
	if !strings.Contains(string(career.Body), "openings.csv") {
		t.Errorf("where the opening is from: %s", career.Body)
	}
	if log := manager.Get(p.address("log")).Want(200); !bytes.Contains(log.Body, []byte(`"history.stored"`)) {
		t.Errorf("the log says %s", log.Body)
	}

	// The same table again changes nothing: it is refused by its content, and one alike by its openings.
	again := p.checked(p.sent("openings", table), apitest.JSON{"rest": "known"})
	if again.State != "clean" || again.Counts.Unchanged != 3 || again.Counts.Openings != 0 || again.Counts.New != 0 {
		t.Errorf("%+v %s", again, tableFaults(again))
	}
	manager.Post(p.at(again, "application"), nil).Refused(409, "history-stored-before")
	if other := p.checked(p.sent("openings", strings.Replace(table, "120", "121", 1)), apitest.JSON{"rest": "known"}); other.State != "faulty" || tableFaults(other) != "2 opening-stands" {
		t.Errorf("%s %s", other.State, tableFaults(other))
	}

	// Undone as a whole.
	h = p.undone(h)
	if h.State != "undone" || p.rows("standings") != before || p.rows("hall") != audit {
		t.Errorf("%+v: %s", h, p.rows("standings"))
	}
	if found := manager.Get(p.address("players") + "?name=" + url.QueryEscape("Дойчев")).Want(200); found.Len("items") != 0 {
		t.Errorf("whom it had added is still there: %s", found.Body)
	}
	manager.Get(p.address("players/" + known.String())).Want(200)
	manager.Post(p.at(h, "undo"), apitest.JSON{"reason": "once more"}).Refused(409, "history-state")
	if h = p.applied(p.checked(p.sent("openings", table), resolved)); h.State != "stored" {
		t.Errorf("after it was undone it comes in again: %+v", h)
	}
}

// Events of which the ranking or the totals are known post the entered points, are taken out and counted again
// like others, and nothing rests on them until they are decided about.
func TestPastEvents(t *testing.T) {
	t.Parallel()
	p := newPast(t)
	manager := p.federation.Manager
	h := p.checked(p.sent("results", "Турнир,Дата,Място,Име,Точки,vp\nОткрит шампионат,8.3.2008,1,Ада,200,26\nОткрит шампионат,8.3.2008,2,Борис,8,20\n"+
		"Пролетен,2008-04-01,,Борис,5,11\nПролетен,2008-04-01,,Ада,150,13\n"), nil)
	if h.State != "clean" || h.Counts.Events != 2 || h.Counts.Results != 4 || h.Counts.New != 2 || h.Counts.Arrivals != 1 {
		t.Fatalf("%+v %s", h, tableFaults(h))
	}
	h = p.applied(h)
	if got := p.rows("hall"); got != "1. Ада 350/39/0.00%/0/0/0/2 since Пролетен" {
		t.Errorf("hall %s", got)
	}
	if got := p.rows("standings"); got != "1. Борис 13/31/0.00%/0/0/0/2" {
		t.Errorf("standings %s", got)
	}
	events := manager.Get(p.address("events") + "?to=2008-12-31").Want(200)
	if events.Len("items") != 2 || events.Text("items.0.state") != "finished" || events.Value("items.0.elsewhere") != true {
		t.Fatalf("%s", events.Body)
	}
	var ada openapi.Biography
	manager.Get(p.address("players/" + manager.Get(p.ranglista.ranking+"/hall").Want(200).Text("items.0.player.id") + "/biography")).Want(200).Into(&ada)
	if got := ada.Results[0]; got.Points != "150" || got.Vp != "13" || got.Share != "" || got.Wins != "" || len(got.Games) != 0 {
		t.Errorf("what was entered of an event: %+v", got)
	}
	spring := p.address("events/" + events.Text("items.0.id"))
	standings := manager.Get(spring + "/standings").Want(200)
	if !strings.Contains(string(standings.Body), "Ада") {
		t.Errorf("%s", standings.Body)
	}

	manager.Post(spring+"/validity", apitest.JSON{"valid": false, "reason": "Друга карта"}).Want(200)
	if got := p.rows("standings"); got != "1. Ада 200/26/0.00%/0/0/0/1, 2. Борис 8/20/0.00%/0/0/0/1" {
		t.Errorf("without the second: %s", got)
	}
	manager.Post(p.at(h, "undo"), apitest.JSON{"reason": "no"}).Want(422)
	manager.Post(p.at(h, "undo"), apitest.JSON{"reason": "Something rests on it"}).Refused(409, "history-events-changed")
	manager.Post(spring+"/validity", apitest.JSON{"valid": true, "reason": "Същата карта"}).Want(200)
	if got := p.rows("hall"); got != "1. Ада 350/39/0.00%/0/0/0/2 since Пролетен" {
		t.Errorf("after it counts again: %s", got)
	}

	// A ranking that begins later takes the entered points.
	later := manager.Post(p.address("rankings"), newRankingBody(apitest.JSON{"slug": "later", "title": "Later"})).Want(201).ID("id")
	if got := manager.Get(p.address("rankings/"+later.String()) + "/standings").Want(200); got.Text("items.0.player.name") != "Борис" || got.Text("items.0.scoreLine") != "13/31/0.00%/0/0/0/2" {
		t.Errorf("%s", got.Body)
	}

	// The same events of a table that reads otherwise are there already.
	if other := p.checked(p.sent("results", "Турнир,Дата,Място,Име,Точки\nПролетен,1.4.2008,1,Вера,3\n"), nil); tableFaults(other) != "2 event-there" {
		t.Errorf("%s", tableFaults(other))
	}
}

// An import is undone while nothing rests on it; otherwise the refusal names it.
func TestWhatRestsOnAPast(t *testing.T) {
	t.Parallel()
	p := newPast(t)
	manager := p.federation.Manager
	add := func(name string) (openapi.History, string) {
		h := p.applied(p.checked(p.sent("players", "name,mail\n"+name+","+strings.ToLower(name)+"@example.org\n"), nil))
		if h.State != "stored" || h.Counts.New != 1 {
			t.Fatalf("%+v", h)
		}
		return h, manager.Get(p.address("players") + "?name=" + name).Want(200).Text("items.0.id")
	}
	undo := func(h openapi.History) *apitest.Answer {
		return manager.Post(p.at(h, "undo"), apitest.JSON{"reason": "Wrong table"})
	}
	free, _ := add("Frida")
	plays, player := add("Paolo")
	p.next().enterPlayer(uuid.MustParse(player)).Want(201)
	undo(plays).Refused(409, "history-people-play")
	ranked, player := add("Renata")
	p.opened(uuid.MustParse(player), "5").Want(201)
	undo(ranked).Refused(409, "history-people-play")
	undo(free).Want(200)
	if h := p.settled(openapi.History{Id: free.Id, State: "undoing"}, "undoing"); h.State != "undone" {
		t.Errorf("nothing rests on it: %+v", h)
	}

	opening := p.applied(p.checked(p.sent("openings", "name,points\nOlga,5\n"), nil))
	olga := manager.Get(p.address("players") + "?name=Olga").Want(200).Text("items.0.id")
	p.opened(uuid.MustParse(olga), "6").Want(201)
	undo(opening).Refused(409, "history-openings-changed")
}

// People of the register are offered and never taken silently; faults of a table come with line and column.
func TestFaultsOfAPast(t *testing.T) {
	t.Parallel()
	p := newPast(t)
	for _, tt := range []struct{ name, subject, table, want string }{
		{"a day to come", "results", "event,day,name,points\nEvento,2099-01-01,Aa,1\n", "2 day-not-past"},
		{"no date", "results", "event,day,name,points\nEvento,soon,Aa,1\n", "2 day-no-date"},
		{"twice at an event", "results", "event,day,name,points\nEvento,2008-01-01,Aa,1\nEvento,2008-01-01,Aa,2\n", "3 person-twice"},
		{"places of some", "results", "event,day,name,place,points\nEvento,2008-01-01,Aa,1,1\nEvento,2008-01-01,Bb,,2\n", "2 places-of-some"},
		{"no name", "players", "name,club\n,X\n", "2 name-required"},
		{"a name of signs", "players", "name\n---\n", "2 name-without-letters"},
		{"one number of two", "players", "name,member\nAa,1\nBb,1\n", "3 member-of-another"},
		{"two openings", "openings", "name,points\nAa,1\nAa,2\n", "3 opening-twice"},
		{"below zero", "openings", "name,points\nAa,-1\n", "2 outside-range"},
		{"no number", "openings", "name,points\nAa,many\n", "2 not-a-number"},
		{"no lines", "players", "name\n", "2 table-empty"},
		{"no name column", "players", "club\nX\n", "1 column-required"},
		{"too many of one name", "players", "name,member\n" + numbered("Ada", 60), "52 too-many-namesakes"},
	} {
		h := p.sent(tt.subject, tt.table)
		if len(h.Suggested) == 0 || tt.name == "no name column" {
			h.Suggested = []openapi.HistoryMapping{{Column: "club", Heading: "club"}}
		}
		if h = p.checked(h, nil); h.State != "faulty" || tableFaults(h) != tt.want {
			t.Errorf("%s: %s %q, want %q", tt.name, h.State, tableFaults(h), tt.want)
		}
	}
	send := func(table []byte) *apitest.Answer {
		return p.federation.Manager.Post(p.address("histories")+"?subject=players&name=xx", table, octets)
	}
	send([]byte("name\n\xff\xfe\n")).Refused(422, "invalid")
	send([]byte("name\n\"A\n")).Refused(422, "invalid")
	send([]byte("")).Want(422)
	h := p.sent("openings", "name,points\nAa,1\n")
	refused := p.federation.Manager.Post(p.at(h, "check"), p.settings(h, apitest.JSON{"ranking": uuid.NewString()})).Refused(422, "invalid")
	if refused.Text("errors.0.reason") != "ranking-unknown" {
		t.Errorf("%s", refused.Body)
	}
}

func numbered(name string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s,%d\n", name, i+1)
	}
	return b.String()
}

// longPast is a table of results that is worked on after the answer: so many events of twenty people.
func longPast(events int) string {
	var b strings.Builder
	b.WriteString("event,day,place,name,member,points,vp\n")
	for e := range events {
		for n := range 20 {
			who := (e*7 + n*11) % 997
			fmt.Fprintf(&b, "Вечер %d,%d-%02d-%02d,%d,Играч номер %d,%d,%d,%d\n", e+1, 1999+e/336, 1+e/28%12, 1+e%28, n+1, who, who+1, (20-n)%4, 20-n)
		}
	}
	return b.String()
}

// A long table is a job: it reports its progress, and one that is interrupted in the middle by a restart
// continues where it ended, with the same people, and has everything once.
func TestALongPastSurvivesARestart(t *testing.T) {
	t.Parallel()
	p := newPast(t)
	const events = 520 // three batches of lines
	h := p.checked(p.sent("results", longPast(events)), nil)
	if h.State != "clean" || h.Counts.Results != 20*events || h.Counts.Events != events {
		t.Fatalf("%s %s %+v", h.State, tableFaults(h), h.Counts)
	}
	started := openapi.History{}
	p.federation.Manager.Post(p.at(h, "application"), nil).Want(200).Into(&started)
	if started.State != "storing" || started.Progress.Total == 0 {
		t.Fatalf("%+v", started.Progress)
	}
	middle := openapi.History{}
	await(t, func() bool {
		middle = openapi.History{}
		p.federation.Manager.Get(p.at(h, "")).Want(200).Into(&middle)
		return middle.Progress.Phase == "lines" && middle.Progress.Done > 0 || middle.State == "stored"
	})
	p.server.Restart()
	p.federation.Manager = p.federation.Manager.In(t)
	h = p.settled(openapi.History{Id: h.Id, State: "storing"}, "storing")
	if h.State != "stored" || middle.State == "stored" {
		t.Fatalf("%s, before the restart %s at %+v: %s", h.State, middle.State, middle.Progress, tableFaults(h))
	}
	db := p.server.Database
	if got := db.Text(t, `select count(*) || ' ' || count(distinct (event_id, player_id)) from league.entered_gains where event_id in (select event_id from league.entered_points where history_id = $1)`, h.Id); got != fmt.Sprintf("%d %d", 20*events, 20*events) {
		t.Errorf("gains: %s", got)
	}
	if got := db.Text(t, `select count(*) || ' ' || count(distinct name_key) from league.players where id in (select player_id from league.history_people where history_id = $1)`, h.Id); got != "997 997" {
		t.Errorf("people: %s", got)
	}
	before := p.rows("standings?limit=20")
	h = p.undone(h)
	if h.State != "undone" || p.rows("standings") != "" || before == "" {
		t.Errorf("%+v %s", h, p.rows("standings?limit=3"))
	}
	if got := db.Text(t, `select count(*)::text from league.history_people where history_id = $1`, h.Id); got != "0" {
		t.Errorf("%s people are left", got)
	}
}

// Bringing in a past is the championship manager's.
func TestWhoBringsInAPast(t *testing.T) {
	t.Parallel()
	p := newPast(t)
	h := p.checked(p.sent("players", "name\nFrida\n"), nil)
	stranger := p.server.SignUp("Estranea")
	for _, who := range []*apitest.Client{stranger, p.referee} {
		who.Post(p.address("histories")+"?subject=players&name=xx", []byte("name\nBea\n"), octets).Refused(403, "role-missing")
		who.Get(p.address("histories")).Refused(403, "role-missing")
		who.Get(p.at(h, "")).Refused(403, "role-missing")
		who.Post(p.at(h, "check"), p.settings(h, nil)).Refused(403, "role-missing")
		who.Post(p.at(h, "application"), nil).Refused(403, "role-missing")
		who.Post(p.at(h, "undo"), apitest.JSON{"reason": "None of mine"}).Refused(403, "role-missing")
	}
	other := p.server.Federation("Altra")
	other.Manager.Get(other.Path+"/histories/"+h.Id.String()).Refused(404, "not-found")
	if list := p.federation.Manager.Get(p.address("histories")).Want(200); list.Len("items") != 1 {
		t.Errorf("%s", list.Body)
	}
	if h = p.applied(h); h.State != "stored" {
		t.Errorf("%+v", h)
	}
}

// The clubs of a past are found by their names or made, as the check has announced; a person in a club that has
// closed was in it until then. The clubs are removed with the last table that has people in them, and stay if
// other people are in them.
func TestClubsOfAPast(t *testing.T) {
	t.Parallel()
	p := newPast(t)
	manager, db := p.federation.Manager, p.server.Database
	clubs := func() string {
		var page openapi.PlayerClubPage
		manager.Get(p.address("player-clubs") + "?closed=true").Want(200).Into(&page)
		var texts []string
		for _, c := range page.Items {
			texts = append(texts, fmt.Sprintf("%s %d", c.Name, c.Members))
		}
		return strings.Join(texts, ", ")
	}
	wants := func(when, want string) {
		t.Helper()
		if got := clubs(); got != want {
			t.Errorf("%s the clubs are %s, want %s", when, got, want)
		}
	}
	count := func(table string) int {
		return db.Count(t, `select count(*) from league.`+table+` where tenant_id = $1`, p.federation.ID)
	}
	player := func(name string) *apitest.Answer {
		return manager.Get(p.address("players/" + manager.Get(p.address("players")+"?name="+url.QueryEscape(name)).Want(200).Text("items.0.id"))).Want(200)
	}
	manager.Post(p.address("players"), apitest.JSON{"name": "Мария Колева", "club": "София"}).Want(201)
	old := manager.Post(p.address("player-clubs"), apitest.JSON{"name": "Стара дружина"}).Want(201).ID("id")
	manager.Post(p.address("player-clubs/"+old.String())+"/closing", apitest.JSON{"from": "2008-05-01", "reason": "Разпусната"}).Want(200)
	before, memberships := clubs(), count("memberships")
	wants("before", "София 1, Стара дружина 0")

	h := p.checked(p.sent("players", "name,club,birth year\nАда Петрова,Пловдив,1980\nБоян Илиев, ПЛОВДИВ ,\nВера Янева,софия,2001\nГена Цанева,Стара дружина,\nМария Колева,София,1999\n"), nil)
	if h.State != "clean" || h.Counts.New != 4 || h.Counts.Known != 1 || h.Counts.Clubs != 1 {
		t.Fatalf("%+v %s", h, tableFaults(h))
	}
	var announced []string
	for _, d := range h.Differences {
		announced = append(announced, string(d.What)+" "+d.Name)
	}
	if got := strings.Join(announced, ", "); !strings.Contains(got, "club-added П") {
		t.Errorf("it announces %s", got)
	}
	wants("after a check", before)
	h = p.applied(h)
	if got := clubs(); h.State != "stored" || !strings.EqualFold(got, "Пловдив 2, София 2, Стара дружина 0") {
		t.Fatalf("%+v: %s", h, got)
	}
	if ada := player("Ада"); !strings.EqualFold(ada.Text("club"), "Пловдив") || ada.Int("birthYear") != 1980 {
		t.Errorf("%s", ada.Body)
	}
	if known := player("Мария"); bytes.Contains(known.Body, []byte("birthYear")) {
		t.Errorf("a table changes nobody who is in the register: %s", known.Body)
	}
	for name, minor := range map[string]bool{"Вера": true, "Ада": false} { // it is 2009
		if got := manager.Get(p.address("players/" + player(name).Text("id") + "/consents")).Want(200); (got.Value("initials") == true) != minor {
			t.Errorf("%s: %s", name, got.Body)
		}
	}
	gena := player("Гена")
	if got := playerClubs(manager.Get(p.address("players/" + gena.Text("id") + "/memberships")).Want(200)); got != "Стара дружина –2008-04-30" || bytes.Contains(gena.Body, []byte(`"club"`)) {
		t.Errorf("who was in a club that has closed: %s", got)
	}

	// Another table knows people by a club in which they were, and has its own in the club that the first has made.
	second := p.checked(p.sent("players", "name,club\nГена Цанева,стара дружина\nДора Минева,Пловдив\n"), nil)
	if second.State != "clean" || second.Counts.Known != 1 || second.Counts.Clubs != 0 {
		t.Fatalf("%+v %s", second, tableFaults(second))
	}
	second = p.applied(second)
	if h = p.undone(h); h.State != "undone" {
		t.Fatalf("%+v", h)
	}
	if got := clubs(); !strings.EqualFold(got, "Пловдив 1, София 1, Стара дружина 0") {
		t.Errorf("while another table has somebody in it: %s", got)
	}
	if second = p.undone(second); second.State != "undone" {
		t.Fatalf("%+v", second)
	}
	wants("after both are undone", before)
	if got := count("memberships"); got != memberships {
		t.Errorf("%d memberships, want %d", got, memberships)
	}
	if got := db.Count(t, `select count(*) from league.log where kind = 'club.removed' and tenant_id = $1`, p.federation.ID); got != 1 {
		t.Errorf("the log has the end of %d clubs", got)
	}

	// A club with another member stays, as does one that was changed.
	h = p.applied(p.checked(p.sent("players", "name,club\nЕва Динева,Русе\nЖана Попова,Видин\n"), nil))
	manager.Post(p.address("players"), apitest.JSON{"name": "Зоя Радева", "club": "Русе"}).Want(201)
	patched(manager, p.address("player-clubs/"+manager.Get(p.address("player-clubs")+"?name="+url.QueryEscape("Видин")).Want(200).Text("items.0.id")), apitest.JSON{"city": "Видин"}).Want(200)
	if h = p.undone(h); h.State != "undone" {
		t.Fatalf("%+v", h)
	}
	wants("what somebody uses stays", "Видин 0, Русе 1, София 1, Стара дружина 0")
}

// A table that names an alias means the person whose record is kept; a person who was merged or erased since no
// longer counts as added by the table, and an erased person is never found.
func TestMergedAndErasedOfAPast(t *testing.T) {
	t.Parallel()
	p := newPast(t)
	manager := p.federation.Manager
	add := func(name string) uuid.UUID {
		return manager.Post(p.address("players"), apitest.JSON{"name": name, "club": "София"}).Want(201).ID("id")
	}
	kept, alias := add("Мария Колева"), add("Мими Иванова")
	merging(manager, p.federation.Path, alias, kept).Want(200)
	h := p.applied(p.checked(p.sent("results", "event,day,name,club,place,points\nПролетен,2008-04-01,Мими Иванова,София,1,9\n"), nil))
	if got := p.rows("standings"); h.Counts.Known != 1 || got != "1. Мария Колева 9/0/0.00%/0/0/0/1" {
		t.Errorf("%+v: %s", h, got)
	}
	if twice := p.checked(p.sent("openings", "name,club,points\nМими Иванова,София,1\nМария Колева,София,2\n"), nil); tableFaults(twice) != "3 opening-twice" {
		t.Errorf("two records of one person: %s", tableFaults(twice))
	}
	unmerging(manager, p.federation.Path, alias).Want(200)
	if got := p.rows("standings"); got != "1. Мария Колева 9/0/0.00%/0/0/0/1" {
		t.Errorf("parted: %s", got)
	}
	if h = p.undone(h); h.State != "undone" || p.rows("standings") != "" {
		t.Errorf("%+v: %s", h, p.rows("standings"))
	}

	undo := func(h openapi.History) *apitest.Answer {
		return manager.Post(p.at(h, "undo"), apitest.JSON{"reason": "Wrong table"})
	}
	for _, name := range []string{"Нина Алекова", "Олга Божкова"} {
		h := p.applied(p.checked(p.sent("players", "name\n"+name+"\n"), nil))
		added := uuid.MustParse(manager.Get(p.address("players") + "?name=" + url.QueryEscape(name)).Want(200).Text("items.0.id"))
		if name == "Нина Алекова" {
			merging(manager, p.federation.Path, added, kept).Want(200)
		} else {
			merging(manager, p.federation.Path, alias, added).Want(200)
		}
		undo(h).Refused(409, "history-people-changed")
	}
}

// Once a person whom a table has added is erased, the table is not undone: an erased record has been changed
// since the import like any other, and its neutral name stays wherever it stands. The refusal changes nothing.
func TestUndoAfterSomebodyWasErased(t *testing.T) {
	t.Parallel()
	p := newPast(t)
	manager := p.federation.Manager
	for subject, table := range map[string]string{
		"players":  "name\nИван Изтрит\nПетър Остава\n",
		"openings": "name,club,points\nИван Забравен,,5\nПетър Помнен,,7\n",
	} {
		h := p.applied(p.checked(p.sent(subject, table), nil))
		found := manager.Get(p.address("players") + "?name=" + url.QueryEscape("Иван")).Want(200)
		erased := p.address("players/" + found.ID("items.0.id").String())
		before := p.rows("standings")
		manager.Post(erased+"/erasure", apitest.JSON{"reason": "Поиска го"}).Want(200)
		shown := string(manager.Get(erased).Want(200).Body)
		manager.Post(p.at(h, "undo"), apitest.JSON{"reason": "Wrong table"}).Refused(409, "history-people-changed")
		if again := string(manager.Get(erased).Want(200).Body); again != shown || strings.Contains(again, "Иван") {
			t.Errorf("%s: the refusal has changed the erased record to %s", subject, again)
		}
		if got := p.rows("standings"); strings.Count(got, ",") != strings.Count(before, ",") || strings.Contains(got, "Иван") {
			t.Errorf("%s: the ranking was %s and is %s", subject, before, got)
		}
		if state := manager.Get(p.at(h, "")).Want(200).Text("state"); state != "stored" {
			t.Errorf("%s: the table is %s", subject, state)
		}
	}
}

// Events of a past count in a ranking of the best events like played ones.
func TestBestOfAPast(t *testing.T) {
	t.Parallel()
	p := newPast(t)
	manager := p.federation.Manager
	best := manager.Post(p.address("rankings"), newRankingBody(apitest.JSON{"slug": "godina", "title": "Година", "ruleset": p.federation.YearlyRuleset(2), "from": "2008-01-01", "until": "2008-12-31"})).Want(201).ID("id")
	line := func() string {
		var page openapi.RankingStandings
		manager.Get(p.address("rankings/"+best.String()) + "/standings").Want(200).Into(&page)
		var texts []string
		for _, row := range page.Items {
			texts = append(texts, row.Player.Name+" "+row.ScoreLine)
		}
		return strings.Join(texts, ", ")
	}
	h := p.applied(p.checked(p.sent("results", "event,day,name,place,points\nПърви,2008-01-02,Ада,1,100\nВтори,2008-02-02,Ада,1,200\nТрети,2008-03-02,Ада,1,150\nТрети,2008-03-02,Боян,2,7\nДруга година,2007-03-02,Боян,1,9\n"), nil))
	if got := line(); got != "Ада 350/0/0.00%/0/0/0/2, Боян 7/0/0.00%/0/0/0/1" {
		t.Errorf("of 100, 200 and 150 the best two: %s", got)
	}
	if got := p.rows("hall"); !strings.HasPrefix(got, "1. Ада 450/") {
		t.Errorf("over a lifetime all of them: %s", got)
	}
	if h = p.undone(h); h.State != "undone" || line() != "" || p.rows("hall") != "" {
		t.Errorf("%+v: %s", h, line())
	}
}
