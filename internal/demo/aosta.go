package demo

import (
	"time"

	"referto/openapi"
)

const aostaSlug = "tappa-aosta"

// aosta is the finished stage: the field and the shape of 8 February 2009. The lots are drawn by the sealed secret,
// so that the draw can be recomputed; the seats are therefore known only after the draw, and the story gives the
// results by seat.
func (l *loader) aosta(day time.Time) {
	l.register(fieldOfAosta...)
	s := l.draftStage(manager, openapi.NewEvent{
		Title: "Tappa di Aosta", Slug: aostaSlug, StartsAt: weekend(day, -4, 10), Region: l.regions[aostaValley], Fee: euros("5.00"),
		Venue:    openapi.Venue{Name: "Biblioteca regionale, sala conferenze", Address: "Via Torre del Lebbroso 2", City: "Aosta"},
		Capacity: 24, TimeLimitMinutes: 80,
		Notes: "Portate se possibile una scatola del gioco. Pranzo al sacco, caffè offerto dall'organizzazione.",
	})
	s.enter(fieldOfAosta...)
	s.organize("/entry-closing", nil)
	s.welcome(fieldOfAosta...)
	s.direct("/start", openapi.EventStart{})

	s.firstRoundOfAosta()
	s.secondRoundOfAosta()
	s.thirdRoundOfAosta()
	final := s.draw()
	s.report(final, 1, declared(1, 8, 10, 9, 6))
	s.closeRound(final)
	s.direct("/completion", nil)
	s.photograph(0, shots)
}

// firstRoundOfAosta has five winners with ten points each. The one of table 1 has
// ten of the table's twenty, and leads by percentage (3.2c).
func (s *heldEvent) firstRoundOfAosta() {
	round := s.draw()
	s.act(s.clients[referee], s.path+"/sanctions", openapi.NewSanction{
		Entry: seatOf(round, 1, 3), Kind: openapi.SanctionKindWarning, Moment: openapi.MomentDuringGame,
		Reason: "Gioco volontariamente lento, dopo un richiamo a voce", Paragraph: "5.2",
	}, nil)
	s.report(round, 1, declared(0, 10, 4, 3, 3))
	s.report(round, 2, declared(2, 9, 8, 10, 5))
	s.report(round, 3, declared(1, 7, 10, 6))
	s.report(round, 4, declared(0, 10, 8, 7))
	s.report(round, 5, declared(2, 9, 8, 10))
	s.closeRound(round)
	s.act(s.clients[organizer], s.path+"/withdrawals", openapi.NewWithdrawal{
		Entry: seatOf(round, 2, 3), Reason: "Deve rientrare prima del previsto: la strada del colle chiude per neve",
	}, nil)
}

// secondRoundOfAosta has an appeal (2.5), a game that the clock ends with two
// players level (3.4), and a slip of the pen that is corrected.
func (s *heldEvent) secondRoundOfAosta() {
	round := s.draw()
	s.turnClock(round, openapi.ClockCommand{Command: openapi.ClockCommandCommandStart})
	var ruling openapi.Ruling
	s.act(s.clients[referee], s.path+"/rulings", openapi.NewRuling{
		Round: round.Number, Table: 2, Paragraph: "4.4",
		Question: "Si può usare subito il porto costruito in questo turno?",
		Decision: "Sì: lo scambio migliorato vale già nel turno in cui il porto è costruito.",
	}, &ruling)
	appeal := "/rulings/" + ruling.Id.String()
	s.act(s.clients[referee], s.path+appeal+"/appeal", openapi.NewAppeal{
		Entry: seatOf(round, 2, 1), Reason: "Con le regole della scatola abbiamo sempre aspettato il turno dopo.",
	}, nil)
	s.direct(appeal+"/appeal-decision", openapi.AppealDecision{
		Upheld: true, Decision: "Confermo la decisione dell'arbitro: il paragrafo 4.4 lo dice espressamente.",
	})
	s.turnClock(round, openapi.ClockCommand{Command: openapi.ClockCommandCommandExtend, Seconds: 300, Table: 2})
	s.report(round, 1, declared(1, 8, 10, 7, 6))
	s.report(round, 4, declared(3, 6, 5, 9, 10))
	s.correct(round, 4, declared(3, 6, 5, 8, 10), "Il terzo giocatore aveva contato anche la strada più lunga, passata di mano nell'ultimo turno")
	s.report(round, 2, declared(0, 10, 9, 5, 4))
	s.turnClock(round, openapi.ClockCommand{Command: openapi.ClockCommandCommandLastTurn})
	s.report(round, 3, timeLimit(8, 9, 9, 5))
	s.turnClock(round, openapi.ClockCommand{Command: openapi.ClockCommandCommandEnd})
	s.act(s.clients[referee], s.path+"/sanctions", openapi.NewSanction{
		Entry: seatOf(round, 3, 0), Kind: openapi.SanctionKindWarning, Moment: openapi.MomentAfterRound,
		Reason: "Ha commentato ad alta voce le carte di un tavolo vicino", Paragraph: "5.3",
	}, nil)
	s.closeRound(round)
}

func (s *heldEvent) thirdRoundOfAosta() {
	round := s.draw()
	s.report(round, 1, declared(2, 9, 7, 10, 8))
	s.report(round, 2, declared(1, 7, 10, 9, 6))
	s.report(round, 3, declared(0, 10, 8, 8, 5))
	s.report(round, 4, declared(3, 6, 7, 4, 10))
	s.closeRound(round)
}
