package journeys

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/tenant/tenantdb/tenantdbtest"
	"referto/openapi"
)

func TestMain(m *testing.M) {
	tenantdbtest.Unheard()
	os.Exit(apitest.Run(m))
}

const (
	regional = "regional-final"
	national = "national-final"
)

// federation is a federation of three regions with its people, and a club that is
// affiliated with it. Its stories begin on 8 February 2009, a week after the first day
// of CN09 1.4.
type federation struct {
	t      *testing.T
	server *apitest.Server
	*apitest.Tenant
	aosta, piemonte, toscana uuid.UUID

	club    *apitest.Tenant
	manager *apitest.Client   // of the championship
	dina    *apitest.Client   // the manager's deputy
	olga    *apitest.Client   // organizes for the club
	carla   *apitest.Client   // contact of Valle d'Aosta
	rita    *apitest.Client   // contact of Toscana
	persons []*apitest.Client // everybody with an account
	people  map[string]uuid.UUID
	season  string // /tenants/slug/seasons/id; "" before it is created
	id      uuid.UUID
}

func newFederation(t *testing.T) *federation {
	t.Helper()
	server := apitest.Start(t)
	f := &federation{t: t, server: server, Tenant: server.Federation("Federazione"), club: server.Club("Circolo"), people: map[string]uuid.UUID{}}
	f.manager = f.Manager
	f.aosta, f.piemonte, f.toscana = f.Region("Valle d'Aosta"), f.Region("Piemonte"), f.Region("Toscana")
	affiliation := f.club.Manager.Post(f.club.Path+"/affiliations", apitest.JSON{"federation": f.Slug}).Want(201).Text("id")
	f.manager.Post(f.Path+"/affiliations/"+affiliation+"/decision", apitest.JSON{"decision": "accept"}).Want(200)
	f.olga = f.known(f.club.Member("Olga Organizzatrice", "organizer", apitest.WholeTenant()))
	f.carla = f.member("Carla Referente", "regional-contact", apitest.Region(f.aosta))
	f.rita = f.member("Rita Referente", "regional-contact", apitest.Region(f.toscana))
	f.dina = f.member("Dina Vice", "championship-manager", apitest.WholeTenant())
	f.known(f.manager)
	return f
}

// person is a person with an account.
func (f *federation) person(name string) *apitest.Client {
	f.t.Helper()
	return f.known(f.server.SignUp(name))
}

// member is a new person with a role in the federation.
func (f *federation) member(name, role string, over apitest.Scope) *apitest.Client {
	f.t.Helper()
	return f.known(f.Member(name, role, over))
}

func (f *federation) known(c *apitest.Client) *apitest.Client {
	f.persons = append(f.persons, c)
	return c
}

// part runs a part of a story, named after its paragraph. A failure is reported there, and ends the story.
func (f *federation) part(part string, story func(t *testing.T)) {
	f.t.Helper()
	whole := f.t
	passed := whole.Run(part, func(t *testing.T) {
		f.speaks(t)
		story(t)
	})
	f.speaks(whole)
	if !passed {
		whole.FailNow()
	}
}

// speaks makes all clients report failures to a test.
func (f *federation) speaks(t *testing.T) {
	f.t, f.server.T = t, t
	for _, p := range f.persons {
		p.T = t
	}
}

// announce has the manager announce the season 2009/10 of CN09.
func (f *federation) announce() {
	f.t.Helper()
	created := f.manager.Post(f.Path+"/seasons", apitest.JSON{
		"slug": "campionato-2009", "title": "VIII Campionato nazionale", "game": "I Coloni di Catan",
		"ruleset": "catan-nazionale-2009", "regions": []uuid.UUID{f.aosta, f.piemonte, f.toscana},
	}).Want(201)
	f.id = created.ID("id")
	f.season = f.Path + "/seasons/" + f.id.String()
	f.manager.Post(f.season+"/opening", nil).Want(200)
}

