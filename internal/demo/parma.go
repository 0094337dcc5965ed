package demo

import (
	"time"

	"referto/openapi"
)

const parmaSlug = "squadre-parma"

// fieldOfParma is in the order of the standings of the evening before.
var fieldOfParma = append(append([]person{}, fieldOfAosta[7:12]...), fieldOfTorino[9:15]...)

// objectives are dealt in the order of the seats: the first three are a team, the
// others the other.
var objectives = []string{"nord-america", "africa", "oceania", "sud-america", "asia", "europa"}

// parma is the running event of SQ00: eleven players at a table of six and one of
// five, in their second round.
func (l *loader) parma(day time.Time) {
	s := l.draft(manager, openapi.NewEvent{
		Kind: openapi.EventKindClub, Ruleset: teamRules, Title: "Serata a squadre di Parma", Slug: parmaSlug, StartsAt: day.Add(-3 * time.Hour).Truncate(time.Hour),
		Region: l.regions[emiliaRomagna], Venue: openapi.Venue{Name: "Circolo Torre e Pedone", City: "Parma"}, TimeLimitMinutes: 105,
	})
	s.gather(fieldOfParma...)
	number := func(place int) int { return s.numbers[fieldOfParma[place-1].name] }
	order := make([]int, len(fieldOfParma))
	for i := range order {
		order[i] = number(i + 1)
	}
	s.organize("/previous-standings", openapi.NewPreviousStandings{Entries: order})
	s.direct("/kept-apart", openapi.NewKeptApart{Entry: number(2), Other: number(5), Relation: "coniugi"})
	s.direct("/start", openapi.EventStart{})
	s.organize("/attendance", openapi.NewAttendance{Entry: number(4), Round: 1, MinutesLate: 8})
	s.playRound(s.draw(), completed(80, 60, 70, 40, 50, 60).with(dealt), completed(0, 0, 0, 0, 0).with(entered("15.5", "40.4", "36.2", "20", "12")))
	s.act(s.clients[referee], s.path+"/sanctions", openapi.NewSanction{
		Entry: number(6), Kind: openapi.SanctionKindPoints, Moment: openapi.MomentAfterRound, Offense: "disturbance", Reason: "Disturba al tavolo",
	}, nil)
	second := s.draw()
	s.turnClock(second, openapi.ClockCommand{Command: openapi.ClockCommandCommandStart})
	s.report(second, 2, completed(0, 0, 0, 0, 0).with(entered("22", "18.5", "31", "9", "27")))
}

// dealt adds the figures that SQ00 records at a table of six.
func dealt(seat int, result *openapi.NewSeatResult) {
	result.Objective = objectives[seat]
	result.Figures = map[string]int{"territories": 7, "armies": 20 + seat, "cards": seat % 3, "risiko": 0}
}

// entered are the points of a table that another regulation scores (0).
func entered(points ...string) func(seat int, result *openapi.NewSeatResult) {
	return func(seat int, result *openapi.NewSeatResult) { result.Points = points[seat] }
}
