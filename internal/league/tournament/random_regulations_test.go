package tournament_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/seating"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
)

// decodedPresets caches the presets, so that each is decoded once for the many events of these
// properties.
var decodedPresets sync.Map

func cached(t rapid.TB, id string) *rules.Ruleset {
	t.Helper()
	if r, ok := decodedPresets.Load(id); ok {
		return r.(*rules.Ruleset)
	}
	r := preset(t, id)
	decodedPresets.Store(id, r)
	return r
}

// playAny plays a whole event of any ruleset with all kinds of incidents.
func playAny(t *rapid.T) *event {
	return playSeed(t, anyRules(t), rapid.Uint64().Draw(t, "seed"))
}

// playSeed plays an event of a ruleset; the same seed plays the same event.
func playSeed(t rapid.TB, r *rules.Ruleset, seed uint64) *event {
	return playRecorded(t, r, seed, nothing, nothing)
}

// playRecorded is [playSeed] with more facts after each round, and calls about just before every
// draw.
func playRecorded(t rapid.TB, r *rules.Ruleset, seed uint64, more, about func(*randomEvent)) *event {
	p := newRandomEvent(rand.New(rand.NewPCG(seed, 4)), &event{t: t, r: r})
	p.more, p.about = more, about
	p.enterField(seed, p.r.Field.Largest(max(p.r.Field.Min, p.random.IntN(31))))
	p.facts.Formula = pick(p.random, p.r.Format.Formulas...).ID
	if !p.playToTheEnd(seed) {
		t.Fatal("facts that a preset allows contradict each other")
	}
	return p.event
}

// enterField enters n players with lots, an event before, and people to be kept
// apart.
func (p *randomEvent) enterField(seed uint64, n int) {
	for i := range n {
		p.facts.Entrants = append(p.facts.Entrants, league.Entry(i+1))
	}
	drawn := sha256.Sum256(fmt.Append(nil, seed))
	p.facts.Lots = seating.DrawLots(drawn, p.facts.Entrants)
	p.facts.Previous = seating.Shuffle(drawn, "previous", p.facts.Entrants)
	if n > 1 {
		p.facts.Apart = slices.Concat(apart(1, 2), apart(3, 1))
	}
}

// playToTheEnd plays until the event is over or the regulation refuses to go on. It returns false
// if the facts of a round contradict the ruleset, which cannot happen with a preset.
func (p *randomEvent) playToTheEnd(seed uint64) bool {
	drawn := sha256.Sum256(fmt.Append(nil, seed))
	for {
		p.more(p)
		state, ok := p.tryState()
		if ok && state.Next.Undrawn {
			p.facts.Draws = append(p.facts.Draws, seating.Shuffle(drawn, seating.PurposeRound(state.Next.Number), p.facts.Entrants))
			state, ok = p.tryState()
		}
		if !ok {
			return false
		}
		if state.Next.Kind == "" || state.Next.Err != nil {
			return true
		}
		p.about(p)
		p.draw()
		if !p.playRound() {
			return false
		}
	}
}

// playRound records random results that the regulation allows, and then adds late arrivals,
// absences, leavers and penalties. It returns false if no result is found.
func (p *randomEvent) playRound() bool {
	round := &p.facts.Rounds[len(p.facts.Rounds)-1]
	for i := range round.Tables {
		if round.Tables[i].Result = p.any(round.Tables[i].Seats); round.Tables[i].Result == nil {
			return false
		}
	}
	round.Closed = true
	number := len(p.facts.Rounds)
	for _, entry := range p.facts.Entrants {
		switch p.random.IntN(40) {
		case 0:
			p.withdraw(false, entry)
		case 1:
			p.sanction(pick(p.random, true, false), pick(p.random, league.Warning, league.Expulsion), entry, "cheating")
		case 2:
			p.facts.Absences = append(p.facts.Absences, tournament.Absence{Entry: entry, Round: number + 1})
		case 3:
			if p.r.Attendance != nil {
				p.facts.Arrivals = append(p.facts.Arrivals, tournament.Arrival{Entry: entry, Round: number + 1, Minutes: p.random.IntN(20)})
			}
		case 4:
			p.facts.Sanctions = append(p.facts.Sanctions, league.Sanction{Entry: entry, Kind: league.Points, Reason: "any", At: p.now(false), Points: ptr(-7)})
		}
	}
	return true
}

// any returns a random result of a table that the regulation allows; nil if it seems to allow none.
func (p *randomEvent) any(seats []league.Entry) *league.Result {
	variant, _ := p.r.Variant(p.facts.Variant)
	for range 1000 {
		result := p.guess(seats)
		if len(scoring.Check(p.r, variant, seats, *result)) == 0 {
			return result
		}
	}
	return nil
}

func (p *randomEvent) guess(seats []league.Entry) *league.Result {
	variant, _ := p.r.Variant(p.facts.Variant)
	result := &league.Result{Ended: pick(p.random, league.Declared, league.TimeLimit, league.TooFewPlayers, league.Completed)}
	teams, entered := p.r.Scoring.Teams, p.r.Scoring.Entered
	left := 0
	for i, entry := range seats {
		seat := league.SeatResult{Entry: entry, VP: min(variant.VP.Max, max(variant.VP.Min, 2)+p.random.IntN(max(1, variant.Target)))}
		for _, f := range p.r.Game.RecordedAt(len(seats)) {
			if seat.Figures == nil {
				seat.Figures = make(map[string]int)
			}
			seat.Figures[f.ID] = f.Range.Min + p.random.IntN(min(5, f.Range.Max-f.Range.Min+1))
		}
		if p.random.IntN(15) == 0 {
			left++
			seat.Left = left
		}
		if teams != nil && len(seats) == teams.Seats {
			seat.Objective = p.r.Game.Objectives[i].ID
		}
		if entered != nil && slices.Contains(entered.Sizes, len(seats)) {
			seat.Points = ptr(entered.Range.Min + p.random.IntN(min(40, entered.Range.Max-entered.Range.Min+1)))
		}
		result.Seats = append(result.Seats, seat)
	}
	if result.Ended == league.Declared && len(seats) > 0 {
		i := p.random.IntN(len(seats))
		result.DeclaredBy, result.Seats[i].VP = seats[i], variant.Target
	}
	if p.r.Scoring.Void != nil && p.random.IntN(6) == 0 {
		result.Void = &league.Void{For: seats[1:], AtFault: seats[:1], OthersScored: pick(p.random, true, false)}
	}
	return result
}

func checkOrder(t *rapid.T, criteria []rules.Criterion, rows []standings.Row) {
	for i := 1; i < len(rows); i++ {
		order, _ := standings.Order(criteria, rows[i-1].Figures, rows[i].Figures)
		if order > 0 || (order == 0) != (rows[i].Rank == rows[i-1].Rank) {
			t.Fatalf("rows %d and %d stand the wrong way round: %+v, %+v", i, i+1, rows[i-1], rows[i])
		}
	}
}
