package desk

import (
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/register"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// prizeGrounds cite the paragraph on prizes, if the ruleset has one.
func prizeGrounds(s *register.Season, reason string, params ...string) league.Grounds {
	paragraph := ""
	if rule := s.Rules.Season.Prizes; rule != nil {
		paragraph = rule.Paragraph
	}
	return s.Rules.Grounds(paragraph, reason, params...)
}

// NewPrize is a kind of prize with how many there are of it.
type NewPrize struct {
	Kind       string
	Name       string
	PriceCents int64 // of one
	Quantity   int
}

// AddPrize adds a kind of prize to the stock of a season (CN09 1.10).
func (d *Desk) AddPrize(tx tenantdb.Tx, act Act, id league.SeasonID, n NewPrize) (facts.Prize, error) {
	if _, err := d.ViewSeason(tx, id); err != nil {
		return facts.Prize{}, err
	}
	p := facts.Prize{ID: newID(), Kind: n.Kind, Name: n.Name, PriceCents: n.PriceCents, Stock: n.Quantity, CreatedBy: act.By, CreatedAt: act.Now}
	b := &tenantdb.Batch{}
	leaguedb.AddPrize(b, id, p)
	if err := tx.Send(b); tenantdb.Violates(err, "prize_named_once") {
		return p, league.NotNow("prize-known", "prize", n.Name)
	} else if err != nil {
		return p, err
	}
	if n.Quantity > 0 {
		move := facts.PrizeMovement{PrizeID: p.ID, Quantity: n.Quantity, Kind: "stocked", By: act.By, At: act.Now}
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.MovePrize(b, move) })
	}
	act.Record.Log(uuid.Nil, leaguelog.PrizeAdded{Prize: p.ID, Season: id, Quantity: n.Quantity})
	act.Record.Audit("prize "+n.Name, "", nil, map[string]any{"kind": n.Kind, "priceCents": n.PriceCents, "quantity": n.Quantity})
	return p, nil
}

// StockPrize adds to the stock of a prize, or takes from it (negative) what was counted
// wrong or was lost.
func (d *Desk) StockPrize(tx tenantdb.Tx, act Act, id league.SeasonID, prize uuid.UUID, quantity int, reason string) (facts.Prize, error) {
	s, err := d.ViewSeason(tx, id)
	if err != nil {
		return facts.Prize{}, err
	}
	var prizes []facts.Prize
	b := &tenantdb.Batch{}
	leaguedb.TakePrizes(b, &prizes, id, []uuid.UUID{prize})
	if err := tx.Send(b); err != nil {
		return facts.Prize{}, err
	}
	if len(prizes) == 0 {
		return facts.Prize{}, league.ErrNotFound
	}
	p := prizes[0]
	if p.Stock+quantity < 0 {
		return p, short(s, p)
	}
	move := facts.PrizeMovement{PrizeID: prize, Quantity: quantity, Kind: "stocked", Reason: reason, By: act.By, At: act.Now}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.MovePrize(b, move) })
	act.Record.Log(uuid.Nil, leaguelog.PrizeStocked{Prize: prize, Quantity: quantity})
	act.Record.Audit("prize "+p.Name, reason, map[string]any{"stock": p.Stock}, map[string]any{"stock": p.Stock + quantity})
	p.Stock += quantity
	return p, nil
}

// short is the refusal of more of a prize than there is (CN09 1.10: while stock lasts).
func short(s *register.Season, p facts.Prize) error {
	return &league.StateError{
		Grounds: prizeGrounds(s, "prize-stock-short", "prize", p.Name, "stock", strconv.Itoa(p.Stock)),
		Current: map[string]any{"prize": p.ID, "stock": p.Stock},
	}
}

// Shipment are prizes on their way to an event, with what follows for them.
type Shipment struct {
	facts.PrizeShipment
	Lines []facts.ShipmentLine
	// Duty is what becomes of them when the event is invalid; nil while they stay
	// there.
	Duty *season.PrizeDuty
	// Overdue tells that they are neither back nor paid and had to be.
	Overdue bool
	Season  *register.Season
}

