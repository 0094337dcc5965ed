package remote_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"referto/internal/league"
	"referto/internal/league/conformance"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// randomCase makes up a tournament of regulation 002 and has the engine say what
// it amounts to, so that the server can be compared with it on more than the
// cases at hand: penalties in every order, games that people leave, withdrawals,
// ties, schedules, finals that cannot be held.
func randomCase(t testing.TB, seed uint64) conformance.Case {
	t.Helper()
	g := &generator{t: t, Rand: rand.New(rand.NewPCG(seed, 2009))}
	var err error
	if g.rules, err = rules.Preset("catan-nazionale-2009"); err != nil {
		t.Fatal(err)
	}
	g.play()
	c := conformance.Case{Schema: conformance.Schema, ID: fmt.Sprintf("random-%d", seed), Regulation: "002", Kind: "tournament"}
	c.Input = json.RawMessage(text(t, g.in))
	outcome, err := (&conformance.Engine{}).Replay(t.Context(), c)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	c.Expected = plain(t, outcome)
	return c
}

// generator plays a tournament by chance, always as the ruleset proposes.
type generator struct {
	*rand.Rand
	t     testing.TB
	rules *rules.Ruleset
	in    conformance.Catan2009
}

// chance is true in one of n cases.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

func (g *generator) play() {
	n := 12 + g.IntN(30)
	g.in.Formula = []string{"club", "convention"}[g.IntN(2)]
	g.in.Rules = []string{"base", "seafarers"}[g.IntN(2)]
	g.in.Pairing = "swiss"
	for i := range n {
		g.in.Players = append(g.in.Players, fmt.Sprintf("P%02d", i+1))
	}
	g.in.Lots = g.numbers(n)
	if n >= 13 && n <= 20 && g.chance(2) {
		g.in.Pairing, g.in.Places = "preset", g.places(n)
	}
	for {
		state, err := tournament.Replay(g.rules, g.in.Facts())
		if err != nil {
			g.t.Fatal(err)
		}
		if state.Next.Plan == nil {
			return
		}
		switch games := g.games(state); state.Next.Kind {
		case league.Preliminary:
			g.in.Rounds = append(g.in.Rounds, g.round(games, state))
		case league.Semifinal:
			g.in.Semifinals = games
			g.in.SemifinalWithdrawals = g.leaving(games, 4)
		case league.Final:
			g.in.Final = &games[0]
		}
	}
}

// numbers draws 1 to n for the players.
func (g *generator) numbers(n int) map[string]int {
	drawn := make(map[string]int, n)
	for i, number := range g.Perm(n) {
		drawn[g.in.Players[i]] = number + 1
	}
	return drawn
}

// places draws the places of the fixed schedule.
func (g *generator) places(n int) map[string]int {
	pairing, _ := g.rules.Pairing(rules.FixedSchedule)
	schedule, err := seating.ScheduleFor(g.rules, pairing, n, 0)
	if err != nil {
		g.t.Fatal(err)
	}
	places := schedule.Places(n)
	drawn := make(map[string]int, n)
	for i, index := range g.Perm(n) {
		drawn[g.in.Players[i]] = places[index]
	}
	return drawn
}

// games are played at the proposed tables. Points are few, so that many are level.
func (g *generator) games(state tournament.State) []conformance.Catan2009Game {
	target := map[string]int{"base": 10, "seafarers": 12}[g.in.Rules]
	var games []conformance.Catan2009Game
	for _, table := range state.Next.Plan.Tables {
		game := conformance.Catan2009Game{Table: table.Number, Ended: "declared"}
		for _, i := range g.Perm(len(table.Seats)) {
			game.Results = append(game.Results, conformance.Catan2009Seat{Player: g.in.Players[table.Seats[i]-1], VP: target - 5 + g.IntN(5)})
		}
		g.end(&game, target)
		games = append(games, game)
	}
	return games
}

