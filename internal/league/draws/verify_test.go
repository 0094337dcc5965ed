package draws_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/draws"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
	"referto/internal/sampling"
)

// TestEveryDrawOfEveryRegulation: by any regulation, and with any players leaving, the document of
// each draw passes, and every basis occurs.
func TestEveryDrawOfEveryRegulation(t *testing.T) {
	t.Parallel()
	seen := map[draws.Basis]int{}
	for _, preset := range presets.IDs() {
		for _, seed := range sampling.Of(preset, seeds(12)) {
			p := play(t, preset, seed, func(p *playing) {
				p.byHand = seed%4 == 3
				p.hats = preset == "catan-ranglista-bg" && seed%2 == 0
			})
			for round := 1; round <= len(p.facts.Rounds); round++ {
				seen[p.verified(round)]++
			}
		}
	}
	for i, choose := range []func(*playing){scheduled, made, madeForOneRound, unmet} {
		for _, seed := range sampling.Of(fmt.Sprint(i), seeds(5)) {
			p := play(t, "catan-nazionale-2009", seed, choose)
			for round := 1; round <= len(p.facts.Rounds); round++ {
				seen[p.verified(round)]++
			}
		}
	}
	for _, basis := range []draws.Basis{draws.ByDraw, draws.ByStandings, draws.ByPrevious, draws.BySchedule, draws.BySeeds, draws.ByQualified} {
		if seen[basis] == 0 {
			t.Errorf("no round was seated by %q", basis)
		}
	}
}

// seeds returns the first n seeds.
func seeds(n int) []uint64 {
	all := make([]uint64, n)
	for i := range all {
		all[i] = uint64(i)
	}
	return all
}

// scheduled chooses the printed schedule of CN09 3.3.
func scheduled(p *playing) {
	p.facts.Pairing, p.facts.Formula = rules.FixedSchedule, "club"
	p.facts.Entrants = nil
	for i := range 14 {
		p.facts.Entrants = append(p.facts.Entrants, league.Entry(i+1))
	}
}

// made lets a schedule be made if none is printed (reading D002-6).
func made(p *playing) {
	var err error
	if p.r, err = p.r.WithReading("D002-6", string(rules.MakeSchedule)); err != nil {
		p.t.Fatal(err)
	}
	p.facts.Pairing, p.facts.Formula = rules.FixedSchedule, "club"
	p.facts.Entrants = p.facts.Entrants[:12]
}

// madeForOneRound has a schedule made for the first round only; the standings seat
// the others.
func madeForOneRound(p *playing) {
	made(p)
	r := *p.r
	r.Seating.Pairings = slices.Clone(r.Seating.Pairings)
	r.Seating.Pairings[1].ScheduledRounds, r.Seating.Pairings[1].Standings = 1, r.Seating.Pairings[0].Standings
	p.r = &r
}

// unmet keeps players apart who have met.
func unmet(p *playing) {
	r := *p.r
	r.Seating.Pairings = slices.Clone(r.Seating.Pairings)
	r.Seating.Pairings[0].Rematches = &rules.Rematches{Within: 8, Paragraph: "3.2b"}
	p.r, p.facts.Formula = &r, "club"
}

func (p *playing) verified(round int) draws.Basis {
	p.t.Helper()
	document := p.document(round)
	report, err := draws.Verify(document)
	if err != nil || report.Difference != "" {
		p.t.Fatalf("%s round %d: %v %s\n%s", p.r.ID, round, err, report.Difference, document)
	}
	if len(report.Checked) < 7 {
		p.t.Fatalf("only %q were checked", report.Checked)
	}
	d, err := draws.Of(p.r, p.facts, round)
	if err != nil {
		p.t.Fatal(err)
	}
	if changed := p.byHand && len(d.Plan) > 1; changed != (d.Change != nil) {
		p.t.Fatalf("changed by hand: %v, told: %v", changed, d.Change)
	}
	return d.Seating.Basis
}

// TestWhatIsNoDraw: an unreadable document is distinguished from one with a difference.
func TestWhatIsNoDraw(t *testing.T) {
	t.Parallel()
	good := string(play(t, "catan-nazionale-2009", 1, nil).document(1))
	for name, document := range map[string]string{
		"nothing": "", "no JSON": "{", "no object": "[]", "another object": `{"id":1}`,
		"two documents":      good + good,
		"another format":     strings.Replace(good, draws.Format, "referto-round-draw/9", 1),
		"another algorithm":  strings.Replace(good, draws.Algorithm, "other", 1),
		"an unknown member":  strings.Replace(good, `"format"`, `"more": 1, "format"`, 1),
		"a number in quotes": strings.Replace(good, `"round": 1`, `"round": "1"`, 1),
		"a member twice":     strings.Replace(good, `"round": 1`, `"round": 1, "round": 1`, 1),
	} {
		if report, err := draws.Verify([]byte(document)); err == nil {
			t.Errorf("%s: %+v", name, report)
		}
	}
}

// TestNoDocument: contradictory facts, or facts from which the regulation allows no draw, have no
// document.
func TestNoDocument(t *testing.T) {
	t.Parallel()
	s := begun(t, "catan-nazionale-2009", 12).rounds(1)
	s.facts.Lots[1] = s.facts.Lots[2]
	if _, err := draws.Of(s.r, s.facts, 1); err == nil || errors.Is(err, league.ErrNotFound) || !strings.HasPrefix(err.Error(), "before the draw of round 1: /lots") {
		t.Errorf("two of one lot: %v", err)
	}
	s = begun(t, "just-play-2022", 8).rounds(1)
	s.facts.Entrants, s.facts.Lots[9] = append(s.facts.Entrants, 9), 9
	if _, err := draws.Of(s.r, s.facts, 1); err == nil || err.Error() != "before the draw of round 1: no plan" {
		t.Errorf("nine, whom JP22 2 has no field for: %v", err)
	}
}

