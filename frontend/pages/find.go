package pages

import (
	"strings"

	"referto/frontend/words"
	"referto/openapi"
)

// mostFound bounds the people that one search shows.
const mostFound = 6

// findModel is the search for one's table, and its result.
type findModel struct {
	Action string
	// Keep are parameters of the address that the form must carry along.
	Keep    []param
	Query   string
	People  []foundPlayer
	Message string
}

type foundPlayer struct {
	Table      int
	Name       string
	Companions string
}

// find is the search for one's table in the latest round, while it is played. Before a search, a signed-in entrant
// sees their own table.
func (s *eventPage) find() *findModel {
	if s.Event.State != openapi.EventStateRunning || s.latest == nil {
		return nil
	}
	m := &findModel{Action: s.at.path, Query: s.Find, Keep: s.choices()}
	if s.shown != s.latest {
		m.Keep = append(m.Keep, s.at.round(s.shown.Number).params...)
	}
	if id := s.further(); id != "" {
		m.Keep = append(m.Keep, param{"standings", id})
	}
	nobody := words.Fold(s.Find) == ""
	for _, table := range s.latest.Tables {
		for _, seat := range table.Seats {
			if s.found(seat) {
				m.People = append(m.People, s.foundPlayer(table, seat))
			}
		}
	}
	switch {
	case nobody:
	case len(m.People) == 0:
		m.Message = s.text("find.none")
	case len(m.People) > mostFound:
		m.People = nil
		m.Message = s.text("find.too-many", "count", mostFound)
	}
	return m
}

func (s *eventPage) foundPlayer(table openapi.Table, seat openapi.EntryRef) foundPlayer {
	var others []string
	for _, other := range table.Seats {
		if other.Number != seat.Number {
			others = append(others, other.Player.Name)
		}
	}
	found := foundPlayer{Table: table.Number, Name: seat.Player.Name}
	if len(others) > 0 {
		found.Companions = s.text("find.with", "names", s.w.List(others))
	}
	return found
}

// found reports whether an entrant fits the search: every word of the search begins a word of the name. Without a
// search it is the signed-in person.
func (s *eventPage) found(entry openapi.EntryRef) bool {
	wanted := strings.Fields(words.Fold(s.Find))
	if len(wanted) == 0 {
		return s.Me > 0 && entry.Number == s.Me
	}
	name := " " + words.Fold(entry.Player.Name)
	for _, word := range wanted {
		if !strings.Contains(name, " "+word) {
			return false
		}
	}
	return true
}
