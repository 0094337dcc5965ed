package conformance

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// Catan2009 is the input of a tournament of regulation 002.
type Catan2009 struct {
	Players              []string         `json:"players"`
	Formula              string           `json:"formula"`
	Rules                string           `json:"rules"`   // base, seafarers
	Pairing              string           `json:"pairing"` // swiss, preset
	Places               map[string]int   `json:"places"`
	Lots                 map[string]int   `json:"lots"`
	Rounds               []Catan2009Round `json:"rounds"`
	Semifinals           []Catan2009Game  `json:"semifinals"`
	SemifinalWithdrawals []string         `json:"semifinal_withdrawals"`
	Final                *Catan2009Game   `json:"final"`
}

// Catan2009Round is a preliminary round with its games, and the penalties and withdrawals in and after it.
type Catan2009Round struct {
	Tables      []Catan2009Game `json:"tables"`
	Penalties   []Penalty       `json:"penalties"`
	Withdrawals []string        `json:"withdrawals"` // after the round
}

// Catan2009Game is a game with its result.
type Catan2009Game struct {
	Table      int             `json:"table"`
	Ended      string          `json:"ended"`
	DeclaredBy string          `json:"declared_by"`
	Results    []Catan2009Seat `json:"results"`
	Penalties  []Penalty       `json:"penalties"` // of a semifinal and a final
}

// PenaltiesOf returns the penalties of games, in the order in which they were given: those of one moment by the
// number of the table.
func PenaltiesOf(games []Catan2009Game) []Penalty {
	byTable := slices.SortedStableFunc(slices.Values(games), func(a, b Catan2009Game) int { return a.Table - b.Table })
	var all []Penalty
	for _, game := range byTable {
		all = append(all, game.Penalties...)
	}
	return all
}

// Catan2009Seat is one player's end of a game.
type Catan2009Seat struct {
	Player string `json:"player"`
	VP     int    `json:"vp"`
	Left   int    `json:"left"` // null is 0
}

func (in Catan2009) roster() roster { return roster(in.Players) }

// Facts are the input as facts; start numbers follow the list of players.
func (in Catan2009) Facts() tournament.Facts {
	names := in.roster()
	facts := tournament.Facts{
		Variant: in.Rules,
		Formula: in.Formula,
		Pairing: map[string]rules.PairingSystem{"swiss": rules.ByStandings, "preset": rules.FixedSchedule}[in.Pairing],
		Lots:    names.numbers(in.Lots),
	}
	for i := range in.Players {
		facts.Entrants = append(facts.Entrants, league.Entry(i+1))
	}
	if in.Places != nil {
		facts.Places = names.numbers(in.Places)
	}
	for i, round := range in.Rounds {
		facts.Rounds = append(facts.Rounds, in.round(league.Preliminary, round.Tables))
		facts.Sanctions = append(facts.Sanctions, names.sanctions(i+1, round.Penalties)...)
		facts.Withdrawals = append(facts.Withdrawals, names.withdrawals(i+1, round.Withdrawals)...)
	}
	add := func(kind league.RoundKind, games []Catan2009Game) {
		facts.Rounds = append(facts.Rounds, in.round(kind, games))
		facts.Sanctions = append(facts.Sanctions, names.sanctions(len(facts.Rounds), PenaltiesOf(games))...)
	}
	if in.Semifinals != nil {
		add(league.Semifinal, in.Semifinals)
		facts.Withdrawals = append(facts.Withdrawals, names.withdrawals(len(facts.Rounds), in.SemifinalWithdrawals)...)
	}
	if in.Final != nil {
		add(league.Final, []Catan2009Game{*in.Final})
	}
	return facts
}

func (in Catan2009) round(kind league.RoundKind, games []Catan2009Game) tournament.Round {
	names := in.roster()
	round := tournament.Round{Kind: kind, Closed: true}
	for _, game := range games {
		result := league.Result{
			Ended:      league.Ending(kebab(game.Ended)),
			DeclaredBy: names.entry(game.DeclaredBy),
		}
		table := tournament.Table{Number: game.Table, Result: &result}
		for _, row := range game.Results {
			entry := names.entry(row.Player)
			table.Seats = append(table.Seats, entry)
			result.Seats = append(result.Seats, league.SeatResult{Entry: entry, VP: row.VP, Left: row.Left})
		}
		round.Tables = append(round.Tables, table)
	}
	return round
}

func replayCatan2009(r *rules.Ruleset, c Case) (any, error) {
	in, err := Input[Catan2009](c)
	if err != nil {
		return nil, err
	}
	state, err := tournament.Replay(r, in.Facts())
	if err != nil {
		return nil, err
	}
	return in.Outcome(state), nil
}
