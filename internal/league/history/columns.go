package history

import (
	"slices"
	"strings"

	"referto/internal/league/rules"
	"referto/internal/likeness"
)

// Subject is the kind of data in a table.
type Subject string

// The subjects.
const (
	Players  Subject = "players"  // one line per person
	Openings Subject = "openings" // one line per person's opening in a ranking
	Results  Subject = "results"  // one line per person at an event
)

// Column is the content of a column. Figures of a ranking have names of their own, see
// [FigureColumn].
type Column string

// The columns of all subjects.
const (
	Name   Column = "name"
	Club   Column = "club"
	City   Column = "city"
	Born   Column = "birth-year"
	Mail   Column = "mail"
	Member Column = "member" // number of the person in the federation
)

// The columns of some subjects.
const (
	National Column = "national-points"
	Event    Column = "event"
	Day      Column = "day"
	Place    Column = "place"
	Venue    Column = "venue-city"
)

const figurePrefix = "figure-"

// FigureColumn returns the column of a figure of a ranking.
func FigureColumn(figure string) Column { return Column(figurePrefix + figure) }

// Mapping is the heading of each column.
type Mapping map[Column]string

// Columns returns the columns that the table of a subject can have; the figures are those of a
// ranking.
func Columns(s Subject, figures []rules.Criterion) []Column {
	list := []Column{Name, Club, City, Born, Mail, Member}
	switch s {
	case Openings:
		list = append(list, National)
	case Results:
		list = append(list, Event, Day, Place, Venue)
	case Players:
		return list
	}
	for _, c := range figures {
		list = append(list, FigureColumn(c.Figure))
	}
	return list
}

// required returns the columns that a table must have.
func (s Subject) required() []Column {
	switch s {
	case Results:
		return []Column{Name, Event, Day}
	default:
		return []Column{Name}
	}
}

// known are the usual headings of columns, folded.
var known = map[Column][]string{
	Name:     {"name", "player", "nome", "giocatore", "cognome e nome", "име", "играч", "състезател"},
	Club:     {"club", "circolo", "squadra", "клуб"},
	City:     {"city", "citta", "град"},
	Born:     {"birth year", "born", "year of birth", "anno di nascita", "nato", "година на раждане", "роден"},
	Mail:     {"mail", "email", "e mail", "posta", "поща", "имейл"},
	Member:   {"member", "member number", "card", "tessera", "numero tessera", "номер", "картотечен номер"},
	National: {"national points", "punti nazionali", "национални точки"},
	Event:    {"event", "tournament", "torneo", "evento", "турнир"},
	Day:      {"day", "date", "data", "giorno", "дата", "ден"},
	Place:    {"place", "rank", "posto", "posizione", "място"},
	Venue:    {"venue city", "venue", "sede", "място на провеждане"},
}

// figures are the usual headings of figures that most rankings have, folded.
var figures = map[string][]string{
	rules.FigurePoints:    {"points", "punti", "точки"},
	rules.LineTournaments: {"tournaments", "tornei", "турнири"},
}

// Suggest proposes a mapping for the headings of a table, by their usual names. A heading is used
// for one column at most.
func Suggest(headings []string, columns []Column) Mapping {
	out, taken := Mapping{}, map[int]bool{}
	for _, column := range columns {
		names := known[column]
		if figure, is := strings.CutPrefix(string(column), figurePrefix); is {
			names = figures[figure]
			names = append(slices.Clone(names), fold(figure))
		}
		names = append(slices.Clone(names), fold(string(column)))
		for i, heading := range headings {
			if !taken[i] && slices.ContainsFunc(names, func(n string) bool { return fold(n) == fold(heading) }) {
				out[column], taken[i] = heading, true
				break
			}
		}
	}
	return out
}

func fold(text string) string { return likeness.Fold(text) }
