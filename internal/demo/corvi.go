package demo

import (
	"time"

	"referto/openapi"
)

const corviSlug = "ranglista-corvi"

// fieldOfCorvi are the players of the Bulgarian ranking who play in Bologna.
var fieldOfCorvi = append([]person{
	{name: "Стоян Димитров"}, {name: "Desislava Koleva"}, {name: "Bogdan Atanasov"}, {name: "Ivajlo Penev"},
}, fieldOfTorino[8:15]...)

// corvi is the finished event of BG: eleven players, two rounds by lot and no final;
// one does not come to the second, which is played without a substitute (1.1.5).
func (l *loader) corvi(day time.Time) {
	s := l.draft(manager, openapi.NewEvent{
		Kind: openapi.EventKindRanking, Ruleset: rankingRules, Title: "Турнир на Гарваните", Slug: corviSlug, StartsAt: weekend(day, -4, 15),
		Formula: "two-rounds", Pairing: openapi.NewEventPairingByLot, Region: l.regions[emiliaRomagna],
		Venue: openapi.Venue{Name: "Ludoteca La Tana dei Corvi", Address: "Via dell'Abbadia 7", City: "Bologna"},
		Notes: "Два тура, без финал. Времето за ход е до три минути.",
	})
	s.gather(fieldOfCorvi...)
	s.direct("/start", openapi.EventStart{})
	first := s.draw()
	// At a table of three the shares are of 42 points, with a virtual fourth (2.2.3).
	s.playRound(first, declared(0, 13, 7, 6, 6), declared(2, 10, 8, 14, 5), declared(0, 13, 10, 9))
	s.organize("/attendance", openapi.NewAttendance{Entry: seatOf(first, 2, 3), Round: 2})
	s.playRound(s.draw(), declared(1, 9, 13, 8, 5), declared(0, 13, 11, 7), declared(2, 10, 6, 13))
	s.direct("/completion", nil)
}