// TotalCents is what the prizes and their carriage cost.
func (s Shipment) TotalCents() int64 {
	total := s.ShippingCents
	for _, l := range s.Lines {
		total += int64(l.Quantity) * l.PriceCents
	}
	return total
}

// withDuty finds what follows for a shipment on a day.
func (s Shipment) withDuty(now time.Time) Shipment {
	s.Duty, s.Overdue = nil, false
	for _, e := range s.Season.State.Events {
		if e.ID == s.EventID {
			s.Duty = e.Prizes
		}
	}
	for _, e := range s.Season.Events {
		if e.ID == s.EventID && s.Duty != nil && !s.Duty.Keep && s.State == facts.ShipmentSent {
			s.Overdue = string(s.Duty.ReturnBy) < now.In(e.Location()).Format(time.DateOnly)
		}
	}
	return s
}

// Shipments are the shipments of a season after one, at most a number of them.
func (d *Desk) Shipments(door tenantdb.Door, id league.SeasonID, state string, after uuid.UUID, limit int, now time.Time) ([]Shipment, error) {
	s, err := d.ViewSeason(door, id)
	if err != nil {
		return nil, err
	}
	var rows []facts.PrizeShipment
	b := &tenantdb.Batch{}
	leaguedb.LoadShipments(b, &rows, id, state, after, limit)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	var lines []facts.ShipmentLine
	b = &tenantdb.Batch{}
	leaguedb.LoadShipmentLines(b, &lines, ids)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	out := make([]Shipment, len(rows))
	for i, row := range rows {
		out[i] = Shipment{PrizeShipment: row, Season: s}
		for _, l := range lines {
			if l.ShipmentID == row.ID {
				out[i].Lines = append(out[i].Lines, l)
			}
		}
		out[i] = out[i].withDuty(now)
	}
	return out, nil
}

// NewShipmentLine is how many of a prize an event gets.
type NewShipmentLine struct {
	Prize    uuid.UUID
	Quantity int
}

// AllocatePrizes sets prizes aside for an event of the season.
func (d *Desk) AllocatePrizes(tx tenantdb.Tx, act Act, id league.SeasonID, event league.EventID, wanted []NewShipmentLine) (Shipment, error) {
	s, err := d.ViewSeason(tx, id)
	if err != nil {
		return Shipment{}, err
	}
	i := slices.IndexFunc(s.Events, func(e facts.Event) bool { return e.ID == event })
	if i < 0 {
		return Shipment{}, league.Faults{{Pointer: "/event", Grounds: league.Grounds{Reason: "unknown-event"}}}
	}
	lines, err := takeLines(tx, s, wanted)
	if err != nil {
		return Shipment{}, err
	}
	standing := 0
	b := &tenantdb.Batch{}
	leaguedb.CountShipments(b, &standing, event)
	if err := tx.Send(b); err != nil {
		return Shipment{}, err
	}
	if standing > 0 {
		return Shipment{}, &league.StateError{Grounds: prizeGrounds(s, "prizes-allocated")}
	}
	out := Shipment{Lines: lines, Season: s, PrizeShipment: facts.PrizeShipment{
		ID: newID(), EventID: event, EventTitle: s.Events[i].Title, State: facts.ShipmentAllocated, CreatedBy: act.By, CreatedAt: act.Now, Version: 1,
	}}
	b = &tenantdb.Batch{}
	leaguedb.AddShipment(b, id, out.PrizeShipment, lines)
	if err := tx.Send(b); tenantdb.Violates(err, "prize_shipment_once") {
		return Shipment{}, &league.StateError{Grounds: prizeGrounds(s, "prizes-allocated")}
	} else if err != nil {
		return Shipment{}, err
	}
	out.moveStock(tx, act, "allocated", -1)
	act.Record.Log(event.UUID, leaguelog.PrizesAllocated{Shipment: out.ID, Season: id})
	act.Record.Audit("prizes of event "+event.String(), "", nil, map[string]any{"shipment": out.ID, "lines": wanted})
	return out.withDuty(act.Now), nil
}

