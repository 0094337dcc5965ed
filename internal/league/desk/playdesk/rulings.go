package playdesk

import (
	"fmt"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// RecordRuling records a referee's decision without penalty (CN09 2.4).
func (d Desk) RecordRuling(tx tenantdb.Tx, act desk.Act, id league.EventID, r facts.Ruling) (facts.Ruling, *officiating.Situation, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return r, nil, err
	}
	if err := s.CheckRuling(r); err != nil {
		return r, nil, err
	}
	r.ID, r.GivenAt = desk.NewID(), act.Now
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddRuling(b, id, r, act.By) })
	act.Record.Log(id.UUID, leaguelog.RulingRecorded{Ruling: r.ID, Round: r.Round, Table: r.TableNumber, Paragraph: r.Paragraph})
	act.Record.Audit("ruling", "", nil, map[string]any{"question": r.Question, "decision": r.Decision, "paragraph": r.Paragraph})
	return r, s, nil
}

func (d Desk) openRuling(tx tenantdb.Tx, event league.EventID, id uuid.UUID) (*officiating.Situation, facts.Ruling, error) {
	var r facts.Ruling
	s, err := d.OpenKept(tx, event)
	if err != nil {
		return nil, r, err
	}
	b := &tenantdb.Batch{}
	leaguedb.LoadRuling(b, &r, event, id)
	if err := tx.Send(b); err != nil {
		return nil, r, fmt.Errorf("ruling %s: %w", id, err)
	}
	if err := s.RequireUnprocessed(); err != nil {
		return nil, r, err
	}
	return s, r, s.RequireRunning()
}

// AppealRuling records that a player appeals from a referee to the first referee
// (CN09 2.5).
func (d Desk) AppealRuling(tx tenantdb.Tx, act desk.Act, event league.EventID, id uuid.UUID, entry int, reason string) (facts.Ruling, *officiating.Situation, error) {
	s, r, err := d.openRuling(tx, event, id)
	if err != nil {
		return r, nil, err
	}
	if err := s.MayAppeal(r, entry); err != nil {
		return r, nil, err
	}
	r.AppealEntry, r.AppealReason, r.AppealedAt = &entry, reason, &act.Now
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AppealRuling(b, id, entry, reason, act.Now) })
	act.Record.Log(event.UUID, leaguelog.RulingAppealed{Ruling: id, Entry: league.Entry(entry)})
	act.Record.Audit("ruling", reason, map[string]any{"state": "decided"}, map[string]any{"state": "appealed", "entry": entry})
	return r, s, nil
}

// DecideAppeal records the first referee's decision, against which there is no
// appeal (CN09 2.5).
func (d Desk) DecideAppeal(tx tenantdb.Tx, act desk.Act, event league.EventID, id uuid.UUID, upheld bool, decision string) (facts.Ruling, *officiating.Situation, error) {
	s, r, err := d.openRuling(tx, event, id)
	if err != nil {
		return r, nil, err
	}
	if err := officiating.MayDecideAppeal(r); err != nil {
		return r, nil, err
	}
	r.Upheld, r.FinalDecision, r.FinalAt = &upheld, decision, &act.Now
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.DecideAppeal(b, id, upheld, decision, act.By, act.Now) })
	act.Record.Log(event.UUID, leaguelog.AppealDecided{Ruling: id, Upheld: upheld})
	act.Record.Audit("ruling", "", map[string]any{"decision": r.Decision}, map[string]any{"decision": decision, "upheld": upheld})
	return r, s, nil
}
