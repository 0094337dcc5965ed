package remote_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apitest"
	"referto/internal/league/conformance"
	"referto/internal/league/conformance/remote"
	"referto/internal/league/rules"
)

// seasons is a folder with cases whose seasons are played as well.
var seasons = flag.String("seasons", "", "folder with further season cases")

// TestServerPlaysSeasonsAsTheEngine: tier, validity, reasons and who qualifies of every
// tournament of a season are those of the engine, and so of the cases, in all readings.
func TestServerPlaysSeasonsAsTheEngine(t *testing.T) {
	t.Parallel()
	cases := []conformance.Case{randomSeason(t, 1), randomSeason(t, 2)}
	if *seasons != "" {
		more, err := conformance.Load(os.DirFS(*seasons))
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, slices.DeleteFunc(more, func(c conformance.Case) bool { return c.Kind != "season" })...)
	}
	for some := range slices.Chunk(cases, 3) {
		server := apitest.Start(t)
		server.Clock.Set(remote.Before)
		driver, err := remote.New(t.Context(), server.Address, server.Mailbox.Dir())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range some {
			playsSeason(t, driver, server.Clock, c)
		}
	}
}

func playsSeason(t *testing.T, driver *remote.Driver, clock remote.Clock, c conformance.Case) {
	t.Helper()
	var engine conformance.Engine
	want, err := engine.Replay(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	got, err := driver.PlaySeason2009(t.Context(), c, clock)
	if err != nil {
		t.Fatalf("%s: %v", c.ID, err)
	}
	if diff := cmp.Diff(tournamentsOf(t, want), tournamentsOf(t, map[string]any{"tournaments": got})); diff != "" {
		t.Errorf("%s (-engine +server)\n%s", c.ID, diff)
	}
}

// tournamentsOf are the tournaments of an outcome, without what becomes of prizes and
// with sets in order.
func tournamentsOf(t *testing.T, outcome any) []map[string]any {
	t.Helper()
	text, err := json.Marshal(outcome)
	if err != nil {
		t.Fatal(err)
	}
	var told struct{ Tournaments []map[string]any }
	if err := json.Unmarshal(text, &told); err != nil {
		t.Fatal(err)
	}
	for _, tournament := range told.Tournaments {
		delete(tournament, "prizes")
		for _, set := range []string{"reasons", "breaches"} {
			list := tournament[set].([]any)
			slices.SortFunc(list, func(a, b any) int { return cmpStrings(a.(string), b.(string)) })
			tournament[set] = slices.Compact(list)
		}
	}
	return told.Tournaments
}

func cmpStrings(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// randomSeason is a season of eight tournaments of sizes about those that matter, with
// everything that can be wrong with one.
func randomSeason(t *testing.T, seed uint64) conformance.Case {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 2009))
	chance := func(of int) bool { return random.IntN(of) == 0 }
	people := make([]string, 60)
	for i := range people {
		people[i] = fmt.Sprintf("P%02d", i)
	}
	in := conformance.Season2009{
		Regions: []string{"lazio", "toscana"}, ReigningChampion: &conformance.SeasonPerson{Player: people[0]},
		Employees: people[1:3], Banned: people[3:5],
	}
	day := time.Date(2009, 2, 7, 0, 0, 0, 0, time.UTC)
	for n := range 8 {
		kind := []string{"regional", "open", "online"}[random.IntN(3)]
		field := []int{11, 12, 16, 28, 36, 37}[random.IntN(6)]
		random.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
		e := conformance.SeasonEvent{
			ID: fmt.Sprintf("T%02d", n+1), Kind: kind, Date: dayOf(day), Announced: dayOf(day.AddDate(0, 0, -10-random.IntN(8))),
			Registered: slices.Clone(people[:field]), ResultsReceived: dayOf(day.AddDate(0, 0, 1+random.IntN(8))), ResultsSound: !chance(6),
			Photos: []string{"winner", "panorama", "final_table"}, NewOrganizer: chance(2), FewerAccepted: chance(2), Referees: []string{people[59]},
		}
		if kind == "regional" {
			e.Region = in.Regions[random.IntN(2)]
		}
		if chance(3) {
			e.NoShows = []string{people[field-1]}
		}
		if chance(5) {
			e.Photos = e.Photos[:2]
		}
		in.Tournaments = append(in.Tournaments, e)
		day = day.AddDate(0, 0, 3+random.IntN(12))
	}
	return ranked(t, in, fmt.Sprintf("random-season-%d", seed))
}

func dayOf(at time.Time) rules.Day { return rules.Day(at.Format(time.DateOnly)) }

// ranked gives every tournament three who may take part as the first three, one
// tournament after another: who may depends on those before.
func ranked(t *testing.T, in conformance.Season2009, id string) conformance.Case {
	t.Helper()
	var engine conformance.Engine
	for i := range in.Tournaments {
		e := &in.Tournaments[i]
		so := in
		so.Tournaments = slices.Clone(in.Tournaments[:i+1])
		text, err := json.Marshal(so)
		if err != nil {
			t.Fatal(err)
		}
		outcome, err := engine.Replay(t.Context(), conformance.Case{ID: id, Regulation: "002", Kind: "season", Input: text})
		if err != nil {
			t.Fatal(err)
		}
		refused := tournamentsOf(t, outcome)[i]["refused"].([]any)
		for _, player := range e.Registered {
			out := slices.Contains(e.NoShows, player) || slices.ContainsFunc(refused, func(r any) bool { return r.(map[string]any)["player"] == player })
			if !out && len(e.Top) < 3 {
				e.Top = append(e.Top, player)
			}
		}
	}
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	return conformance.Case{ID: id, Regulation: "002", Kind: "season", Input: text}
}
