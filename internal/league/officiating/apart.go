package officiating

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/tournament"
)

// KeepApart returns the record that two entries must not sit at one table from the next round on,
// with their relation (SQ00 7), without id and instant; or why that cannot be recorded.
func (s *Situation) KeepApart(entry, other int, relation string) (facts.Apart, error) {
	pair := facts.Apart{
		Ordinal: len(s.Apart) + 1, Entry: min(entry, other), Other: max(entry, other), Relation: relation, AfterRound: len(s.Rounds),
	}
	if err := tournament.ApartRule(s.Rules, s.pairing()); err != nil {
		return facts.Apart{}, err
	}
	if s.Over() {
		return facts.Apart{}, league.NotNow("event-over", "state", string(s.Event.State))
	}
	if faults := s.checkApart(pair); len(faults) > 0 {
		return facts.Apart{}, faults
	}
	if slices.ContainsFunc(s.Apart, func(a facts.Apart) bool {
		return a.RevokedAt == nil && a.Entry == pair.Entry && a.Other == pair.Other
	}) {
		return facts.Apart{}, league.NotNow("apart-already", "entry", strconv.Itoa(pair.Entry), "other", strconv.Itoa(pair.Other))
	}
	return pair, nil
}

// checkApart checks that a pair consists of two different entries in the event.
func (s *Situation) checkApart(pair facts.Apart) league.Faults {
	var faults league.Faults
	for _, of := range []struct {
		field  string
		number int
	}{{"/entry", pair.Entry}, {"/other", pair.Other}} {
		if e := s.Entry(league.Entry(of.number)); e == nil || e.State == facts.EntryCancelled || e.State == facts.NoShow {
			faults = append(faults, league.Fault{Field: of.field, Grounds: s.Rules.Grounds("", "unknown-entry", "entry", strconv.Itoa(of.number))})
		}
	}
	if pair.Entry == pair.Other {
		faults = append(faults, league.Fault{Field: "/other", Grounds: s.Rules.Grounds("", "apart-from-himself", "entry", strconv.Itoa(pair.Entry))})
	}
	return faults
}

// MayRevokeApart refuses to let a pair sit at one table again if the event is over, or if that has
// been done already.
func (s *Situation) MayRevokeApart(pair facts.Apart) error {
	switch {
	case s.Over():
		return league.NotNow("event-over", "state", string(s.Event.State))
	case pair.RevokedAt != nil:
		return league.NotNow("apart-revoked")
	}
	return nil
}
