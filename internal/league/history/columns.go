package history

import (
	"slices"
	"strings"

	"referto/internal/league/rules"
	"referto/internal/likeness"
)

// Subject names what a table tells.
type Subject string

// The subjects.
const (
	Players  Subject = "players"  // one line for a person
	Openings Subject = "openings" // one line for what a person brings along to a ranking
	Results  Subject = "results"  // one line for a person at an event
)

// Column names what a column holds. Figures of a ranking have names of their own, see [FigureColumn].
type Column string

// The columns of all subjects.
const (
	Name   Column = "name"
	Club   Column = "club"
	City   Column = "city"
	Born   Column = "birth-year"
	Mail   Column = "mail"
	Member Column = "member" // number by which the federation knows the person
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

// FigureColumn is the column of a figure of a ranking.
func FigureColumn(figure string) Column { return Column(figurePrefix + figure) }

// Mapping says under which heading each column stands.
type Mapping map[Column]string

// Columns lists what the table of a subject can hold; the figures are those of a ranking.
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

// required are the columns without which a table says nothing.
func (s Subject) required() []Column {
	switch s {
	case Results:
		return []Column{Name, Event, Day}
	default:
		return []Column{Name}
	}
}

// known are the headings that people give to columns, folded.
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

// figures are the headings of figures that most rankings have, folded.
var figures = map[string][]string{
	rules.FigurePoints:    {"points", "punti", "точки"},
	rules.LineTournaments: {"tournaments", "tornei", "турнири"},
}

// Suggest proposes a mapping for the headings of a table, by what people call the columns. A
// heading stands for one column at most.
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
