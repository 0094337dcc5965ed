package moneydesk

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/prizes"
	"referto/internal/league/register"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// NewPrize is a kind of prize with how many there are of it.
type NewPrize struct {
	Kind       string
	Name       string
	PriceCents int64 // of one
	Quantity   int
}

// AddPrize adds a kind of prize to the stock of a season (CN09 1.10).
func (d Desk) AddPrize(tx tenantdb.Tx, act desk.Act, id league.SeasonID, n NewPrize) (facts.Prize, error) {
	if _, err := d.ViewSeason(tx, id); err != nil {
		return facts.Prize{}, err
	}
	p := facts.Prize{ID: desk.NewID(), Kind: n.Kind, Name: n.Name, PriceCents: n.PriceCents, Stock: n.Quantity, CreatedBy: act.By, CreatedAt: act.Now}
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

// StockPrize adds a quantity to the stock of a prize, or with a negative quantity takes off pieces that were
// lost or counted wrongly.
func (d Desk) StockPrize(tx tenantdb.Tx, act desk.Act, id league.SeasonID, prize uuid.UUID, quantity int, reason string) (facts.Prize, error) {
	s, err := d.ViewSeason(tx, id)
	if err != nil {
		return facts.Prize{}, err
	}
	var stock []facts.Prize
	b := &tenantdb.Batch{}
	leaguedb.TakePrizes(b, &stock, id, []uuid.UUID{prize})
	if err := tx.Send(b); err != nil {
		return facts.Prize{}, err
	}
	if len(stock) == 0 {
		return facts.Prize{}, league.ErrNotFound
	}
	p := stock[0]
	if err := prizes.RequireStock(s, p, -quantity); err != nil {
		return p, err
	}
	move := facts.PrizeMovement{PrizeID: prize, Quantity: quantity, Kind: "stocked", Reason: reason, By: act.By, At: act.Now}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.MovePrize(b, move) })
	act.Record.Log(uuid.Nil, leaguelog.PrizeStocked{Prize: prize, Quantity: quantity})
	act.Record.Audit("prize "+p.Name, reason, map[string]any{"stock": p.Stock}, map[string]any{"stock": p.Stock + quantity})
	p.Stock += quantity
	return p, nil
}

// Shipments are the shipments of a season after one, at most a number of them.
func (d Desk) Shipments(door tenantdb.Door, id league.SeasonID, state string, after uuid.UUID, limit int, now time.Time) ([]prizes.Shipment, error) {
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
	return withLines(door, s, rows, now)
}

// PrizesBack are the shipments of prizes that have to be returned or paid, because their event is invalid (CN09 1.10).
func (d Desk) PrizesBack(door tenantdb.Door, s *register.Season, event league.EventID, now time.Time) ([]prizes.Shipment, error) {
	if s == nil || !slices.ContainsFunc(s.State.Events, func(e season.EventState) bool { return e.ID == event && e.Prizes != nil && !e.Prizes.Keep }) {
		return nil, nil
	}
	var rows []facts.PrizeShipment
	b := &tenantdb.Batch{}
	leaguedb.LoadSentTo(b, &rows, event)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	return withLines(door, s, rows, now)
}

// withLines returns shipments of a season with their prizes and duties.
func withLines(door tenantdb.Door, s *register.Season, rows []facts.PrizeShipment, now time.Time) ([]prizes.Shipment, error) {
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	var lines []facts.ShipmentLine
	b := &tenantdb.Batch{}
	leaguedb.LoadShipmentLines(b, &lines, ids)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	out := make([]prizes.Shipment, len(rows))
	for i, row := range rows {
		out[i] = prizes.Shipment{PrizeShipment: row, Season: s}
		for _, l := range lines {
			if l.ShipmentID == row.ID {
				out[i].Lines = append(out[i].Lines, l)
			}
		}
		out[i] = out[i].WithDuty(now)
	}
	return out, nil
}

// AllocatePrizes sets prizes aside for an event of the season.
func (d Desk) AllocatePrizes(tx tenantdb.Tx, act desk.Act, id league.SeasonID, event league.EventID, wanted []prizes.NewShipmentLine) (prizes.Shipment, error) {
	s, err := d.ViewSeason(tx, id)
	if err != nil {
		return prizes.Shipment{}, err
	}
	of, err := prizes.EventOf(s, event)
	if err != nil {
		return prizes.Shipment{}, err
	}
	lines, err := takeLines(tx, s, wanted)
	if err != nil {
		return prizes.Shipment{}, err
	}
	standing := 0
	b := &tenantdb.Batch{}
	leaguedb.CountShipments(b, &standing, event)
	if err := tx.Send(b); err != nil {
		return prizes.Shipment{}, err
	}
	if err := prizes.RequireFirst(s, standing); err != nil {
		return prizes.Shipment{}, err
	}
	out := prizes.Shipment{Lines: lines, Season: s, PrizeShipment: facts.PrizeShipment{
		ID: desk.NewID(), EventID: event, EventTitle: of.Title, State: facts.ShipmentAllocated, CreatedBy: act.By, CreatedAt: act.Now, Version: 1,
	}}
	b = &tenantdb.Batch{}
	leaguedb.AddShipment(b, id, out.PrizeShipment, lines)
	if err := tx.Send(b); tenantdb.Violates(err, "prize_shipment_once") {
		return prizes.Shipment{}, prizes.RequireFirst(s, 1)
	} else if err != nil {
		return prizes.Shipment{}, err
	}
	moveStock(tx, act, out, "allocated", -1)
	act.Record.Log(event.UUID, leaguelog.PrizesAllocated{Shipment: out.ID, Season: id})
	act.Record.Audit("prizes of event "+event.String(), "", nil, map[string]any{"shipment": out.ID, "lines": wanted})
	return out.WithDuty(act.Now), nil
}

