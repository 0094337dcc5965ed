package draws_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/draws"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// playing is an event played at random, with people who leave, are absent and are kept apart, and
// with tables made by hand if byHand is set.
type playing struct {
	t      testing.TB
	r      *rules.Ruleset
	random *rand.Rand
	byHand bool
	hats   bool // later rounds by lot are drawn out of a hat
	facts  tournament.Facts
	lots   draws.Lots
	// replacements are those since the lots were drawn.
	replacements []draws.Replacement
}

// play plays an event of a preset to its end, or as far as the regulation lets
// it. The same seed plays the same event.
func play(t testing.TB, preset string, seed uint64, choose func(*playing)) *playing {
	t.Helper()
	r, err := presets.Find(preset)
	if err != nil {
		t.Fatal(err)
	}
	p := &playing{t: t, r: r, random: rand.New(rand.NewPCG(seed, 5))}
	n := r.Field.Largest(max(r.Field.Min, 12+p.random.IntN(20)))
	for i := range n {
		p.facts.Entrants = append(p.facts.Entrants, league.Entry(i+1))
	}
	if choose != nil {
		choose(p)
	}
	p.drawLots(seed)
	if overflow := p.r.Field.Overflow; overflow != nil && overflow.Rule == rules.Reserves {
		p.stepIn()
	}
	for {
		if round := len(p.facts.Rounds); p.hats && round > 0 {
			slices.Reverse(p.facts.Draws[round-1])
		}
		next := p.next()
		if next.Kind == "" || next.Err != nil {
			return p
		}
		p.draw(next)
		p.goMissing()
		p.finish()
	}
}

// stepIn lets two reserves step in, the second for the first or for somebody else.
func (p *playing) stepIn() {
	gone := p.facts.Entrants[p.random.IntN(len(p.facts.Entrants))]
	for _, reserve := range []league.Entry{101, 102} {
		put := func(order []league.Entry) {
			for i := range order {
				if order[i] == gone {
					order[i] = reserve
				}
			}
		}
		put(p.facts.Entrants)
		put(p.facts.FirstRound)
		put(p.facts.Previous)
		for _, order := range p.facts.Draws {
			put(order)
		}
		for i := range p.facts.Apart {
			put(p.facts.Apart[i].Pair[:])
		}
		p.facts.Lots[reserve] = len(p.lots.Lots) + 1 + len(p.replacements)
		delete(p.facts.Lots, gone)
		p.replacements = append(p.replacements, draws.Replacement{Entry: reserve, Replaces: gone})
		if p.random.IntN(2) == 0 {
			gone = reserve
		} else {
			gone = p.facts.Entrants[0]
		}
	}
}

// goMissing records absences from the tables just drawn, if play continues with the others (BG
// 1.1.5).
func (p *playing) goMissing() {
	if p.r.Tables.MoveToShort == "" {
		return
	}
	round := &p.facts.Rounds[len(p.facts.Rounds)-1]
	for ordinal := 1; ordinal <= 2; ordinal++ {
		var drawn seating.Plan
		for _, t := range round.Tables {
			drawn.Tables = append(drawn.Tables, seating.Table{Number: t.Number, Seats: t.Seats})
		}
		table := drawn.Tables[p.random.IntN(len(drawn.Tables))].Seats
		missing := table[p.random.IntN(len(table))]
		left, err := seating.WithoutAbsent(p.r, drawn, []league.Entry{missing})
		if err != nil {
			return
		}
		round.Tables = tablesOf(left)
		p.facts.Absences = append(p.facts.Absences, tournament.Absence{Entry: missing, Round: len(p.facts.Rounds), AfterDraw: ordinal})
	}
}

func tablesOf(plan seating.Plan) []tournament.Table {
	var tables []tournament.Table
	for _, t := range plan.Tables {
		tables = append(tables, tournament.Table{Number: t.Number, Seats: slices.Clone(t.Seats)})
	}
	return tables
}

// drawLots draws everything that is drawn at the start from a secret.
func (p *playing) drawLots(number uint64) {
	secret := sha256.Sum256(fmt.Append(nil, number))
	var ids []string
	for _, entry := range p.facts.Entrants {
		id := uuid.NewSHA1(uuid.NameSpaceOID, fmt.Append(nil, entry)).String()
		ids = append(ids, id)
		p.lots.Entrants = append(p.lots.Entrants, draws.Entrant{Entry: entry, Player: id})
	}
	commitment, seed := seating.Commitment(secret[:]), seating.Seed(secret[:], ids)
	p.lots.Algorithm, p.lots.Method = draws.Algorithm, draws.Drawn
	p.lots.Commitment, p.lots.Secret, p.lots.Seed = hex.EncodeToString(commitment[:]), hex.EncodeToString(secret[:]), hex.EncodeToString(seed[:])
	p.facts.Lots = seating.DrawLots(seed, p.facts.Entrants)
	p.facts.FirstRound = seating.Shuffle(seed, seating.PurposeFirstRound, p.facts.Entrants)
	p.lots.FirstRound = slices.Clone(p.facts.FirstRound)
	if pairing, _ := p.r.Pairing(p.facts.Pairing); pairing.System == rules.FixedSchedule {
		formula, _ := p.r.Formula(p.facts.Formula)
		structure, _, err := p.r.StructureFor(formula, len(p.facts.Entrants))
		if err != nil {
			p.t.Fatal(err)
		}
		schedule, err := seating.ScheduleFor(p.r, pairing, len(p.facts.Entrants), pairing.LaidDown(structure.Rounds))
		if err != nil {
			p.t.Fatal(err)
		}
		p.facts.Places = seating.DrawPlaces(seed, p.facts.Entrants, schedule.Places(len(p.facts.Entrants)))
	}
	for _, entry := range p.facts.Entrants {
		p.lots.Lots = append(p.lots.Lots, draws.Number{Entry: entry, Number: p.facts.Lots[entry]})
		if p.facts.Places != nil {
			p.lots.Places = append(p.lots.Places, draws.Number{Entry: entry, Number: p.facts.Places[entry]})
		}
	}
	p.facts.Previous = seating.Shuffle(seed, "previous", p.facts.Entrants[1:])
	p.facts.Apart = []tournament.Apart{{Pair: [2]league.Entry{1, 2}}, {Pair: [2]league.Entry{3, 1}}, {Pair: [2]league.Entry{4, 5}}, {Pair: [2]league.Entry{6, 7}}}
	for round := 2; len(p.facts.Draws) < 10; round++ {
		p.facts.Draws = append(p.facts.Draws, seating.Shuffle(seed, seating.PurposeRound(round), p.facts.Entrants))
	}
}

