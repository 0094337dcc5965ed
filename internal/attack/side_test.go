package attack_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/internal/league/rules/presets"
)

// logoFile is a picture that only one side has, as base64.
func logoFile(of string) string {
	picture := image.NewGray(image.Rect(0, 0, 300, 200))
	for i := range picture.Pix {
		picture.Pix[i] = of[i%len(of)]
	}
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		panic(err) // into memory
	}
	return base64.StdEncoding.EncodeToString(out.Bytes())
}

// side is one federation with everything in it. Every text written by its people holds its canary.
type side struct {
	canary string
	*apitest.Tenant
	club, newClub *apitest.Tenant      // of the same person; the first has asked for affiliation
	doomed        *apitest.Tenant      // a club of the same person, whose deletion is requested
	heir          *apitest.Client      // manages it too
	host          *apitest.Tenant      // an affiliated club of another person
	hosting       map[string]uuid.UUID // its requests, by the act to come

	logo                string // digest
	region, otherRegion uuid.UUID
	thirdRegion         uuid.UUID                  // takes no part in the seasons
	people              map[string]*apitest.Client // by role, see columns
	victim              *apitest.Client            // loses their role and place on the staff
	players             []uuid.UUID
	event               map[string]uuid.UUID // by the state it is in
	seated              [3][]int             // the entrants at the tables of the running event
	invitation          map[string]uuid.UUID // open: to the world's invited; stage: to a stranger
	sanction            map[string]uuid.UUID // by kind
	ruling              map[string]uuid.UUID // by state
	withdrawal          uuid.UUID
	apart, attendance   uuid.UUID
	staff               uuid.UUID // the victim's
	grant               uuid.UUID // the victim's over the tenant's region
	affiliation         uuid.UUID
	exclusion           uuid.UUID
	ban, otherBan       uuid.UUID // of one person
	checked             int       // start number of the entrant to be checked
	leaving             uuid.UUID // without good reason
	missing             uuid.UUID // the entrant who did not come
	photo               map[string]uuid.UUID
	ruleset             string               // its own; an id like others, so that the neighbors try it
	imported            uuid.UUID            // a clean file
	history             map[string]uuid.UUID // tables of the past, by their state
	season              map[string]uuid.UUID // by the state it is in
	ranking             uuid.UUID
	playerClub          map[string]uuid.UUID // clubs of players, by the act to come
	series              uuid.UUID
	penalty             uuid.UUID                  // on the series
	met                 string                     // id of an opponent of the first player
	convocation         map[string]uuid.UUID       // by the season
	letter              string                     // secret of the link of a convocation
	formLetter          string                     // secret of the link of a form
	tableCode           string                     // of the second table of the event being played
	call                uuid.UUID                  // for a referee, of that table
	form                uuid.UUID                  // id of another form, which is not confirmed
	calendar            string                     // file of the manager's private calendar
	addressLetter       string                     // the same of a new mail address
	claims              map[string]claim           // by their state
	records             map[string]uuid.UUID       // people of the register, by the act to come
	owners              map[string]*apitest.Client // their owners or claimants
	asked               map[string]uuid.UUID       // requests about records, by the act to come
	copied              uuid.UUID                  // copy of the data of one of them
	archive             uuid.UUID                  // of everything of the federation
	claimLetter, code   string                     // secrets by which a record is claimed
	prize               uuid.UUID
	shipment, prizeless map[string]uuid.UUID // shipments by their state; events without one
}

// field is the number of players: the fewest of the ruleset (CN09 3.2).
const field = 12