// takeLines holds the prizes that are wanted, if there are as many.
func takeLines(tx tenantdb.Tx, s *register.Season, wanted []prizes.NewShipmentLine) ([]facts.ShipmentLine, error) {
	ids := make([]uuid.UUID, len(wanted))
	for i, w := range wanted {
		ids[i] = w.Prize
	}
	var stock []facts.Prize
	b := &tenantdb.Batch{}
	leaguedb.TakePrizes(b, &stock, s.Season.ID, ids)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	return prizes.LinesOf(s, wanted, stock)
}

// moveStock leaves the movements of a shipment's prizes to be written: away from the
// stock (-1) or back to it (1).
func moveStock(tx tenantdb.Tx, act desk.Act, s prizes.Shipment, kind string, way int) {
	for _, l := range s.Lines {
		move := facts.PrizeMovement{PrizeID: l.PrizeID, Quantity: way * l.Quantity, Kind: kind, ShipmentID: &s.ID, By: act.By, At: act.Now}
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.MovePrize(b, move) })
	}
}

// takeShipment loads a shipment to change it, after it has taken the season, because shipments are facts of the
// season.
func (d Desk) takeShipment(tx tenantdb.Tx, act desk.Act, id league.SeasonID, shipment uuid.UUID) (prizes.Shipment, error) {
	s, err := d.TakeSeason(tx, id)
	if err != nil {
		return prizes.Shipment{}, err
	}
	out := prizes.Shipment{Season: s}
	b := &tenantdb.Batch{}
	leaguedb.TakeShipment(b, &out.PrizeShipment, id, shipment)
	leaguedb.LoadShipmentLines(b, &out.Lines, []uuid.UUID{shipment})
	if err := tx.Send(b); err != nil {
		return out, err
	}
	return out.WithDuty(act.Now), nil
}

// saveShipment leaves a shipment to be written, with log and audit, and finds the consequences for its prizes.
// Before is its state until now.
func saveShipment(tx tenantdb.Tx, act desk.Act, s prizes.Shipment, kind, reason string, before facts.ShipmentState) prizes.Shipment {
	stored := s.PrizeShipment
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.SaveShipment(b, stored) })
	s.Version++
	act.Record.Log(s.EventID.UUID, leaguelog.PrizesMoved(kind, leaguelog.Parcel{Shipment: s.ID, State: string(s.State), Kept: s.KeptAt != nil, Cents: s.TotalCents()}))
	act.Record.Audit("prizes of event "+s.EventID.String(), reason, map[string]any{"state": before}, map[string]any{
		"state": s.State, "kept": s.KeptAt != nil, "settledCents": s.SettledCents,
	})
	return s.Moved(act.Now)
}

// step loads a shipment, advances it and leaves it to be written; returned prizes go to the stock. Kind names
// the step; "" means the name of the state that it leads to.
func (d Desk) step(tx tenantdb.Tx, act desk.Act, id league.SeasonID, shipment uuid.UUID, kind, reason string, take func(prizes.Shipment) (prizes.Shipment, error)) (prizes.Shipment, error) {
	before, err := d.takeShipment(tx, act, id, shipment)
	if err != nil {
		return before, err
	}
	s, err := take(before)
	if err != nil {
		return before, err
	}
	if kind == "" {
		kind = string(s.State)
	}
	if s.Back() {
		moveStock(tx, act, s, map[facts.ShipmentState]string{facts.ShipmentCancelled: "released", facts.ShipmentReturned: "returned"}[s.State], 1)
	}
	return saveShipment(tx, act, s, kind, reason, before.State), nil
}

// SendShipment records that prizes were sent.
func (d Desk) SendShipment(tx tenantdb.Tx, act desk.Act, id league.SeasonID, shipment uuid.UUID, n prizes.Dispatch) (prizes.Shipment, error) {
	return d.step(tx, act, id, shipment, "", "", func(s prizes.Shipment) (prizes.Shipment, error) { return s.Send(n, act.Now) })
}

// CancelShipment puts prizes back that were set aside and not sent.
func (d Desk) CancelShipment(tx tenantdb.Tx, act desk.Act, id league.SeasonID, shipment uuid.UUID, reason string) (prizes.Shipment, error) {
	return d.step(tx, act, id, shipment, "", reason, prizes.Shipment.Cancel)
}

// KeepShipment lets prizes of an invalid event stay there for a next one (CN09 1.10).
func (d Desk) KeepShipment(tx tenantdb.Tx, act desk.Act, id league.SeasonID, shipment uuid.UUID, reason string) (prizes.Shipment, error) {
	return d.step(tx, act, id, shipment, "kept", reason, func(s prizes.Shipment) (prizes.Shipment, error) { return s.Keep(reason, act.By, act.Now) })
}

// SettleShipment records that the prizes of an invalid event came back or were paid,
// with their carriage (CN09 1.10).
func (d Desk) SettleShipment(tx tenantdb.Tx, act desk.Act, id league.SeasonID, shipment uuid.UUID, n prizes.Settlement) (prizes.Shipment, error) {
	return d.step(tx, act, id, shipment, "", n.Reference, func(s prizes.Shipment) (prizes.Shipment, error) { return s.Settle(n, act.Now) })
}
