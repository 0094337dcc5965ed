package desk

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
	"referto/internal/tenant/tenantdb"
)

// KeepApart records that two people do not sit at one table, and what they are to
// each other (SQ00 7). It holds for the rounds drawn from then on.
func (d *Desk) KeepApart(tx tenantdb.Tx, act Act, id league.EventID, entry, other int, relation string) (facts.Apart, *Stage, error) {
	s, err := d.open(tx, id)
	if err != nil {
		return facts.Apart{}, nil, err
	}
	pair := facts.Apart{
		ID: newID(), Ordinal: len(s.Apart) + 1, Entry: min(entry, other), Other: max(entry, other), Relation: relation,
		AfterRound: len(s.Rounds), GivenAt: act.Now,
	}
	if err := s.mayKeepApart(pair); err != nil {
		return facts.Apart{}, nil, err
	}
	s.Apart = append(s.Apart, pair)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddApart(b, id, pair, act.By) })
	act.Record.Log(id.UUID, leaguelog.ApartRecorded{Pair: loggedPair(pair)})
	act.Record.Audit("entries "+numbers([]int{pair.Entry, pair.Other}), relation, nil, map[string]any{"apart": true})
	return pair, s, s.replay()
}

func (s *Stage) mayKeepApart(pair facts.Apart) error {
	pairing, _ := s.Rules.Pairing(rules.PairingSystem(s.Event.Pairing))
	if err := tournament.ApartRule(s.Rules, pairing); err != nil {
		return err
	}
	if s.over() {
		return notNow("event-over", "state", string(s.Event.State))
	}
	var faults league.Faults
	for pointer, number := range map[string]int{"/entry": pair.Entry, "/other": pair.Other} {
		if e := s.Entry(league.Entry(number)); e == nil || e.State == facts.EntryCancelled || e.State == facts.NoShow {
			faults = append(faults, league.Fault{Pointer: pointer, Grounds: s.Rules.Grounds("", "unknown-entry", "entry", strconv.Itoa(number))})
		}
	}
	if pair.Entry == pair.Other {
		faults = append(faults, league.Fault{Pointer: "/other", Grounds: s.Rules.Grounds("", "apart-from-himself", "entry", strconv.Itoa(pair.Entry))})
	}
	if len(faults) > 0 {
		return faults
	}
	if slices.ContainsFunc(s.Apart, func(a facts.Apart) bool {
		return a.RevokedAt == nil && a.Entry == pair.Entry && a.Other == pair.Other
	}) {
		return notNow("apart-already", "entry", strconv.Itoa(pair.Entry), "other", strconv.Itoa(pair.Other))
	}
	return nil
}

// over tells whether nothing follows any more.
func (s *Stage) over() bool {
	return s.Event.State == facts.Finished || s.Event.State == facts.Cancelled
}

// RevokeApart lets two people sit at one table again, from the next round on.
func (d *Desk) RevokeApart(tx tenantdb.Tx, act Act, event league.EventID, id uuid.UUID, reason string) (facts.Apart, *Stage, error) {
	s, err := d.open(tx, event)
	if err != nil {
		return facts.Apart{}, nil, err
	}
	i := slices.IndexFunc(s.Apart, func(a facts.Apart) bool { return a.ID == id })
	if i < 0 {
		return facts.Apart{}, nil, fmt.Errorf("pair kept apart %s: %w", id, league.ErrNotFound)
	}
	pair := &s.Apart[i]
	switch {
	case s.over():
		return facts.Apart{}, nil, notNow("event-over", "state", string(s.Event.State))
	case pair.RevokedAt != nil:
		return facts.Apart{}, nil, notNow("apart-revoked")
	}
	rounds := len(s.Rounds)
	pair.RevokedAt, pair.RevokedReason, pair.UntilRound = &act.Now, reason, &rounds
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RevokeApart(b, id, act.By, act.Now, reason, rounds) })
	act.Record.Log(event.UUID, leaguelog.ApartRevoked{Pair: loggedPair(*pair)})
	act.Record.Audit("entries "+numbers([]int{pair.Entry, pair.Other}), reason, map[string]any{"apart": true}, nil)
	revoked := *pair
	return revoked, s, s.replay()
}