func TestNoSuchRound(t *testing.T) {
	t.Parallel()
	p := play(t, "catan-nazionale-2009", 1, nil)
	for _, round := range []int{-1, 0, len(p.facts.Rounds) + 1} {
		if _, err := draws.Of(p.r, p.facts, round); !errors.Is(err, league.ErrNotFound) {
			t.Errorf("round %d: %v", round, err)
		}
	}
}

// TestLotsByHand: numbers out of a hat are the order of the first round.
func TestLotsByHand(t *testing.T) {
	t.Parallel()
	p := play(t, "catan-nazionale-2009", 3, nil)
	p.facts.Rounds = nil
	p.facts.FirstRound, p.lots.FirstRound = nil, nil
	p.facts.Withdrawals, p.facts.Sanctions, p.facts.Absences = nil, nil, nil
	for i, entry := range p.facts.Entrants {
		p.facts.Lots[entry] = len(p.facts.Entrants) - i
		p.lots.Lots[i].Number = len(p.facts.Entrants) - i
	}
	p.lots.Method, p.lots.Reason = draws.ByHand, "con i bussolotti"
	p.draw(p.next())
	if first := p.facts.Rounds[0].Tables[0].Seats[0]; int(first) != len(p.facts.Entrants) {
		t.Fatalf("first sits %d", first)
	}
	p.verified(1)
}

// TestEventDraw: the document of the whole event's draw, sealed and drawn.
func TestEventDraw(t *testing.T) {
	t.Parallel()
	p := play(t, "catan-nazionale-2009", 2, scheduled)
	d := draws.Event{Lots: p.lots, CheckedIn: p.facts.Entrants}
	state, err := tournament.Replay(p.r, p.facts)
	if err != nil {
		t.Fatal(err)
	}
	for i, plan := range state.Schedule {
		round := draws.Earlier{Round: i + 1}
		for _, table := range plan.Tables {
			round.Tables = append(round.Tables, draws.Table{Number: table.Number, Entries: table.Seats})
		}
		d.Schedule = append(d.Schedule, round)
	}
	q := state.ScheduleQuality
	d.Quality = &draws.Quality{Repeats: q.Repeats, LeastRepeats: q.LeastRepeats, Short: q.Short, Seats: q.Seats}
	for i, order := range p.facts.Draws {
		d.Rounds = append(d.Rounds, draws.DrawnRound{Round: i + 2, Method: draws.Drawn, Order: order})
	}
	sealed := draws.Event{Lots: draws.Lots{Algorithm: draws.Algorithm, Method: draws.Sealed, Commitment: p.lots.Commitment}}
	for name, d := range map[string]draws.Event{"drawn": d, "sealed": sealed} {
		report, err := draws.Verify(hashed(t, d))
		if err != nil || report.Difference != "" || len(report.Checked) == 0 {
			t.Errorf("%s: %v %+v", name, err, report)
		}
	}
	empty := draws.Event{Schedule: []draws.Earlier{{Round: 1}, {Round: 2}}, Quality: &draws.Quality{}}
	empty.Algorithm, empty.Method, empty.Commitment, empty.Secret = p.lots.Algorithm, p.lots.Method, p.lots.Commitment, p.lots.Secret
	secret, err := hex.DecodeString(p.lots.Secret)
	if err != nil {
		t.Fatal(err)
	}
	seed := seating.Seed(secret, nil)
	empty.Seed = hex.EncodeToString(seed[:])
	if report, err := draws.Verify(hashed(t, empty)); err != nil || !strings.HasPrefix(report.Difference, "quality") {
		t.Errorf("a schedule of nobody: %v %+v", err, report)
	}
	sealed.Seed = p.lots.Seed
	if report, err := draws.Verify(hashed(t, sealed)); err != nil || report.Difference == "" {
		t.Errorf("a seed before the draw: %v %+v", err, report)
	}
	for name, change := range map[string]func(*draws.Event){
		"rounds: the order drawn": func(d *draws.Event) { d.Rounds = slices.Clone(d.Rounds); d.Rounds[0].Order = d.Rounds[1].Order },
		"rounds: round 3":         func(d *draws.Event) { d.Rounds = d.Rounds[1:] },
		"quality: ":               func(d *draws.Event) { d.Quality = &draws.Quality{Repeats: 1} },
		"schedule: nobody": func(d *draws.Event) {
			d.Schedule[0].Tables = append(d.Schedule[0].Tables, draws.Table{Number: len(d.Schedule[0].Tables) + 1})
		},
	} {
		other := d
		other.Schedule = slices.Clone(d.Schedule)
		change(&other)
		if report, err := draws.Verify(hashed(t, other)); err != nil || !strings.HasPrefix(report.Difference, name) {
			t.Errorf("%s: %v %+v", name, err, report)
		}
	}
	d.CheckedIn = slices.Clone(d.CheckedIn)[1:]
	if report, err := draws.Verify(hashed(t, d)); err != nil || !strings.HasPrefix(report.Difference, "checkedIn") {
		t.Errorf("one is missing among the checked-in: %v %+v", err, report)
	}
}
