package entrydesk

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// KeepApart records that two people must not sit at one table, and the relation between them (SQ00 7). It holds
// for the rounds drawn from then on.
func (d Desk) KeepApart(tx tenantdb.Tx, act desk.Act, id league.EventID, entry, other int, relation string) (facts.Apart, *officiating.Situation, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return facts.Apart{}, nil, err
	}
	pair, err := s.KeepApart(entry, other, relation)
	if err != nil {
		return facts.Apart{}, nil, err
	}
	pair.ID, pair.GivenAt = desk.NewID(), act.Now
	s.Apart = append(s.Apart, pair)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddApart(b, id, pair, act.By) })
	recorded := &s.Apart[len(s.Apart)-1]
	desk.Signed(tx, act, func(name string, _ bool) { recorded.GivenBy = name })
	act.Record.Log(id.UUID, leaguelog.ApartRecorded{Pair: desk.LoggedPair(pair)})
	act.Record.Audit("entries "+league.Numbers([]int{pair.Entry, pair.Other}), relation, nil, map[string]any{"apart": true})
	return pair, s, s.Replay()
}

// RevokeApart lets two people sit at one table again, from the next round on.
func (d Desk) RevokeApart(tx tenantdb.Tx, act desk.Act, event league.EventID, id uuid.UUID, reason string) (facts.Apart, *officiating.Situation, error) {
	s, err := d.OpenKept(tx, event)
	if err != nil {
		return facts.Apart{}, nil, err
	}
	i := slices.IndexFunc(s.Apart, func(a facts.Apart) bool { return a.ID == id })
	if i < 0 {
		return facts.Apart{}, nil, fmt.Errorf("pair kept apart %s: %w", id, league.ErrNotFound)
	}
	pair := &s.Apart[i]
	if err := s.MayRevokeApart(*pair); err != nil {
		return facts.Apart{}, nil, err
	}
	rounds := len(s.Rounds)
	pair.RevokedAt, pair.RevokedReason, pair.UntilRound = &act.Now, reason, &rounds
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RevokeApart(b, id, act.By, act.Now, reason, rounds) })
	act.Record.Log(event.UUID, leaguelog.ApartRevoked{Pair: desk.LoggedPair(*pair)})
	act.Record.Audit("entries "+league.Numbers([]int{pair.Entry, pair.Other}), reason, map[string]any{"apart": true}, nil)
	revoked := *pair
	return revoked, s, s.Replay()
}
