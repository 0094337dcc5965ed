package demo

import (
	"time"

	"referto/openapi"
)

const firenzeSlug = "fiera-firenze"

// fieldOfFirenze are all in the register already.
var fieldOfFirenze = append(append([]person{}, fieldOfAosta[:7]...), fieldOfTorino[:6]...)

// firenze is the finished event of FG14: thirteen players, the leader leaves before
// the final, and there are two prizes. Entries are taken until 10:20 of its day (2): it is
// announced for tomorrow, and has its real day once it has begun.
func (l *loader) firenze(day time.Time) {
	s := l.draft(manager, openapi.NewEvent{
		Kind: openapi.EventKindOpen, Ruleset: fairRules, Title: "Torneo della fiera di Firenze", Slug: firenzeSlug, StartsAt: at(day, 1, 10),
		Venue:    openapi.Venue{Name: "Fortezza da Basso, padiglione Spadolini", City: "Firenze"},
		Capacity: 20, TimeLimitMinutes: 70, Fee: euros("2.00"),
	})
	s.gather(fieldOfFirenze...)
	s.direct("/start", openapi.EventStart{})
	s.move(weekend(day, -11, 10))
	// 10, 8, 8 and 5 make 8, 3, 3 and 0 class points; the clock leaves 0.9 wins (3).
	s.playRound(s.draw(),
		declared(0, 10, 8, 8, 5).with(pieces), timeLimit(9, 7, 6).with(pieces), declared(1, 10, 11, 7).with(pieces), declared(2, 6, 8, 10).with(pieces))
	second := s.draw()
	s.playRound(second,
		declared(1, 9, 10, 7, 6).with(pieces), declared(0, 10, 9, 8).with(pieces), declared(2, 5, 8, 10).with(pieces), declared(0, 11, 6, 4).with(pieces))
	// Table 1 had the four winners of the first round, so its winner leads.
	s.organize("/withdrawals", openapi.NewWithdrawal{Entry: seatOf(second, 1, 1), Reason: "Parte il suo treno"})
	s.playRound(s.draw(), declared(2, 9, 7, 10, 5).with(pieces))
	s.direct("/completion", nil)
}

// pieces adds the figures by which FG14 decides ties.
func pieces(seat int, result *openapi.NewSeatResult) {
	result.Figures = built(result.Vp)
	result.Figures["roads"] = result.Vp + 2
	result.Figures["dev-cards-bought"] = (result.Vp + seat) % 5
	result.Figures["resource-cards"] = seat + 2
}