// takeLines holds the prizes that are wanted, if there are as many.
func takeLines(tx tenantdb.Tx, s *register.Season, wanted []NewShipmentLine) ([]facts.ShipmentLine, error) {
	var ids []uuid.UUID
	var faults league.Faults
	for n, w := range wanted {
		if slices.Contains(ids, w.Prize) {
			faults = append(faults, league.Fault{Pointer: "/prizes/" + strconv.Itoa(n) + "/prize", Grounds: league.Grounds{Reason: "prize-named-twice"}})
		}
		ids = append(ids, w.Prize)
	}
	var prizes []facts.Prize
	b := &tenantdb.Batch{}
	leaguedb.TakePrizes(b, &prizes, s.Season.ID, ids)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	var lines []facts.ShipmentLine
	for n, w := range wanted {
		i := slices.IndexFunc(prizes, func(p facts.Prize) bool { return p.ID == w.Prize })
		if i < 0 {
			faults = append(faults, league.Fault{Pointer: "/prizes/" + strconv.Itoa(n) + "/prize", Grounds: league.Grounds{Reason: "unknown-prize"}})
			continue
		}
		if len(faults) == 0 && prizes[i].Stock < w.Quantity {
			return nil, short(s, prizes[i])
		}
		lines = append(lines, facts.ShipmentLine{PrizeID: w.Prize, Name: prizes[i].Name, Quantity: w.Quantity, PriceCents: prizes[i].PriceCents})
	}
	return lines, faults.OrNil()
}

// moveStock leaves the movements of a shipment's prizes to be written: away from the
// stock (-1) or back to it (1).
func (s Shipment) moveStock(tx tenantdb.Tx, act Act, kind string, way int) {
	for _, l := range s.Lines {
		move := facts.PrizeMovement{PrizeID: l.PrizeID, Quantity: way * l.Quantity, Kind: kind, ShipmentID: &s.ID, By: act.By, At: act.Now}
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.MovePrize(b, move) })
	}
}

// takeShipment loads a shipment in a state to change it, its season held before: what
// was sent is a fact of the season.
func (d *Desk) takeShipment(tx tenantdb.Tx, act Act, id league.SeasonID, shipment uuid.UUID, state facts.ShipmentState) (Shipment, error) {
	s, err := d.TakeSeason(tx, id)
	if err != nil {
		return Shipment{}, err
	}
	out := Shipment{Season: s}
	b := &tenantdb.Batch{}
	leaguedb.TakeShipment(b, &out.PrizeShipment, id, shipment)
	leaguedb.LoadShipmentLines(b, &out.Lines, []uuid.UUID{shipment})
	if err := tx.Send(b); err != nil {
		return out, err
	}
	if out.State != state {
		return out, &league.StateError{Grounds: prizeGrounds(s, "prizes-not-so-far", "state", string(out.State)), Current: map[string]any{"state": out.State}}
	}
	return out.withDuty(act.Now), nil
}

// save leaves a shipment to be written, with log and audit, and finds what follows then
// for its prizes.
func (s Shipment) save(tx tenantdb.Tx, act Act, kind, reason string, before facts.ShipmentState) Shipment {
	stored := s.PrizeShipment
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.SaveShipment(b, stored) })
	s.Version++
	act.Record.Log(s.EventID.UUID, leaguelog.PrizesMoved(kind, leaguelog.Parcel{Shipment: s.ID, State: string(s.State), Kept: s.KeptAt != nil, Cents: s.TotalCents()}))
	act.Record.Audit("prizes of event "+s.EventID.String(), reason, map[string]any{"state": before}, map[string]any{
		"state": s.State, "kept": s.KeptAt != nil, "settledCents": s.SettledCents,
	})
	now := s.Season.Facts
	now.Events = slices.Clone(now.Events)
	for i, e := range now.Events {
		if e.ID == s.EventID && s.State != facts.ShipmentCancelled {
			now.Events[i].Prizes = &season.Prizes{Kept: s.KeptAt != nil, Price: league.Money{Cents: s.TotalCents(), Currency: register.RefundCurrency}}
		}
	}
	s.Season = s.Season.With(now)
	return s.withDuty(act.Now)
}

