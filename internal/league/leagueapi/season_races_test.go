package leagueapi_test

import (
	"slices"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// If two people decide a request at the same moment, one does, and there is one event.
func TestTwoDecideARequestAtOnce(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	club, _ := c.affiliated("Circolo")
	contact := c.federation.Member("Renata Referente", "regional-contact", apitest.Region(c.aosta))
	for i := range 8 {
		title := "Tappa " + strings.Repeat("X", i+1)
		path := c.federation.Path + "/hosting-requests/" + club.Manager.Post(club.Path+"/hostings", c.wish(apitest.JSON{"title": title})).Want(201).ID("id").String()
		answers := race(
			func() *apitest.Answer { return c.manager.Post(path+"/approval", apitest.JSON{}) },
			func() *apitest.Answer {
				return contact.Post(path+"/approval", apitest.JSON{"slug": "altra-" + strings.Repeat("x", i+1)})
			},
		)
		if got := statuses(answers); !slices.Equal(got, []int{200, 409}) {
			t.Fatalf("got %v", got)
		}
	}
	var events openapi.EventPage
	c.manager.Get(c.federation.Path + "/events").Want(200).Into(&events)
	if len(events.Items) != 8 {
		t.Errorf("there are %d events", len(events.Items))
	}
}

// Of two regional finals that are drafted for a region at the same moment there is
// one (CN09 1.7).
func TestTwoRegionalFinalsAtOnce(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	body := c.event(apitest.JSON{"kind": "regional-final", "startsAt": "2010-01-10T08:00:00Z", "slug": nil})
	for range 8 {
		answers := race(
			func() *apitest.Answer { return c.manager.Post(c.federation.Path+"/events", body) },
			func() *apitest.Answer { return c.manager.Post(c.federation.Path+"/events", body) },
		)
		if got := statuses(answers); !slices.Equal(got, []int{201, 422}) {
			t.Fatalf("got %v", got)
		}
		made := answers[0]
		if made.Status != 201 {
			made = answers[1]
		}
		c.manager.Post(c.in(made.ID("id"))+"/cancellation", apitest.JSON{"reason": "Da rifare"}).Want(200)
		body["title"] = body["title"].(string) + " bis"
	}
}
