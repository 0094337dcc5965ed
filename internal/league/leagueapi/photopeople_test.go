package leagueapi_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// portrait is a photo that everybody sees, of an event whose first entrant has an account.
type portrait struct {
	*stage
	photo  openapi.Photo
	player uuid.UUID
	person *apitest.Client
}

func newPortrait(t *testing.T) portrait {
	t.Helper()
	s := photographed(t)
	file := snapshot(t, 64, 48)
	p := portrait{stage: s, photo: s.send(file, apitest.JSON{"content": file}), player: s.player(1), person: s.server.SignUp("Anna Ritratta")}
	code := s.federation.Manager.Post(s.federation.Path+"/players/"+p.player.String()+"/claim-code", nil).Want(201).Text("code")
	p.person.Post(s.federation.Path+"/code-claims", apitest.JSON{"code": code}).Want(200)
	return p
}

// name sets the people who are to be seen on the photo.
func (p portrait) name(by *apitest.Client, players ...uuid.UUID) *apitest.Answer {
	p.t.Helper()
	if players == nil {
		players = []uuid.UUID{}
	}
	at := p.stage.photo(p.photo.Id)
	return by.Patch(at+"/people", apitest.JSON{"players": players}, apitest.Match(p.organizer.Get(at).ETag()))
}

// shown checks whether the public sees the photo, in the list, by itself, as a picture and on the page; and
// why the staff reads that it does not.
func (p portrait) shown(when string, why string) {
	p.t.Helper()
	stranger, at, status := p.server.Anonymous(), p.stage.photo(p.photo.Id), 200
	if why != "" {
		status = 404
	}
	for _, path := range []string{at, at + "/image"} {
		stranger.Get(path).Want(status)
	}
	if n := stranger.Get(p.path + "/photos").Want(200).Len("items"); (n == 1) != (why == "") {
		p.t.Errorf("%s the list has %d", when, n)
	}
	if on := strings.Contains(p.page(), at); on != (why == "") {
		p.t.Errorf("%s it is on the page: %t", when, on)
	}
	for _, by := range []*apitest.Client{p.organizer, p.federation.Manager} {
		seen := by.Get(at).Want(200)
		got := ""
		if seen.Value("withheld") != nil {
			got = seen.Text("withheld.reason")
		}
		if got != why || seen.Value("public") != (why == "") {
			p.t.Errorf("%s the staff reads %s, want %q", when, seen.Body, why)
		}
		by.Get(at + "/image").Want(200)
	}
	p.person.Get(at + "/image").Want(200)
	if got := p.documents(); len(got) != 1 || got[0].Hidden || got[0].Removed {
		p.t.Errorf("%s homologation reads %+v", when, got)
	}
}

// TestPhotosOfNamedPeople: the named people decide by their consent whether a photo is public, at once, and may
// ask to be taken off.
func TestPhotosOfNamedPeople(t *testing.T) {
	t.Parallel()
	p := newPortrait(t)
	mine, consents := p.federation.Path+"/my-player/photos", p.federation.Path+"/my-player/consents"
	p.shown("before", "")
	p.name(p.federation.Manager, p.player).Want(403) // they oversee the event and do not run it
	p.name(p.person, p.player).Want(403)
	fault(p.name(p.organizer, p.player, uuid.New()), "/players/1", "unknown-player")
	named := p.name(p.organizer, p.player).Want(200)
	if named.Len("items") != 1 || named.Text("items.0.withholds.reason") != "photo-consent-missing" || named.Value("public") != false {
		t.Errorf("named: %s", named.Body)
	}
	p.shown("without a consent", "photo-consent-missing")
	given := p.person.Post(consents, apitest.JSON{"purpose": "photos", "textVersion": 1}).Want(201).ID("items.0.id").String()
	p.shown("with it", "")
	p.person.Post(consents+"/"+given+"/withdrawal", nil).Want(200)
	p.shown("once it was withdrawn", "photo-consent-missing")
	p.person.Post(consents, apitest.JSON{"purpose": "photos", "textVersion": 1}).Want(201)
	p.shown("given anew", "")

	list := p.person.Get(mine).Want(200)
	if list.Len("items") != 1 || list.ID("items.0.photo.id") != p.photo.Id || list.Value("items.0.askedOffAt") != nil || list.Text("items.0.event.title") == "" {
		t.Errorf("the person reads %s", list.Body)
	}
	objection := mine + "/" + p.photo.Id.String() + "/objection"
	p.organizer.Post(objection, apitest.JSON{"askedOff": true}).Refused(404, "no-record")
	key := apitest.Key(uuid.NewString())
	asked := p.person.Post(objection, apitest.JSON{"askedOff": true}, key).Want(200)
	if again := p.person.Post(objection, apitest.JSON{"askedOff": true}, key).Want(200); string(again.Body) != string(asked.Body) {
		t.Errorf("asked again: %s, at first %s", again.Body, asked.Body)
	}
	if asked.Text("photo.withheld.reason") != "photo-asked-off" || asked.Text("askedOffAt") == "" {
		t.Errorf("asked: %s", asked.Body)
	}
	p.shown("once the person asked to be taken off", "photo-asked-off")
	waits := waitingFor(p.organizer, p.federation.Path, "take-off-photo")
	if len(waits) != 1 || !strings.HasSuffix(waits[0].Resource, p.photo.Id.String()+"/people") || waits[0].DueAt.IsZero() || waits[0].Explanation.Rule.Paragraph != "12.3" {
		t.Errorf("it waits: %+v", waits)
	}
	for _, by := range []*apitest.Client{p.federation.Manager, p.person} {
		if waits := waitingFor(by, p.federation.Path, "take-off-photo"); len(waits) > 0 {
			t.Errorf("it waits for somebody else: %+v", waits)
		}
	}
	p.name(p.federation.Manager, p.player, uuid.New()).Refused(403, "role-missing") // they have not sent it
	p.name(p.federation.Manager, p.player).Want(200)
	p.name(p.federation.Manager).Want(200)
	if waits := waitingFor(p.organizer, p.federation.Path, "take-off-photo"); len(waits) > 0 {
		t.Errorf("taken off, it waits: %+v", waits)
	}
	if n := p.person.Get(mine).Want(200).Len("items"); n != 0 {
		t.Errorf("taken off, the person still reads %d", n)
	}
	p.name(p.organizer, p.player).Want(200)
	p.shown("named again, what they asked for stands", "photo-asked-off")
	p.person.Post(objection, apitest.JSON{"askedOff": false}).Want(200)
	p.shown("once they ask no more", "")
	p.organizer.Patch(p.stage.photo(p.photo.Id)+"/people", apitest.JSON{"players": []uuid.UUID{}}, apitest.Match(`"1"`)).Refused(412, "stale")
}

