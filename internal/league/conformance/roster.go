package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"referto/internal/league"
	"referto/internal/league/discipline"
	"referto/internal/league/qualify"
	"referto/internal/league/scoring"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// roster are the names of a case's players; a start number is the place in it,
// from 1.
type roster []string

// entry returns a player's start number; 0, which no player has, for "".
func (r roster) entry(player string) league.Entry {
	return league.Entry(slices.Index(r, player) + 1)
}

func (r roster) entries(players []string) []league.Entry {
	entries := make([]league.Entry, len(players))
	for i, player := range players {
		entries[i] = r.entry(player)
	}
	return entries
}

// player returns an entry's name; nil for entry 0.
func (r roster) player(entry league.Entry) any {
	if entry == 0 {
		return nil
	}
	return r[entry-1]
}

func (r roster) players(entries []league.Entry) []any { return each(entries, r.player) }

func (r roster) plan(plan *seating.Plan) any {
	if plan == nil {
		return nil
	}
	return each(plan.Tables, func(t seating.Table) any { return r.players(t.Seats) })
}

// plannedSizes returns the sizes of a round's tables as planned before it; the word "error" if the regulation
// has no rule.
func plannedSizes(state tournament.State, round int) any {
	if round == 0 {
		return state.Format.TableSizes
	}
	next := state.Rounds[round-1].Next
	if next.Plan == nil {
		return "error"
	}
	return next.Plan.Sizes()
}

func (r roster) qualified(list []qualify.Qualified) any {
	return each(list, func(q qualify.Qualified) any { return r.player(q.Entry) })
}

func (r roster) numbers(byPlayer map[string]int) map[league.Entry]int {
	numbers := make(map[league.Entry]int, len(byPlayer))
	for player, number := range byPlayer {
		numbers[r.entry(player)] = number
	}
	return numbers
}

func (r roster) withdrawals(round int, players []string) []league.Withdrawal {
	var out []league.Withdrawal
	for _, player := range players {
		out = append(out, league.Withdrawal{Entry: r.entry(player), At: league.Moment{Round: round}})
	}
	return out
}

func (r roster) warnings(counts map[league.Entry]int) any {
	out := object{}
	for entry, count := range counts {
		out[r[entry-1]] = count
	}
	return out
}

// struck returns the players who went out in or after a round, by name.
func (r roster) struck(round tournament.RoundState) any {
	var names []string
	for _, s := range round.Struck {
		names = append(names, r[s.Entry-1])
	}
	return sortedNames(names)
}

func (r roster) expelled(e discipline.Expulsion) any {
	when := "after_round"
	if e.At.During {
		when = "during_game"
	}
	return object{
		"player": r.player(e.Entry), "round": e.At.Round, "when": when,
		"cause": snake(string(e.Cause)), "reason": e.Sanction.Reason,
	}
}

// Penalty is a warning or an expulsion of a case.
type Penalty struct {
	Player string `json:"player"`
	Kind   string `json:"kind"`
	When   string `json:"when"` // during_game, after_round
	Reason string `json:"reason"`
	// Confirmed reports that the first referee has confirmed an expulsion, if a regulation requires that.
	Confirmed bool `json:"confirmed"`
}

func (r roster) sanctions(round int, penalties []Penalty) []league.Sanction {
	var out []league.Sanction
	for _, p := range penalties {
		out = append(out, league.Sanction{
			Entry: r.entry(p.Player), Kind: league.SanctionKind(p.Kind), Reason: p.Reason, Confirmed: p.Confirmed,
			At: league.Moment{Round: round, During: p.When == "during_game"},
		})
	}
	return out
}

// decimal is a number as text; nil for none.
func decimal(f *league.Frac, digits int) any {
	if f == nil {
		return nil
	}
	return f.Decimal(digits)
}

// whole is a number as JSON writes it; nil for none.
func whole(f *league.Frac) any {
	if f == nil {
		return nil
	}
	return number(*f)
}

// snake is a name as cases write it.
func snake(name string) string { return strings.ReplaceAll(name, "-", "_") }

// kebab is a name of a case as the engines write it.
func kebab(name string) string { return strings.ReplaceAll(name, "_", "-") }

// placesOf are the seats of a game in order of their places.
func placesOf(game scoring.Game) []scoring.Seat {
	var seats []scoring.Seat
	for _, entry := range game.Places() {
		seat, _ := game.Seat(entry)
		seats = append(seats, seat)
	}
	return seats
}

// Input reads the input of a case.
func Input[T any](c Case) (T, error) {
	var in T
	if err := json.Unmarshal(c.Input, &in); err != nil {
		return in, fmt.Errorf("input: %w", err)
	}
	return in, nil
}