// rome is a time at the venues of the stories, "2009-03-01 10:00".
func rome(t testing.TB, text string) time.Time {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// at lets time pass. Sessions have ended meanwhile: everybody signs in again.
func (f *federation) at(when string) {
	f.t.Helper()
	f.server.Clock.Set(rome(f.t, when))
	for _, p := range f.persons {
		p.SignIn()
	}
}

// player returns a player of the register, whom the manager adds when they are first named.
func (f *federation) player(name string) uuid.UUID {
	f.t.Helper()
	if id, known := f.people[name]; known {
		return id
	}
	body := apitest.JSON{"name": name, "email": address(name), "sameNameAccepted": true}
	f.people[name] = f.manager.Post(f.Path+"/players", body).Want(201).ID("id")
	return f.people[name]
}

func address(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), " ", ".") + "@example.org"
}

// event is the address of an event.
func (f *federation) event(id uuid.UUID) string { return f.Path + "/events/" + id.String() }

// wish is the club's request to host an event, given by its differences from a stage at Aosta.
func (f *federation) wish(changes apitest.JSON) apitest.JSON {
	body := apitest.JSON{
		"federation": f.Slug, "season": f.id, "kind": "stage", "region": f.aosta, "title": "Tappa di Aosta",
		"startsAt": rome(f.t, "2009-03-29 10:00"), "timeZone": "Europe/Rome", "venue": apitest.JSON{"name": "Circolo", "city": "Aosta"},
		"formula": "club", "fee": apitest.JSON{"amount": "5.00", "currency": "EUR"}, "expected": 16,
	}
	maps.Copy(body, changes)
	maps.DeleteFunc(body, func(_ string, v any) bool { return v == nil })
	return body
}

// hosted is an event that the club asked to host and that was approved; it is a draft.
func (f *federation) hosted(by *apitest.Client, changes apitest.JSON) string {
	f.t.Helper()
	asked := f.olga.Post(f.club.Path+"/hostings", f.wish(changes)).Want(201).Text("id")
	return f.event(by.Post(f.Path+"/hosting-requests/"+asked+"/approval", apitest.JSON{}).Want(200).ID("event.id"))
}

// finalOf is the draft of a final of the season.
func (f *federation) finalOf(kind, title, when string, region any) apitest.JSON {
	f.t.Helper()
	body := apitest.JSON{
		"season": f.id, "kind": kind, "title": title, "startsAt": rome(f.t, when), "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Palazzo", "city": "Modena"}, "region": region,
	}
	if region == nil {
		delete(body, "region")
	}
	return body
}

// final drafts a final of the season and announces it.
func (f *federation) final(by *apitest.Client, kind, title, when string, region any) string {
	f.t.Helper()
	path := f.event(by.Post(f.Path+"/events", f.finalOf(kind, title, when, region)).Want(201).ID("id"))
	by.Post(path+"/announcement", nil).Want(200)
	return path
}

// field returns players with the given ones first, in their order; the others are the same in every event.
func (f *federation) field(players int, first ...string) []uuid.UUID {
	f.t.Helper()
	var out []uuid.UUID
	for _, name := range first {
		out = append(out, f.player(name))
	}
	for n := 0; len(out) < players; n++ {
		out = append(out, f.player(fmt.Sprintf("Giocatore %c%c", 'A'+n/26, 'A'+n%26)))
	}
	return out
}

// outcome is the end of an event that was played on paper: everybody came, and ended
// in the order given.
func outcome(players []uuid.UUID) apitest.JSON {
	entrants := []apitest.JSON{}
	for _, p := range players {
		entrants = append(entrants, apitest.JSON{"player": p, "played": true})
	}
	return apitest.JSON{"entrants": entrants, "ranking": players, "referees": []apitest.JSON{{"name": "Fabio Arbitro", "first": true}}}
}

// photograph is a photo of a camera.
func photograph(t testing.TB) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, image.NewGray(image.Rect(0, 0, 64, 48)), nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// shown is the announcement of a photo; its round is the second.
func shown(kind string, file []byte) apitest.JSON {
	return apitest.JSON{
		"kind": kind, "round": 2, "alternativeText": "La foto del torneo", "bytes": len(file),
		"consent": apitest.JSON{"people": true, "minors": false, "guardians": false},
	}
}

