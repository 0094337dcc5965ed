package leagueapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// The first page of a club has the stages that it holds for a federation, and not those
// that others hold, nor drafts.
func TestHomeOfAClubShowsWhatItHosts(t *testing.T) {
	t.Parallel()
	g := newGuests(t)
	stage := g.organizer.Get(g.event).Want(200)
	home := fetch(t, g.server.Address+"/t/"+g.club.Slug+"?lang=it", "")
	if home.status != http.StatusOK {
		t.Fatalf("got %d", home.status)
	}
	for _, want := range []string{stage.Text("title"), "/t/" + g.federation.Slug + "/e/" + stage.Text("slug"), g.manager.Get(g.federation.Path).Want(200).Text("name")} {
		if !strings.Contains(home.text, want) {
			t.Errorf("the club's page lacks %q", want)
		}
	}
	for _, other := range []string{"Tappa della federazione", "Tappa nascosta"} {
		if strings.Contains(home.text, other) {
			t.Errorf("the club's page has %q", other)
		}
	}
	of := fetch(t, g.server.Address+"/t/"+g.federation.Slug, "")
	if strings.Count(of.text, "/e/"+stage.Text("slug")+`"`) != 1 {
		t.Error("the federation's page has its stage not once")
	}
}

// The first page of a federation has every season with its pages, the archive too, and
// no draft.
func TestHomeShowsTheArchive(t *testing.T) {
	t.Parallel()
	s := inSeason(t, "running")
	for slug, state := range map[string]string{"2007": "closed", "2008": "closed", "2010": "draft"} {
		s.sql(`insert into league.seasons (id, slug, title, state, plays_from, plays_to, finals_by, contact, created_by, created_at)
			select $1, $2, 'Campionato del ' || $2, $3, ($2 || '-02-01')::date, ($2 || '-12-31')::date, ($2 || '-12-31')::date, '', created_by, created_at
			from league.events where id = $4`, uuid.New(), slug, state, s.id)
	}
	_, tag, body := s.seasonPage("?lang=en", "")
	_, list, found := strings.Cut(body, `id="seasons"`)
	if !found {
		t.Fatalf("no list of seasons in\n%s", body)
	}
	last := 0
	for _, want := range []string{"Campionato 2009/10", "/s/2009/qualification", "Campionato del 2008", "1 February 2008", "/s/2008/qualification", "Campionato del 2007"} {
		at := strings.Index(list, want)
		if at < last {
			t.Errorf("%q is not there, or not in its place", want)
		}
		last = max(last, at)
	}
	if strings.Contains(body, "Campionato del 2010") {
		t.Error("a draft is public")
	}
	if status, _, _ := s.seasonPage("?lang=en", tag); status != http.StatusNotModified {
		t.Errorf("who has it gets %d", status)
	}
	if status, _, _ := s.seasonPage("/s/2009?region=Atlantide", ""); status != http.StatusNotFound {
		t.Errorf("a region that is none: %d", status)
	}
}
