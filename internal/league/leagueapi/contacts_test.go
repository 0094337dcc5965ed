package leagueapi_test

import (
	"net/http"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// CN09 1.2b: a season publishes the data that its regional contacts have given themselves, as far as its
// ruleset names them and for as long as they hold the office.
func TestCN09_12bContactDataArePublic(t *testing.T) {
	t.Parallel()
	s := inSeason(t, "running")
	federation, manager := s.federation, s.federation.Manager
	var regions openapi.RegionList
	manager.Get(federation.Path + "/regions").Want(200).Into(&regions)
	region := regions.Items[0].Id
	var seasons openapi.SeasonPage
	manager.Get(federation.Path + "/seasons").Want(200).Into(&seasons)
	season := federation.Path + "/seasons/" + seasons.Items[0].Id.String()
	contact := federation.Member("Rosa Referente", "regional-contact", apitest.Region(region))
	own := federation.Path + "/regions/" + region.String() + "/my-contact-data"
	public := func() (out openapi.SeasonContactList) {
		s.server.Anonymous().Get(season + "/contacts").Want(200).Into(&out)
		return out
	}
	ofRegion := func() openapi.SeasonContact {
		t.Helper()
		for _, c := range public().Items {
			if c.Name == "Rosa Referente" {
				return c
			}
		}
		t.Fatalf("the contact is not listed: %+v", public())
		return openapi.SeasonContact{}
	}
	page := func() string {
		t.Helper()
		status, _, body := s.seasonPage("/s/2009", "")
		if status != http.StatusOK {
			t.Fatalf("the page answers %d", status)
		}
		return body
	}

	if c := ofRegion(); c.Mail+c.Telephone+c.City != "" || c.Region.Id != region {
		t.Errorf("nothing was given: %+v", c)
	}
	if l := public(); l.Rule.Code != "CN09" || l.Rule.Paragraph != "1.2.b" || len(l.Publishes) != 2 || l.Items[0].Reach != "cm@example.org" {
		t.Errorf("CN09 1.2b: %+v", l)
	}
	data := apitest.JSON{"mail": "rosa@example.org", "telephone": "+39 0165 555 010", "city": "Aosta"}
	for _, other := range []*apitest.Client{manager, s.organizer, s.referee} { // no other person may give the contact's data
		other.Post(own, data).Want(403)
		other.Get(own).Want(403)
	}
	s.server.Anonymous().Post(own, data).Want(401)
	contact.Post(own, apitest.JSON{"telephone": "ring me"}).Want(422)
	contact.Post(own, data).Want(200)
	if got := contact.Get(own).Want(200); got.Text("city") != "Aosta" || got.Text("mail") != "rosa@example.org" {
		t.Errorf("got %s", got.Body)
	}
	if c := ofRegion(); c.Mail != "rosa@example.org" || c.Telephone != "+39 0165 555 010" || c.City != "" {
		t.Errorf("the ruleset names mail and telephone: %+v", c)
	}
	if body := page(); !strings.Contains(body, `href="mailto:rosa@example.org"`) || !strings.Contains(body, `href="tel:`) || !strings.Contains(body, "0165 555 010") {
		t.Errorf("the page does not have them:\n%s", body)
	}
	for name, text := range map[string]string{
		"audit": string(manager.Get(federation.Path + "/audit?limit=100").Want(200).Body), "log": string(manager.Get(federation.Path + "/log?limit=100").Want(200).Body),
	} {
		if !strings.Contains(text, "contact") || strings.Contains(text, "rosa@example.org") || strings.Contains(text, "0165 555") {
			t.Errorf("the %s tells that they were given and not what: %s", name, text)
		}
	}

	t.Run("another tenant's region is none", func(t *testing.T) {
		club := s.server.Federation("Altrove")
		contact.In(t).Get(club.Path + "/regions/" + region.String() + "/my-contact-data").Want(403)
		club.Manager.In(t).Get(club.Path + "/seasons/" + seasons.Items[0].Id.String() + "/contacts").Want(404)
	})
	contact.Delete(own).Want(204)
	if c := ofRegion(); c.Mail+c.Telephone != "" || strings.Contains(page(), "rosa@example.org") {
		t.Errorf("taken back: %+v", c)
	}

	contact.Post(own, data).Want(200)
	if !strings.Contains(page(), "rosa@example.org") {
		t.Error("given again, the page does not have it")
	}
	var members openapi.MemberPage
	manager.Get(federation.Path + "/members?limit=100").Want(200).Into(&members)
	for _, m := range members.Items {
		if m.Role == "regional-contact" {
			manager.Delete(federation.Path + "/members/" + m.Id.String()).Want(204)
		}
	}
	for _, c := range public().Items {
		if c.Role == "regional-contact" {
			t.Errorf("his office is over: %+v", c)
		}
	}
	if strings.Contains(page(), "rosa@example.org") {
		t.Error("his office is over, and the page still has his address")
	}
	if n := s.server.Database.Count(t, "select count(*) from league.contact_data where mail || telephone || city <> ''"); n != 0 {
		t.Errorf("%d rows are not emptied", n)
	}
	contact.Get(own).Want(403)
}
