package playdesk

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// Sanction warns or expels a player, or takes points from them. A second
// warning expels at once (CN09 5.5a).
func (d Desk) Sanction(tx tenantdb.Tx, act desk.Act, id league.EventID, n officiating.NewSanction) (facts.Sanction, *officiating.Situation, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return facts.Sanction{}, nil, err
	}
	given, err := s.Punish(n, act.Now)
	if err != nil {
		return facts.Sanction{}, nil, err
	}
	for i := range given {
		given[i].ID = desk.NewID()
		give(tx, act, s, given[i], n.Confirmed)
	}
	mine := s.Sanctions[len(s.Sanctions)-len(given):]
	desk.Signed(tx, act, func(name string, _ bool) {
		for i := range mine {
			if mine[i].GivenBy = name; n.Confirmed {
				mine[i].ConfirmedBy = &name
			}
		}
	})
	return given[0], s, s.Replay()
}

// give adds a sanction to the facts at hand and leaves it to be written.
func give(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, sanction facts.Sanction, confirmed bool) {
	id := s.Event.ID
	s.Sanctions = append(s.Sanctions, sanction)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddSanction(b, id, sanction, act.By, confirmed) })
	act.Record.Log(id.UUID, leaguelog.SanctionGiven{
		Sanction: sanction.ID, Entry: league.Entry(sanction.Entry), SanctionKind: sanction.Kind, Round: sanction.Round, During: sanction.During,
		Offense: sanction.Offense, Points: sanction.League().Points, Confirmed: confirmed, AfterEnd: sanction.AfterEnd,
	})
	act.Record.Audit("sanction of entry "+strconv.Itoa(sanction.Entry), sanction.Reason, nil, map[string]any{
		"kind": sanction.Kind, "round": sanction.Round, "during": sanction.During, "confirmed": confirmed, "points": sanction.Points,
	})
}

// openSanction opens a running event and one of its sanctions.
func (d Desk) openSanction(tx tenantdb.Tx, event league.EventID, id uuid.UUID) (*officiating.Situation, *facts.Sanction, error) {
	s, err := d.OpenKept(tx, event)
	if err != nil {
		return nil, nil, err
	}
	sanction, err := s.Sanction(id)
	return s, sanction, err
}

// ConfirmSanction confirms an expulsion, which takes effect now (CN09 5.5b).
func (d Desk) ConfirmSanction(tx tenantdb.Tx, act desk.Act, event league.EventID, id uuid.UUID) (facts.Sanction, *officiating.Situation, error) {
	s, sanction, err := d.openSanction(tx, event, id)
	if err != nil {
		return facts.Sanction{}, nil, err
	}
	at, err := s.MayConfirm(*sanction)
	if err != nil {
		return facts.Sanction{}, nil, err
	}
	sanction.Confirm(at, act.Now)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ConfirmSanction(b, id, act.By, act.Now, at) })
	desk.Signed(tx, act, func(name string, _ bool) { sanction.ConfirmedBy = &name })
	act.Record.Log(event.UUID, leaguelog.SanctionConfirmed{Sanction: id, Entry: league.Entry(sanction.Entry), Round: at.Round, During: at.During})
	act.Record.Audit("sanction of entry "+strconv.Itoa(sanction.Entry), "", map[string]any{"confirmed": false}, map[string]any{"confirmed": true})
	confirmed := *sanction
	return confirmed, s, s.Replay()
}

// RevokeSanction revokes a sanction that was given by mistake, together with its consequences.
func (d Desk) RevokeSanction(tx tenantdb.Tx, act desk.Act, event league.EventID, id uuid.UUID, reason string) (facts.Sanction, *officiating.Situation, error) {
	s, sanction, err := d.openSanction(tx, event, id)
	if err != nil {
		return facts.Sanction{}, nil, err
	}
	if err := s.MayRevokeSanction(*sanction); err != nil {
		return facts.Sanction{}, nil, err
	}
	sanction.RevokedAt, sanction.RevokedReason = &act.Now, reason
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RevokeSanction(b, id, act.By, act.Now, reason) })
	act.Record.Log(event.UUID, leaguelog.SanctionRevoked{Sanction: id, Entry: league.Entry(sanction.Entry)})
	act.Record.Audit("sanction of entry "+strconv.Itoa(sanction.Entry), reason, map[string]any{"kind": sanction.Kind}, nil)
	revoked := *sanction
	return revoked, s, s.Replay()
}

// Withdraw records that a player leaves the event, with no return (CN09 3.5). While their table plays they
// leave its game, and its result must show that. Unexcused means without good reason, for which some rulesets
// bar (BG 1.1.7).
func (d Desk) Withdraw(tx tenantdb.Tx, act desk.Act, id league.EventID, entry league.Entry, reason string, unexcused bool) (facts.Withdrawal, *officiating.Situation, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return facts.Withdrawal{}, nil, err
	}
	w, err := s.Withdraw(entry, reason, unexcused, act.Now)
	if err != nil {
		return facts.Withdrawal{}, nil, err
	}
	w.ID = desk.NewID()
	s.Withdrawals = append(s.Withdrawals, w)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddWithdrawal(b, id, w, act.By) })
	recorded := &s.Withdrawals[len(s.Withdrawals)-1]
	desk.Signed(tx, act, func(name string, _ bool) { recorded.GivenBy = name })
	act.Record.Log(id.UUID, leaguelog.WithdrawalRecorded{
		Withdrawal: w.ID, Entry: entry, Round: w.Round, During: w.During, Qualified: w.Qualified, Unexcused: w.Unexcused,
	})
	act.Record.Audit("entry "+strconv.Itoa(w.Entry), reason, map[string]any{"in": true}, map[string]any{"in": false, "round": w.Round, "during": w.During, "unexcused": w.Unexcused})
	return w, s, s.Replay()
}

// RevokeWithdrawal revokes a withdrawal recorded by mistake, until the next round is drawn.
func (d Desk) RevokeWithdrawal(tx tenantdb.Tx, act desk.Act, event league.EventID, id uuid.UUID, reason string) (facts.Withdrawal, *officiating.Situation, error) {
	s, err := d.OpenKept(tx, event)
	if err != nil {
		return facts.Withdrawal{}, nil, err
	}
	i := slices.IndexFunc(s.Withdrawals, func(x facts.Withdrawal) bool { return x.ID == id })
	if i < 0 {
		return facts.Withdrawal{}, nil, fmt.Errorf("withdrawal %s: %w", id, league.ErrNotFound)
	}
	w := &s.Withdrawals[i]
	if err := s.MayRevokeWithdrawal(*w); err != nil {
		return facts.Withdrawal{}, nil, err
	}
	w.RevokedAt, w.RevokedReason = &act.Now, reason
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RevokeWithdrawal(b, id, act.By, act.Now, reason) })
	act.Record.Log(event.UUID, leaguelog.WithdrawalRevoked{Withdrawal: id, Entry: league.Entry(w.Entry)})
	act.Record.Audit("entry "+strconv.Itoa(w.Entry), reason, map[string]any{"in": false}, map[string]any{"in": true})
	revoked := *w
	return revoked, s, s.Replay()
}
