package leagueapi_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	ics "github.com/arran4/golang-ical"
	"github.com/google/uuid"

	"referto/internal/apitest"
)

// feed is a calendar as a program subscribes to it.
type feed struct {
	status int
	header http.Header
	cal    *ics.Calendar // nil without one
	text   string
}

// fetch gets an address, with a tag that is known already ("" for none).
func fetch(t *testing.T, address, tag string) feed {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("If-None-Match", tag)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	out := feed{status: answer.StatusCode, header: answer.Header, text: string(text)}
	if strings.HasPrefix(answer.Header.Get("Content-Type"), "text/calendar") && out.status == http.StatusOK {
		if out.cal, err = ics.ParseCalendar(strings.NewReader(out.text)); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	return out
}

// property returns a property of an entry; "" where it is empty. The test ends without the entry.
func (f feed) property(t *testing.T, id uuid.UUID, name ics.ComponentProperty) string {
	t.Helper()
	for _, e := range f.cal.Events() {
		if e.Id() == id.String() {
			if p := e.GetProperty(name); p != nil {
				return p.Value
			}
			return ""
		}
	}
	t.Fatalf("no entry %s in\n%s", id, f.text)
	return ""
}

// has reports whether an entry is there.
func (f feed) has(id uuid.UUID) bool { return strings.Contains(f.text, "UID:"+id.String()) }

func (c *championship) feed(query, tag string) feed {
	c.t.Helper()
	return fetch(c.t, c.server.Address+"/t/"+c.federation.Slug+"/s/campionato-2009/calendar.ics"+query, tag)
}

func TestCalendarOfASeason(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	announce := func(changes apitest.JSON) uuid.UUID {
		id := c.draft(changes).Want(201).ID("id")
		c.manager.Post(c.in(id)+"/announcement", nil).Want(200)
		return id
	}
	first := announce(apitest.JSON{"title": "Tappa d’Aosta; la prima", "venue": apitest.JSON{
		"name": "Biblioteca", "city": "Aosta", "latitude": "45.737", "longitude": "7.3201",
	}})
	second := announce(apitest.JSON{"startsAt": "2009-05-05T08:00:00Z", "region": c.piemonte, "title": "Tappa di Torino"})
	draft := c.draft(nil).Want(201).ID("id")

	f := c.feed("", "")
	if f.status != 200 || f.header.Get("ETag") == "" || !strings.HasPrefix(f.header.Get("Cache-Control"), "public") {
		t.Fatalf("got %d %v", f.status, f.header)
	}
	if !f.has(first) || !f.has(second) || f.has(draft) {
		t.Errorf("the events that the public was told of:\n%s", f.text)
	}
	for name, want := range map[ics.ComponentProperty]string{
		ics.ComponentPropertySummary: "Tappa d’Aosta; la prima", ics.ComponentPropertyDtStart: "20090405T100000", ics.ComponentPropertyLocation: "Biblioteca, Aosta",
		ics.ComponentPropertyGeo: "45.737;7.3201", ics.ComponentPropertyStatus: "CONFIRMED", ics.ComponentPropertyUrl: apitest.PublicURL + "/t/" + c.federation.Slug + "/e/torneo-1",
	} {
		if got := f.property(t, first, name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if again := c.feed("", f.header.Get("ETag")); again.status != http.StatusNotModified || again.text != "" {
		t.Errorf("what is known is sent again: %d", again.status)
	}

	c.manager.Patch(c.in(first), apitest.JSON{"startsAt": "2009-04-19T08:00:00Z"}, apitest.Match(c.manager.Get(c.in(first)).ETag())).Want(200)
	moved := c.feed("", f.header.Get("ETag"))
	if moved.status != 200 || moved.property(t, first, ics.ComponentPropertyDtStart) != "20090419T100000" {
		t.Fatalf("moved: %d\n%s", moved.status, moved.text)
	}
	c.manager.Post(c.in(first)+"/cancellation", apitest.JSON{"reason": "Sala chiusa"}).Want(200)
	off := c.feed("", moved.header.Get("ETag"))
	if off.status != 200 || off.property(t, first, ics.ComponentPropertyStatus) != "CANCELLED" {
		t.Fatalf("called off: %d\n%s", off.status, off.text)
	}
	sequence := func(f feed) string { return f.property(t, first, ics.ComponentPropertySequence) }
	if a, b, c := sequence(f), sequence(moved), sequence(off); a >= b || b >= c {
		t.Errorf("each change counts: %s, %s, %s", a, b, c)
	}

	region := c.feed("?region="+url.QueryEscape("Piemonte"), "")
	if region.has(first) || !region.has(second) {
		t.Errorf("of a region:\n%s", region.text)
	}
	if got := c.feed("?region=Atlantide", ""); got.status != 404 {
		t.Errorf("no such region: %d", got.status)
	}
}

func TestCalendarOfAClub(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	club := c.server.Club("Club dei Dadi")
	hosted := c.draft(nil).Want(201).ID("id")
	other := c.draft(nil).Want(201).ID("id")
	for _, id := range []uuid.UUID{hosted, other} {
		c.manager.Post(c.in(id)+"/announcement", nil).Want(200)
	}
	c.server.Database.Alter(t, `update league.events set host_id = $2 where id = $1`, hosted, club.ID)
	c.server.Database.Alter(t, `update league.seasons set revision = revision + 1 where id = $1`, c.id)
	if f := c.feed("?club="+club.Slug, ""); f.status != 200 || !f.has(hosted) || f.has(other) {
		t.Errorf("of a club: %d\n%s", f.status, f.text)
	}
	if f := c.feed("?club=nessuno", ""); f.status != 404 {
		t.Errorf("no such club: %d", f.status)
	}
}

func TestPrivateCalendar(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.played()
	link := func(c *apitest.Client) string {
		address := c.Post(x.federation.Path+"/my-calendar-link", nil).Want(201).Text("address")
		return x.server.Address + strings.TrimPrefix(address, apitest.PublicURL)
	}
	address := link(x.organizer)
	f := fetch(t, address, "")
	if f.status != 200 || !f.has(x.id) || !strings.HasPrefix(f.header.Get("Cache-Control"), "private") {
		t.Fatalf("the organizer's: %d %v\n%s", f.status, f.header, f.text)
	}
	if !strings.Contains(f.text, "DTSTART;VALUE=DATE:20090308") || !strings.Contains(f.text, "CN09 1.11") {
		t.Errorf("CN09 1.11 the day on which the report is due is not there:\n%s", f.text)
	}
	if again := fetch(t, address, f.header.Get("ETag")); again.status != http.StatusNotModified {
		t.Errorf("got %d", again.status)
	}

	player := x.server.SignUp("Paola Giocatrice")
	x.server.Database.Alter(t, `update league.players set account_id = $2 where id = $1`, x.players[0], player.ID)
	own := fetch(t, link(player), "")
	if own.status != 200 || !own.has(x.id) || strings.Contains(own.text, "VALUE=DATE") {
		t.Errorf("a player's own entries, and nothing that is due for others:\n%s", own.text)
	}
	stranger := x.server.SignUp("Stella Estranea")
	if got := fetch(t, link(stranger), ""); got.status != 200 || got.has(x.id) {
		t.Errorf("who has nothing to do with it: %d\n%s", got.status, got.text)
	}

	renewed := link(x.organizer)
	if old := fetch(t, address, ""); old.status != 404 {
		t.Errorf("the address before a new one: %d", old.status)
	}
	other := x.server.Federation("Altra")
	if foreign := fetch(t, strings.Replace(renewed, x.federation.Slug, other.Slug, 1), ""); foreign.status != 404 {
		t.Errorf("in another tenant: %d", foreign.status)
	}
	x.organizer.Delete(x.federation.Path + "/my-calendar-link").Want(204)
	x.organizer.Delete(x.federation.Path + "/my-calendar-link").Want(404) // and is gone already
	for _, gone := range []string{renewed, x.server.Address + "/t/" + x.federation.Slug + "/my-calendar/x.ics"} {
		if got := fetch(t, gone, ""); got.status != 404 {
			t.Errorf("%s: %d", gone, got.status)
		}
	}
	x.server.Anonymous().Post(x.federation.Path+"/my-calendar-link", nil).Refused(401, "sign-in-required")
}