// Dispatch is how prizes were sent.
type Dispatch struct {
	On            time.Time // date at midnight UTC
	Carrier       string
	Tracking      string
	ShippingCents int64
}

// SendShipment records that prizes were sent.
func (d *Desk) SendShipment(tx tenantdb.Tx, act Act, id league.SeasonID, shipment uuid.UUID, n Dispatch) (Shipment, error) {
	s, err := d.takeShipment(tx, act, id, shipment, facts.ShipmentAllocated)
	if err != nil {
		return s, err
	}
	if s.Season.NotYet(n.On, act.Now) {
		return s, league.Faults{{Pointer: "/on", Grounds: league.Grounds{Reason: "day-in-future"}}}
	}
	s.State, s.SentOn, s.Carrier, s.Tracking, s.ShippingCents = facts.ShipmentSent, &n.On, n.Carrier, n.Tracking, n.ShippingCents
	return s.save(tx, act, "sent", "", facts.ShipmentAllocated), nil
}

// CancelShipment puts prizes back that were set aside and not sent.
func (d *Desk) CancelShipment(tx tenantdb.Tx, act Act, id league.SeasonID, shipment uuid.UUID, reason string) (Shipment, error) {
	s, err := d.takeShipment(tx, act, id, shipment, facts.ShipmentAllocated)
	if err != nil {
		return s, err
	}
	s.State = facts.ShipmentCancelled
	s.moveStock(tx, act, "released", 1)
	return s.save(tx, act, "cancelled", reason, facts.ShipmentAllocated), nil
}

// KeepShipment lets prizes of an invalid event stay there for a next one, where the
// regulation leaves that to whoever gave them (CN09 1.10).
func (d *Desk) KeepShipment(tx tenantdb.Tx, act Act, id league.SeasonID, shipment uuid.UUID, reason string) (Shipment, error) {
	s, err := d.takeShipment(tx, act, id, shipment, facts.ShipmentSent)
	if err != nil {
		return s, err
	}
	if rule := s.Season.Rules.Season.Prizes; rule == nil || !rule.Keep {
		return s, &league.RuleError{Grounds: prizeGrounds(s.Season, "prizes-not-to-keep")}
	}
	s.KeptBy, s.KeptAt, s.KeptReason = &act.By, &act.Now, reason
	return s.save(tx, act, "kept", reason, facts.ShipmentSent), nil
}

// PrizeSettlement is how prizes of an invalid event came back.
type PrizeSettlement struct {
	Returned  bool      // or paid
	On        time.Time // date at midnight UTC
	Cents     int64     // paid
	Reference string
}

// SettleShipment records that the prizes of an invalid event came back or were paid,
// with their carriage (CN09 1.10).
func (d *Desk) SettleShipment(tx tenantdb.Tx, act Act, id league.SeasonID, shipment uuid.UUID, n PrizeSettlement) (Shipment, error) {
	s, err := d.takeShipment(tx, act, id, shipment, facts.ShipmentSent)
	if err != nil {
		return s, err
	}
	switch {
	case s.Duty == nil || s.Duty.Keep:
		return s, &league.StateError{Grounds: prizeGrounds(s.Season, "prizes-nothing-due")}
	case s.Season.NotYet(n.On, act.Now):
		return s, league.Faults{{Pointer: "/on", Grounds: league.Grounds{Reason: "day-in-future"}}}
	case !n.Returned && n.Cents < s.Duty.Pay.Cents:
		return s, league.Faults{{Pointer: "/amount", Grounds: prizeGrounds(s.Season, "prizes-paid-short", "amount", Decimal(s.Duty.Pay.Cents))}}
	}
	s.State, s.SettledOn, s.Reference = facts.ShipmentPaid, &n.On, n.Reference
	kind := "paid"
	if n.Returned {
		s.State, kind = facts.ShipmentReturned, "returned"
		s.moveStock(tx, act, "returned", 1)
	} else {
		s.SettledCents = &n.Cents
	}
	return s.save(tx, act, kind, n.Reference, facts.ShipmentSent), nil
}
