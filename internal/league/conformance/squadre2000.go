package conformance

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// Squadre2000 is the input of a tournament of regulation 004.
type Squadre2000 struct {
	PreviousStanding []string           `json:"previous_standing"`
	Kin              [][]string         `json:"kin"` // player, player, relation
	Rounds           []Squadre2000Round `json:"rounds"`
}

// Squadre2000Penalty takes points from a player.
type Squadre2000Penalty struct {
	Player string `json:"player"`
	Kind   string `json:"kind"`
	Points *int   `json:"points"` // taken off
}

// Squadre2000Round is a round with the players who came, their delays, the games and the penalties.
type Squadre2000Round struct {
	Present     []string             `json:"present"`
	MinutesLate map[string]int       `json:"minutes_late"`
	Tables      []Squadre2000Table   `json:"tables"`
	Penalties   []Squadre2000Penalty `json:"penalties"`
}

// Squadre2000Void is the decision that a game does not count.
type Squadre2000Void struct {
	For          []string `json:"for"`
	AtFault      []string `json:"at_fault"`
	OthersScored bool     `json:"others_scored"`
}

// Squadre2000Seat is one player's end of a game.
type Squadre2000Seat struct {
	Player         string       `json:"player"`
	Objective      string       `json:"objective"`
	TablePoints    int          `json:"table_points"`
	Territories    int          `json:"territories"`
	Armies         int          `json:"armies"`
	Cards          int          `json:"cards"`
	Risiko         bool         `json:"risiko"`
	Retired        bool         `json:"retired"`
	ExternalPoints *league.Frac `json:"external_points"`
}

// Squadre2000Table is a table with its result.
type Squadre2000Table struct {
	Table      int               `json:"table"`
	TeamRisiko string            `json:"team_risiko"` // A, B; null is ""
	Void       *Squadre2000Void  `json:"void"`
	Players    []Squadre2000Seat `json:"players"`
}

func (in Squadre2000) roster() roster { return roster(in.PreviousStanding) }

// Facts returns the input as facts of a number of rounds, with the attendance of the round after them.
func (in Squadre2000) Facts(rounds int) tournament.Facts {
	names := in.roster()
	facts := tournament.Facts{}
	for i := range in.PreviousStanding {
		facts.Entrants = append(facts.Entrants, league.Entry(i+1))
	}
	facts.Previous = facts.Entrants
	for _, kin := range in.Kin {
		facts.Apart = append(facts.Apart, tournament.Apart{Pair: [2]league.Entry{names.entry(kin[0]), names.entry(kin[1])}})
	}
	for i, round := range in.Rounds[:min(rounds+1, len(in.Rounds))] {
		in.attendance(&facts, i+1, round)
	}
	for i, round := range in.Rounds[:rounds] {
		facts.Rounds = append(facts.Rounds, in.round(round))
		for _, p := range round.Penalties {
			sanction := league.Sanction{
				Entry: names.entry(p.Player), Kind: league.Points, Reason: kebab(p.Kind),
				At: league.Moment{Round: i + 1},
			}
			if p.Points != nil {
				lost := league.Int(-*p.Points)
				sanction.Points = &lost
			}
			facts.Sanctions = append(facts.Sanctions, sanction)
		}
	}
	return facts
}

func (in Squadre2000) attendance(facts *tournament.Facts, number int, round Squadre2000Round) {
	for i, player := range in.PreviousStanding {
		entry := league.Entry(i + 1)
		if !slices.Contains(round.Present, player) {
			facts.Absences = append(facts.Absences, tournament.Absence{Entry: entry, Round: number})
		}
		if minutes, late := round.MinutesLate[player]; late {
			facts.Arrivals = append(facts.Arrivals, tournament.Arrival{Entry: entry, Round: number, Minutes: minutes})
		}
	}
}

func (in Squadre2000) round(facts Squadre2000Round) tournament.Round {
	round := tournament.Round{Kind: league.Preliminary, Closed: true}
	for _, t := range facts.Tables {
		result := in.result(t)
		table := tournament.Table{Number: t.Table, Result: &result}
		for _, seat := range result.Seats {
			table.Seats = append(table.Seats, seat.Entry)
		}
		round.Tables = append(round.Tables, table)
	}
	return round
}

func (in Squadre2000) result(t Squadre2000Table) league.Result {
	names := in.roster()
	result := league.Result{Ended: league.Completed, WonAtOnce: t.TeamRisiko}
	if t.Void != nil {
		result.Void = &league.Void{
			For: names.entries(t.Void.For), AtFault: names.entries(t.Void.AtFault), OthersScored: t.Void.OthersScored,
		}
	}
	left := 0
	for _, row := range t.Players {
		seat := league.SeatResult{
			Entry: names.entry(row.Player), VP: row.TablePoints, Points: row.ExternalPoints,
			Objective: kebab(row.Objective),
		}
		if row.ExternalPoints == nil {
			seat.Figures = map[string]int{
				"territories": row.Territories, "armies": row.Armies, "cards": row.Cards, "risiko": oneIf(row.Risiko),
			}
		}
		if row.Retired {
			left++
			seat.Left = left
		}
		result.Seats = append(result.Seats, seat)
	}
	return result
}

func replaySquadre2000(r *rules.Ruleset, c Case) (any, error) {
	in, err := Input[Squadre2000](c)
	if err != nil {
		return nil, err
	}
	before, err := tournament.Replay(r, in.Facts(0))
	if err != nil {
		return nil, err
	}
	state, err := tournament.Replay(r, in.Facts(len(in.Rounds)))
	if err != nil {
		return nil, err
	}
	return in.Outcome(state, before.Next), nil
}
