package remote_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"referto/internal/league"
	"referto/internal/league/conformance"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// makers make up the input of a tournament, by regulation.
var makers = map[string]func(*generator) any{
	"000": makeJustPlay2022, "001": makeFirenze2014, "002": makeCatan2009, "003": makeBulgaria, "004": makeSquadre2000,
}

// randomCase makes up a tournament of a regulation and has the engine compute its outcome, so that the server
// can be compared with it on more than the cases at hand: penalties in every order, games that people leave,
// withdrawals, ties, fields that grow and shrink, void games, finals that cannot be held. It is played under
// the readings of the preset; every second one is played under another reading.
func randomCase(t testing.TB, regulation string, seed uint64) conformance.Case {
	t.Helper()
	c := conformance.Case{Schema: conformance.Schema, ID: fmt.Sprintf("random-%s-%d", regulation, seed), Regulation: regulation, Kind: "tournament"}
	g := &generator{t: t, Rand: rand.New(rand.NewPCG(seed, 2009))}
	var err error
	if g.rules, err = conformance.RulesetFor(c); err != nil {
		t.Fatal(err)
	}
	c.Input = json.RawMessage(text(t, makers[regulation](g)))
	if seed%2 == 1 {
		key := pick(g, slices.Sorted(maps.Keys(g.rules.Readings))...)
		c.Readings = map[string]string{key: pick(g, g.rules.Readings[key].Options...).Value}
	}
	return withOutcome(t, c)
}

// withOutcome returns a case with the outcome that the engine computes.
func withOutcome(t testing.TB, c conformance.Case) conformance.Case {
	t.Helper()
	outcome, err := (&conformance.Engine{}).Replay(t.Context(), c)
	if err != nil {
		t.Fatalf("%s: %v\n%s", c.ID, err, c.Input)
	}
	c.Expected = plain(t, outcome)
	return c
}

// generator plays a tournament by chance, always as the ruleset proposes.
type generator struct {
	*rand.Rand
	t     testing.TB
	rules *rules.Ruleset
}

// chance is true in one of n cases.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

func pick[T any](g *generator, list ...T) T { return list[g.IntN(len(list))] }

// some returns a random part of a list, each member with a chance of one in n.
func (g *generator) some(list []string, n int) []string {
	return slices.DeleteFunc(slices.Clone(list), func(string) bool { return !g.chance(n) })
}

// people are n names.
func people(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("P%02d", i+1)
	}
	return names
}

