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

// Sanction warns or expels a player, or takes points from him. A second warning
// expels at once (CN09 5.5a).
func (d Desk) Sanction(tx tenantdb.Tx, act desk.Act, id league.EventID, n officiating.NewSanction) (facts.Sanction, *officiating.Situation, error) {
	s, err := d.Open(tx, id)
	if err != nil {
		return facts.Sanction{}, nil, err
	}
	if err := s.RequireUnprocessed(); err != nil {
		return facts.Sanction{}, nil, err
	}
	at, err := s.Moment(n.Entry, n.During)
	if err != nil {
		return facts.Sanction{}, nil, err
	}
	if n, err = s.CheckSanction(n); err != nil {
		return facts.Sanction{}, nil, err
	}
	entries := []league.Entry{n.Entry}
	if n.ForTeam {
		if entries, err = s.Team(n.Entry); err != nil {
			return facts.Sanction{}, nil, err
		}
	}
	first := len(s.Sanctions)
	for _, entry := range entries {
		give(tx, act, s, n, entry, at)
	}
	given := s.Sanctions[first]
	return given, s, s.Replay()
}

// give adds a sanction to the facts at hand and leaves it to be written.
func give(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, n officiating.NewSanction, entry league.Entry, at league.Moment) {
	id := s.Event.ID
	sanction := facts.Sanction{
		ID: desk.NewID(), Ordinal: len(s.Sanctions) + 1, Entry: int(entry), Kind: n.Kind, Round: at.Round, During: at.During,
		Reason: n.Reason, Paragraph: n.Paragraph, Offense: n.Offense, AfterEnd: s.Event.ProcessedAt != nil, GivenAt: act.Now,
	}
	if n.Points != nil {
		points := n.Points.String()
		sanction.Points = &points
	}
	if n.Confirmed {
		sanction.ConfirmedAt, sanction.ConfirmedRound, sanction.ConfirmedDuring = &act.Now, &at.Round, &at.During
	}
	s.Sanctions = append(s.Sanctions, sanction)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddSanction(b, id, sanction, act.By, n.Confirmed) })
	act.Record.Log(id.UUID, leaguelog.SanctionGiven{
		Sanction: sanction.ID, Entry: entry, SanctionKind: n.Kind, Round: at.Round, During: at.During,
		Offense: n.Offense, Points: n.Points, Confirmed: n.Confirmed, AfterEnd: sanction.AfterEnd,
	})
	act.Record.Audit("sanction of entry "+strconv.Itoa(int(entry)), n.Reason, nil, map[string]any{
		"kind": n.Kind, "round": at.Round, "during": at.During, "confirmed": n.Confirmed, "points": sanction.Points,
	})
}

// openSanction opens a running event and one of its sanctions.
func (d Desk) openSanction(tx tenantdb.Tx, event league.EventID, id uuid.UUID) (*officiating.Situation, *facts.Sanction, error) {
	s, err := d.Open(tx, event)
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
	sanction.ConfirmedAt, sanction.ConfirmedRound, sanction.ConfirmedDuring = &act.Now, &at.Round, &at.During
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ConfirmSanction(b, id, act.By, act.Now, at) })
	act.Record.Log(event.UUID, leaguelog.SanctionConfirmed{Sanction: id, Entry: league.Entry(sanction.Entry), Round: at.Round, During: at.During})
	act.Record.Audit("sanction of entry "+strconv.Itoa(sanction.Entry), "", map[string]any{"confirmed": false}, map[string]any{"confirmed": true})
	confirmed := *sanction
	return confirmed, s, s.Replay()
}

// RevokeSanction takes a sanction back that was given by mistake. What followed
// from it no longer does.
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

// Withdraw records that a player leaves the event, with no return (CN09 3.5).
// While his table plays he leaves its game, which its result must say.
// Unexcused is without good reason, for which some rulesets bar (BG 1.1.7).
func (d Desk) Withdraw(tx tenantdb.Tx, act desk.Act, id league.EventID, entry league.Entry, reason string, unexcused bool) (facts.Withdrawal, *officiating.Situation, error) {
	s, err := d.Open(tx, id)
	if err != nil {
		return facts.Withdrawal{}, nil, err
	}
	at, err := s.Leaving(entry, unexcused)
	if err != nil {
		return facts.Withdrawal{}, nil, err
	}
	w := facts.Withdrawal{
		ID: desk.NewID(), Ordinal: len(s.Withdrawals) + 1, Entry: int(entry), Round: at.Round, During: at.During, Reason: reason,
		Unexcused: unexcused, Qualified: s.IsFinalist(entry), GivenAt: act.Now,
	}
	s.Withdrawals = append(s.Withdrawals, w)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddWithdrawal(b, id, w, act.By) })
	act.Record.Log(id.UUID, leaguelog.WithdrawalRecorded{
		Withdrawal: w.ID, Entry: entry, Round: w.Round, During: w.During, Qualified: w.Qualified, Unexcused: w.Unexcused,
	})
	act.Record.Audit("entry "+strconv.Itoa(w.Entry), reason, map[string]any{"in": true}, map[string]any{"in": false, "round": w.Round, "during": w.During, "unexcused": w.Unexcused})
	return w, s, s.Replay()
}

// RevokeWithdrawal takes back a withdrawal recorded by mistake, until the next
// round is drawn.
func (d Desk) RevokeWithdrawal(tx tenantdb.Tx, act desk.Act, event league.EventID, id uuid.UUID, reason string) (facts.Withdrawal, *officiating.Situation, error) {
	s, err := d.Open(tx, event)
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