func buildSide(s *apitest.Server, canary string) *side {
	a := &side{
		canary: canary, Tenant: s.Federation("Federazione " + canary), people: map[string]*apitest.Client{}, event: map[string]uuid.UUID{},
		invitation: map[string]uuid.UUID{}, sanction: map[string]uuid.UUID{}, ruling: map[string]uuid.UUID{},
	}
	a.people["manager"] = a.Manager
	a.region, a.otherRegion = a.Region("Regione "+canary), a.Region("Altra "+canary)
	a.thirdRegion = a.Region("Terza " + canary)
	a.logo = a.Manager.Do("PUT", a.Path+"/logo", apitest.JSON{"content": logoFile(canary), "alternativeText": canary}, apitest.Match(a.Manager.Get(a.Path).Want(200).ETag())).Want(200).Text("logo.digest")
	for _, role := range []string{"organizer", "first-referee", "referee", "helper", "player"} {
		a.people[role] = s.SignUp(canary + " " + role)
	}
	a.people["auditor"] = a.Member(canary+" revisore", "auditor", apitest.WholeTenant())
	a.people["treasurer"] = a.Member(canary+" cassa", "treasurer", apitest.WholeTenant())
	a.people["organizer-of-tenant"] = a.Member(canary+" in casa", "organizer", apitest.WholeTenant())
	a.people["contact"] = a.Member(canary+" qui", "regional-contact", apitest.Region(a.region))
	a.people["contact"].Post(a.Path+"/regions/"+a.region.String()+"/my-contact-data", apitest.JSON{"telephone": "+39 06 555 0100"}).Want(200)
	a.people["other-contact"] = a.Member(canary+" altrove", "regional-contact", apitest.Region(a.otherRegion))
	a.victim = s.SignUp(canary + " Vittima")
	a.buildClubs(s)
	a.buildClubsOfPlayers()
	a.buildPlayers()
	a.buildRuleset()
	a.buildRanking()
	a.buildEvents()
	a.buildSeries()
	a.buildSeasons()
	a.buildHomologations()
	a.buildPhotos()
	a.buildFinals()
	a.buildRefunds(s)
	a.buildPrizes(s)
	a.buildMembers()
	a.buildBans()
	a.buildRecords(s)
	a.imported = a.Manager.Post(a.Path+"/imports", played(a.Manager.T)).Want(201).ID("id")
	a.buildHistories()
	return a
}

// invite offers a role and returns the invitation.
func (a *side) invite(email, role string, over apitest.Scope) uuid.UUID {
	return a.Manager.Post(a.Path+"/invitations", apitest.JSON{"email": email, "role": role, "scope": over}).Want(201).ID("id")
}

func (a *side) buildClubs(s *apitest.Server) {
	a.club = s.Club("Circolo " + a.canary)
	a.newClub = a.club.Manager.Found("club", "Nuovo circolo "+a.canary)
	a.doomed = a.club.Manager.Found("club", "Vecchio circolo "+a.canary)
	a.heir = a.doomed.Member("Erede "+a.canary, "championship-manager", apitest.WholeTenant())
	a.club.Manager.Post(a.doomed.Path+"/deletion", apitest.JSON{"slug": a.doomed.Slug, "reason": "Il circolo chiude " + a.canary, "password": apitest.Password}).Want(201)
	a.host = s.Club("Ospite " + a.canary)
	member := a.host.Manager.Post(a.host.Path+"/affiliations", apitest.JSON{"federation": a.Slug}).Want(201).ID("id")
	a.Manager.Post(a.Path+"/affiliations/"+member.String()+"/decision", apitest.JSON{"decision": "accept"}).Want(200)
	a.affiliation = a.club.Manager.Post(a.club.Path+"/affiliations", apitest.JSON{"federation": a.Slug}).Want(201).ID("id")
}

// players are the first names of the people in the register: twelve who play, one more entrant, and four others.
var players = []string{
	"Ada", "Berto", "Cesca", "Dario", "Elsa", "Fabio", "Gina", "Hugo", "Irma", "Luca", "Mara", "Nino",
	"Olga", "Pino", "Rosa", "Ugo", "Vera",
}

func (a *side) buildPlayers() {
	for n, name := range players {
		player := apitest.JSON{"name": name + " " + a.canary, "club": a.canary, "city": a.canary, "email": fmt.Sprintf("%s%d@example.org", a.canary, n)}
		if elders[n] {
			player["club"], player["birthYear"] = a.eldersClub(), 1941
		}
		a.players = append(a.players, a.Manager.Post(a.Path+"/players", player).Want(201).ID("id"))
	}
}

