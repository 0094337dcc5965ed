package demo_test

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apiclient"
	"referto/internal/apitest"
	"referto/internal/demo"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/register"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

const seasonPath = "/tenants/fic/seasons"

// seasonNamed is a season as anybody reads it, by its name in addresses.
func seasonNamed(t *testing.T, summary demo.Summary, slug string) openapi.SeasonSummary {
	t.Helper()
	seasons, err := apiclient.List[openapi.SeasonSummary](t.Context(), apiclient.New(summary.Server), seasonPath, nil)
	i := slices.IndexFunc(seasons, func(s openapi.SeasonSummary) bool { return s.Slug == slug })
	if err != nil || len(seasons) != 2 || i < 0 {
		t.Fatalf("%d seasons, %v", len(seasons), err)
	}
	return seasons[i]
}

// theSeason is the season of the story as anybody reads it.
func theSeason(t *testing.T, summary demo.Summary) openapi.SeasonSummary {
	t.Helper()
	return seasonNamed(t, summary, "campionato")
}

// places is the register as anybody reads it.
func places(t *testing.T, summary demo.Summary) []openapi.Place {
	t.Helper()
	path := seasonPath + "/" + theSeason(t, summary).Id.String() + "/places"
	list, err := apiclient.List[openapi.Place](t.Context(), apiclient.New(summary.Server), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// federationDoor opens the federation of the demo for reading, as the server's own code
// would.
func federationDoor(t *testing.T, server *apitest.Server, summary demo.Summary) tenantdb.Door {
	t.Helper()
	var tenant openapi.Tenant
	get(t, apiclient.New(summary.Server), "/tenants/fic", &tenant)
	door, err := tenantdb.Read(t.Context(), server.DB(), tenant.Id, nil)
	if err != nil {
		t.Fatal(err)
	}
	return door
}

// derived returns the season from the server's desk: the facts, and everything derived from them.
func derived(t *testing.T, server *apitest.Server, summary demo.Summary) *register.Season {
	t.Helper()
	door := federationDoor(t, server, summary)
	s, err := desk.New(rand.Reader).ViewSeason(door, theSeason(t, summary).Id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// log is the federation's log from its first fact to its last.
func log(t *testing.T, manager *apiclient.Client) (records []openapi.LogRecord) {
	t.Helper()
	for last := int64(0); ; {
		var page openapi.LogPage
		get(t, manager, fmt.Sprintf("/tenants/fic/log?limit=100&after=%d", last), &page)
		if len(page.Items) == 0 {
			return records
		}
		records = append(records, page.Items...)
		last = page.Items[len(page.Items)-1].Sequence
	}
}

// checkPublished compares the register of the engine with the public one.
func checkPublished(t *testing.T, state season.State, summary demo.Summary) {
	t.Helper()
	var engine, api []string
	for _, p := range state.Places {
		holder := p.Holder.String()
		if p.Holder == (league.PlayerID{}) {
			holder = ""
		}
		engine = append(engine, fmt.Sprint(strings.ReplaceAll(string(p.ID), "/", "."), " ", holder, " ", p.State, " ", p.Provisional, " ", p.Refund, " ", len(p.Steps)))
	}
	for _, p := range places(t, summary) {
		holder := p.Holder.Id.String()
		if p.Holder.Id == (openapi.PlayerID{}) {
			holder = ""
		}
		api = append(api, fmt.Sprint(p.Id, " ", holder, " ", p.State, " ", p.Provisional, " ", p.Refund, " ", len(p.Steps)))
	}
	if diff := cmp.Diff(engine, api); diff != "" {
		t.Errorf("the register that anybody reads differs (-engine +API)\n%s", diff)
	}
}

// registerLines writes the register in words, without the parts that differ between two servers.
func registerLines(t *testing.T, summary demo.Summary) (lines []string) {
	t.Helper()
	for _, p := range places(t, summary) {
		line := fmt.Sprint(p.Final, " ", p.Region.Name, " ", p.Origin.Kind, " ", p.Origin.Event.Title, " ", p.Origin.Rank, " ",
			p.Holder.Name, " ", p.State, " ", p.Provisional, " ", p.Refund)
		for _, step := range p.Steps {
			line += " " + step.Player.Name
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

// checkSeason looks at the season as the board shows it.
func checkSeason(t *testing.T, summary demo.Summary) {
	t.Helper()
	public := apiclient.New(summary.Server)
	var finals openapi.FinalList
	get(t, public, seasonPath+"/"+theSeason(t, summary).Id.String()+"/finals", &finals)
	kinds := map[int][]string{}
	for _, f := range finals.Items {
		own := len(f.Finalists) - len(f.CalledUp)
		kinds[own] = append(kinds[own], string(f.Format.Kind))
	}
	for n := 1; n <= 6; n++ {
		if len(kinds[n]) == 0 {
			t.Errorf("CN09 1.7 no region has %d finalists: %v", n, kinds)
		}
	}
	states := map[openapi.PlaceState]int{}
	for _, p := range places(t, summary) {
		states[p.State]++
	}
	for _, state := range []openapi.PlaceState{openapi.PlaceStateHeld, openapi.PlaceStateOffered, openapi.PlaceStateAccepted, openapi.PlaceStateDeclined, openapi.PlaceStateVoid} {
		if states[state] == 0 {
			t.Errorf("no place is %s: %v", state, states)
		}
	}
}

// checkMoney looks at the money of the season before (CN09 1.9, 1.10).
func checkMoney(t *testing.T, summary demo.Summary) {
	t.Helper()
	treasurer, manager := signIn(t, summary, "treasurer"), signIn(t, summary, "championship manager")
	path := seasonPath + "/" + seasonNamed(t, summary, "campionato-precedente").Id.String()
	refunds, err := apiclient.List[openapi.RefundSummary](t.Context(), treasurer, path+"/refunds", nil)
	if err != nil {
		t.Fatal(err)
	}
	var states []string
	for _, r := range refunds {
		states = append(states, string(r.State))
		var whole openapi.Refund
		get(t, manager, path+"/refunds/"+r.Id.String(), &whole)
		for _, step := range whole.Steps {
			if step.Kind == "approved" && step.By == whole.Steps[0].By {
				t.Errorf("%s has approved what he claims", step.By)
			}
		}
	}
	slices.Sort(states)
	if diff := cmp.Diff([]string{"approved", "paid", "submitted"}, states); diff != "" {
		t.Errorf("claims (-want +got)\n%s", diff)
	}
	lists, err := apiclient.List[openapi.PaymentListSummary](t.Context(), treasurer, path+"/payment-lists", nil)
	if err != nil || len(lists) != 1 || lists[0].Total.Amount != "31.60" {
		t.Errorf("payment lists %+v, %v", lists, err)
	}
	parcels, err := apiclient.List[openapi.Shipment](t.Context(), manager, path+"/prize-shipments", nil)
	if err != nil {
		t.Fatal(err)
	}
	came := map[openapi.ShipmentState]int{}
	for _, p := range parcels {
		came[p.State]++
	}
	if diff := cmp.Diff(map[openapi.ShipmentState]int{openapi.ShipmentStateSent: 1, openapi.ShipmentStateReturned: 1}, came); diff != "" {
		t.Errorf("prizes (-want +got)\n%s", diff)
	}
}
