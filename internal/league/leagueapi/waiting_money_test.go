package leagueapi_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
)

// kindsOf returns the kinds of a person's tasks, with the paragraph of each, in alphabetical order.
func kindsOf(c *apitest.Client, federation *apitest.Tenant) string {
	var out []string
	for _, w := range waitingOf(c, federation) {
		out = append(out, string(w.Kind)+" "+cites(w.Explanation))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// Which tasks wait for whom: TestRefundsWait and TestPrizesGoBack of package duties.
func TestRefundsWait(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	want := func(when string, c *apitest.Client, kinds string) {
		t.Helper()
		if got := kindsOf(c, e.federation); got != kinds {
			t.Errorf("%s: for %s waits %q, want %q", when, c.Name, got, kinds)
		}
	}
	want("CN09 1.9 whose journey is paid", e.large.Client, "claim-refund CN09 1.9")
	want("CN09 1.8 whose journey is not", e.open.Client, "")
	e.begin(e.champion.Client)
	want("a claim that is not handed in", e.champion.Client, "complete-refund CN09 1.9")
	claim := e.submitted(e.large.Client, "40.00")
	want("handed in", e.large.Client, "")
	want("handed in", e.deputy, "decide-refund CN09 1.9")
	e.deputy.Post(claim+"/approval", apitest.JSON{}).Want(200)
	want("approved", e.treasurer, "pay-refunds CN09 1.9")
	e.listed(claim)
	want("on a list", e.treasurer, "")
}

func TestPrizesWait(t *testing.T) {
	t.Parallel()
	e := newEndedAt(t, time.Date(2009, 4, 11, 10, 0, 0, 0, time.UTC))
	organizer := e.federation.Member("Olga Organizzatrice", "organizer", apitest.Stage(e.largeEvent))
	address := e.sent(e.largeEvent, e.stocked(5), 2)
	e.verdict(e.largeEvent, 2, "invalidated")
	if got := waits(organizer, e.federation); !slices.Equal(got, []string{"return-prizes CN09 1.10 2009-04-12T21:59:59Z"}) {
		t.Errorf("CN09 1.10 within a week of the end: %q", got)
	}
	at := strings.TrimPrefix(waitingOf(organizer, e.federation)[0].Resource, "/v1")
	owed := organizer.Get(at).Want(200)
	if got := []string{owed.Text("prizesBack.0.state"), owed.Text("prizesBack.0.duty.action"), owed.Text("prizesBack.0.duty.returnBy"), owed.Text("prizesBack.0.duty.why.rule.paragraph"), owed.Text("prizesBack.0.duty.pay.amount")}; !slices.Equal(got, []string{"sent", "return-or-pay", "2009-04-12", "1.10", "57.50"}) || owed.Int("prizesBack.0.prizes.0.quantity") != 2 {
		t.Errorf("CN09 1.10 the organizer sees what goes back, until when and why: %s", owed.Body)
	}
	organizer.Get(e.path + "/prize-shipments").Want(403) // those of other events are not theirs to see
	e.manager.Post(address+"/settlement", apitest.JSON{"outcome": "returned", "on": "2009-04-11"}).Want(200)
	if got := waits(organizer, e.federation); len(got) != 0 {
		t.Errorf("CN09 1.10 they are back: %q", got)
	}
	if back := organizer.Get(at).Want(200); back.Value("prizesBack") != nil || back.ETag() == owed.ETag() {
		t.Errorf("CN09 1.10 they are back: %s", back.Body)
	}
}

func TestRequestsToHostWait(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	club, _ := c.affiliated("Circolo")
	contact := c.federation.Member("Renata Referente", "regional-contact", apitest.Region(c.aosta))
	olga := club.Member("Olga Organizzatrice", "organizer", apitest.WholeTenant())
	asked := olga.Post(club.Path+"/hostings", c.wish(nil)).Want(201).ID("id").String()
	if got := kindsOf(contact, c.federation); got != "decide-hosting CN09 2.3" {
		t.Errorf("CN09 2.2 the contact of the region decides: %q", got)
	}
	if got := kindsOf(c.manager, c.federation); got != "" {
		t.Errorf("it does not wait for the manager: %q", got)
	}
	w := waitingOf(contact, c.federation)[0]
	contact.Get(strings.TrimPrefix(w.Resource, "/v1")).Want(200)
	contact.Post(c.federation.Path+"/hosting-requests/"+asked+"/refusal", apitest.JSON{"reason": "Troppe tappe"}).Want(200)
	if got := kindsOf(contact, c.federation); got != "" {
		t.Errorf("refused: %q", got)
	}
}
