package demo

import (
	"time"

	"referto/openapi"
)

const (
	armySlug = "armata-rossa"
	armyName = "L'Armata Rossa"
	armyPath = "/tenants/" + armySlug

	seriesSlug  = "campionato-delle-serate"
	seriesRules = "campionato-serate"
)

// army are the members of the RisiKo! club, who come from two towns.
var army = []person{
	{"Achille Bandini", "Parma Nord", "Parma"},
	{"Bice Cavazzoni", "Parma Nord", "Parma"},
	{"Corrado Dallari", "Parma Nord", "Parma"},
	{"Delfina Ferrari", "Oltretorrente", "Parma"},
	{"Egidio Ghirardi", "Oltretorrente", "Parma"},
	{"Fosca Incerti", "Oltretorrente", "Parma"},
	{"Gualtiero Lusetti", "Via Emilia", "Fidenza"},
	{"Ines Montanari", "Via Emilia", "Fidenza"},
	{"Leonida Nizzoli", "", "Fidenza"},
	{"Marta Orlandini", "", "Colorno"},
}

// evening is one of the series: the players, in the order of the evening before, and the points of the table of six
// in its three rounds; the players at a table of four get points of another regulation.
type evening struct {
	title  string
	days   int // from the day of the load; it was on the Thursday next to them
	people []int
	six    [3][]int
	four   [3][]string
}

var eveningsPlayed = []evening{
	{"Serata di apertura", -84, []int{0, 1, 2, 3, 4, 5}, [3][]int{{82, 61, 70, 44, 52, 60}, {40, 58, 47, 75, 66, 71}, {90, 35, 62, 55, 57, 48}}, [3][]string{}},
	{
		"Serata dei dadi rossi", -56,
		[]int{0, 3, 1, 6, 4, 2, 5, 7, 8, 9},
		[3][]int{{55, 73, 64, 70, 41, 52}, {68, 50, 59, 62, 77, 45}, {71, 66, 40, 58, 49, 69}},
		[3][]string{{"30.5", "22", "18", "9.5"}, {"12", "36", "25", "20"}, {"27", "15", "33.5", "11"}},
	},
	{"Serata del Kamchatka", -28, []int{3, 0, 6, 7, 1, 4}, [3][]int{{63, 80, 52, 49, 71, 38}, {77, 44, 69, 60, 53, 58}, {48, 57, 81, 66, 62, 50}}, [3][]string{}},
	{"Serata delle nebbie", -7, []int{0, 6, 3, 1, 2, 8}, [3][]int{{74, 69, 58, 41, 46, 60}, {50, 72, 63, 57, 70, 45}, {66, 61, 79, 52, 39, 68}}, [3][]string{}},
}

// evenings are the evenings of a RisiKo! club by SQ00, in a series of which the best three count: four are played,
// one is to come, and one player lost points in the standings of the series.
func (l *loader) evenings(day time.Time) {
	captains := l.clients[captain]
	l.act(captains, "/tenants", openapi.NewTenant{Slug: armySlug, Name: armyName, Kind: openapi.TenantKindClub, Languages: []openapi.Language{"it", "en", "bg"}}, nil)
	in := &loader{actor: l.actor, clients: l.clients, players: make(map[string]openapi.PlayerID)}
	for _, p := range army {
		var made openapi.Player
		in.act(captains, armyPath+"/players", openapi.NewPlayer{Name: p.name, Club: p.club, City: p.city}, &made)
		in.players[p.name] = made.Id
	}
	in.seriesRuleset()
	var events []openapi.EventID
	for _, e := range eveningsPlayed {
		events = append(events, in.playEvening(e, nearest(time.Thursday, day, e.days, 21)))
	}
	next := in.announceEvening("Serata di fine stagione", nearest(time.Thursday, day, 21, 21))
	var series openapi.Series
	in.act(captains, armyPath+"/series", openapi.NewSeries{Slug: seriesSlug, Title: "Campionato delle serate", Ruleset: seriesRules, BestOfClub: 2}, &series)
	path := armyPath + "/series/" + series.Id.String()
	in.act(captains, path+"/events", openapi.SeriesEventsToAdd{Events: append(events, next.id)}, nil)
	in.act(captains, path+"/penalties", openapi.NewSeriesPenalty{
		Player: in.players[army[1].name], Offense: "disturbance", Reason: "Disturba al tavolo finita la sua partita",
	}, nil)
	l.err = in.err
}

// seriesRuleset is the club's own: the paragraphs of SQ00, and the rules that make its evenings a series.
func (l *loader) seriesRuleset() {
	captains := l.clients[captain]
	var document openapi.RulesetDocument
	l.get(captains, armyPath+"/rulesets/"+teamRules, &document)
	if l.err != nil {
		return
	}
	document["id"], document["code"], document["name"] = seriesRules, "CS", "Campionato delle serate"
	document["calculations"] = []map[string]any{{"id": "evening", "name": "Punti della serata", "of": "event", "formula": "points", "paragraph": "serie 1"}}
	criterion := func(figure, paragraph string, digits int) map[string]any {
		return map[string]any{"figure": figure, "best": "most", "digits": digits, "paragraph": paragraph}
	}
	document["series"] = map[string]any{
		"points": "evening", "standings": "general", "counting": map[string]any{"best": 3, "paragraph": "serie 2"}, "paragraph": "serie 1",
		"criteria": []map[string]any{criterion("series-total", "serie 2", 1), criterion("series-best-dropped", "serie 3", 1), criterion("series-firsts", "serie 3", 0)},
	}
	texts, _ := document["texts"].([]any)
	for _, text := range [][3]string{
		{"serie 1", "Serie", "Una serata vale i punti della sua classifica generale."},
		{"serie 2", "Scarti", "Contano le tre migliori serate di ciascuno, meno le penalità."},
		{"serie 3", "Parità", "A parità conta la migliore delle serate scartate, poi il numero di serate vinte."},
	} {
		texts = append(texts, map[string]any{"paragraph": text[0], "title": text[1], "kind": "text", "body": text[2]})
	}
	document["texts"] = texts
	l.act(captains, armyPath+"/rulesets", openapi.NewRuleset{Document: document}, nil)
	l.act(captains, armyPath+"/rulesets/"+seriesRules+"/versions", openapi.RulesetPublication{Draft: 1}, nil)
}

// announceEvening announces an evening of the club and opens its entries.
func (l *loader) announceEvening(title string, starts time.Time) *heldEvent {
	return l.draftIn(armyPath, captain, openapi.NewEvent{
		Kind: openapi.EventKindClub, Ruleset: teamRules, Title: title, StartsAt: starts, TimeLimitMinutes: 105,
		Venue: openapi.Venue{Name: "Circolo L'Armata Rossa", Address: "Strada Garibaldi 22", City: "Parma"},
	})
}

// playEvening plays an evening to its end.
func (l *loader) playEvening(e evening, starts time.Time) openapi.EventID {
	s := l.announceEvening(e.title, starts)
	field := make([]person, len(e.people))
	for i, n := range e.people {
		field[i] = army[n]
	}
	s.gather(field...)
	order := make([]int, len(field))
	for i, p := range field {
		order[i] = s.numbers[p.name]
	}
	s.organize("/previous-standings", openapi.NewPreviousStandings{Entries: order})
	s.direct("/start", openapi.EventStart{})
	for round := range e.six {
		scores := []score{completed(e.six[round]...).with(dealt)}
		if four := e.four[round]; four != nil {
			scores = append(scores, completed(0, 0, 0, 0).with(entered(four...)))
		}
		s.playRound(s.draw(), scores...)
	}
	s.direct("/completion", nil)
	return s.id
}