// shuffled is a list in another order.
func shuffled[T any](g *generator, list []T) []T {
	list = slices.Clone(list)
	g.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// state derives facts by the engine.
func (g *generator) state(facts tournament.Facts) tournament.State {
	g.t.Helper()
	state, err := tournament.Replay(g.rules, facts)
	if err != nil {
		g.t.Fatal(err)
	}
	return state
}

// numbers draws 1 to n for n players.
func (g *generator) numbers(players []string) map[string]int {
	drawn := make(map[string]int, len(players))
	for i, number := range g.Perm(len(players)) {
		drawn[players[i]] = number + 1
	}
	return drawn
}

// tables are the names at the tables of a plan.
func tables(plan seating.Plan, names []string) [][]string {
	var out [][]string
	for _, table := range plan.Tables {
		var seats []string
		for _, entry := range table.Seats {
			seats = append(seats, names[entry-1])
		}
		out = append(out, seats)
	}
	return out
}

// deal seats players at tables of sizes.
func deal(players []string, sizes []int) [][]string {
	var out [][]string
	for _, size := range sizes {
		out, players = append(out, players[:size]), players[size:]
	}
	return out
}

func makeCatan2009(g *generator) any {
	in := conformance.Catan2009{
		Players: people(12 + g.IntN(30)), Formula: pick(g, "club", "convention"), Rules: pick(g, "base", "seafarers"), Pairing: "swiss",
	}
	n := len(in.Players)
	in.Lots = g.numbers(in.Players)
	if n >= 13 && n <= 20 && g.chance(2) {
		in.Pairing, in.Places = "preset", g.places(in.Players)
	}
	target := map[string]int{"base": 10, "seafarers": 12}[in.Rules]
	for {
		state := g.state(in.Facts())
		if state.Next.Plan == nil {
			return in
		}
		games := g.games(tables(*state.Next.Plan, in.Players), target)
		switch state.Next.Kind {
		case league.Preliminary:
			round := conformance.Catan2009Round{Tables: games}
			round.Penalties, round.Withdrawals = g.trouble(games, warned(state, in.Players))
			in.Rounds = append(in.Rounds, round)
		case league.Semifinal:
			g.punish(games, warned(state, in.Players))
			in.Semifinals = games
			in.SemifinalWithdrawals = g.leaving(games, 4)
			if g.chance(3) { // so many that places stay empty
				in.SemifinalWithdrawals = slices.DeleteFunc(g.leaving(games, 1), func(string) bool { return g.chance(5) })
			}
		case league.Final:
			g.punish(games, warned(state, in.Players))
			in.Final = &games[0]
		}
	}
}

// punish gives penalties in and after games of the final phase.
func (g *generator) punish(games []conformance.Catan2009Game, warned map[string]int) {
	penalties, _ := g.trouble(games, warned)
	for _, p := range penalties {
		i := slices.IndexFunc(games, func(game conformance.Catan2009Game) bool {
			return slices.ContainsFunc(game.Results, func(s conformance.Catan2009Seat) bool { return s.Player == p.Player })
		})
		games[i].Penalties = append(games[i].Penalties, p)
	}
}

// places draws the places of the fixed schedule.
func (g *generator) places(players []string) map[string]int {
	pairing, _ := g.rules.Pairing(rules.FixedSchedule)
	schedule, err := seating.ScheduleFor(g.rules, pairing, len(players), 0)
	if err != nil {
		g.t.Fatal(err)
	}
	places := schedule.Places(len(players))
	drawn := make(map[string]int, len(players))
	for i, index := range g.Perm(len(players)) {
		drawn[players[i]] = places[index]
	}
	return drawn
}

// games are played at tables. Points are few, so that many are level.
func (g *generator) games(tables [][]string, target int) []conformance.Catan2009Game {
	var games []conformance.Catan2009Game
	for i, table := range tables {
		game := conformance.Catan2009Game{Table: i + 1, Ended: "declared"}
		for _, player := range shuffled(g, table) {
			game.Results = append(game.Results, conformance.Catan2009Seat{Player: player, VP: target - 5 + g.IntN(5)})
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
		if g.chance(25) && len(game.Results)-leavers > 2 {
			leavers++
			game.Results[i].Left = leavers
		}
	}
	remain := len(game.Results) - leavers
	switch {
	case remain < g.rules.Tables.MinToContinue.Players:
		game.Ended = "too_few_players"
	case g.chance(4) && g.rules.Time.Limit != "none":
		game.Ended = "time_limit"
	default:
		stayed := slices.IndexFunc(game.Results, func(s conformance.Catan2009Seat) bool { return s.Left == 0 })
		game.Results[stayed].VP = target + g.IntN(2)
		game.DeclaredBy = game.Results[stayed].Player
	}
}

// warned returns the warnings given until now.
func warned(state tournament.State, names []string) map[string]int {
	out := make(map[string]int)
	for entry, count := range state.Record.Warnings {
		out[names[entry-1]] = count
	}
	return out
}

// trouble returns the penalties of a round, and the players who withdraw after it. A player who is expelled
// during a game has left it.
func (g *generator) trouble(games []conformance.Catan2009Game, warned map[string]int) (penalties []conformance.Penalty, withdrawals []string) {
	confirmed := g.rules.Discipline.Expulsion.NeedsConfirmation
	punished := map[string]bool{}
	for i := range games {
		for j := range games[i].Results {
			row := &games[i].Results[j]
			if !g.chance(6) || punished[row.Player] {
				continue
			}
			punished[row.Player] = true
			p := conformance.Penalty{Player: row.Player, Kind: "warning", When: "after_round", Reason: "slow_play", Confirmed: confirmed && !g.chance(3)}
			if g.chance(3) {
				p.Kind, p.Reason = "expulsion", "cheating"
			}
			expels := p.Kind == "expulsion" && (p.Confirmed || !confirmed) || p.Kind == "warning" && warned[row.Player] == 1
			if row.Left != 0 || !expels && g.chance(2) {
				p.When = "during_game"
			}
			if row.Left != 0 && !expels && g.chance(2) {
				p.When = "after_round" // for a player who has left
			}
			penalties = append(penalties, p)
		}
	}
	penalties = g.warnAgain(shuffled(g, penalties), games, warned)
	for _, player := range g.leaving(games, 25) {
		if !punished[player] {
			withdrawals = append(withdrawals, player)
		}
	}
	return penalties, withdrawals
}

// warnAgain gives some of the players who have just had their first warning a second one, in any order with it
// for those who have left the game.
func (g *generator) warnAgain(penalties []conformance.Penalty, games []conformance.Catan2009Game, warned map[string]int) []conformance.Penalty {
	left := map[string]bool{}
	for _, game := range games {
		for _, row := range game.Results {
			left[row.Player] = row.Left != 0
		}
	}
	for _, p := range slices.Clone(penalties) {
		if p.Kind != "warning" || warned[p.Player] > 0 || !g.chance(4) {
			continue
		}
		p.When, p.Reason = "after_round", "unsporting_conduct"
		if left[p.Player] {
			p.When = "during_game"
		}
		penalties = append(penalties, p)
	}
	return penalties
}

// leaving returns some of the players who have played to the end and withdraw after it.
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
