package entrydesk

import (
	"time"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// ConfirmSeat confirms the seat of an entrant who has moved up from the waiting list.
func (d Desk) ConfirmSeat(tx tenantdb.Tx, act desk.Act, id league.EventID, number int) (facts.Entry, *officiating.Situation, error) {
	s, e, err := d.openEntry(tx, id, number)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	err = confirmSeat(tx, act, s, e)
	return *e, s, err
}

// confirmSeat confirms the seat of an entry; one that is confirmed stays so.
func confirmSeat(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, e *facts.Entry) error {
	confirmed, err := officiating.ConfirmSeat(*e, act.Now)
	if err != nil || e.ConfirmBy == nil {
		return err
	}
	before := *e
	*e = confirmed
	desk.ChangeEntry(tx, act, s, e, before, "")
	act.Record.Log(s.Event.ID.UUID, leaguelog.SeatConfirmed{Entry: league.Entry(e.Number)})
	return nil
}

// LapseSeat gives a seat that was not confirmed in time to the next player. It does nothing to any other entry.
// For one that still has time it returns no event and the time left.
func (d Desk) LapseSeat(tx tenantdb.Tx, act desk.Act, id league.EventID, number int) (s *officiating.Situation, early time.Duration, err error) {
	s, e, err := d.openEntry(tx, id, number)
	if err != nil {
		return nil, 0, err
	}
	lapses, left := s.SeatLapses(*e, act.Now)
	if !lapses {
		return nil, left, nil
	}
	desk.LapseSeat(tx, act, s, e)
	return s, 0, nil
}

// SetPromotions sets whether entrants who move up from now on have to confirm their seat.
func (d Desk) SetPromotions(tx tenantdb.Tx, act desk.Act, id league.EventID, to facts.Promotions) (*officiating.Situation, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return nil, err
	}
	if to == facts.PromotionsConfirmed {
		if err := s.MayAskToConfirm(); err != nil {
			return nil, err
		}
	}
	before := s.Event.Promotions
	if before == to {
		return s, nil
	}
	s.Event.Promotions = to
	desk.Save(tx, s)
	act.Record.Log(id.UUID, leaguelog.PromotionsChanged{Promotions: string(to)})
	act.Record.Audit("promotions", "", before, to)
	return s, nil
}
