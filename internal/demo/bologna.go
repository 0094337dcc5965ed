package demo

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"referto/openapi"
)

const bolognaSlug = "tappa-bologna"

// bolognaPlayer is a player in the running stage, with the victory points of their games: in the first round and, if
// their table has finished, in the second.
type bolognaPlayer struct {
	person
	first, second int
}

const (
	ravens   = "La Tana dei Corvi"
	settlers = "Coloni Felsinei"
	bridge   = "Il Ponte di Carte"
)

// fieldOfBologna is in the order of the lots, which were drawn from a bag: the
// first four at table 1 of the first round, and so on.
var fieldOfBologna = []bolognaPlayer{
	{person{"Valentina Sighinolfi", settlers, "Bologna"}, 10, 10},
	{person{"Alice Venturelli", bridge, "Modena"}, 9, 3},
	{person{"Ivajlo Penev", ravens, "Bologna"}, 7, 3},
	{person{"Simone Malagoli", "", "Carpi"}, 7, 6},

	{person{"Silvia Pedrazzi", bridge, "Modena"}, 10, 5},
	{person{"Sara Gherardi", "", "Imola"}, 8, 5},
	{person{"Riccardo Fabbri", settlers, "Bologna"}, 8, 10},
	{person{"Lorenzo Guidetti", "", "Reggio Emilia"}, 7, 10},

	{person{"Federica Lodi", ravens, "Bologna"}, 10, 8},
	{person{"Andrea Bonfigli", "", "Faenza"}, 6, 6},
	{person{"Filippo Montanari", ravens, "Casalecchio"}, 6, 10},
	{person{"Anna Neri", "", "Ferrara"}, 5, 5},

	{person{"Nicolò Tassinari", "", "Ferrara"}, 10, 8},
	{person{"Irene Cavallari", bridge, "Sassuolo"}, 7, 9},
	{person{"Tommaso Zanetti", settlers, "Bologna"}, 5, 10},
	{person{"Giada Ravaglia", "", "Ravenna"}, 4, 6},

	{person{"Marta Bellandi", ravens, "Bologna"}, 10, 10},
	{person{"Matteo Burzacchi", "", "Mirandola"}, 5, 4},
	{person{"Elisa Morandi", settlers, "Bologna"}, 5, 4},

	{person{"Pietro Scalabrin", ravens, "Bologna"}, 10, 6},
	{person{"Davide Orlandini", "", "Parma"}, 9, 8},
	{person{"Beatrice Corsini", "", "Forlì"}, 6, 6},
}

// absentInBologna has entered and does not come.
var absentInBologna = person{"Umberto Cocchi", "", "Cento"}

// bologna is the running stage: 22 players in their second round, three of six
// tables have finished, the clock runs.
func (l *loader) bologna(day time.Time) {
	people := make([]person, len(fieldOfBologna))
	for i, p := range fieldOfBologna {
		people[i] = p.person
	}
	l.register(people...)
	l.register(absentInBologna)
	s := l.draftStage(contact, openapi.NewEvent{
		Title: "Tappa di Bologna", Slug: bolognaSlug, StartsAt: day.Add(-2 * time.Hour).Truncate(time.Hour), Region: l.regions[emiliaRomagna],
		Venue:    openapi.Venue{Name: "Ludoteca La Tana dei Corvi", Address: "Via dell'Abbadia 7", City: "Bologna"},
		Capacity: 32, TimeLimitMinutes: 80, Fee: euros("5.00"),
	})
	s.enter(asEntered(append(people[:len(people):len(people)], absentInBologna))...)
	s.organize("/entry-closing", nil)
	s.welcome(people...)
	lots := make([]openapi.DrawnNumber, len(people))
	for i, p := range people {
		lots[i] = openapi.DrawnNumber{Entry: s.numbers[p.name], Number: i + 1}
	}
	s.direct("/start", openapi.EventStart{Lots: lots, Reason: "Numeri estratti da un sacchetto davanti a tutti i giocatori"})

	first := s.draw()
	for _, table := range first.Tables {
		s.report(first, table.Number, s.scoreOf(table, func(p bolognaPlayer) int { return p.first }))
	}
	s.closeRound(first)

	second := s.draw()
	s.turnClock(second, openapi.ClockCommand{Command: openapi.ClockCommandCommandStart},
		openapi.ClockCommand{Command: openapi.ClockCommandCommandExtend, Seconds: 300, Table: 3})
	s.act(s.clients[referee], s.path+"/sanctions", openapi.NewSanction{
		Entry: s.numbers["Simone Malagoli"], Kind: openapi.SanctionKindWarning, Moment: openapi.MomentDuringGame,
		Reason: "Ha guardato le carte di un avversario mentre le contava", Paragraph: "5.3",
	}, nil)
	for _, number := range []int{2, 5, 6} {
		s.report(second, number, s.scoreOf(tableOf(second, number), func(p bolognaPlayer) int { return p.second }))
	}
}

// asEntered sorts people into a plausible order of entry that is unrelated to the lots, because otherwise the player
// with lot one would have start number one, and so on to the last.
func asEntered(people []person) []person {
	return slices.SortedFunc(slices.Values(people), func(a, b person) int {
		return cmp.Or(cmp.Compare(len(a.city+a.name), len(b.city+b.name)), strings.Compare(a.name, b.name))
	})
}

// scoreOf is the score of a table whose winner declared victory with ten points.
func (s *heldEvent) scoreOf(table openapi.Table, points func(bolognaPlayer) int) score {
	byNumber := make(map[int]bolognaPlayer, len(fieldOfBologna))
	for _, p := range fieldOfBologna {
		byNumber[s.numbers[p.name]] = p
	}
	game := score{ended: openapi.EndingDeclared}
	for i, seat := range table.Seats {
		vp := points(byNumber[seat.Number])
		game.vp = append(game.vp, vp)
		if vp == 10 {
			game.declarer = i
		}
	}
	return game
}
