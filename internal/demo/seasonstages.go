package demo

import "referto/openapi"

// stage carries out a fixture up to its report.
func (s *championship) stage(f fixture) {
	by := s.overseer(f.region)
	switch e := s.of(f); {
	case f.hosted:
		s.events[f.slug()] = s.host(by, e)
	case f.course == playedHere:
		s.events[f.slug()] = s.draft(by, e)
		s.playHere(f)
	case f.course == open:
		s.events[f.slug()] = s.draft(by, e)
		s.events[f.slug()].enter(s.known(s.fields[f.slug()].all())...)
	case f.course == draft:
		s.sketch(by, e)
	default:
		s.events[f.slug()] = s.publish(by, e)
	}
	switch {
	case f.course == called:
		s.act(s.clients[by], s.events[f.slug()].path+"/cancellation", openapi.ReasonGiven{Reason: "La sala non è più disponibile"}, nil)
	case f.course.played() && f.course != playedHere:
		s.record(f)
	}
	if f.course.played() && f.course != awaiting {
		s.photograph(f)
	}
}

// sketch drafts an event and nothing more.
func (s *championship) sketch(by part, e openapi.NewEvent) *heldEvent {
	var event openapi.Event
	s.act(s.clients[by], federationPath+"/events", e, &event)
	return &heldEvent{loader: s.loader, path: federationPath + "/events/" + event.Id.String(), id: event.Id, numbers: make(map[string]int)}
}

// publish drafts an event and announces it.
func (s *championship) publish(by part, e openapi.NewEvent) *heldEvent {
	event := s.sketch(by, e)
	s.act(s.clients[by], event.path+"/announcement", nil, nil)
	return event
}

// known are people of the register by their names.
func (s *championship) known(names []string) (out []person) {
	for _, name := range names {
		out = append(out, person{name: name})
	}
	return out
}

// record records how a fixture went that was played without the program.
func (s *championship) record(f fixture) {
	field := s.fields[f.slug()]
	outcome := openapi.NewOutcome{Referees: []openapi.OutcomeReferee{{Name: firstReferee.name, First: true}}}
	for i, name := range field.all() {
		outcome.Entrants = append(outcome.Entrants, openapi.OutcomeEntrant{Player: s.players[name], Played: i < len(field.came)})
	}
	for _, name := range field.came {
		outcome.Ranking = append(outcome.Ranking, s.players[name])
	}
	s.act(s.clients[organizer], s.events[f.slug()].path+"/outcome", outcome, nil)
}

// playHere plays a fixture table by table. The lots come out of a bag, and every table is won by the player with the
// best planned place, so that it ends as planned.
func (s *championship) playHere(f fixture) {
	event, field := s.events[f.slug()], s.fields[f.slug()]
	event.gather(asEntered(s.known(field.all()))...)
	place := make(map[int]int) // by start number
	start := openapi.EventStart{Reason: "Numeri estratti da un sacchetto"}
	for i, name := range field.came {
		start.Lots = append(start.Lots, openapi.DrawnNumber{Entry: event.numbers[name], Number: i + 1})
		place[event.numbers[name]] = i
	}
	event.direct("/start", start)
	for s.err == nil {
		round := event.draw()
		for _, table := range round.Tables {
			event.report(round, table.Number, asPlanned(table, place))
		}
		event.closeRound(round)
		if round.Kind == openapi.RoundKindFinal {
			break
		}
	}
	event.direct("/completion", nil)
}

// gamesOfFour are victory points of games, in the order in which their players ended.
var gamesOfFour = [][]int{{10, 8, 7, 5}, {10, 9, 6, 4}, {10, 9, 8, 6}, {10, 7, 5, 3}}

// asPlanned is a game in which all end in the order of their places.
func asPlanned(table openapi.Table, place map[int]int) score {
	points, sc := gamesOfFour[(table.Number+len(table.Seats)+place[table.Seats[0].Number])%len(gamesOfFour)], declared(0)
	for i, seat := range table.Seats {
		before := 0
		for _, other := range table.Seats {
			if place[other.Number] < place[seat.Number] {
				before++
			}
		}
		if before == 0 {
			sc.declarer = i
		}
		sc.vp = append(sc.vp, points[before])
	}
	return sc
}

// arrival counts the days after a fixture on which its report came.
func (f fixture) arrival() int {
	switch {
	case f.course == overdue:
		return 9
	case f.day > -8:
		return 3
	}
	return 2 - f.day%4
}

// judgeAll has all reports sent and judged, once the photos are developed.
func (s *championship) judgeAll() {
	for _, f := range fixtures {
		if f.course.played() && f.course != awaiting {
			s.developed(f)
			s.judge(f)
		}
	}
}

// judge has the deputy enter the report of a fixture, which came by post, and another
// decide about it (CN09 2.2).
func (s *championship) judge(f fixture) {
	by, path := s.overseer(f.region), s.events[f.slug()].path
	received := s.on(f).AddDate(0, 0, f.arrival())
	s.act(s.clients[deputy], path+"/report", openapi.NewReport{ReceivedAt: received.UTC(), Late: f.course == overdue, Notes: "Tutto regolare"}, nil)
	for _, decision := range f.decisions() {
		if decision.Decision == openapi.HomologationDecisionDecisionWaive {
			by = manager
		}
		s.act(s.clients[by], path+"/homologation", decision, nil)
	}
}

// decisions lists the verdicts on a fixture.
func (f fixture) decisions() []openapi.HomologationDecision {
	yes := openapi.HomologationDecision{Decision: openapi.HomologationDecisionDecisionHomologate}
	switch f.course {
	case forgiven:
		return []openapi.HomologationDecision{{
			Decision: openapi.HomologationDecisionDecisionWaive, Demands: []openapi.Demand{openapi.DemandTooFewPlayers},
			Reason: "Prima tappa dell'associazione: dieci giocatori bastano",
		}, yes}
	case invalid:
		no := openapi.HomologationDecision{Decision: openapi.HomologationDecisionDecisionInvalidate}
		if no.Reason = "Solo nove giocatori, e l'organizzatore non è nuovo"; f.players >= 12 {
			no.Unsound, no.Reason = true, "I punteggi del terzo turno sono illeggibili su due schede"
		}
		return []openapi.HomologationDecision{no}
	case returned:
		return []openapi.HomologationDecision{{
			Decision: openapi.HomologationDecisionDecisionReturn, Reason: "Manca la foto del tavolo della finale: potete mandarla?",
		}}
	case reported, overdue:
		return nil
	}
	return []openapi.HomologationDecision{yes}
}
