package serve_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// played is a tournament of the Bulgarian ranking that has begun without its ninth entrant.
type played struct {
	federation *apitest.Tenant
	path       string
	organizer  *apitest.Client
	players    []uuid.UUID
}

func newPlayed(t *testing.T) played {
	t.Helper()
	p := played{federation: apitest.Start(t).Federation("Federazione")}
	manager := p.federation.Manager
	p.path = p.federation.Path + "/events/" + manager.Post(p.federation.Path+"/events", apitest.JSON{
		"kind": "ranking", "title": "Турнир във Варна", "startsAt": "2009-02-09T09:30:00Z", "timeZone": "Europe/Sofia",
		"venue": apitest.JSON{"name": "Клуб", "city": "Варна"}, "ruleset": "catan-ranglista-bg", "formula": "three-rounds",
	}).Want(201).ID("id").String()
	appoint := func(name, role string) *apitest.Client {
		c := p.federation.Server.SignUp(name)
		manager.Post(p.path+"/staff", apitest.JSON{"name": name, "role": role, "email": c.Email}).Want(201)
		c.Accept(c.Get("/me/invitations").Want(200).ID("items.0.id"))
		return c
	}
	p.organizer = appoint("Ольга Организатор", "organizer")
	referee := appoint("Фабио Съдия", "first-referee")
	p.organizer.Post(p.path+"/announcement", nil).Want(200)
	p.organizer.Post(p.path+"/entry-opening", nil).Want(200)
	var here []apitest.JSON
	for n := 1; n <= 9; n++ {
		id := manager.Post(p.federation.Path+"/players", apitest.JSON{"name": fmt.Sprintf("Играч %c", 'А'+n), "sameNameAccepted": true}).Want(201).ID("id")
		p.organizer.Post(p.path+"/entries", apitest.JSON{"player": id}).Want(201)
		p.players = append(p.players, id)
		if n < 9 {
			here = append(here, apitest.JSON{"entry": n, "here": true})
		}
	}
	p.organizer.Post(p.path+"/entry-marks", apitest.JSON{"marks": here}).Want(200)
	referee.Post(p.path+"/start", apitest.JSON{}).Want(200)
	return p
}

