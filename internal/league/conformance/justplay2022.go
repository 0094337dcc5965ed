package conformance

import (
	"cmp"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// JustPlay2022 is the input of a tournament of regulation 000.
type JustPlay2022 struct {
	Registrations []Registration     `json:"registrations"`
	Defections    []string           `json:"defections"`
	Tables        []JustPlay2022Game `json:"tables"`
	Final         *JustPlay2022Game  `json:"final"`
}

// Registration is a player's entry, by the order in which it came.
type Registration struct {
	Player string `json:"player"`
	Order  int    `json:"order"`
}

// JustPlay2022Game is a game with its result.
type JustPlay2022Game struct {
	Table      int                `json:"table"`
	Ended      string             `json:"ended"`
	DeclaredBy string             `json:"declared_by"`
	Results    []JustPlay2022Seat `json:"results"`
}

// JustPlay2022Seat is one player's end of a game.
type JustPlay2022Seat struct {
	Player      string `json:"player"`
	VP          int    `json:"vp"`
	Start       int    `json:"start"` // 1 is the first to play
	LongestRoad bool   `json:"longest_road"`
	LargestArmy bool   `json:"largest_army"`
	Settlements int    `json:"settlements"`
	Cities      int    `json:"cities"`
}

// Players returns all players who registered, in order.
func (in JustPlay2022) Players() []string { return in.roster() }

func (in JustPlay2022) roster() roster {
	registrations := slices.Clone(in.Registrations)
	slices.SortStableFunc(registrations, func(a, b Registration) int { return cmp.Compare(a.Order, b.Order) })
	var names roster
	for _, registration := range registrations {
		names = append(names, registration.Player)
	}
	return names
}

// Admissions returns the admission before the defections and the one after them.
func (in JustPlay2022) Admissions(r *rules.Ruleset) (before, after tournament.Admission) {
	var requests []tournament.Request
	for i := range in.roster() {
		requests = append(requests, tournament.Request{Entry: league.Entry(i + 1)})
	}
	before = tournament.Admit(r, requests, 0)
	for _, player := range in.Defections {
		requests[in.roster().entry(player)-1].Gone = true
	}
	return before, tournament.Admit(r, requests, before.Size)
}

// Facts returns the input as facts of the players who played.
func (in JustPlay2022) Facts() tournament.Facts {
	var facts tournament.Facts
	if len(in.Tables) > 0 {
		facts.Rounds = append(facts.Rounds, in.round(league.Preliminary, in.Tables))
	}
	if in.Final != nil {
		facts.Rounds = append(facts.Rounds, in.round(league.Final, []JustPlay2022Game{*in.Final}))
	}
	for _, round := range facts.Rounds[:min(1, len(facts.Rounds))] {
		for _, table := range round.Tables {
			facts.Entrants = append(facts.Entrants, table.Seats...)
		}
	}
	return facts
}

func (in JustPlay2022) round(kind league.RoundKind, games []JustPlay2022Game) tournament.Round {
	names := in.roster()
	round := tournament.Round{Kind: kind, Closed: true}
	for _, game := range games {
		result := league.Result{
			Ended:      league.Ending(kebab(game.Ended)),
			DeclaredBy: names.entry(game.DeclaredBy),
		}
		seats := len(game.Results)
		table := tournament.Table{Number: game.Table, Result: &result, Seats: make([]league.Entry, seats)}
		result.Seats = make([]league.SeatResult, seats)
		for _, row := range game.Results {
			entry := names.entry(row.Player)
			table.Seats[row.Start-1] = entry
			result.Seats[row.Start-1] = league.SeatResult{Entry: entry, VP: row.VP, Figures: map[string]int{
				"longest-road": oneIf(row.LongestRoad), "largest-army": oneIf(row.LargestArmy),
				"settlements": row.Settlements, "cities": row.Cities,
			}}
		}
		round.Tables = append(round.Tables, table)
	}
	return round
}

func oneIf(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func replayJustPlay2022(r *rules.Ruleset, c Case) (any, error) {
	in, err := Input[JustPlay2022](c)
	if err != nil {
		return nil, err
	}
	before, after := in.Admissions(r)
	if before.Err != nil {
		return object{refusal: before.Err.Reason}, nil
	}
	out := object{"tables": []any{}, "finalists": []any{}}
	if len(in.Tables) > 0 {
		state, err := tournament.Replay(r, in.Facts())
		if err != nil {
			return nil, err
		}
		out = in.Outcome(state)
	}
	out["admission"] = in.admission(before)
	out["admission_after_defections"] = in.admission(after)
	return out, nil
}

// Outcome is the state of a replayed tournament in the terms of a case of
// regulation 000.
func (in JustPlay2022) Outcome(state tournament.State) object {
	out := object{"finalists": in.roster().qualified(state.Finalists)}
	for _, round := range state.Rounds {
		if round.Kind == league.Final {
			game := *round.Tables[0].Game
			out["final"] = object{"placements": in.placements(game), "winner": in.roster().player(game.Winner)}
			continue
		}
		out["tables"] = each(round.Tables, func(t tournament.TableState) any {
			var qualified []league.Entry
			for _, q := range state.Qualifiers {
				if q.Table == t.Number {
					qualified = append(qualified, q.Entry)
				}
			}
			return object{"table": t.Number, "placements": in.placements(*t.Game), "qualified": in.roster().players(qualified)}
		})
	}
	return out
}

func (in JustPlay2022) placements(game scoring.Game) any {
	return each(placesOf(game), func(s scoring.Seat) any {
		return object{"place": s.Place, "player": in.roster().player(s.Entry), "vp": s.VP, "net_vp": s.Figures["net-vp"]}
	})
}

func (in JustPlay2022) admission(a tournament.Admission) any {
	names := in.roster()
	return object{
		"size": a.Size, "tables": a.Tables, "complete": a.Complete,
		"participants": names.players(a.Entrants), "reserves": names.players(a.Waiting),
	}
}

// replayJustPlay2022Vectors computes the small tables of regulation 000.
func replayJustPlay2022Vectors(r *rules.Ruleset, c Case) (any, error) {
	in, err := Input[struct {
		Participants []int `json:"participants"`
	}](c)
	if err != nil {
		return nil, err
	}
	return object{"admission": each(in.Participants, func(n int) any {
		var requests []tournament.Request
		for i := range n {
			requests = append(requests, tournament.Request{Entry: league.Entry(i + 1)})
		}
		a := tournament.Admit(r, requests, 0)
		if a.Err != nil {
			return "error"
		}
		sizes, err := seating.Partition(r, a.Size)
		return orError(object{"size": a.Size, "tables": sizes, "reserves": len(a.Waiting)}, err)
	})}, nil
}
