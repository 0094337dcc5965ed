package officiating

import (
	"strconv"

	"referto/internal/league"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// pair are two entries, the lower number first.
type pair [2]league.Entry

func pairOf(a, b league.Entry) pair { return pair{min(a, b), max(a, b)} }

// eachPair visits every pair of entries at a table, in the order of the seats.
func eachPair(seats []league.Entry, visit func(one, other league.Entry)) {
	for i, one := range seats {
		for _, other := range seats[i+1:] {
			visit(one, other)
		}
	}
}

// notApart lists the pairs who sit at one table of a round although the ruleset keeps them apart in
// it (SQ00 7). That is no fault: the ruleset's own plan separates only those whom it can, and
// tables by hand have a reason and a second person who accepted them.
func (s *Situation) notApart(next tournament.Step, tables []seating.Table) []league.Grounds {
	rule := s.pairing().ApartIn(next.Number, s.State.Format.Rounds)
	if rule == nil || next.Kind != league.Preliminary {
		return nil
	}
	apart := map[pair]bool{}
	for _, two := range tournament.FactsOf(&s.EventFacts).ApartIn(next.Number) {
		apart[pairOf(two[0], two[1])] = true
	}
	var out []league.Grounds
	for _, t := range tables {
		eachPair(t.Seats, func(one, other league.Entry) {
			if apart[pairOf(one, other)] {
				out = append(out, s.Rules.Grounds(rule.Paragraph, "not-kept-apart", "entry", itoa(one), "with", itoa(other), "table", strconv.Itoa(t.Number)))
			}
		})
	}
	return out
}

// meetAgain lists the pairs who sit at one table and have done so before, each with the latest
// round of that. Pairs who sit together in the ruleset's plan are left out: they meet by the rules,
// not because of the tables made by hand.
func (s *Situation) meetAgain(next tournament.Step, tables []seating.Table) []league.Grounds {
	paragraph := ""
	if rule := s.pairing().Rematches; rule != nil && next.Kind == league.Preliminary {
		paragraph = rule.Paragraph
	}
	met := map[pair]int{}
	for _, round := range s.Rounds {
		for _, t := range round.Tables {
			eachPair(t.Seats, func(one, other league.Entry) { met[pairOf(one, other)] = round.Number })
		}
	}
	for _, t := range next.Plan.Tables {
		eachPair(t.Seats, func(one, other league.Entry) { delete(met, pairOf(one, other)) })
	}
	var out []league.Grounds
	for _, t := range tables {
		eachPair(t.Seats, func(one, other league.Entry) {
			if round := met[pairOf(one, other)]; round > 0 {
				out = append(out, s.Rules.Grounds(paragraph, "meet-again", "entry", itoa(one), "with", itoa(other),
					"table", strconv.Itoa(t.Number), "round", strconv.Itoa(round)))
			}
		})
	}
	return out
}