// buildRanking has two players on their way and two in the hall.
func (a *side) buildRanking() {
	a.ranking = a.Manager.Post(a.Path+"/rankings", a.newRanking("classifica")).Want(201).ID("id")
	for i, points := range []string{"120", "80", "310", "300"} {
		a.Manager.Post(a.Path+"/rankings/"+a.ranking.String()+"/openings", a.opening(a.players[i], points)).Want(201)
	}
}

func (a *side) newRanking(slug string) apitest.JSON {
	return apitest.JSON{
		"slug": slug, "title": "Classifica " + a.canary, "ruleset": "catan-ranglista-bg", "rulesetVersion": 1, "readings": apitest.JSON{"A003-8": "capped_300"},
		"counted": []string{"online"}, "national": []string{"open"}, "from": "2009-01-01", "until": "2030-12-31",
	}
}

func (a *side) opening(player uuid.UUID, points string) apitest.JSON {
	return apitest.JSON{"player": player, "nationalPoints": "8", "reason": "Tenuta su carta " + a.canary, "figures": apitest.JSON{
		"points": points, "vp": "657", "share": "2092.80", "firsts": "5", "seconds": "0", "thirds": "3", "tournaments": "40",
	}}
}

// buildSeries has a series with an event that has ended, one under way and two penalties, by a ruleset of the
// federation's own.
func (a *side) buildSeries() {
	id := "serie-" + a.ruleset
	document := a.document(id, "Serie")
	paragraph := document["texts"].([]any)[0].(map[string]any)["paragraph"]
	document["calculations"] = []apitest.JSON{{"id": "event-points", "name": "Punti", "of": "event", "formula": "entrants - place", "paragraph": paragraph}}
	document["series"] = apitest.JSON{
		"points": "event-points", "counting": apitest.JSON{"best": 2, "paragraph": paragraph}, "paragraph": paragraph,
		"criteria": []apitest.JSON{{"figure": "series-total", "best": "most", "paragraph": paragraph}},
	}
	a.Manager.Post(a.Path+"/rulesets", apitest.JSON{"document": document}).Want(201)
	a.Manager.Post(a.Path+"/rulesets/"+id+"/versions", apitest.JSON{"draft": 1, "notes": a.canary}).Want(201)
	a.series = a.Manager.Post(a.Path+"/series", a.newSeries("serie")).Want(201).ID("id")
	a.Manager.Post(a.inSeries()+"/events", apitest.JSON{"events": []uuid.UUID{a.event["finished"], a.event["playing"]}}).Want(200)
	for range 2 {
		a.penalty = a.Manager.Post(a.inSeries()+"/penalties", a.newPenalty(a.players[0])).Want(201).ID("id")
	}
}

func (a *side) inSeries() string { return a.Path + "/series/" + a.series.String() }

func (a *side) newSeries(slug string) apitest.JSON {
	return apitest.JSON{
		"slug": slug, "title": "Serie " + a.canary, "ruleset": "serie-" + a.ruleset, "rulesetVersion": 1, "from": "2009-01-01", "until": "2009-12-31", "year": 2009,
		"bestOfClub": 2,
	}
}

func (a *side) newPenalty(player uuid.UUID) apitest.JSON {
	text := a.document("x", "y")["texts"].([]any)[0].(map[string]any)
	return apitest.JSON{"player": player, "points": "-1.5", "paragraph": text["paragraph"], "wholeYear": true, "reason": "Disturba " + a.canary}
}

// buildRuleset makes a ruleset of the federation's own, with a version and a draft
// that is further.
func (a *side) buildRuleset() {
	a.ruleset = uuid.Must(uuid.NewV7()).String()
	path := a.Path + "/rulesets/" + a.ruleset
	a.Manager.Post(a.Path+"/rulesets", apitest.JSON{"document": a.document(a.ruleset, "Primo")}).Want(201)
	a.Manager.Post(path+"/versions", apitest.JSON{"draft": 1, "notes": a.canary}).Want(201)
	a.Manager.Do("PUT", path+"/draft", a.document(a.ruleset, "Secondo"), apitest.Match(`"1"`)).Want(200)
}

