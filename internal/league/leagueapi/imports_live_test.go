package leagueapi_test

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/internal/league/tournament"
	"referto/openapi"
)

var lives = flag.Int("lives", 3, "how many events of each regulation are played live and as files")

// TestFilesAreRefusedWhatLivePlayRefuses plays events of every regulation at random. Each fact that may be
// recorded is recorded, and also put into an earlier export of the event, which is checked as an import: both
// take it, or both refuse it for the same reason. Facts that live play has taken can always be imported.
func TestFilesAreRefusedWhatLivePlayRefuses(t *testing.T) {
	t.Parallel()
	for _, event := range []struct {
		ruleset string
		players int
		minutes any
	}{
		{"just-play-2022", 12, 80}, {"firenzegioca-2014", 16, 80}, {"catan-nazionale-2009", 14, 80}, {"catan-ranglista-bg", 9, nil}, {"risiko-squadre-2000", 12, 105},
	} {
		t.Run(event.ruleset, func(t *testing.T) {
			t.Parallel()
			both := &parity{taken: map[string]int{}, refused: map[string]int{}}
			for seed := range uint64(*lives) { //nolint:gosec // some
				both.play(t, event.ruleset, event.players, event.minutes, seed)
			}
			t.Logf("taken %v, refused %v", both.taken, both.refused)
			if len(both.taken) < 3 || len(both.refused) < 3 {
				t.Errorf("too little has happened: taken %v, refused %v", both.taken, both.refused)
			}
		})
	}
}

// parity compares the facts that live play and files take.
type parity struct {
	*stage
	*rand.Rand
	taken, refused map[string]int
}

func (p *parity) play(t *testing.T, ruleset string, players int, minutes any, seed uint64) {
	t.Helper()
	p.Rand = rand.New(rand.NewPCG(seed, 11))
	p.stage = newEvent(t, ruleset, apitest.JSON{"timeLimitMinutes": minutes})
	p.open()
	p.enter(players)
	p.checkIn(upTo(players)...)
	p.referee.Post(p.path+"/start", apitest.JSON{}).Want(200)
	for p.referee.Post(p.path+"/rounds", apitest.JSON{}).Status == 201 {
		p.instead()
		for range 6 {
			p.record(players)
		}
		p.playAtRandom(p.Rand)
		for range 4 {
			p.record(players)
		}
		if !p.closeOpen() {
			return
		}
		for range 2 {
			p.record(players)
		}
	}
}

// instead has a reserve take a player's seat, if there is one, or records a player as absent in the drawn
// round: other tables than before, which can be imported.
func (p *parity) instead() {
	p.t.Helper()
	entry := p.lastRound().Tables[0].Seats[0].Number
	switch p.IntN(4) {
	case 0:
		p.organizer.Post(p.entry(entry)+"/replacement", apitest.JSON{"reason": "non si presenta"})
	case 1:
		p.organizer.Post(p.path+"/attendance", apitest.JSON{"entry": entry, "round": p.lastRound().Number})
	}
	p.importable("the tables are others")
}

// fact is one that may be recorded: how it is recorded in live play, and the same
// in a file.
type fact struct {
	kind string
	path string
	body any
	file func(*tournament.Facts)
	who  league.Entry
}

// record tries one fact both ways.
func (p *parity) record(players int) {
	p.t.Helper()
	before := p.document()
	f := p.anyFact(before, players)
	f.file(&before.Facts)
	look := p.look(before)
	done := p.referee.Post(p.path+f.path, f.body)
	reasons := reasonsIn(done)
	switch {
	case done.Status < 300 && look.State != openapi.ImportStateClean:
		p.t.Errorf("%s %v is taken live, and refused of a file: %v", f.kind, f.body, faultsOf(look))
	case done.Status < 300:
		p.taken[f.kind]++
		p.importable(f.kind)
	case done.Status >= 500:
		p.t.Errorf("%s %v: %d %s", f.kind, f.body, done.Status, done.Body)
	case look.State == openapi.ImportStateClean:
		if !p.unprovable(f, reasons, before) {
			p.t.Errorf("%s %v is refused live for %v, and taken of a file", f.kind, f.body, reasons)
		}
	default:
		p.refused[f.kind]++
		if slices.Contains(reasons, "entry-is-out") || strings.Contains(strings.Join(reasons, " "), "schema-") {
			return // said before anything else is looked at
		}
		if !slices.ContainsFunc(look.Faults, func(one openapi.ImportFault) bool { return slices.Contains(reasons, one.Reason) }) {
			p.t.Errorf("%s %v is refused live for %v, of a file for %v", f.kind, f.body, reasons, faultsOf(look))
		}
	}
}

