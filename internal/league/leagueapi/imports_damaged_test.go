package leagueapi_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/desk/rulesetdesk"
	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
	"referto/internal/sampling"
	"referto/openapi"
)

var files = flag.Int("files", 100, "how many damaged files of each regulation are imported")

// TestADryRunReportsWhatTheStoreDoes makes up events of every regulation, damages their files at random and
// imports each twice: as a check and to be stored. A clean file is stored, with the standings that follow from
// the file, and is exported unchanged; a file with faults is refused with the same ones, and nothing of it is
// left.
func TestADryRunReportsWhatTheStoreDoes(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	for _, preset := range rulesetdesk.Presets() {
		federation := server.Federation("Federazione " + preset)
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			tally := map[string]int{}
			for n := range uint64(sampling.Times(*files)) { //nolint:gosec // some
				damaged(t, federation, preset, n, tally)
			}
			t.Logf("%v", tally)
			if tally["stored"] == 0 || tally["faulty"] == 0 {
				t.Errorf("%v: one of the two is not tried", tally)
			}
		})
	}
}

func damaged(t *testing.T, federation *apitest.Tenant, preset string, seed uint64, tally map[string]int) {
	t.Helper()
	d, r := eventfiletest.Play(t, preset, seed/8)
	g := &damager{Rand: rand.New(rand.NewPCG(seed, 4)), r: r, d: copied(t, d)}
	var done []string
	for range g.IntN(3) { // sometimes none
		name := pickOf(g.Rand, damageNames)
		damages[name](g)
		done = append(done, name)
	}
	data, err := json.Marshal(g.d)
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("%s %d %q", preset, seed, done)
	look, store := send(t, federation, name, data, "true"), send(t, federation, name, data, "false")
	if diff := cmp.Diff(faultsOf(look), faultsOf(store)); diff != "" {
		t.Errorf("%s: the faults differ (-looked at +stored)\n%s", name, diff)
	}
	tally[string(store.State)]++
	if look.State == openapi.ImportStateClean && store.State == openapi.ImportStateClean && store.Counts.Ambiguous > 0 {
		return // people of the file have to be identified first
	}
	want := map[openapi.ImportState]openapi.ImportState{openapi.ImportStateClean: openapi.ImportStateStored, openapi.ImportStateFaulty: openapi.ImportStateFaulty}
	if store.State != want[look.State] {
		t.Errorf("%s: looked at it is %s, stored %s", name, look.State, store.State)
		return
	}
	if store.State == openapi.ImportStateStored {
		asForeseen(t, federation, name, data, store)
	}
}

// send imports a document as bytes, which the contract does not look into.
func send(t *testing.T, federation *apitest.Tenant, name string, data []byte, dryRun string) (got openapi.Import) {
	t.Helper()
	answer := federation.Manager.In(t).Post(federation.Path+"/imports?dryRun="+dryRun, data, bytesOf)
	if answer.Status != 201 {
		t.Errorf("%s: dryRun=%s is answered with %d %s", name, dryRun, answer.Status, answer.Body)
		return got
	}
	answer.Into(&got)
	return got
}

func faultsOf(i openapi.Import) (out []string) {
	for _, f := range i.Faults {
		out = append(out, f.Pointer+" "+f.Reason)
	}
	return out
}

// asForeseen checks that the stored event follows from its file.
func asForeseen(t *testing.T, federation *apitest.Tenant, name string, data []byte, store openapi.Import) {
	t.Helper()
	manager := federation.Manager.In(t)
	f, err := eventfile.Read(eventfile.JSON, data, eventfile.Standard(), eventfiletest.Rulesets)
	if err != nil || len(f.Faults) > 0 {
		t.Errorf("%s: read here it has %v %v", name, err, f.Faults)
		return
	}
	path := federation.Path + "/events/" + store.Event.String()
	back, err := eventfile.Decode(manager.Get(path + "/export?format=json").Want(200).Body)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(encoded(t, asStored(f.Document, back)), encoded(t, back)); diff != "" {
		t.Errorf("%s (-in +out)\n%s", name, diff)
	}
	if f.Outcome != nil {
		return
	}
	var s openapi.Standings
	manager.Get(path + "/standings").Want(200).Into(&s)
	var foreseen []int
	if s.State == openapi.StandingsStateFinal {
		for _, row := range f.State.Final {
			foreseen = append(foreseen, int(row.Entry))
		}
	} else {
		_, rows, _ := f.State.StandingsAfter(len(f.State.Rounds), f.State.Standings)
		for _, row := range rows {
			foreseen = append(foreseen, int(row.Entry))
		}
	}
	if got := ranking(s); !slices.Equal(got, foreseen) {
		t.Errorf("%s: the standings are %v, foreseen %v", name, got, foreseen)
	}
}

