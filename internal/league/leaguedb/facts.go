package leaguedb

import (
	"encoding/hex"
	"maps"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// addSeated adds to the facts what decides who sits in a round, and where, beside
// the first draw and the standings.
func addSeated(f *tournament.Facts, s *Stage) {
	if s.Structure != nil {
		structure := s.Structure.Rules()
		f.Structure = &structure
	}
	plays := make(map[league.PlayerID]league.Entry, len(f.Entrants))
	in := make(map[int]bool, len(f.Entrants))
	for _, e := range s.Entries {
		if e.State == Playing {
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
			f.Absences = append(f.Absences, tournament.Absence{Entry: entry, Round: a.Round, AfterDraw: a.AfterDraw})
		default:
			f.Arrivals = append(f.Arrivals, tournament.Arrival{Entry: entry, Round: a.Round, Minutes: *a.MinutesLate, AfterDraw: a.AfterDraw})
		}
	}
	if f.Pairing == rules.ByLot {
		f.Draws = drawnOrders(s)
	}
}

// apartOf returns the rounds for which a pair is kept apart; ever is false for none.
func apartOf(a Apart) (apart tournament.Apart, ever bool) {
	apart = tournament.Apart{Pair: [2]league.Entry{league.Entry(a.Entry), league.Entry(a.Other)}, From: a.AfterRound + 1}
	if a.UntilRound == nil {
		return apart, a.RevokedAt == nil
	}
	apart.Until = *a.UntilRound
	return apart, apart.From <= apart.Until
}

// drawnOrders returns the orders drawn for the rounds after the first, that of the next
// among them: those out of a hat, the others from the seed, from which anyone can
// compute them (package seating). Who stepped in for somebody has his place.
func drawnOrders(s *Stage) [][]league.Entry {
	text, err := hex.DecodeString(s.Event.DrawSeed)
	if err != nil || len(text) != 32 {
		return nil // not drawn yet
	}
	plays := make(map[league.Entry]league.Entry) // by who was drawn
	for _, e := range s.Entries {
		if e.State == Playing {
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

// DrawnAs is who was drawn at the place where an entry plays: himself, or the
// entrant in whose place he, or somebody before him, has stepped in.
func (s *Stage) DrawnAs(entry league.Entry) league.Entry {
	for e := s.Entry(entry); e != nil && e.Replaces != nil; e = s.Entry(entry) {
		entry = league.Entry(*e.Replaces)
	}
	return entry
}