// buildSeasons makes a season in each of its states, and one that is to be closed. The seasons that end have no open
// convocation to the national final.
func (a *side) buildSeasons() {
	a.season = map[string]uuid.UUID{}
	for _, state := range []string{"draft", "running", "ending", "closed"} {
		season := apitest.JSON{
			"slug": state + "-2009", "title": "Campionato " + a.canary, "ruleset": "catan-nazionale-2009",
			"regions": []uuid.UUID{a.region, a.otherRegion}, "contact": a.canary + "@example.org",
		}
		if state == "draft" || state == "running" { // with a place in it the national final must be over before the end
			season["champion"] = a.players[0]
		}
		a.season[state] = a.Manager.Post(a.Path+"/seasons", season).Want(201).ID("id")
	}
	for _, state := range []string{"running", "ending", "closed"} {
		a.Manager.Post(a.inSeason(state)+"/opening", nil).Want(200)
	}
	a.Manager.Post(a.inSeason("closed")+"/closing", nil).Want(200)
	a.hosting = map[string]uuid.UUID{}
	for _, to := range []string{"ask", "answer", "withdraw", "refuse", "approve", "replace"} {
		a.hosting[to] = a.host.Manager.Post(a.host.Path+"/hostings", a.wish("Ospite per "+to+" "+a.canary)).Want(201).ID("id")
	}
	a.Manager.Post(a.Path+"/hosting-requests/"+a.hosting["answer"].String()+"/question", apitest.JSON{"text": a.canary}).Want(200)
	a.event["hosted"] = a.Stage(apitest.JSON{
		"title": "Tappa ospitata " + a.canary, "season": a.season["running"], "region": a.region, "startsAt": "2009-06-06T09:00:00Z",
		"venue": apitest.JSON{"name": "Ospite " + a.canary, "city": "Aosta", "latitude": "45.737", "longitude": "7.3201"},
	})
	a.Manager.Post(a.in("hosted")+"/announcement", nil).Want(200)
	a.Server.Database.Alter(a.Manager.T, "update league.events set host_id = $2 where id = $1", a.event["hosted"], a.host.ID)
	for _, title := range []string{"Tappa pubblicata ", "Tappa in bozza "} {
		a.Stage(apitest.JSON{"title": title + a.canary, "season": a.season["running"], "region": a.region})
		if title == "Tappa pubblicata " {
			a.Manager.Post(a.inSeason("running")+"/calendar-editions", apitest.JSON{"note": a.canary, "drafts": true}).Want(201)
		}
	}
}

// buildHomologations makes events of a season in several states: due today, recorded as played elsewhere, reported,
// decided. The deciding account has neither recorded nor reported.
func (a *side) buildHomologations() {
	manager, organizer := a.Manager, a.people["organizer-of-tenant"]
	for _, state := range []string{"due", "recorded", "unreported", "checked", "decided"} {
		a.draftWith(state, apitest.JSON{"startsAt": a.Server.Clock.Now(), "season": a.season["running"]})
		manager.Post(a.in(state)+"/announcement", nil).Want(200)
		if state != "due" {
			organizer.Post(a.in(state)+"/outcome", a.outcome()).Want(200)
		}
	}
	for _, state := range []string{"checked", "decided"} {
		organizer.Post(a.in(state)+"/report", apitest.JSON{"notes": "Note " + a.canary}).Want(201)
	}
	manager.Post(a.in("decided")+"/homologation", apitest.JSON{"decision": "invalidate", "unsound": true, "reason": "Punteggi " + a.canary}).Want(200)
}

// outcome is the course of an event that was played elsewhere.
func (a *side) outcome() apitest.JSON {
	entrants := []apitest.JSON{}
	for _, player := range a.players[5:9] {
		entrants = append(entrants, apitest.JSON{"player": player, "played": true})
	}
	return apitest.JSON{"entrants": entrants, "ranking": a.players[5:8], "referees": []apitest.JSON{{"name": "Arbitro " + a.canary, "first": true}}}
}