// end ends a game by a declaration, the clock or for want of players.
func (g *generator) end(game *conformance.Catan2009Game, target int) {
	leavers := 0
	for i := range game.Results {
		if g.chance(25) {
			leavers++
			game.Results[i].Left = leavers
		}
	}
	remain := len(game.Results) - leavers
	switch {
	case remain < 3:
		game.Ended = "too_few_players"
	case g.chance(4):
		game.Ended = "time_limit"
	default:
		stayed := slices.IndexFunc(game.Results, func(s conformance.Catan2009Seat) bool { return s.Left == 0 })
		game.Results[stayed].VP = target + g.IntN(2)
		game.DeclaredBy = game.Results[stayed].Player
	}
}

// round is a preliminary round with its penalties. Whoever is expelled during a
// game has left it.
func (g *generator) round(games []conformance.Catan2009Game, state tournament.State) conformance.Catan2009Round {
	round := conformance.Catan2009Round{Tables: games}
	warned := map[string]int{}
	for entry, count := range state.Record.Warnings {
		warned[g.in.Players[entry-1]] = count
	}
	punished := map[string]bool{}
	for i := range games {
		for j := range games[i].Results {
			row := &games[i].Results[j]
			if !g.chance(6) || punished[row.Player] {
				continue
			}
			punished[row.Player] = true
			p := conformance.Penalty{Player: row.Player, Kind: "warning", When: "after_round", Reason: "slow_play", Confirmed: !g.chance(3)}
			if g.chance(3) {
				p.Kind, p.Reason = "expulsion", "cheating"
			}
			expels := p.Kind == "expulsion" && p.Confirmed || p.Kind == "warning" && warned[row.Player] == 1
			if row.Left != 0 || !expels && g.chance(2) {
				p.When = "during_game"
			}
			if row.Left != 0 && !expels && g.chance(2) {
				p.When = "after_round" // for somebody who has left
			}
			round.Penalties = append(round.Penalties, p)
		}
	}
	g.Shuffle(len(round.Penalties), func(i, j int) {
		round.Penalties[i], round.Penalties[j] = round.Penalties[j], round.Penalties[i]
	})
	g.warnAgain(&round, warned)
	for _, player := range g.leaving(games, 25) {
		if !punished[player] {
			round.Withdrawals = append(round.Withdrawals, player)
		}
	}
	return round
}

// warnAgain gives some of those who have just had their first warning a second
// one, in any order with it for those who have left the game.
func (g *generator) warnAgain(round *conformance.Catan2009Round, warned map[string]int) {
	left := map[string]bool{}
	for _, game := range round.Tables {
		for _, row := range game.Results {
			left[row.Player] = row.Left != 0
		}
	}
	for _, p := range slices.Clone(round.Penalties) {
		if p.Kind != "warning" || warned[p.Player] > 0 || !g.chance(4) {
			continue
		}
		p.When, p.Reason = "after_round", "unsporting_conduct"
		if left[p.Player] {
			p.When = "during_game"
		}
		round.Penalties = append(round.Penalties, p)
	}
}

// leaving are some of those who have played to the end and withdraw after it.
func (g *generator) leaving(games []conformance.Catan2009Game, oneIn int) []string {
	var out []string
	for _, game := range games {
		for _, row := range game.Results {
			if row.Left == 0 && g.chance(oneIn) {
				out = append(out, row.Player)
			}
		}
	}
	return out
}

func member(c conformance.Case, name string) any { return c.Expected.(map[string]any)[name] }

func text(t testing.TB, value any) string {
	t.Helper()
	document, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(document)
}

// plain is a value as a case file has it.
func plain(t testing.TB, value any) any {
	t.Helper()
	c, err := conformance.Parse([]byte(`{"schema": "` + conformance.Schema + `", "expected": ` + text(t, value) + `}`))
	if err != nil {
		t.Fatal(err)
	}
	return c.Expected
}
