package tournament

import (
	"encoding/hex"
	"maps"
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
)

// addSeated adds the facts that decide who sits in a round, and where, apart from the first draw
// and the standings.
func addSeated(f *Facts, s *facts.EventFacts) {
	if s.Structure != nil {
		structure := s.Structure.Rules()
		f.Structure = &structure
	}
	plays := make(map[league.PlayerID]league.Entry, len(f.Entrants))
	in := make(map[int]bool, len(f.Entrants))
	for _, e := range s.Entries {
		if e.State == facts.Playing {
			plays[e.PlayerID], in[e.Number] = league.Entry(e.Number), true
		}
	}
	for _, line := range s.Previous {
		if entry, ok := plays[line.PlayerID]; ok {
			f.Previous = append(f.Previous, entry)
		}
	}
	for _, pair := range s.Apart {
		if apart, ever := apartOf(pair); ever && in[pair.Entry] && in[pair.Other] {
			f.Apart = append(f.Apart, apart)
		}
	}
	for _, a := range s.Attendance {
		switch entry := league.Entry(a.Entry); {
		case a.RevokedAt != nil || a.Round > len(s.Rounds)+1 || !in[a.Entry]:
		case a.MinutesLate == nil:
			f.Absences = append(f.Absences, Absence{Entry: entry, Round: a.Round, AfterDraw: a.AfterDraw})
		default:
			f.Arrivals = append(f.Arrivals, Arrival{Entry: entry, Round: a.Round, Minutes: *a.MinutesLate, AfterDraw: a.AfterDraw})
		}
	}
	if f.Pairing == rules.ByLot {
		f.Draws = drawnOrders(s)
	}
}

// apartOf returns the rounds for which a pair is kept apart; ever is false for none.
func apartOf(a facts.Apart) (apart Apart, ever bool) {
	apart = Apart{Pair: [2]league.Entry{league.Entry(a.Entry), league.Entry(a.Other)}, From: a.AfterRound + 1}
	if a.UntilRound == nil {
		return apart, a.RevokedAt == nil
	}
	apart.Until = *a.UntilRound
	return apart, apart.From <= apart.Until
}

// drawnOrders returns the orders drawn for the rounds after the first, including the next round:
// those drawn from a hat, and the others from the seed, from which anyone can compute them (package
// seating). A player who stepped in has the position of the one replaced.
func drawnOrders(s *facts.EventFacts) [][]league.Entry {
	text, err := hex.DecodeString(s.Event.DrawSeed)
	if err != nil || len(text) != 32 {
		return nil // not drawn yet
	}
	plays := make(map[league.Entry]league.Entry) // by the entry that was drawn
	for _, e := range s.Entries {
		if e.State == facts.Playing {
			plays[s.DrawnAs(league.Entry(e.Number))] = league.Entry(e.Number)
		}
	}
	drawn := slices.Collect(maps.Keys(plays))
	var draws [][]league.Entry
	for number := 2; number <= len(s.Rounds)+1; number++ {
		if number <= len(s.Rounds) && s.Rounds[number-1].DrawnOrder != nil {
			draws = append(draws, slices.Clone(s.Rounds[number-1].DrawnOrder))
			continue
		}
		order := seating.Shuffle([32]byte(text), seating.PurposeRound(number), drawn)
		for i, entry := range order {
			order[i] = plays[entry]
		}
		draws = append(draws, order)
	}
	return draws
}

// FactsOf converts the stored facts of an event to the facts of [Replay]: those who started, the
// draws, results and decisions.
func FactsOf(s *facts.EventFacts) Facts {
	f := Facts{
		Variant: s.Event.Variant, Target: s.Event.Target, Formula: s.Event.Formula, Pairing: rules.PairingSystem(s.Event.Pairing),
		Entrants: make([]league.Entry, 0, len(s.Entries)),
		Rounds:   make([]Round, 0, len(s.Rounds)),
	}
	drawn := make(map[int]league.Entry, len(s.Entries))
	for _, e := range s.Entries {
		if e.State != facts.Playing {
			continue
		}
		entry := league.Entry(e.Number)
		f.Entrants = append(f.Entrants, entry)
		if e.Lot != nil && f.Lots == nil {
			f.Lots = make(map[league.Entry]int, len(s.Entries))
		}
		if e.Lot != nil {
			f.Lots[entry] = *e.Lot
		}
		if e.DrawPosition != nil {
			drawn[*e.DrawPosition] = entry
		}
		if e.Place != nil {
			if f.Places == nil {
				f.Places = map[league.Entry]int{}
			}
			f.Places[entry] = *e.Place
		}
	}
	for position := 1; position <= len(drawn); position++ {
		f.FirstRound = append(f.FirstRound, drawn[position])
	}
	for _, round := range s.Rounds {
		f.Rounds = append(f.Rounds, roundOf(round))
	}
	for _, sanction := range s.Sanctions {
		if sanction.RevokedAt == nil {
			f.Sanctions = append(f.Sanctions, sanction.League())
		}
	}
	for _, w := range s.Withdrawals {
		if w.RevokedAt == nil {
			f.Withdrawals = append(f.Withdrawals, w.League())
		}
	}
	addSeated(&f, s)
	return f
}

func roundOf(r facts.Round) Round {
	round := Round{Kind: r.Kind, Closed: r.State == "closed", Tables: make([]Table, 0, len(r.Tables))}
	for _, t := range r.Tables {
		table := Table{Number: t.Number, Seats: t.Seats}
		if t.Result != nil {
			table.Result = &t.Result.Result
		}
		round.Tables = append(round.Tables, table)
	}
	return round
}
