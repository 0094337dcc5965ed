package demo

import (
	"strconv"
	"time"

	"referto/openapi"
)

const modenaSlug = "negozio-modena"

// fieldOfModena has nine people for eight seats: the ninth is a reserve (JP22 4).
var fieldOfModena = fieldOfTorino[8:17]

// modena is the running event of JP22: a reserve has stepped in, one table has
// finished and the other plays its last lap without dice.
func (l *loader) modena(day time.Time) {
	s := l.draft(manager, openapi.NewEvent{
		Kind: openapi.EventKindClub, Ruleset: shopRules, Title: "Torneo del negozio, Modena", Slug: modenaSlug, StartsAt: day.Add(-2 * time.Hour).Truncate(time.Hour),
		Region: l.regions[emiliaRomagna], Venue: openapi.Venue{Name: "Il Ponte di Carte", City: "Modena"}, TimeLimitMinutes: 75,
	})
	s.gather(fieldOfModena...)
	s.direct("/start", openapi.EventStart{})
	round := s.draw()
	s.organize("/entries/"+strconv.Itoa(seatOf(round, 2, 1))+"/replacement", openapi.ReasonGiven{Reason: "Non si presenta al tavolo"})
	s.turnClock(round, openapi.ClockCommand{Command: openapi.ClockCommandCommandStart}, openapi.ClockCommand{Command: openapi.ClockCommandCommandLastTurn})
	// Level in points, and net of the longest road the second is ahead (3).
	s.report(round, 1, timeLimit(9, 9, 7, 6).with(func(seat int, result *openapi.NewSeatResult) {
		road := 0
		if seat == 0 {
			road = 1
		}
		result.Figures = built(result.Vp - 2*road)
		result.Figures["longest-road"], result.Figures["largest-army"] = road, 0
	}))
}