// TestPhotosOfMinors: for a minor a guardian agrees, and with another age another consent counts.
func TestPhotosOfMinors(t *testing.T) {
	t.Parallel()
	p := newPortrait(t)
	p.person.Post(p.federation.Path+"/my-player/consents", apitest.JSON{"purpose": "photos", "textVersion": 1}).Want(201)
	p.name(p.organizer, p.player).Want(200)
	p.shown("of age", "")
	record := p.federation.Path + "/players/" + p.player.String()
	born := p.server.Clock.Now().UTC().Year() - 15
	patched(p.federation.Manager, record, apitest.JSON{"birthYear": born}).Want(200)
	p.shown("a minor", "photo-guardian-missing")
	p.federation.Manager.Do("PUT", p.federation.Path+"/privacy", apitest.JSON{"country": "IT"}, apitest.Match(`"0"`)).Want(200)
	p.shown("of age by the law of Italy", "")
	patched(p.federation.Manager, record, apitest.JSON{"birthYear": born + 5}).Want(200)
	p.shown("a minor in Italy, too", "photo-guardian-missing")
	p.federation.Manager.Post(record+"/consents", apitest.JSON{"purpose": "photos", "textVersion": 1, "guardian": "Maria Ritratta", "proof": "Modulo"}).Want(201)
	p.shown("a guardian agrees", "")
}

// TestPhotosOfMergedRecords: two records are one person on a photo, and two again once they are parted.
func TestPhotosOfMergedRecords(t *testing.T) {
	t.Parallel()
	p := newPortrait(t)
	manager, tenant := p.federation.Manager, p.federation.Path
	other := p.stage.player(2)
	p.person.Post(tenant+"/my-player/consents", apitest.JSON{"purpose": "photos", "textVersion": 1}).Want(201)
	p.name(p.organizer, p.player, other).Want(200)
	people := p.stage.photo(p.photo.Id) + "/people"
	before := p.organizer.Get(people).Want(200).Value("items")
	p.shown("one of two agrees", "photo-consent-missing")
	merging(manager, tenant, other, p.player).Want(200)
	p.shown("the two are one, who agrees", "")
	if got := p.organizer.Get(people).Want(200); got.Len("items") != 1 || got.ID("items.0.player.id") != p.player {
		t.Errorf("merged: %s", got.Body)
	}
	if got := p.person.Get(tenant + "/my-player/photos").Want(200); got.Len("items") != 1 {
		t.Errorf("merged, the person reads %s", got.Body)
	}
	unmerging(manager, tenant, other).Want(200)
	p.shown("parted", "photo-consent-missing")
	if diff := cmp.Diff(before, p.organizer.Get(people).Want(200).Value("items")); diff != "" {
		t.Errorf("parted (-before +now)\n%s", diff)
	}
}

// TestPhotosOfErasedPeople: nobody is left who could agree, and no photo names them any more.
func TestPhotosOfErasedPeople(t *testing.T) {
	t.Parallel()
	p := newPortrait(t)
	p.person.Post(p.federation.Path+"/my-player/consents", apitest.JSON{"purpose": "photos", "textVersion": 1}).Want(201)
	p.name(p.organizer, p.player).Want(200)
	p.shown("agreed", "")
	asked := p.person.Post("/me/data-exports", nil).Want(202).ID("id").String()
	settled(t, p.server)
	if all := unzip(t, p.person.Get("/me/data-exports/"+asked+"/file").Want(200).Body); !strings.Contains(all, `"photosOn": [`) || !strings.Contains(all, p.photo.Id.String()) {
		t.Errorf("the copy of their data has no photo: %s", all)
	}
	p.person.Post(p.federation.Path+"/my-player/erasure", nil).Want(200)
	at := p.stage.photo(p.photo.Id)
	p.server.Anonymous().Get(at+"/image").Refused(404, "not-found")
	if seen := p.organizer.Get(at).Want(200); seen.Text("withheld.reason") != "photo-of-erased" {
		t.Errorf("the staff reads %s", seen.Body)
	}
	if strings.Contains(p.page(), at) {
		t.Error("it is on the page still")
	}
	if n := p.organizer.Get(at + "/people").Want(200).Len("items"); n != 0 {
		t.Errorf("%d are named", n)
	}
	fault(p.name(p.organizer, p.player), "/players/0", "unknown-player")
}

// waitingFor lists a person's tasks of one kind in a tenant.
func waitingFor(by *apitest.Client, tenant, kind string) (out []openapi.Waiting) {
	var page openapi.WaitingPage
	by.Get(tenant + "/waiting?limit=100").Want(200).Into(&page)
	for _, one := range page.Items {
		if string(one.Kind) == kind {
			out = append(out, one)
		}
	}
	return out
}