// send sends a photo of a kind at once and waits until it is ready.
func (f *federation) send(by *apitest.Client, event, kind string) {
	f.t.Helper()
	body := shown(kind, photograph(f.t))
	body["content"] = photograph(f.t)
	f.ready(by, event, by.Post(event+"/photos", body).Want(201).Text("id"))
}

// ready waits until a photo is.
func (f *federation) ready(by *apitest.Client, event, id string) {
	f.t.Helper()
	for range 400 {
		if by.Get(event+"/photos/"+id).Want(200).Text("state") == "ready" {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	f.t.Fatalf("nothing has become of the photo %s", id)
}

// documents sends the three photos of CN09 1.6.a and the report.
func (f *federation) documents(by *apitest.Client, event string) {
	f.t.Helper()
	for _, kind := range []string{"winner", "panorama", "final-table"} {
		f.send(by, event, kind)
	}
	by.Post(event+"/report", apitest.JSON{"notes": "Tutto regolare"}).Want(201)
}

// played records an event that the club hosted on a day: its results, its documents on the same evening, and its
// homologation.
func (f *federation) played(event, day string, checker *apitest.Client, players int, first ...string) {
	f.t.Helper()
	f.at(day + " 20:00")
	f.olga.Post(event+"/outcome", outcome(f.field(players, first...))).Want(200)
	f.documents(f.olga, event)
	checker.Post(event+"/homologation", apitest.JSON{"decision": "homologate"}).Want(200)
}

// register are all places as everybody sees them.
func (f *federation) register() []openapi.Place {
	f.t.Helper()
	var page openapi.PlacePage
	f.server.Anonymous().Get(f.season + "/places?limit=100").Want(200).Into(&page)
	return page.Items
}

// places lists the holders of places in a final and the state of each, in the order of the
// register: "Ada Uno held, Bea Due accepted".
func (f *federation) places(final string) string {
	f.t.Helper()
	var out []string
	for _, p := range f.register() {
		if string(p.Final) == final {
			out = append(out, strings.TrimSpace(p.Holder.Name+" "+string(p.State)))
		}
	}
	return strings.Join(out, ", ")
}

// place returns the place that a player holds in a final.
func (f *federation) place(name, final string) openapi.Place {
	f.t.Helper()
	for _, p := range f.register() {
		if p.Holder.Name == name && string(p.Final) == final {
			return p
		}
	}
	f.t.Fatalf("%s has no place in the %s: %s", name, final, f.places(final))
	return openapi.Place{}
}

// format returns the format of a region's final, as everybody sees it.
func (f *federation) format(region uuid.UUID) openapi.RegionFinal {
	f.t.Helper()
	var list openapi.FinalList
	f.server.Anonymous().Get(f.season + "/finals").Want(200).Into(&list)
	for _, r := range list.Items {
		if r.Region.Id == region {
			return r
		}
	}
	f.t.Fatalf("no final of the region %s", region)
	return openapi.RegionFinal{}
}

// convoke asks holders of places in a final to come.
func (f *federation) convoke(by *apitest.Client, final string, names ...string) *apitest.Answer {
	f.t.Helper()
	calls := []apitest.JSON{}
	for _, name := range names {
		p := f.place(name, final)
		calls = append(calls, apitest.JSON{"place": p.Id, "player": p.Holder.Id})
	}
	return by.Post(f.season+"/convocations", apitest.JSON{"places": calls})
}

// reply answers by the link of the next letter to an address, without an account.
func (f *federation) reply(address string, coming bool) {
	f.t.Helper()
	token := apitest.Token(f.t, f.server.Mailbox.Wait(address, "convocation"))
	f.server.Anonymous().Post(f.Path+"/convocation-answers", apitest.JSON{"token": token, "coming": coming}).Want(200)
}

// come has players come to a final: they are convoked and say yes.
func (f *federation) come(by *apitest.Client, final string, names ...string) {
	f.t.Helper()
	f.convoke(by, final, names...).Want(201)
	for _, name := range names {
		f.reply(address(name), true)
	}
}

// cites is the paragraph of an explanation, "CN09 1.7".
func cites(e openapi.Explanation) string { return e.Rule.Code + " " + e.Rule.Paragraph }
