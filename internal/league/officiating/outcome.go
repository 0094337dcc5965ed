package officiating

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/tournament"
)

// Recording returns the state of an event that was played elsewhere: its ranking, without rounds.
func (s *Situation) Recording() tournament.State {
	entry := make(map[league.PlayerID]int, len(s.Entries))
	for _, e := range s.Entries {
		if e.State == facts.Playing {
			entry[e.PlayerID] = e.Number
		}
	}
	state := tournament.State{Final: []tournament.FinalRow{}}
	for i, player := range s.Recorded {
		state.Final = append(state.Final, tournament.FinalRow{
			Place: i + 1, Entry: league.Entry(entry[player]), Decided: -1, Grounds: league.Grounds{Reason: "recorded-elsewhere"},
		})
	}
	return state
}

// Records maps people to the player records under which their entries are stored; a person without
// an entry stays the same.
func (s *Situation) Records(people []league.PlayerID) []league.PlayerID {
	if people == nil {
		return nil
	}
	out := slices.Clone(people)
	for i, id := range out {
		at := slices.IndexFunc(s.Entries, func(e facts.Entry) bool { return e.PlayerID == id && e.State != facts.EntryCancelled })
		if at >= 0 {
			out[i] = s.Entries[at].Record()
		}
	}
	return out
}

// EntryOfRecord returns the entry that is stored under a player record and was not cancelled; nil if there is none.
func (s *Situation) EntryOfRecord(record league.PlayerID) *facts.Entry {
	at := slices.IndexFunc(s.Entries, func(e facts.Entry) bool { return e.Record() == record && e.State != facts.EntryCancelled })
	if at < 0 {
		return nil
	}
	return &s.Entries[at]
}

// Ranking returns the players of an event that is over, in the final order.
func (s *Situation) Ranking() []league.PlayerID {
	if s.Event.Elsewhere {
		return s.Recorded
	}
	ranking := []league.PlayerID{}
	for _, row := range s.State.Final {
		if row.Place > 0 {
			ranking = append(ranking, s.Entry(row.Entry).PlayerID)
		}
	}
	return ranking
}
