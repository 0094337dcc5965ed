package leagueapi_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// judgedRanking is a regulation of ranking tournaments (BG) whose events count once they have been homologated,
// as those of a championship do (CN09 2.2).
func judgedRanking(t *testing.T) string {
	t.Helper()
	r, err := presets.Find("catan-ranglista-bg")
	if err != nil {
		t.Fatal(err)
	}
	judged, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	r.ID, r.Code, r.Season = "omologata", "OMO", judged.Season
	r.Season.Documents, r.Season.Tiers = nil, slices.Clone(r.Season.Tiers)
	for i := range r.Season.Tiers {
		r.Season.Tiers[i].Least = 4 + i
	}
	for _, text := range judged.Texts {
		if !slices.ContainsFunc(r.Texts, func(known rules.Text) bool { return known.Paragraph == text.Paragraph }) {
			text.Kind, text.Where = "text", ""
			r.Texts = append(r.Texts, text)
		}
	}
	document, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(document)
}

// BG 1: two members of the staff homologate two events of one ranking at the same moment, and a player crosses
// 300 points with both. In either order the player is in the hall since the later event, and all players stand
// where a ranking rebuilt afterwards has them.
func TestRaceOfTwoHomologationsAtTheCap(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	manager := federation.Manager
	manager.Post(federation.Path+"/rulesets", `{"document":`+judgedRanking(t)+`}`).Want(201)
	manager.Post(federation.Path+"/rulesets/omologata/versions", apitest.JSON{"draft": 1}).Want(201)
	region := federation.Region("София")
	season := manager.Post(federation.Path+"/seasons", apitest.JSON{
		"slug": "2009", "title": "Сезон 2009", "game": "Catan", "ruleset": "omologata", "regions": []uuid.UUID{region},
	}).Want(201).ID("id")
	manager.Post(federation.Path+"/seasons/"+season.String()+"/opening", nil).Want(200)
	ranking := apitest.JSON{"ruleset": "omologata", "counted": []string{"stage"}}
	s := &stage{t: t, server: server, federation: federation}
	r := &ranglista{s, s.address("rankings/" + manager.Post(s.address("rankings"), newRankingBody(ranking)).Want(201).ID("id").String())}

	var players []uuid.UUID
	for n := range 8 {
		players = append(players, manager.Post(s.address("players"), apitest.JSON{"name": fmt.Sprintf("Giocatore A%c", 'A'+n)}).Want(201).ID("id"))
	}
	server.Clock.Set(inRome(t, "2009-03-01 09:00"))
	manager.SignIn()
	var events []string
	for i, day := range []string{"2009-03-01", "2009-03-08"} {
		one := *s
		one.id = manager.Post(s.address("events"), apitest.JSON{
			"slug": fmt.Sprintf("turnir-%d", i), "kind": "stage", "title": "Турнир " + day, "startsAt": inRome(t, day+" 10:00"), "timeZone": "Europe/Rome",
			"venue": apitest.JSON{"name": "Клуб", "city": "София"}, "season": season, "region": region, "formula": "two-rounds", "pairing": "by-standings",
			"fee": apitest.JSON{"amount": "0.00", "currency": "EUR"},
		}).Want(201).ID("id")
		one.path = s.address("events/" + one.id.String())
		one.organizer, one.referee = manager, one.appoint("Съдия "+day, "first-referee")
		server.Clock.Set(inRome(t, day+" 10:00"))
		manager.SignIn()
		one.referee.SignIn()
		one.open()
		manager.Post(one.path+"/entry-lists", apitest.JSON{"players": players}).Want(201)
		one.checkIn(upTo(8)...)
		one.begin(upTo(8)...).Want(200)
		(&ranglista{&one, r.ranking}).played()
		manager.Post(one.path+"/report", apitest.JSON{}).Want(201)
		events = append(events, one.path)
	}
	r.opened(players[0], "285").Want(201)
	if got := r.rows("standings") + r.rows("hall"); got != "1. AA 285/657/2092.80%/5/0/3/40" {
		t.Fatalf("nothing is homologated, and the ranking is %s", got)
	}

	judges := []*apitest.Client{
		federation.Member("Prima Giudice", "championship-manager", apitest.WholeTenant()),
		federation.Member("Secondo Giudice", "championship-manager", apitest.WholeTenant()),
	}
	homologate := func(i int) func() *apitest.Answer {
		return func() *apitest.Answer {
			return judges[i].Post(events[i]+"/homologation", apitest.JSON{"decision": "homologate"})
		}
	}
	want := ""
	for n := range max(*trials/10, 3) {
		for i, answer := range race(homologate(n%2), homologate(1-n%2)) {
			if answer.Status != 200 {
				t.Fatalf("trial %d: %d: %d %s", n, i, answer.Status, answer.Body)
			}
		}
		got := r.rows("hall") + "; " + r.rows("standings")
		if !strings.HasPrefix(got, "1. AA 305/") || !strings.Contains(got, "/42 since Турнир 2009-03-08; 1. ") {
			t.Fatalf("BG 1: trial %d: %s", n, got)
		}
		if want == "" {
			want = got
		}
		anew := newRankingBody(ranking)
		anew["slug"] = fmt.Sprintf("anew-%d", n)
		from := &ranglista{s, s.address("rankings/" + manager.Post(s.address("rankings"), anew).Want(201).ID("id").String())}
		from.opened(players[0], "285").Want(201)
		if nothing := from.rows("hall") + "; " + from.rows("standings"); got != want || got != nothing {
			t.Fatalf("trial %d has\n%s\nthe first had\n%s\nand from nothing it is\n%s", n, got, want, nothing)
		}
		for i, judge := range judges {
			if judge.Post(events[(n+i)%2]+"/homologation/reversal", apitest.JSON{"reason": "Ancora una volta"}).Want(200); i == 0 {
				if got := r.rows("hall"); got != "" {
					t.Fatalf("BG 1: trial %d: one event does not lead to the hall: %s", n, got)
				}
			}
		}
	}
}