// wish is the request of the affiliated club to host an event.
func (a *side) wish(title string) apitest.JSON {
	return apitest.JSON{
		"federation": a.Slug, "season": a.season["running"], "kind": "stage", "region": a.region, "title": title,
		"startsAt": "2009-06-07T08:00:00Z", "timeZone": "Europe/Rome", "notes": a.canary,
		"venue":   apitest.JSON{"name": "Circolo " + a.canary, "address": "Via Roma 1", "city": "Aosta", "latitude": "45.737", "longitude": "7.3201"},
		"formula": "club", "fee": apitest.JSON{"amount": "5.00", "currency": "EUR"}, "capacity": 40, "expected": 30, "newOrganizer": true,
		"organizers": []uuid.UUID{a.host.Manager.ID}, "structure": apitest.JSON{"rounds": 4, "semifinal": true, "final": true, "reason": "Molti iscritti " + a.canary},
	}
}

// inSeason is the address of a season.
func (a *side) inSeason(season string) string {
	return a.Path + "/seasons/" + a.season[season].String()
}

// document is a ruleset that bears the canary.
func (a *side) document(id, title string) apitest.JSON {
	r, err := presets.Find("just-play-2022")
	if err != nil {
		a.Manager.T.Fatal(err)
	}
	r.ID, r.Name = id, title+" "+a.canary
	text, err := json.Marshal(r)
	if err != nil {
		a.Manager.T.Fatal(err)
	}
	var document apitest.JSON
	if err := json.Unmarshal(text, &document); err != nil {
		a.Manager.T.Fatal(err)
	}
	return document
}

// buildMembers makes the things to revoke: a role, an offer, a place on the staff.
func (a *side) buildMembers() {
	link := a.Manager.Post(a.Path+"/my-calendar-link", nil).Want(201).Text("address")
	a.calendar = link[strings.LastIndexByte(link, '/')+1:]
	a.Appoint(a.victim, "regional-contact", apitest.Region(a.region))
	a.grant = a.victim.Get("/me/grants").Want(200).ID("items.0.id")
	a.invitation["stage"] = a.invite(a.canary+".fremd@example.org", "helper", apitest.Stage(a.event["open"]))
	a.staff = a.Manager.Post(a.in("open")+"/staff", apitest.JSON{
		"name": a.canary + " Vittima", "role": "helper", "email": a.victim.Email,
	}).Want(201).ID("id")
	a.victim.Accept(a.victim.Get("/me/invitations").Want(200).ID("items.0.id"))
}

// buildBans makes people who may not take part: one is excluded, one is banned for two reasons, one was expelled and
// waits for the decision.
func (a *side) buildBans() {
	a.exclusion = a.Manager.Post(a.Path+"/exclusions", apitest.JSON{
		"player": a.players[14], "kind": "employee-of-publisher", "from": "2009-01-01", "reason": a.canary,
	}).Want(201).ID("id")
	a.sanction["reported"] = a.people["first-referee"].Post(a.in("over")+"/sanctions", apitest.JSON{
		"entry": 12, "kind": "expulsion", "moment": "after-round", "reason": a.canary,
	}).Want(201).ID("id")
	a.people["banned"] = a.Server.SignUp(a.canary + " bandita")
	player := a.people["banned"].Post(a.in("ready")+"/my-entry", apitest.JSON{"club": a.canary}).Want(201).ID("player.id")
	ban := func() uuid.UUID {
		return a.Manager.Post(a.Path+"/bans", apitest.JSON{"player": player, "source": a.canary, "decision": apitest.JSON{
			"outcome": "ban", "from": "2009-03-08", "reason": a.canary,
		}}).Want(201).ID("id")
	}
	a.ban, a.otherBan = ban(), ban()
	a.checked = a.people["referee"].Post(a.in("open")+"/entries", apitest.JSON{"player": a.newcomer(a.canary + " Rosa")}).Want(201).Int("number")
	for _, who := range []string{"forma", "scartata"} {
		a.Server.Anonymous().Post(a.in("open")+"/form-entries", apitest.JSON{"name": a.canary + " " + who, "email": who + "-" + a.canary + "@example.org"}).Want(202)
	}
	a.formLetter = apitest.Token(a.Manager.T, a.Server.Mailbox.Wait("forma-"+a.canary+"@example.org", "form-received"))
	a.form = a.Manager.Get(a.in("open") + "/form-entries").Want(200).ID("items.1.id")
	a.buildLeaving()
}

