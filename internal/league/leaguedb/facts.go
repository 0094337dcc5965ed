package leaguedb

import (
	"encoding/hex"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// whoPlays adds to the facts what decides who sits in a round, and where, beside
// the first draw and the standings.
func (s *Stage) whoPlays(f *tournament.Facts) {
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
		if pair.RevokedAt == nil && in[pair.Entry] && in[pair.Other] {
			f.Apart = append(f.Apart, [2]league.Entry{league.Entry(pair.Entry), league.Entry(pair.Other)})
		}
	}
	for _, a := range s.Attendance {
		switch entry := league.Entry(a.Entry); {
		case a.RevokedAt != nil || a.Round > len(s.Rounds)+1 || !in[a.Entry]:
		case a.MinutesLate == nil:
			f.Absences = append(f.Absences, tournament.Absence{Entry: entry, Round: a.Round})
		default:
			f.Arrivals = append(f.Arrivals, tournament.Arrival{Entry: entry, Round: a.Round, Minutes: *a.MinutesLate})
		}
	}
	if f.Pairing == rules.ByLot {
		f.Draws = s.draws(f.Entrants)
	}
}

// draws are the orders drawn for the rounds after the first, that of the next
// among them: those out of a hat, the others from the seed, from which anyone can
// compute them (package seating).
func (s *Stage) draws(entrants []league.Entry) [][]league.Entry {
	text, err := hex.DecodeString(s.Event.DrawSeed)
	if err != nil || len(text) != 32 {
		return nil // not drawn yet
	}
	var draws [][]league.Entry
	for number := 2; number <= len(s.Rounds)+1; number++ {
		if number <= len(s.Rounds) && s.Rounds[number-1].DrawnOrder != nil {
			draws = append(draws, slices.Clone(s.Rounds[number-1].DrawnOrder))
			continue
		}
		draws = append(draws, seating.Shuffle([32]byte(text), seating.PurposeRound(number), entrants))
	}
	return draws
}