// BG FP 2, 1.1.7: an entry that was not kept is excused on the page of the record, with the paragraph, and counted again;
// it is decided on the page of the register whether a ban follows from a leaving.
func TestLapsesAndLeavingsAreDecidedByForms(t *testing.T) {
	t.Parallel()
	p := newPlayed(t)
	staff, people := signIn(t, p.federation.Server, p.federation.Manager), "/t/"+p.federation.Slug+"/people"
	person, id := people+"/"+p.players[8].String(), strings.TrimPrefix(p.path, p.federation.Path+"/events/")+".9"
	if page := staff.get(person); !strings.Contains(page.text, `value="`+id+`"`) || !strings.Contains(page.text, `class="ref"`) {
		t.Fatalf("the lapse: %s", page.text)
	}
	if page := staff.get(people); !strings.Contains(page.text, `value="`+id+`"`) || !strings.Contains(page.text, `id="lapses"`) {
		t.Errorf("among all that were not kept: %s", page.text)
	}
	excuse := url.Values{"act": {"excuse"}, "id": {id}, "excused": {"true"}, "reason": {"x"}}
	if page := staff.post(person, excuse); page.status != 422 || !strings.Contains(page.text, "-reason-fault") {
		t.Errorf("too short a reason: %d", page.status)
	}
	excuse.Set("reason", "беше в болница")
	staff.post(person, excuse).leadsTo(t, person)
	if page := staff.get(person); !strings.Contains(page.text, "Excused for a good reason") || !strings.Contains(page.text, "беше в болница") {
		t.Errorf("excused: %s", page.text)
	}
	excuse.Set("excused", "false")
	staff.post(person, excuse).leadsTo(t, person)

	left := p.organizer.Post(p.path+"/withdrawals", apitest.JSON{"entry": 2, "reason": "не му се играе", "unexcused": true}).Want(201).ID("id").String()
	if page := staff.get(people); !strings.Contains(page.text, left) || !strings.Contains(page.text, "1.1.7") {
		t.Errorf("the leaving: %s", page.text)
	}
	decide := url.Values{"act": {"leaving"}, "id": {left}, "event": {strings.TrimSuffix(id, ".9")}, "outcome": {"none"}, "from": {""}, "until": {""}, "reason": {"имаше причина"}}
	organizer := signIn(t, p.federation.Server, p.organizer)
	for _, page := range []page{organizer.get(people), organizer.post(people, decide)} {
		if page.status != http.StatusForbidden || strings.Contains(page.text, left) {
			t.Errorf("the organizer of one event: %d", page.status)
		}
	}
	if page := organizer.get("/t/" + p.federation.Slug); strings.Contains(page.text, `href="`+people+`"`) || !strings.Contains(page.text, "Organizer") {
		t.Error("the menu of the organizer of one event leads there")
	}
	whole := signIn(t, p.federation.Server, p.federation.Member("Ottavio Contatto", "organizer", apitest.WholeTenant()))
	if page := whole.get(people); page.status != http.StatusOK || strings.Contains(page.text, left) {
		t.Errorf("an organizer of all reads of the leaving: %d", page.status)
	}
	if page := whole.post(people, decide); page.status != 422 || !strings.Contains(page.text, `id="problem"`) {
		t.Errorf("an organizer of all decides: %d", page.status)
	}
	staff.post(people, decide).leadsTo(t, people)
	if page := staff.get(people); strings.Contains(page.text, left) {
		t.Error("decided, and it waits")
	}
	staff.get("/t/"+p.federation.Slug+"/events/"+strings.TrimSuffix(id, ".9")).leadsTo(t, "/t/"+p.federation.Slug+"/e/"+p.organizer.Get(p.path).Want(200).Text("slug"))
}

