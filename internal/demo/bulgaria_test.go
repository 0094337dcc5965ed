package demo_test

import (
	"testing"
	"time"

	"referto/internal/apiclient"
	"referto/internal/demo"
	"referto/openapi"
)

// checkLeague looks at the ranking of the Bulgarian league anonymously: ten years of tournaments, three of them
// played here, one player three points before the cap who plays today, and the players in the hall (BG 1).
func checkLeague(t *testing.T, summary demo.Summary) {
	t.Helper()
	public := apiclient.New(summary.Server)
	events, err := apiclient.List[openapi.Event](t.Context(), public, "/tenants/lzb/events", nil)
	if err != nil || len(events) < 28 {
		t.Fatalf("%d events, %v", len(events), err)
	}
	running, first, last := 0, events[0].StartsAt, events[0].StartsAt
	for _, e := range events {
		if e.State == openapi.EventStateRunning {
			running++
		}
		if first.After(e.StartsAt) {
			first = e.StartsAt
		}
		if last.Before(e.StartsAt) {
			last = e.StartsAt
		}
	}
	if years := last.Sub(first) / (365 * 24 * time.Hour); running != 1 || years < 8 {
		t.Errorf("%d events run, the first was %d years ago", running, years)
	}
	var rankings openapi.RankingList
	get(t, public, "/tenants/lzb/rankings", &rankings)
	path := "/tenants/lzb/rankings/" + rankings.Items[0].Id.String()
	var standings, hall openapi.RankingStandings
	get(t, public, path+"/standings", &standings)
	get(t, public, path+"/hall", &hall)
	top := standings.Items[0]
	if top.Figures[0] != "297" || top.Distance != "3" || top.Player.Name != "Николай Дойчев" {
		t.Errorf("BG 1: the first of the ranking is %+v", top)
	}
	if len(hall.Items) != 2 || hall.Items[0].Since.Day.IsZero() {
		t.Errorf("BG 1: the hall is %+v", hall.Items)
	}
	var b openapi.Biography
	get(t, public, "/tenants/lzb/players/"+top.Player.Id.String()+"/biography", &b)
	if b.Games < 20 || len(b.Records) == 0 || len(b.Opponents) != 20 {
		t.Errorf("of %s are known %d games, %d records, %d opponents", b.Player.Name, b.Games, len(b.Records), len(b.Opponents))
	}
}