// newcomer adds a new person to the register.
func (a *side) newcomer(name string) uuid.UUID {
	return a.Manager.Post(a.Path+"/players", apitest.JSON{"name": name, "sameNameAccepted": true}).Want(201).ID("id")
}

// buildLeaving makes an event that a player has left without good reason, which is not decided yet, and to which
// another player did not come.
func (a *side) buildLeaving() {
	a.draftWith("left", apitest.JSON{"ruleset": "catan-ranglista-bg", "kind": "ranking", "formula": "three-rounds", "timeLimitMinutes": nil})
	a.Manager.Post(a.in("left")+"/announcement", nil).Want(200)
	a.Manager.Post(a.in("left")+"/entry-opening", nil).Want(200)
	for n, name := range []string{"Anton", "Boris", "Vesela", "Galina"} {
		a.Manager.Post(a.in("left")+"/entries", apitest.JSON{"player": a.newcomer(name + " " + a.canary)}).Want(201)
		a.people["organizer"].Post(a.in("left")+"/entries/"+strconv.Itoa(n+1)+"/check-in", nil).Want(200)
	}
	a.missing = a.newcomer("Darina " + a.canary)
	a.Manager.Post(a.in("left")+"/entries", apitest.JSON{"player": a.missing}).Want(201)
	a.people["first-referee"].Post(a.in("left")+"/start", apitest.JSON{}).Want(200)
	a.leaving = a.people["organizer"].Post(a.in("left")+"/withdrawals", apitest.JSON{"entry": 4, "reason": a.canary, "unexcused": true}).Want(201).ID("id")
}

// in is the address of an event.
func (a *side) in(event string) string { return a.Path + "/events/" + a.event[event].String() }

// table is the address of a table of an event's first round.
func (a *side) table(event string, number int) string {
	return a.in(event) + "/rounds/1/tables/" + strconv.Itoa(number)
}

// buildHistories has tables of people from before, one in each state from which something can be asked.
func (a *side) buildHistories() {
	a.history = map[string]uuid.UUID{}
	for _, state := range []string{"received", "clean", "stored"} {
		id := a.Manager.Post(a.Path+"/histories?subject=players&name="+state+"-"+a.canary+".csv", a.pastOf(state),
			func(r *http.Request) { r.Header.Set("Content-Type", "application/octet-stream") }).Want(201).ID("id")
		a.history[state] = id
		if state != "received" {
			a.Manager.Post(a.Path+"/histories/"+id.String()+"/check", asPlayers).Want(200)
		}
		if state == "stored" {
			a.Manager.Post(a.Path+"/histories/"+id.String()+"/application", nil).Want(200)
		}
	}
}

// pastOf is a table with two people who are not in the register yet.
func (a *side) pastOf(name string) []byte {
	return []byte("Nome;Club\n" + name + " Prima " + a.canary + ";Circolo " + a.canary + "\n" + name + " Seconda " + a.canary + ";\n")
}

// asPlayers maps the columns of such a table.
var asPlayers = apitest.JSON{"mapping": []apitest.JSON{{"column": "name", "heading": "Nome"}, {"column": "club", "heading": "Club"}}}

// played is the file of a whole event.
func played(t testing.TB) json.RawMessage {
	t.Helper()
	d, _ := eventfiletest.Play(t, "catan-nazionale-2009", 7)
	text, err := eventfile.Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(text)
}
