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
	"referto/internal/league/rules"
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

// derived is the season as the server's desk has it: what happened, and what follows.
func derived(t *testing.T, server *apitest.Server, summary demo.Summary) *desk.Season {
	t.Helper()
	var tenant openapi.Tenant
	get(t, apiclient.New(summary.Server), "/tenants/fic", &tenant)
	door, err := tenantdb.Read(t.Context(), server.DB(), tenant.Id, nil)
	if err != nil {
		t.Fatal(err)
	}
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

// replay is a season that grows by one fact of the log after the other. The log says
// what happened to what, whole is where it says what.
type replay struct {
	whole, facts season.Facts
	national     league.EventID // the national final
}

// at finds an event among others; nil if it is none of them.
func at(events []season.Event, id league.EventID) *season.Event {
	i := slices.IndexFunc(events, func(e season.Event) bool { return e.ID == id })
	if i < 0 {
		return nil
	}
	return &events[i]
}

// add adds what a record of the log tells; false if it tells nothing of the season.
func (r *replay) add(record openapi.LogRecord) bool {
	text := func(name string) string { value, _ := record.Data[name].(string); return value }
	if is, was := at(r.facts.Events, record.Event), at(r.whole.Events, record.Event); is != nil {
		return r.addToEvent(is, was, record.Kind, text("player"))
	}
	switch record.Kind {
	case "season.opened":
		r.facts.Rules, r.facts.Period, r.facts.Regions, r.facts.Champion = r.whole.Rules, r.whole.Period, r.whole.Regions, r.whole.Champion
		r.facts.Period.NationalFinal = ""
	case "event.announced":
		if record.Event == r.national {
			r.facts.Period.NationalFinal = r.whole.Period.NationalFinal
		} else if e := at(r.whole.Events, record.Event); e != nil {
			r.facts.Events = append(r.facts.Events, season.Event{
				ID: e.ID, Rules: e.Rules, Circuit: e.Circuit, Region: e.Region, Day: e.Day, Announced: e.Announced, NewOrganizer: e.NewOrganizer,
			})
		} else {
			return false
		}
	case "regions.merged":
		r.facts.Merges = r.whole.Merges[:len(r.facts.Merges)+1]
	case "final.decided":
		r.facts.Decisions = r.whole.Decisions[:len(r.facts.Decisions)+1]
	case "convocation.sent":
		c := r.whole.Convocations[len(r.facts.Convocations)]
		c.Accepted = nil
		r.facts.Convocations = append(r.facts.Convocations, c)
	case "answer.coming":
		i := slices.IndexFunc(r.facts.Convocations, func(c season.Convocation) bool {
			return c.Player.String() == text("player") && c.To == rules.SeasonFinal(text("final"))
		})
		r.facts.Convocations[i].Accepted = r.whole.Convocations[i].Accepted
	case "answer.not-coming":
		r.facts.Unavailable = r.whole.Unavailable[:len(r.facts.Unavailable)+1]
	case "ban.decided":
		r.facts.Bars = r.whole.Bars[:len(r.facts.Bars)+1]
	default:
		return false
	}
	return true
}

// addToEvent adds what is told of an event.
func (r *replay) addToEvent(is, was *season.Event, kind, player string) bool {
	switch kind {
	case "entry.created":
		for _, e := range was.Entrants {
			if e.Player.String() == player {
				is.Entrants = append(is.Entrants, season.Entrant{Player: e.Player})
			}
		}
	case "event.cancelled":
		r.facts.Events = slices.DeleteFunc(r.facts.Events, func(e season.Event) bool { return e.ID == was.ID })
	case "outcome.recorded", "event.finished":
		is.Entrants, is.Referees, is.Ranking = was.Entrants, was.Referees, was.Ranking
	case "report.sent":
		is.Report = was.Report
	case "homologation.waived":
		is.Waived = was.Verdict.Waived
	case "homologation.homologated", "homologation.invalidated":
		is.Waived, is.Verdict = was.Waived, was.Verdict
	case "homologation.returned":
		is.Report = nil
	case "prizes.sent":
		is.Prizes = &season.Prizes{Price: was.Prizes.Price}
	case "prizes.kept":
		is.Prizes = was.Prizes
	default:
		return false
	}
	return true
}

// checkReplay replays the season from the log: each fact leads from one register to the
// next, and the last is the one that the server has and anybody reads.
func checkReplay(t *testing.T, server *apitest.Server, summary demo.Summary) {
	t.Helper()
	whole := derived(t, server, summary)
	r := replay{whole: whole.Facts}
	for _, e := range whole.Events {
		if e.Kind == "national-final" {
			r.national = e.ID
		}
	}
	var state season.State
	told, changes := 0, 0
	for _, record := range log(t, signIn(t, summary, "championship manager")) {
		if !r.add(record) {
			continue
		}
		told++
		next := season.Derive(r.facts)
		changes += len(season.Difference(state, next))
		state = next
	}
	if diff := cmp.Diff(whole.State, state); diff != "" {
		t.Errorf("the season replayed from its log differs (-server +replayed)\n%s", diff)
	}
	if told < 200 || changes < 200 {
		t.Errorf("%d facts and %d changes: that is no season", told, changes)
	}
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

// register is the register in words, without what differs between two servers.
func register(t *testing.T, summary demo.Summary) (lines []string) {
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
