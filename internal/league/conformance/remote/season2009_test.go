package remote_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/league/conformance"
	"referto/internal/league/conformance/remote"
	"referto/internal/league/rules"
)

// standing is a server's clock that stands still.
type standing struct{ *apitest.Clock }

// Set implements [remote.Clock].
func (c standing) Set(to time.Time) error {
	c.Clock.Set(to)
	return nil
}

// For a longer run, use -seasons 100.
var seasons = flag.Int("seasons", 2, "how many seasons are made up")

// seasonReadings are readings under which seasons are played by turns; none first.
var seasonReadings = []map[string]string{
	nil,
	{"A002-12": "counted"},
	{"A002-7": "invalid"},
	{"A002-8": "players"},
	{"A002-9": "breach_only"},
	{"A002-10": "no_refund"},
	{"A002-11": "later_date"},
	{"A002-13": "breach_only"},
}

// TestServerPlaysSeasonsAsTheEngine from the announcements to the refunds, on random seasons.
func TestServerPlaysSeasonsAsTheEngine(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	driver, err := remote.NewSeasons(t.Context(), server.Address, server.Mailbox.Dir(), standing{server.Clock})
	if err != nil {
		t.Fatal(err)
	}
	var cases []conformance.Case
	for i := range *seasons {
		played := randomSeason(t, *firstSeed+uint64(i)+1)
		played.Readings = seasonReadings[i%len(seasonReadings)]
		cases = append(cases, withOutcome(t, played))
	}
	var out bytes.Buffer
	if report, err := conformance.Run(t.Context(), driver, cases, &out); err != nil || report.Passed != len(cases) || !report.OK() {
		t.Errorf("%v, got\n%s", err, out.String())
	}
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
		if e.PrizesSent = chance(2); e.PrizesSent {
			e.PrizesKeptAllowed, e.PrizesPriceCents, e.PrizesShippingCents = chance(2), 4999, 250
		}
		in.Tournaments = append(in.Tournaments, e)
		day = day.AddDate(0, 0, 3+random.IntN(12))
	}
	in.UnavailableRegional, in.UnavailableNational = people[5:7], people[7:9]
	if chance(2) {
		overTime(random, &in, people)
	}
	for _, player := range people {
		in.Expenses = append(in.Expenses, conformance.SeasonExpense{Player: player, Cents: 1250, Attested: !chance(3)})
	}
	return ranked(t, in, fmt.Sprintf("random-season-%d", seed))
}

// overTime adds facts that become known in the course of a season: days that are moved, bans on days of
// tournaments, tournaments found void before and after the finals are convoked.
func overTime(random *rand.Rand, in *conformance.Season2009, people []string) {
	in.Calendar = &conformance.SeasonCalendar{SelectionsFrom: "2009-02-15", RegionalFinalsBy: "2010-01-10"}
	in.ConvokedOn = "2009-05-20"
	for _, player := range people[10:13] {
		in.Bans = append(in.Bans, conformance.SeasonBan{Player: player, On: in.Tournaments[random.IntN(len(in.Tournaments))].Date})
	}
	for _, i := range random.Perm(len(in.Tournaments))[:2] {
		e := in.Tournaments[i]
		played, err := time.Parse(time.DateOnly, string(e.Date))
		if err != nil {
			panic(err) // it was made here
		}
		in.Later = append(in.Later, conformance.SeasonLater{
			Tournament: e.ID, On: dayOf(played.AddDate(0, 0, random.IntN(60))), Reason: conformance.ResultsUnsound,
		})
	}
}

func dayOf(at time.Time) rules.Day { return rules.Day(at.Format(time.DateOnly)) }

// ranked gives every tournament three players who may take part as the first three, one tournament after
// another, because eligibility depends on the earlier ones. Then it plays the regional finals that there are.
func ranked(t *testing.T, in conformance.Season2009, id string) conformance.Case {
	t.Helper()
	tournaments := in.Tournaments
	for i := range tournaments {
		in.Tournaments = tournaments[:i+1]
		e := &tournaments[i]
		read := seasonOf(t, caseOf(t, in, id))
		for _, player := range e.Registered {
			out := slices.Contains(e.NoShows, player) ||
				slices.ContainsFunc(read.Tournaments[i].Refused, func(r conformance.SeasonPerson) bool { return r.Player == player })
			if !out && len(e.Top) < 3 {
				e.Top = append(e.Top, player)
			}
		}
	}
	for _, f := range seasonOf(t, caseOf(t, in, id)).Finals {
		if strings.HasPrefix(f.Format, "final_of") {
			in.RegionalFinals = append(in.RegionalFinals, conformance.SeasonFinal{Region: f.Region, Date: "2010-01-16", Ranking: f.Finalists})
		}
	}
	return caseOf(t, in, id)
}

func caseOf(t *testing.T, in conformance.Season2009, id string) conformance.Case {
	t.Helper()
	input, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	return conformance.Case{ID: id, Regulation: "002", Kind: "season", Input: input}
}

// read is the part of a season's outcome that inventing seasons depends on.
type read struct {
	Tournaments []struct {
		Refused []conformance.SeasonPerson `json:"refused"`
	} `json:"tournaments"`
	Finals []struct {
		Region    string   `json:"region"`
		Format    string   `json:"format"`
		Finalists []string `json:"finalists"`
	} `json:"regional_finals"`
}

// seasonOf is the outcome by the engine.
func seasonOf(t *testing.T, c conformance.Case) (out read) {
	t.Helper()
	var engine conformance.Engine
	outcome, err := engine.Replay(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	document, err := json.Marshal(outcome)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(document, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
