package eventdesk

import (
	"encoding/hex"
	"slices"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// StartEvent locks the list of the players checked in or known to come late. Those whom the regulation lets
// start will play; other holders of a seat are recorded as absent. Eligibility is checked again (CN09 1.5), the
// structure is fixed (CN09 3.2a), lots are drawn and the secret of the draw is revealed.
func (d Desk) StartEvent(tx tenantdb.Tx, act desk.Act, id league.EventID, by officiating.Drawing) (*officiating.Situation, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return nil, err
	}
	before := s.Event.State
	if err := s.MayMove(officiating.Start); err != nil {
		return nil, err
	}
	if err := s.RequireAgreed(); err != nil {
		return nil, err
	}
	if err := d.requireFinalists(tx, act, s); err != nil {
		return nil, err
	}
	if err := d.StrikeExcluded(tx, act, s); err != nil {
		return nil, err
	}
	if err := entrydesk.At(d.Desk).RequireChecked(tx, s, slices.DeleteFunc(slices.Clone(s.Entries), func(e facts.Entry) bool { return !s.Comes(e) })...); err != nil {
		return nil, err
	}
	if err := d.RefreshYields(tx, s); err != nil {
		return nil, err
	}
	if err := d.agreeOnFinal(tx, act, s); err != nil {
		return nil, err
	}
	entries, playing, err := s.StartingField(s.Event.IsFinal())
	if err != nil {
		return nil, err
	}
	s.Entries = entries
	draw, err := s.Draw(playing, by)
	if err != nil {
		return nil, err
	}
	enterDraw(s, draw, by.Reason)
	s.Requeue()
	s.Event.State, s.Event.StartedAt = facts.Running, &act.Now
	s.Event.Version++
	if err := s.Replay(); err != nil {
		return nil, err
	}
	if s.State.Format.Err != nil {
		return nil, s.State.Format.Err
	}
	desk.Save(tx, s)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.StartEntries(b, id, s.InPlay()) })
	act.Record.Log(id.UUID, desk.LoggedStart(s))
	act.Record.Audit("event", by.Reason, map[string]any{"state": before}, map[string]any{
		"state": s.Event.State, "players": len(playing), "seed": s.Event.DrawSeed, "draw": s.Event.DrawMethod,
	})
	return s, nil
}

// enterDraw stores the draw: lot, position and place in the entries that start, and the seed in the event.
func enterDraw(s *officiating.Situation, draw officiating.Draw, reason string) {
	s.Event.DrawSeed, s.Event.DrawMethod, s.Event.DrawReason = hex.EncodeToString(draw.Seed[:]), draw.Method, reason
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.State == facts.Playing {
			entry := league.Entry(e.Number)
			e.Lot, e.DrawPosition, e.Place = desk.Positive(draw.Lots[entry]), desk.Positive(draw.Order[entry]), desk.Positive(draw.Places[entry])
		}
	}
}
