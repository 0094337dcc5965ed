package demo

import (
	"cmp"
	"fmt"
	"net/url"

	"referto/internal/apiclient"
	"referto/openapi"
)

// decide records the decisions that the regulation leaves to the manager.
func (s *championship) decide() {
	s.act(s.clients[manager], s.path+"/region-merges", openapi.NewRegionMerge{
		Region: s.regions[friuli], Into: s.regions[veneto], Reason: "Un solo finalista; Padova è la finale più vicina",
	}, nil)
	s.act(s.clients[manager], s.path+"/final-decisions", openapi.NewFinalDecision{
		Region: s.regions[lombardy], Kind: openapi.DecidedKindFinal, Semifinals: 2, Why: "Sei finalisti: due semifinali da tre, come per cinque",
	}, nil)
}

// word is a player's answer to a convocation.
type word int

const (
	silent word = iota
	comes
	declines
)

// seat is a place in a final, by where it comes from.
type seat struct {
	fixture fixture
	rank    int
	word    word
	reason  string
}

// fixture finds a fixture by its slug.
func (s *championship) fixture(slug string) fixture {
	for _, f := range fixtures {
		if f.slug() == slug {
			return f
		}
	}
	s.err = cmp.Or(s.err, fmt.Errorf("no fixture %q", slug))
	return fixture{}
}

// winner is the seat of the winner of a fixture.
func (s *championship) winner(slug string, w word) seat {
	return seat{fixture: s.fixture(slug), rank: 1, word: w}
}

// name returns the player who has the seat by right.
func (s *championship) name(x seat) string { return s.fields[x.fixture.slug()].came[x.rank-1] }

// convoke has an account convoke the players of seats to a final, in one letter each, and record their answers.
func (s *championship) convoke(by part, final openapi.SeasonFinal, seats ...seat) {
	var calls openapi.NewConvocations
	for _, x := range seats {
		event, ok := s.events[x.fixture.slug()]
		if !ok {
			return // after something has failed
		}
		calls.Places = append(calls.Places, openapi.PlaceCall{
			Place: fmt.Sprintf("%s.%s.%d", final, event.id, x.rank), Player: s.players[s.name(x)],
		})
	}
	s.act(s.clients[by], s.path+"/convocations", calls, nil)
	for _, x := range seats {
		s.answer(by, final, s.name(x), x.word, x.reason)
	}
}

// answer records an answer by phone.
func (s *championship) answer(by part, final openapi.SeasonFinal, name string, w word, reason string) {
	if w != silent {
		s.act(s.clients[by], s.path+"/answers", openapi.NewAnswer{
			Player: s.players[name], Final: final, Coming: w == comes, Reason: reason, How: "Al telefono",
		}, nil)
	}
}

// convokeRegions convokes to the regional finals whose stages are all decided.
func (s *championship) convokeRegions() {
	final := openapi.SeasonFinalRegionalFinal
	s.convoke(s.overseer(campania), final, s.winner("selezione-napoli", comes), s.winner("selezione-salerno", comes), s.winner("selezione-caserta", silent))
	tuscan := s.overseer(tuscany)
	no := s.winner("selezione-pisa", declines)
	no.reason = "Quel giorno è all'estero"
	s.convoke(tuscan, final, s.winner("selezione-firenze", comes), no, s.winner("selezione-siena", comes), s.winner("selezione-lucca", silent))
	second := no
	second.rank = 2
	s.stepIn(tuscan, final, no, second, comes)
	s.convoke(s.overseer(liguria), final, s.winner("selezione-genova", comes), s.winner("selezione-savona", silent))
	s.convokeCalledUp(s.overseer(liguria), liguria)
}

// stepIn convokes a player to the seat of another who does not come.
func (s *championship) stepIn(by part, final openapi.SeasonFinal, of, second seat, w word) {
	event, ok := s.events[of.fixture.slug()]
	if !ok {
		return // after something has failed
	}
	s.act(s.clients[by], s.path+"/convocations", openapi.NewConvocations{Places: []openapi.PlaceCall{{
		Place: fmt.Sprintf("%s.%s.%d", final, event.id, of.rank), Player: s.players[s.name(second)],
	}}}, nil)
	s.answer(by, final, s.name(second), w, second.reason)
}

// convokeCalledUp convokes the players called up by the rule on small fields (CN09 1.7.2).
func (s *championship) convokeCalledUp(by part, region string) {
	var calls openapi.NewConvocations
	for _, place := range s.places(url.Values{"region": {s.regions[region].String()}}) {
		if place.Origin.Kind == openapi.PlaceOriginKindCallUp {
			calls.Places = append(calls.Places, openapi.PlaceCall{Place: place.Id, Player: place.Holder.Id})
		}
	}
	s.act(s.clients[by], s.path+"/convocations", calls, nil)
}

// places returns the places of the register that fit a query.
func (s *championship) places(query url.Values) []openapi.Place {
	if s.err != nil {
		return nil
	}
	found, err := apiclient.List[openapi.Place](s.ctx, s.clients[manager], s.path+"/places", query)
	s.err = err
	return found
}

// convokeNational convokes to the national final the players qualified by now.
func (s *championship) convokeNational() {
	final := openapi.SeasonFinalNationalFinal
	for _, place := range s.places(url.Values{"final": {string(final)}}) {
		if place.Origin.Kind == openapi.PlaceOriginKindReigningChampion {
			s.act(s.clients[manager], s.path+"/convocations", openapi.NewConvocations{
				Places: []openapi.PlaceCall{{Place: place.Id, Player: s.players[champion.name]}},
			}, nil)
		}
	}
	s.answer(manager, final, champion.name, comes, "")
	event := s.winner("coloni-in-arena", comes)
	runnerUp := event
	runnerUp.rank = 2
	no := s.winner("open-napoli", declines)
	no.reason = "Diventa padre in quei giorni"
	online := s.winner("torneo-on-line-d-autunno", comes)
	lost := online // no call-up for a second place (CN09 1.9)
	lost.rank, lost.word, lost.reason = 2, declines, "Esame il giorno dopo"
	s.convoke(manager, final, s.winner("milano-gioca", comes), s.winner("dadi-roma", silent), event, runnerUp, no, online, lost)
	second := no
	second.rank = 2
	s.stepIn(manager, final, no, second, silent)
}

// ban bans a player who marked cards.
func (s *championship) ban() {
	field := s.fields["selezione-tivoli"].came
	s.act(s.clients[manager], federationPath+"/bans", openapi.NewBan{
		Player: s.players[field[len(field)-1]], Source: "Lettera dell'organizzatore di Tivoli",
		Decision: openapi.NewBanDecision{
			Outcome: openapi.BanOutcomeBan, From: s.date(-21).String(), Until: s.date(180).String(), Reason: "Carte segnate, viste da due arbitri",
		},
	}, nil)
}