func (p *playing) next() tournament.Step {
	p.t.Helper()
	state, err := tournament.Replay(p.r, p.facts)
	if err != nil {
		p.t.Fatal(err)
	}
	return state.Next
}

// draw lays down the tables of the plan, by hand with two exchanged.
func (p *playing) draw(next tournament.Step) {
	round := tournament.Round{Kind: next.Kind, Tables: tablesOf(*next.Plan)}
	if last := len(round.Tables) - 1; p.byHand && last > 0 {
		a, b := round.Tables[0].Seats, round.Tables[last].Seats
		a[0], b[0] = b[0], a[0]
	}
	p.facts.Rounds = append(p.facts.Rounds, round)
}

// finish records results that the regulation allows; then some leave, are expelled, or are absent
// from the next round.
func (p *playing) finish() {
	round := &p.facts.Rounds[len(p.facts.Rounds)-1]
	for i := range round.Tables {
		p.result(&round.Tables[i])
	}
	round.Closed = true
	now := league.Moment{Round: len(p.facts.Rounds)}
	for _, entry := range p.facts.Entrants {
		switch p.random.IntN(60) {
		case 0:
			p.facts.Withdrawals = append(p.facts.Withdrawals, league.Withdrawal{Entry: entry, At: now, Qualified: p.random.IntN(2) == 0})
		case 1:
			p.facts.Sanctions = append(p.facts.Sanctions, league.Sanction{Entry: entry, Kind: league.Expulsion, Reason: "cheating", At: now, Confirmed: true})
		case 2:
			p.facts.Absences = append(p.facts.Absences, tournament.Absence{Entry: entry, Round: now.Round + 1})
		}
	}
}

func (p *playing) result(t *tournament.Table) {
	for range 1000 {
		t.Result = p.guess(t.Seats)
		if _, err := tournament.Replay(p.r, p.facts); err == nil {
			return
		}
	}
	p.t.Fatalf("no result of %v is allowed", t.Seats)
}

func (p *playing) guess(seats []league.Entry) *league.Result {
	variant, _ := p.r.Variant("")
	endings := []league.Ending{league.Declared, league.TimeLimit, league.Completed}
	result := &league.Result{Ended: endings[p.random.IntN(len(endings))]}
	teams, entered := p.r.Scoring.Teams, p.r.Scoring.Entered
	for i, entry := range seats {
		seat := league.SeatResult{Entry: entry, VP: 2 + p.random.IntN(variant.Target)}
		for _, f := range p.r.Game.RecordedAt(len(seats)) {
			if seat.Figures == nil {
				seat.Figures = make(map[string]int)
			}
			seat.Figures[f.ID] = f.Range.Min + p.random.IntN(min(5, f.Range.Max-f.Range.Min+1))
		}
		if teams != nil && len(seats) == teams.Seats {
			seat.Objective = p.r.Game.Objectives[i].ID
		}
		if entered != nil && slices.Contains(entered.Sizes, len(seats)) {
			points := league.Int(p.random.IntN(40))
			seat.VP, seat.Points = 0, &points
		}
		result.Seats = append(result.Seats, seat)
	}
	if result.Ended == league.Declared {
		i := p.random.IntN(len(seats))
		result.DeclaredBy, result.Seats[i].VP = seats[i], variant.Target
	}
	return result
}

// document returns the served document of a round's draw.
func (p *playing) document(round int) []byte {
	p.t.Helper()
	d, err := draws.Of(p.r, p.facts, round)
	if err != nil {
		p.t.Fatal(err)
	}
	d.Event, d.Draw, d.Replacements = "019332c4-0000-7000-8000-000000000000", p.lots, p.replacements
	if p.hats && round > 1 {
		d.Seating.ByHand = "от шапка"
	}
	if d.Change != nil {
		d.Change.Reason, d.Change.By, d.Change.AcceptedBy = "fratelli divisi", "Fabio Primo Arbitro", "Olga Organizzatrice"
	}
	return hashed(p.t, d)
}

// hashed returns a document with its hash.
func hashed(t rapid.TB, d any) []byte {
	t.Helper()
	raw, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]any
	if err := json.Unmarshal(raw, &members); err != nil {
		t.Fatal(err)
	}
	if members["hash"], err = draws.Hash(raw); err != nil {
		t.Fatal(err)
	}
	if raw, err = json.MarshalIndent(members, "", "  "); err != nil {
		t.Fatal(err)
	}
	return raw
}