// unprovable reports whether a file cannot show why live play refuses: it does not record in
// which order things of one round happened, nor whether a game was over by then.
func (p *parity) unprovable(f fact, reasons []string, before eventfile.Document) bool {
	round := len(before.Facts.Rounds)
	switch {
	case slices.Contains(reasons, "no-game-under-way"): // who stayed away once the tables were drawn had a seat
		return slices.ContainsFunc(before.Facts.Absences, func(a tournament.Absence) bool { return a.Entry == f.who && a.Round == round }) ||
			slices.ContainsFunc(before.Facts.Arrivals, func(a tournament.Arrival) bool { return a.Entry == f.who && a.Round == round }) ||
			slices.ContainsFunc(before.Facts.Rounds[round-1].Tables, func(t tournament.Table) bool { return slices.Contains(t.Seats, f.who) })
	case slices.Contains(reasons, "left-not-marked"): // they may have been sent off once the result was written down
		return slices.ContainsFunc(before.Facts.Sanctions, func(s league.Sanction) bool { return s.At == league.Moment{Round: round, During: true} })
	case slices.Contains(reasons, "entry-is-out"):
		data, err := json.Marshal(before)
		if err != nil {
			p.t.Fatal(err)
		}
		read, err := eventfile.Read(eventfile.JSON, data, eventfile.Standard(), eventfiletest.Rulesets)
		if err != nil {
			p.t.Fatal(err)
		}
		return slices.ContainsFunc(read.State.Struck, func(s tournament.Struck) bool { return s.Entry == f.who && s.At.Round == round })
	}
	return false
}

// inFiles maps reasons of live play to those of files if these have another name there: a number that no
// entrant has, a round that does not exist.
var inFiles = map[string][]string{
	"unknown-entry": {"not-an-entrant"}, "entry-not-playing": {"not-an-entrant"}, "unknown-round": {"no-such-round"}, "attendance-recorded": {"attendance-twice"},
	"entry-is-out": {"withdrawal-twice"}, "schema-pattern": {"outside-range", "too-many-decimals"}, "schema-maximum": {"outside-range"},
}

func reasonsIn(a *apitest.Answer) []string {
	var problem openapi.Problem
	if a.Status >= 300 {
		a.Into(&problem)
	}
	out := append([]string{problem.Reason}, inFiles[problem.Reason]...)
	for _, e := range problem.Errors {
		out = append(append(out, e.Reason), inFiles[e.Reason]...)
	}
	return out
}

// document is the event as a file, moved to a past day, on which those barred today may
// play.
func (p *parity) document() eventfile.Document {
	p.t.Helper()
	d, err := eventfile.Decode(p.federation.Manager.Get(p.path + "/export?format=json").Want(200).Body)
	if err != nil {
		p.t.Fatal(err)
	}
	d.Event.StartsAt = time.Date(2008, time.November, 9, 9, 30, 0, 0, time.UTC)
	return d
}

func (p *parity) look(d eventfile.Document) openapi.Import {
	p.t.Helper()
	data, err := json.Marshal(d)
	if err != nil {
		p.t.Fatal(err)
	}
	return send(p.t, p.federation, "the file", data, "true")
}

func (p *parity) importable(after string) {
	p.t.Helper()
	if look := p.look(p.document()); look.State != openapi.ImportStateClean {
		p.t.Errorf("after %s the export is no import: %v\n%s", after, faultsOf(look), encoded(p.t, p.document()))
	}
}