// A player asks once to be taken off a photo that only they may see; and appeals against a ban, once.
func TestPhotosAndAppealsByForms(t *testing.T) {
	t.Parallel()
	p := newPlayed(t)
	var file bytes.Buffer
	if err := jpeg.Encode(&file, image.NewRGBA(image.Rect(0, 0, 64, 48)), nil); err != nil {
		t.Fatal(err)
	}
	photo := p.organizer.Post(p.path+"/photos", apitest.JSON{
		"kind": "panorama", "alternativeText": "Играчите", "bytes": file.Len(), "content": file.Bytes(), "consent": apitest.JSON{"people": true, "minors": false, "guardians": false},
	}, apitest.Key(uuid.NewString())).Want(201).ID("id").String()
	at := p.path + "/photos/" + photo
	for began := time.Now(); p.organizer.Get(at).Want(200).Text("state") != "ready"; time.Sleep(20 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatal("the photo is not ready")
		}
	}
	p.organizer.Patch(at+"/people", apitest.JSON{"players": p.players[:1]}, apitest.Match(p.organizer.Get(at).ETag())).Want(200)
	player := p.federation.Path + "/players/" + p.players[0].String()
	anna := p.federation.Server.SignUp("Анна Играч")
	anna.Post(p.federation.Path+"/code-claims", apitest.JSON{"code": p.federation.Manager.Post(player+"/claim-code", nil).Want(201).Text("code")}).Want(200)
	r, mine := signIn(t, p.federation.Server, anna), "/t/"+p.federation.Slug+"/mine"

	event := strings.TrimPrefix(p.path, p.federation.Path+"/events/")
	picture := mine + "/photos/" + event + "/" + photo
	if page := r.get(mine); !strings.Contains(page.text, picture) || !strings.Contains(page.text, `value="off"`) {
		t.Fatalf("the photo: %s", page.text)
	}
	if page := r.get(picture + "?size=thumbnail"); page.status != 200 || page.header.Get("Content-Type") != "image/jpeg" || !strings.Contains(page.header.Get("Cache-Control"), "private") {
		t.Errorf("the picture: %d %v", page.status, page.header)
	}
	r.post(mine, url.Values{"act": {"off"}, "id": {photo}}).leadsTo(t, mine)
	if page := r.get(mine); !strings.Contains(page.text, `value="stay"`) {
		t.Errorf("asked: %s", page.text)
	}
	if p.organizer.Get(at).Want(200).Value("public") != false {
		t.Error("the public sees it")
	}
	staff, people := signIn(t, p.federation.Server, p.organizer), "/t/"+p.federation.Slug+"/people"
	if page := staff.get(people); page.status != 200 || !strings.Contains(page.text, "Играч Б asked on") || !strings.Contains(page.text, `value="take-off"`) || strings.Contains(page.text, `id="pairs"`) {
		t.Errorf("the organizer of the event reads %d %s", page.status, page.text)
	}
	if page := staff.get("/account"); !strings.Contains(page.text, people+"#photos") {
		t.Error("what waits for the organizer does not lead to the photo")
	}
	r.post(mine, url.Values{"act": {"stay"}, "id": {photo}}).leadsTo(t, mine)
	if page := r.get(mine); !strings.Contains(page.text, `value="off"`) {
		t.Errorf("may stay: %s", page.text)
	}
	if page := staff.get(people); page.status != http.StatusForbidden {
		t.Errorf("nobody asks any more, and the page is there: %d", page.status)
	}
	takeOff := func(act string) url.Values {
		r.post(mine, url.Values{"act": {"off"}, "id": {photo}}).leadsTo(t, mine)
		version := strings.Trim(p.organizer.Get(at).Want(200).ETag(), `"`)
		return url.Values{"act": {act}, "id": {photo}, "event": {event}, "version": {version}, "players": {""}}
	}
	form := takeOff("take-off")
	form.Set("version", "1")
	if page := staff.post(people, form); page.status != 412 && page.status != 422 {
		t.Errorf("over an earlier version: %d", page.status)
	}
	staff.post(people, takeOff("take-off")).leadsTo(t, "/t/"+p.federation.Slug+"/events/"+event)
	if got := p.organizer.Get(at).Want(200).Value("public"); got != true {
		t.Errorf("nobody is named, and it is public: %v", got)
	}
	p.organizer.Patch(at+"/people", apitest.JSON{"players": p.players[:1]}, apitest.Match(p.organizer.Get(at).ETag())).Want(200)
	form = takeOff("remove-photo")
	form.Set("reason", "x")
	if page := staff.post(people, form); page.status != 422 || !strings.Contains(page.text, "-reason-fault") {
		t.Errorf("removed without a reason: %d", page.status)
	}
	form.Set("reason", "иска го човекът от снимката")
	staff.post(people, form).leadsTo(t, "/t/"+p.federation.Slug+"/events/"+event)
	p.organizer.Get(at).Want(404)

	ban := p.federation.Manager.Post(p.federation.Path+"/bans", apitest.JSON{
		"player": p.players[0], "source": "писмо", "decision": apitest.JSON{"outcome": "ban", "reason": "скрита карта", "from": "2009-03-01", "until": "2009-06-30"},
	}).Want(201).ID("id").String()
	appeal := url.Values{"act": {"appeal"}, "id": {ban}, "text": {"x"}}
	if page := r.post(mine, appeal); page.status != 422 || !strings.Contains(page.text, "-text-fault") {
		t.Errorf("too short an appeal: %d", page.status)
	}
	appeal.Set("text", "Не е вярно.")
	r.post(mine, appeal).leadsTo(t, mine)
	if page := r.get(mine); !strings.Contains(page.text, "You have appealed: Не е вярно.") || strings.Contains(page.text, `value="appeal"`) {
		t.Errorf("appealed: %s", page.text)
	}
	if page := r.post(mine, appeal); page.status != 422 || !strings.Contains(page.text, `id="problem"`) {
		t.Errorf("appealed twice: %d", page.status)
	}
}
