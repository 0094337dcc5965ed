package conformance

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/tournament"
)

// Bulgaria is the input of a tournament of regulation 003.
type Bulgaria struct {
	Players               []string           `json:"players"`
	RoundsAnnounced       int                `json:"rounds_announced"`
	TargetVP              int                `json:"target_vp"`
	Absent                []string           `json:"absent"`
	Rounds                []BulgariaRound    `json:"rounds"`
	LateDisqualifications []Disqualification `json:"late_disqualifications"`
}

// Disqualification is an expulsion and when it was given.
type Disqualification struct {
	Player string `json:"player"`
	Moment string `json:"moment"` // during_game, before_end, after_processing
}

// BulgariaLeave is a player who leaves the tournament.
type BulgariaLeave struct {
	Player     string `json:"player"`
	GoodReason bool   `json:"good_reason"`
}

// BulgariaRound is a round with its games, and the disqualifications and leavings in and after it.
type BulgariaRound struct {
	DrawnTables  [][]string         `json:"drawn_tables"`
	Tables       []BulgariaGame     `json:"tables"`
	Disqualified []Disqualification `json:"disqualified"`
	Leaves       []BulgariaLeave    `json:"leaves"`
}

// BulgariaGame is a game with its result.
type BulgariaGame struct {
	Table      int             `json:"table"`
	Ended      string          `json:"ended"`
	DeclaredBy string          `json:"declared_by"`
	Results    []Catan2009Seat `json:"results"`
}

func (in Bulgaria) roster() roster { return roster(in.Players) }

// Facts are the input as facts of those present.
func (in Bulgaria) Facts() tournament.Facts {
	names := in.roster()
	facts := tournament.Facts{Target: in.TargetVP, Formula: map[int]string{2: "two-rounds", 3: "three-rounds"}[in.RoundsAnnounced]}
	for _, player := range in.Players {
		if !slices.Contains(in.Absent, player) {
			facts.Entrants = append(facts.Entrants, names.entry(player))
		}
	}
	for i, round := range in.Rounds {
		facts.Rounds = append(facts.Rounds, tournament.Round{Kind: league.Preliminary, Closed: true, Tables: in.tables(round.Tables)})
		for _, d := range round.Disqualified {
			facts.Sanctions = append(facts.Sanctions, in.disqualification(i+1, d))
		}
		for _, leave := range round.Leaves {
			facts.Withdrawals = append(facts.Withdrawals, league.Withdrawal{
				Entry: names.entry(leave.Player), At: league.Moment{Round: i + 1}, Unexcused: !leave.GoodReason,
			})
		}
	}
	for _, d := range in.LateDisqualifications {
		facts.Sanctions = append(facts.Sanctions, in.disqualification(len(in.Rounds), d))
	}
	return facts
}

func (in Bulgaria) disqualification(round int, d Disqualification) league.Sanction {
	return league.Sanction{
		Entry: in.roster().entry(d.Player), Kind: league.Expulsion, Reason: "advantage",
		At: league.Moment{Round: round, During: d.Moment == "during_game"}, AfterEnd: d.Moment == "after_processing",
	}
}

func (in Bulgaria) tables(games []BulgariaGame) []tournament.Table {
	var tables []tournament.Table
	for _, game := range games {
		entries, result := in.result(game)
		tables = append(tables, tournament.Table{Number: game.Table, Seats: entries, Result: &result})
	}
	return tables
}

func (in Bulgaria) result(game BulgariaGame) (seats []league.Entry, result league.Result) {
	names := in.roster()
	result = league.Result{
		Ended:      league.Ending(kebab(game.Ended)),
		DeclaredBy: names.entry(game.DeclaredBy),
	}
	for _, row := range game.Results {
		seats = append(seats, names.entry(row.Player))
		result.Seats = append(result.Seats, league.SeatResult{Entry: names.entry(row.Player), VP: row.VP, Left: row.Left})
	}
	return seats, result
}

func replayBulgaria(r *rules.Ruleset, c Case) (any, error) {
	in, err := Input[Bulgaria](c)
	if err != nil {
		return nil, err
	}
	state, err := tournament.Replay(r, in.Facts())
	if err != nil {
		return nil, err
	}
	return in.Outcome(r, state)
}

// replayBulgariaVectors computes the small tables of regulation 003.
func replayBulgariaVectors(r *rules.Ruleset, c Case) (any, error) {
	in, err := Input[struct {
		Games []BulgariaGame `json:"games"`
	}](c)
	if err != nil {
		return nil, err
	}
	variant, _ := r.Variant("")
	return object{"games": each(in.Games, func(g BulgariaGame) any {
		var at Bulgaria
		for _, row := range g.Results {
			at.Players = append(at.Players, row.Player)
		}
		_, result := at.result(g)
		game := scoring.ScoreShared(r, variant, g.Table, result, func(league.Entry, league.Entry) (int, string) { return 0, "" })
		percentages := object{}
		for _, seat := range game.Seats {
			percentages[at.Players[seat.Entry-1]] = decimal(seat.Share, 2)
		}
		return object{"percentage_base": game.Total.Trunc(2).String(), "percentages": percentages}
	})}, nil
}
