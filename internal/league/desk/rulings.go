package desk

import (
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// RecordRuling records a referee's decision without penalty (CN09 2.4).
func (d *Desk) RecordRuling(tx tenantdb.Tx, act Act, id league.EventID, r facts.Ruling) (facts.Ruling, *Stage, error) {
	s, err := d.open(tx, id)
	if err != nil {
		return r, nil, err
	}
	if err := s.RequireRunning(); err != nil {
		return r, nil, err
	}
	var faults league.Faults
	if r.Paragraph != "" {
		if _, ok := s.Rules.Text(r.Paragraph); !ok {
			return r, nil, officiating.UnknownParagraph(r.Paragraph)
		}
	}
	if r.Round != nil && *r.Round > len(s.Rounds) {
		faults = append(faults, league.Fault{Pointer: "/round", Grounds: league.Grounds{Reason: "unknown-round", Params: map[string]string{"round": strconv.Itoa(*r.Round)}}})
	}
	if r.TableNumber != nil && (r.Round == nil || s.Table(*r.Round, *r.TableNumber) == nil) {
		faults = append(faults, league.Fault{Pointer: "/table", Grounds: league.Grounds{Reason: "unknown-table", Params: map[string]string{"table": strconv.Itoa(*r.TableNumber)}}})
	}
	if len(faults) > 0 {
		return r, nil, faults
	}
	r.ID, r.GivenAt = newID(), act.Now
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddRuling(b, id, r, act.By) })
	act.Record.Log(id.UUID, leaguelog.RulingRecorded{Ruling: r.ID, Round: r.Round, Table: r.TableNumber, Paragraph: r.Paragraph})
	act.Record.Audit("ruling", "", nil, map[string]any{"question": r.Question, "decision": r.Decision, "paragraph": r.Paragraph})
	return r, s, nil
}

func (d *Desk) openRuling(tx tenantdb.Tx, event league.EventID, id uuid.UUID) (*Stage, facts.Ruling, error) {
	var r facts.Ruling
	s, err := d.open(tx, event)
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
func (d *Desk) AppealRuling(tx tenantdb.Tx, act Act, event league.EventID, id uuid.UUID, entry int, reason string) (facts.Ruling, *Stage, error) {
	s, r, err := d.openRuling(tx, event, id)
	switch {
	case err != nil:
		return r, nil, err
	case r.AppealedAt != nil:
		return r, nil, league.NotNow("ruling-appealed")
	}
	if e := s.Entry(league.Entry(entry)); e == nil || e.State != facts.Playing {
		return r, nil, league.Faults{{Pointer: "/entry", Grounds: league.Grounds{Reason: "unknown-entry", Params: map[string]string{"entry": strconv.Itoa(entry)}}}}
	}
	r.AppealEntry, r.AppealReason, r.AppealedAt = &entry, reason, &act.Now
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AppealRuling(b, id, entry, reason, act.Now) })
	act.Record.Log(event.UUID, leaguelog.RulingAppealed{Ruling: id, Entry: league.Entry(entry)})
	act.Record.Audit("ruling", reason, map[string]any{"state": "decided"}, map[string]any{"state": "appealed", "entry": entry})
	return r, s, nil
}

// DecideAppeal is the first referee's decision, against which there is no appeal
// (CN09 2.5).
func (d *Desk) DecideAppeal(tx tenantdb.Tx, act Act, event league.EventID, id uuid.UUID, upheld bool, decision string) (facts.Ruling, *Stage, error) {
	s, r, err := d.openRuling(tx, event, id)
	switch {
	case err != nil:
		return r, nil, err
	case r.AppealedAt == nil:
		return r, nil, league.NotNow("ruling-not-appealed")
	case r.FinalAt != nil:
		return r, nil, league.NotNow("ruling-final")
	}
	r.Upheld, r.FinalDecision, r.FinalAt = &upheld, decision, &act.Now
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.DecideAppeal(b, id, upheld, decision, act.By, act.Now) })
	act.Record.Log(event.UUID, leaguelog.AppealDecided{Ruling: id, Upheld: upheld})
	act.Record.Audit("ruling", "", map[string]any{"decision": r.Decision}, map[string]any{"decision": decision, "upheld": upheld})
	return r, s, nil
}