func copied(t *testing.T, d eventfile.Document) (out eventfile.Document) {
	t.Helper()
	text, err := json.Marshal(d)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// damager changes one thing of a document.
type damager struct {
	*rand.Rand
	r *rules.Ruleset
	d eventfile.Document
}

func pickOf[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func oneOf[T any](r *rand.Rand, list ...T) T { return pickOf(r, list) }

func (g *damager) entry() league.Entry { return league.Entry(1 + g.IntN(len(g.d.Entries)+1)) }

func (g *damager) moment() league.Moment {
	return league.Moment{Round: g.IntN(len(g.d.Facts.Rounds) + 2), During: g.IntN(2) == 0}
}

func (g *damager) round() *tournament.Round {
	if len(g.d.Facts.Rounds) == 0 {
		return &tournament.Round{Tables: []tournament.Table{{}}}
	}
	return &g.d.Facts.Rounds[g.IntN(len(g.d.Facts.Rounds))]
}

func (g *damager) table() *tournament.Table {
	round := g.round()
	if len(round.Tables) == 0 {
		return &tournament.Table{}
	}
	return &round.Tables[g.IntN(len(round.Tables))]
}

func (g *damager) result() *league.Result {
	if result := g.table().Result; result != nil && len(result.Seats) > 0 {
		return result
	}
	return &league.Result{Seats: []league.SeatResult{{}}}
}

func (g *damager) seat() *league.SeatResult {
	result := g.result()
	return &result.Seats[g.IntN(len(result.Seats))]
}

func (g *damager) offense() string {
	codes := []string{"x", ""}
	for _, o := range g.r.Discipline.Offenses {
		codes = append(codes, o.Code)
	}
	return pickOf(g.Rand, codes)
}

func (g *damager) number() *league.Frac {
	n := oneOf(g.Rand, league.Int(0), league.NewFrac(1, 3), league.Int(9_999), league.Int(-9_999), league.Int(10_000), league.Int(-10_000),
		league.NewFrac(1, 1000), league.NewFrac(-7, 2), league.NewFrac(1, 100_000), league.Int(1_000_000))
	return &n
}

func (g *damager) some() []league.Entry {
	var out []league.Entry
	for range g.IntN(4) {
		out = append(out, g.entry())
	}
	return out
}

// damages are changes that make a file wrong, and some that make it strange and leave it right.
var damages = map[string]func(*damager){
	"vp":         func(g *damager) { g.seat().VP = oneOf(g.Rand, -1, 31, -50_000, 50_000, 100_001, 1<<40) },
	"other vp":   func(g *damager) { g.seat().VP = g.IntN(12) },
	"left":       func(g *damager) { g.seat().Left = oneOf(g.Rand, 1, 2, 7, -1) },
	"seat":       func(g *damager) { g.seat().Entry = g.entry() },
	"entered":    func(g *damager) { g.seat().Points = g.number() },
	"objective":  func(g *damager) { g.seat().Objective = oneOf(g.Rand, "", "mars", "africa", strings.Repeat("x", 41)) },
	"no figures": func(g *damager) { g.seat().Figures = nil },
	"figure": func(g *damager) {
		g.seat().Figures = map[string]int{oneOf(g.Rand, "roads", "settlements", "cards", ""): g.IntN(200_002) - 100_001}
	},
	"ended": func(g *damager) {
		g.result().Ended = oneOf(g.Rand, league.Declared, league.TimeLimit, league.Completed, league.TooFewPlayers, "", "x")
	},
	"declared by": func(g *damager) { g.result().DeclaredBy = g.entry() },
	"won at once": func(g *damager) { g.result().WonAtOnce = oneOf(g.Rand, "A", "B", "Z") },
	"void": func(g *damager) {
		g.result().Void = &league.Void{For: g.some(), AtFault: g.some(), OthersScored: g.IntN(2) == 0}
	},
	"no result":   func(g *damager) { g.table().Result = nil },
	"row gone":    func(g *damager) { r := g.result(); r.Seats = r.Seats[1:] },
	"rows turned": func(g *damager) { slices.Reverse(g.result().Seats) },
	"table number": func(g *damager) {
		g.table().Number = oneOf(g.Rand, 0, 1, 2, 99)
	},
	"table gone":   func(g *damager) { r := g.round(); r.Tables = r.Tables[:max(0, len(r.Tables)-1)] },
	"tables mixed": func(g *damager) { slices.Reverse(g.round().Tables) },
	"seats swapped": func(g *damager) {
		a, b := g.table(), g.table()
		if len(a.Seats) > 0 && len(b.Seats) > 0 {
			i, j := g.IntN(len(a.Seats)), g.IntN(len(b.Seats))
			a.Seats[i], b.Seats[j] = b.Seats[j], a.Seats[i]
		}
	},
	"another sits": func(g *damager) {
		if t := g.table(); len(t.Seats) > 0 {
			t.Seats[0] = g.entry()
		}
	},
	"round kind": func(g *damager) {
		g.round().Kind = oneOf(g.Rand, league.Preliminary, league.Semifinal, league.Final, "")
	},
	"round open":    func(g *damager) { g.round().Closed = false },
	"round gone":    func(g *damager) { f := &g.d.Facts; f.Rounds = f.Rounds[:max(0, len(f.Rounds)-1-g.IntN(2))] },
	"round twice":   func(g *damager) { f := &g.d.Facts; f.Rounds = append(f.Rounds, *g.round()) },
	"rounds turned": func(g *damager) { slices.Reverse(g.d.Facts.Rounds) },
	"penalty": func(g *damager) {
		g.d.Facts.Sanctions = append(g.d.Facts.Sanctions, league.Sanction{
			Entry: g.entry(), Kind: oneOf(g.Rand, league.Warning, league.Warning, league.Expulsion, "fine"), At: g.moment(), Reason: g.offense(), Confirmed: g.IntN(2) == 0,
		})
	},
	"confirmed": func(g *damager) {
		at := g.moment()
		g.d.Facts.Sanctions = append(g.d.Facts.Sanctions, league.Sanction{
			Entry: g.entry(), Kind: league.Expulsion, At: g.moment(), Reason: "x", Confirmed: g.IntN(3) > 0, ConfirmedAt: &at, AfterEnd: g.IntN(8) == 0,
		})
	},
	"points": func(g *damager) {
		s := league.Sanction{Entry: g.entry(), Kind: league.Points, At: g.moment(), Reason: g.offense(), Points: g.number()}
		if g.IntN(3) == 0 {
			s.Points = nil
		}
		g.d.Facts.Sanctions = append(g.d.Facts.Sanctions, s)
	},
	"penalties turned": func(g *damager) { slices.Reverse(g.d.Facts.Sanctions) },
	"withdrawal": func(g *damager) {
		g.d.Facts.Withdrawals = append(g.d.Facts.Withdrawals, league.Withdrawal{
			Entry: g.entry(), At: g.moment(), Qualified: g.IntN(4) == 0, Unexcused: g.IntN(2) == 0, Reason: oneOf(g.Rand, "", "a\x01b", "febbre"),
		})
	},
	"absence": func(g *damager) {
		g.d.Facts.Absences = append(g.d.Facts.Absences, tournament.Absence{Entry: g.entry(), Round: g.IntN(4), AfterDraw: g.IntN(3)})
	},
	"arrival": func(g *damager) {
		g.d.Facts.Arrivals = append(g.d.Facts.Arrivals, tournament.Arrival{Entry: g.entry(), Round: 1 + g.IntN(3), Minutes: oneOf(g.Rand, 0, -3, 5, 20, 600, 601), AfterDraw: g.IntN(3)})
	},
	"apart": func(g *damager) {
		g.d.Facts.Apart = append(g.d.Facts.Apart, tournament.Apart{Pair: [2]league.Entry{g.entry(), g.entry()}, From: g.IntN(5) - 1, Until: g.IntN(5) - 1})
	},
	"previous": func(g *damager) { g.d.Facts.Previous = append(g.d.Facts.Previous, g.some()...) },
	"no lots":  func(g *damager) { g.d.Facts.Lots = nil },
	"lot": func(g *damager) {
		if g.d.Facts.Lots == nil {
			g.d.Facts.Lots = map[league.Entry]int{}
		}
		g.d.Facts.Lots[g.entry()] = oneOf(g.Rand, 0, 1, -1, 77, 1<<31, 1<<40)
	},
	"place": func(g *damager) { g.d.Facts.Places = map[league.Entry]int{g.entry(): g.IntN(9)} },
	"no first round": func(g *damager) {
		g.d.Facts.FirstRound = nil
	},
	"first round": func(g *damager) { g.d.Facts.FirstRound = append(g.d.Facts.FirstRound, g.entry()) },
	"draw":        func(g *damager) { g.d.Facts.Draws = append(g.d.Facts.Draws, g.d.Facts.Entrants) },
	"no draws":    func(g *damager) { g.d.Facts.Draws = nil },
	"structure": func(g *damager) {
		g.d.Facts.Structure = &rules.Structure{Rounds: g.IntN(5), Semifinal: g.IntN(2) == 0, Final: g.IntN(2) == 0, Advance: oneOf(g.Rand, 0, 0, 2, 9)}
	},
	"target":  func(g *damager) { g.d.Facts.Target = oneOf(g.Rand, -1, 11, 12, 14, 15, 1<<40) },
	"variant": func(g *damager) { g.d.Facts.Variant = oneOf(g.Rand, "", "base", "seafarers", "x") },
	"formula": func(g *damager) { g.d.Facts.Formula = oneOf(g.Rand, "", "club", "convention", "x") },
	"pairing": func(g *damager) {
		g.d.Facts.Pairing = oneOf(g.Rand, "", rules.ByLot, rules.ByStandings, rules.FixedSchedule, "x")
	},
	"entry state": func(g *damager) {
		g.d.Entries[g.IntN(len(g.d.Entries))].State = oneOf(g.Rand, eventfile.NoShow, eventfile.Waiting, eventfile.Cancelled, "x")
	},
	"entry name": func(g *damager) {
		g.d.Entries[g.IntN(len(g.d.Entries))].Name = oneOf(g.Rand, "", " ", "?!", "a\nb", strings.Repeat("è", 81), "Qual Cuno", g.d.Entries[0].Name, "\u202eodraciR")
	},
	"entry club": func(g *damager) {
		g.d.Entries[g.IntN(len(g.d.Entries))].Club = oneOf(g.Rand, "Altro", "a\tb", strings.Repeat("x", 121))
	},
	"entry number": func(g *damager) {
		g.d.Entries[g.IntN(len(g.d.Entries))].Number = oneOf[league.Entry](g.Rand, 0, 1, 500, 10_000, 10_001)
	},
	"entry gone": func(g *damager) { g.d.Entries = g.d.Entries[1:] },
	"another entry": func(g *damager) {
		g.d.Entries = append(g.d.Entries, eventfile.Entry{Number: 900, Name: "Tardi Venuto", State: oneOf(g.Rand, eventfile.Played, eventfile.Waiting, eventfile.NoShow)})
	},
	"entrants": func(g *damager) { g.d.Facts.Entrants = append(g.d.Facts.Entrants, g.entry()) },
	"title": func(g *damager) {
		g.d.Event.Title = oneOf(g.Rand, "", "ab", strings.Repeat("x", 121), "???", "admin", "a\u2028b")
	},
	"kind": func(g *damager) { g.d.Event.Kind = pickOf(g.Rand, append(eventfile.Kinds(), "x")) },
	"starts": func(g *damager) {
		g.d.Event.StartsAt = oneOf(g.Rand, time.Time{}, time.Date(1700, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2009, 2, 1, 9, 0, 0, 5, time.UTC), time.Date(2008, 6, 1, 0, 0, 0, 0, time.UTC), time.Date(2300, 1, 1, 0, 0, 0, 0, time.UTC))
	},
	"zone": func(g *damager) { g.d.Event.TimeZone = oneOf(g.Rand, "", "posixrules", "Local", "Europe/Sofia", "UTC") },
	"venue": func(g *damager) {
		g.d.Event.Venue = eventfile.Venue{Name: oneOf(g.Rand, "", "Sala"), City: oneOf(g.Rand, "Aosta", ""), Latitude: g.number()}
	},
	"position": func(g *damager) { g.d.Event.Venue.Latitude, g.d.Event.Venue.Longitude = g.number(), g.number() },
	"fee": func(g *damager) {
		g.d.Event.Fee = &eventfile.Fee{Amount: *g.number(), Currency: oneOf(g.Rand, "EUR", "BGN")}
	},
	"capacity":   func(g *damager) { g.d.Event.Capacity = oneOf(g.Rand, -1, 1, 8, 10_001, 1<<40) },
	"time limit": func(g *damager) { g.d.Event.TimeLimitMinutes = oneOf(g.Rand, -1, 0, 1, 80, 105, 601, 1<<40) },
	"notes":      func(g *damager) { g.d.Event.Notes = oneOf(g.Rand, strings.Repeat("x", 2001), "a\x00b", "  spazi  ") },
	"ruleset":    func(g *damager) { g.d.Ruleset.Key = oneOf(g.Rand, "", "x", "just-play-2022", "catan-nazionale-2009") },
	"version":    func(g *damager) { g.d.Ruleset.Version = oneOf(g.Rand, -1, 1, 99) },
	"digest":     func(g *damager) { g.d.Ruleset.Digest = strings.Repeat("0", 64) },
	"readings":   func(g *damager) { g.d.Ruleset.Readings = map[string]string{"x": "y"} },
	"outcome": func(g *damager) {
		g.d.Outcome = &eventfile.Outcome{Ranking: append(slices.Clone(g.d.Facts.Entrants[:min(3, len(g.d.Facts.Entrants))]), g.some()...)}
		if g.IntN(2) == 0 {
			g.d.Facts = tournament.Facts{Entrants: g.d.Facts.Entrants}
		}
	},
	"report": func(g *damager) {
		g.d.Reports = append(g.d.Reports, eventfile.Report{ReceivedAt: g.d.Event.StartsAt, SentAt: g.d.Event.StartsAt, Digest: oneOf(g.Rand, "", strings.Repeat("aB", 32)), Notes: "spedito"})
	},
}

var damageNames = func() (names []string) {
	for name := range damages {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}()
