package playdesk

import (
	"strconv"
	"time"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// DrawRound draws the next round, semifinal or final: by the ruleset, or, if byHand is not nil, as a person has
// drawn it by hand for a reason.
func (d Desk) DrawRound(tx tenantdb.Tx, act desk.Act, id league.EventID, byHand *officiating.ByHand) (*officiating.Situation, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return nil, err
	}
	round, err := s.DrawNext(byHand, act.Now)
	if err != nil {
		return nil, err
	}
	s.Rounds = append(s.Rounds, round)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddRound(b, id, round, act.By) })
	drawn := s.Latest()
	desk.Signed(tx, act, func(name string, initials bool) { drawn.DrawnBy, drawn.DrawnByInitials = name, initials })
	act.Record.Log(id.UUID, leaguelog.RoundDrawn{
		Round: round.Number, RoundKind: round.Kind, Method: round.Method, Tables: desk.LoggedTables(round.Tables), Order: round.DrawnOrder,
	})
	act.Record.Audit("round "+strconv.Itoa(round.Number), round.HandReason, nil, map[string]any{"kind": round.Kind, "method": round.Method, "tables": round.Tables, "acceptedBy": round.AcceptedBy})
	return s, s.Replay()
}

// PreviewSeating returns the event with its next round seated by hand, without drawing it.
func (d Desk) PreviewSeating(tx tenantdb.Tx, id league.EventID, byHand officiating.ByHand) (*officiating.Situation, error) {
	s, err := d.Open(tx, id)
	if err != nil {
		return nil, err
	}
	return s, s.PreviewByHand(byHand)
}

// openLatest opens a running event to change a round, which must be the latest.
func (d Desk) openLatest(tx tenantdb.Tx, id league.EventID, number int) (*officiating.Situation, *facts.Round, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return nil, nil, err
	}
	round, err := s.Drawn(number)
	return s, round, err
}

// DiscardRound discards the latest draw, while it has no result. If a moment is given, only a draw made at that
// moment is discarded.
func (d Desk) DiscardRound(tx tenantdb.Tx, act desk.Act, id league.EventID, number int, reason string, drawn time.Time) (*officiating.Situation, error) {
	s, round, err := d.openLatest(tx, id, number)
	if err != nil {
		return nil, err
	}
	if err := desk.MayTakeBack(tx, id, "DrawRound", drawn, &round.DrawnAt); err != nil {
		return nil, err
	}
	if err := s.MayDiscard(); err != nil {
		return nil, err
	}
	taken := round.Tables
	s.Undraw(number)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RemoveRound(b, id, number) })
	act.Record.Log(id.UUID, leaguelog.RoundDiscarded{Round: number})
	act.Record.Audit("round "+strconv.Itoa(number), reason, map[string]any{"method": round.Method, "tables": taken}, nil)
	return s, s.Replay()
}

// CloseRound closes the latest round: its results count from then on.
func (d Desk) CloseRound(tx tenantdb.Tx, act desk.Act, id league.EventID, number int) (*officiating.Situation, error) {
	s, round, err := d.openLatest(tx, id, number)
	if err != nil {
		return nil, err
	}
	if err := s.MayClose(); err != nil {
		return nil, err
	}
	round.State, round.ClosedAt = "closed", &act.Now
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.CloseRound(b, id, number, act.By, act.Now) })
	act.Record.Log(id.UUID, leaguelog.RoundClosed{Round: number})
	act.Record.Audit("round "+strconv.Itoa(number), "", map[string]any{"state": "open"}, map[string]any{"state": "closed"})
	return s, s.Replay()
}

// ReopenRound opens the latest round again to correct it. If a moment is given, only a round closed at that
// moment is opened.
func (d Desk) ReopenRound(tx tenantdb.Tx, act desk.Act, id league.EventID, number int, reason string, closed time.Time) (*officiating.Situation, error) {
	s, round, err := d.openLatest(tx, id, number)
	if err != nil {
		return nil, err
	}
	if err := desk.MayTakeBack(tx, id, "CloseRound", closed, round.ClosedAt); err != nil {
		return nil, err
	}
	if err := s.MayReopen(); err != nil {
		return nil, err
	}
	round.State, round.ClosedAt = "open", nil
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ReopenRound(b, id, number) })
	act.Record.Log(id.UUID, leaguelog.RoundReopened{Round: number})
	act.Record.Audit("round "+strconv.Itoa(number), reason, map[string]any{"state": "closed"}, map[string]any{"state": "open"})
	return s, s.Replay()
}