func (p *parity) anyFact(d eventfile.Document, players int) fact {
	p.t.Helper()
	last := p.lastRound()
	who := league.Entry(1 + p.IntN(players+1)) // no entry has the last number
	playing := func(entry league.Entry) bool {
		return slices.ContainsFunc(last.Tables, func(t openapi.Table) bool { return t.Version == 0 && slices.Contains(entries(t), int(entry)) })
	}
	switch p.IntN(8) {
	case 0:
		unexcused := p.IntN(2) == 0
		return fact{"withdrawal", "/withdrawals", apitest.JSON{"entry": who, "reason": "un treno", "unexcused": unexcused}, func(f *tournament.Facts) {
			f.Withdrawals = append(f.Withdrawals, league.Withdrawal{
				Entry: who, At: league.Moment{Round: last.Number, During: playing(who)}, Reason: "un treno", Unexcused: unexcused,
			})
		}, who}
	case 1:
		kind, during := oneOf(p.Rand, league.Warning, league.Warning, league.Expulsion), p.IntN(2) == 0
		moment := map[bool]string{true: "during-game", false: "after-round"}[during]
		return fact{"penalty", "/sanctions", apitest.JSON{"entry": who, "kind": kind, "moment": moment, "reason": "gioco lento"}, func(f *tournament.Facts) {
			f.Sanctions = append(f.Sanctions, league.Sanction{Entry: who, Kind: kind, At: league.Moment{Round: last.Number, During: during}, Reason: "gioco lento", Confirmed: true})
		}, who}
	case 2:
		points := oneOf(p.Rand, "-7", "-7.25", "9999", "10000", "-10000", "0.125")
		number, err := league.ParseFrac(points)
		if err != nil {
			p.t.Fatal(err)
		}
		return fact{"points", "/sanctions", apitest.JSON{"entry": who, "kind": "points", "moment": "after-round", "reason": "disturba", "points": points}, func(f *tournament.Facts) {
			f.Sanctions = append(f.Sanctions, league.Sanction{Entry: who, Kind: league.Points, At: league.Moment{Round: last.Number}, Reason: "disturba", Points: &number, Confirmed: true})
		}, who}
	case 3:
		round := last.Number + 1 + p.IntN(2)
		return fact{"absence", "/attendance", apitest.JSON{"entry": who, "round": round}, func(f *tournament.Facts) {
			f.Absences = append(f.Absences, tournament.Absence{Entry: who, Round: round})
		}, who}
	case 4:
		minutes := oneOf(p.Rand, 5, 25, 600, 601)
		return fact{"lateness", "/attendance", apitest.JSON{"entry": who, "round": last.Number + 1, "minutesLate": minutes}, func(f *tournament.Facts) {
			f.Arrivals = append(f.Arrivals, tournament.Arrival{Entry: who, Round: last.Number + 1, Minutes: minutes})
		}, who}
	}
	return p.anyResult(d, last)
}

// anyResult is a result of a table that has none, often with something wrong.
func (p *parity) anyResult(d eventfile.Document, last openapi.Round) fact {
	p.t.Helper()
	i := slices.IndexFunc(last.Tables, func(t openapi.Table) bool { return t.Version == 0 })
	if last.State == openapi.RoundStateClosed || i < 0 {
		return p.anyFact(d, len(d.Entries))
	}
	table := last.Tables[i]
	body := p.filled(table, p.anyGame(table, p.Rand))
	one := seat(body, p.IntN(len(table.Seats)))
	switch p.IntN(7) {
	case 0:
		one["vp"] = oneOf(p.Rand, -1, 31, 2000)
	case 1:
		one["left"] = oneOf(p.Rand, 1, 2)
	case 2:
		one["figures"] = apitest.JSON{"strade": 1}
	case 3:
		body["declaredBy"] = table.Seats[p.IntN(len(table.Seats))].Number
	case 4:
		body["ended"] = oneOf(p.Rand, "too-few-players", "time-limit", "completed", "declared")
	case 5:
		body["void"] = apitest.JSON{"for": []int{table.Seats[0].Number}}
	}
	text, err := json.Marshal(body)
	var result league.Result
	if err == nil {
		err = json.Unmarshal(text, &result)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	path := strings.TrimPrefix(p.table(last.Number, table.Number), p.path) + "/result"
	return fact{"result", path, body, func(f *tournament.Facts) {
		for j := range f.Rounds[last.Number-1].Tables {
			if t := &f.Rounds[last.Number-1].Tables[j]; t.Number == table.Number {
				t.Result = &result
			}
		}
	}, league.Entry(table.Seats[0].Number)}
}
