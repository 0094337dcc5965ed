package conformance

import (
	"fmt"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// Firenze2014Request is a player's request to enter.
type Firenze2014Request struct {
	Player string `json:"player"`
	At     string `json:"at"` // HH:MM; null is ""
}

// Firenze2014 is the input of a tournament of regulation 001.
type Firenze2014 struct {
	Requests             []Firenze2014Request `json:"requests"`
	WithdrawnBeforeStart []string             `json:"withdrawn_before_start"`
	RefereeAccepts       []string             `json:"referee_accepts"`
	Lots                 map[string]int       `json:"lots"`
	Rounds               []Firenze2014Round   `json:"rounds"`
	FinalistWithdrawals  []string             `json:"finalist_withdrawals"`
	Final                *Firenze2014Game     `json:"final"`
}

// Firenze2014Round is a round with its games, and the penalties and withdrawals in and after it.
type Firenze2014Round struct {
	Tables      []Firenze2014Game `json:"tables"`
	Penalties   []Penalty         `json:"penalties"`
	Withdrawals []string          `json:"withdrawals"`
}

// Firenze2014Seat is one player's end of a game.
type Firenze2014Seat struct {
	Player         string `json:"player"`
	VP             int    `json:"vp"`
	Left           int    `json:"left"`
	Settlements    int    `json:"settlements"`
	Cities         int    `json:"cities"`
	Roads          int    `json:"roads"`
	DevCardsBought int    `json:"dev_cards_bought"`
	ResourceCards  int    `json:"resource_cards"`
}

// Firenze2014Game is a game with its result.
type Firenze2014Game struct {
	Table      int               `json:"table"`
	Ended      string            `json:"ended"`
	DeclaredBy string            `json:"declared_by"`
	Results    []Firenze2014Seat `json:"results"`
	Penalties  []Penalty         `json:"penalties"` // of a final
}

// Players returns all players who requested to enter, in order.
func (in Firenze2014) Players() []string { return in.roster() }

func (in Firenze2014) roster() roster {
	var names roster
	for _, request := range in.Requests {
		names = append(names, request.Player)
	}
	return names
}

// Admission computes who starts.
func (in Firenze2014) Admission(r *rules.Ruleset) (tournament.Admission, error) {
	names := in.roster()
	var requests []tournament.Request
	for _, q := range in.Requests {
		request := tournament.Request{
			Entry:    names.entry(q.Player),
			Gone:     slices.Contains(in.WithdrawnBeforeStart, q.Player),
			Accepted: slices.Contains(in.RefereeAccepts, q.Player),
		}
		if q.At != "" {
			request.At = new(rules.ClockTime)
			if err := request.At.UnmarshalText([]byte(q.At)); err != nil {
				return tournament.Admission{}, err
			}
		}
		requests = append(requests, request)
	}
	return tournament.Admit(r, requests, 0), nil
}

// Facts are the input as facts of those admitted.
func (in Firenze2014) Facts(entrants []league.Entry) tournament.Facts {
	names := in.roster()
	facts := tournament.Facts{Entrants: entrants, Lots: make(map[league.Entry]int)}
	for player, lot := range in.Lots {
		if entry := names.entry(player); slices.Contains(entrants, entry) {
			facts.Lots[entry] = lot
		}
	}
	for i, round := range in.Rounds {
		facts.Rounds = append(facts.Rounds, in.round(league.Preliminary, round.Tables))
		facts.Sanctions = append(facts.Sanctions, names.sanctions(i+1, round.Penalties)...)
		facts.Withdrawals = append(facts.Withdrawals, names.withdrawals(i+1, round.Withdrawals)...)
	}
	for _, w := range names.withdrawals(len(facts.Rounds), in.FinalistWithdrawals) {
		w.Qualified = true
		facts.Withdrawals = append(facts.Withdrawals, w)
	}
	if in.Final != nil {
		facts.Rounds = append(facts.Rounds, in.round(league.Final, []Firenze2014Game{*in.Final}))
		facts.Sanctions = append(facts.Sanctions, names.sanctions(len(facts.Rounds), in.Final.Penalties)...)
	}
	return facts
}

func (in Firenze2014) round(kind league.RoundKind, games []Firenze2014Game) tournament.Round {
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
			result.Seats = append(result.Seats, league.SeatResult{
				Entry: entry, VP: row.VP, Left: row.Left,
				Figures: map[string]int{
					"settlements": row.Settlements, "cities": row.Cities, "roads": row.Roads,
					"dev-cards-bought": row.DevCardsBought, "resource-cards": row.ResourceCards,
				},
			})
		}
		round.Tables = append(round.Tables, table)
	}
	return round
}

func replayFirenze2014(r *rules.Ruleset, c Case) (any, error) {
	in, err := Input[Firenze2014](c)
	if err != nil {
		return nil, err
	}
	admission, err := in.Admission(r)
	if err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	out := object{"admission": in.admission(admission)}
	if admission.Err != nil {
		return out, nil
	}
	state, err := tournament.Replay(r, in.Facts(admission.Entrants))
	if err != nil {
		return nil, err
	}
	return in.Outcome(state, out), nil
}
