package prizes

import (
	"cmp"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// Dispatch describes the sending of a shipment.
type Dispatch struct {
	On            time.Time // date at midnight UTC
	Carrier       string
	Tracking      string
	ShippingCents int64
}

// Send returns the shipment after it was sent. It refuses a future day.
func (s Shipment) Send(n Dispatch, now time.Time) (Shipment, error) {
	if err := cmp.Or(s.requireState(facts.ShipmentAllocated), s.requireBegun(n.On, now)); err != nil {
		return s, err
	}
	s.State, s.SentOn, s.Carrier, s.Tracking, s.ShippingCents = facts.ShipmentSent, &n.On, n.Carrier, n.Tracking, n.ShippingCents
	return s, nil
}

// requireBegun refuses a future day.
func (s Shipment) requireBegun(on, now time.Time) error {
	if s.Season.NotYet(on, now) {
		return league.Faults{{Field: "/on", Grounds: league.Grounds{Reason: "day-in-future"}}}
	}
	return nil
}

// Cancel returns the shipment after its cancellation. Its prizes return to the stock.
func (s Shipment) Cancel() (Shipment, error) {
	if err := s.requireState(facts.ShipmentAllocated); err != nil {
		return s, err
	}
	s.State = facts.ShipmentCancelled
	return s, nil
}

// Keep returns the shipment after the decision that an invalid event keeps its prizes for a later
// event. It refuses if the regulation does not allow that decision (CN09 1.10).
func (s Shipment) Keep(reason string, by uuid.UUID, now time.Time) (Shipment, error) {
	if err := s.requireState(facts.ShipmentSent); err != nil {
		return s, err
	}
	if rule := s.Season.Rules.Season.Prizes; rule == nil || !rule.Keep {
		return s, &league.RuleError{Grounds: prizeGrounds(s.Season, "prizes-not-to-keep")}
	}
	s.KeptBy, s.KeptAt, s.KeptReason = &by, &now, reason
	return s, nil
}

// Settlement describes the return of, or the payment for, the prizes of an invalid event.
type Settlement struct {
	Returned  bool      // false means paid
	On        time.Time // date at midnight UTC
	Cents     int64     // amount paid
	Reference string
}

// Settle returns the shipment after its prizes were returned or paid. It refuses if nothing is due,
// if the day is in the future, or if the payment is less than the prizes and their shipping cost
// (CN09 1.10).
func (s Shipment) Settle(n Settlement, now time.Time) (Shipment, error) {
	if err := cmp.Or(s.requireState(facts.ShipmentSent), s.requireDue(), s.requireBegun(n.On, now)); err != nil {
		return s, err
	}
	if due := s.Duty.Pay.Cents; !n.Returned && n.Cents < due {
		return s, league.Faults{{Field: "/amount", Grounds: prizeGrounds(s.Season, "prizes-paid-short", "amount", league.DecimalOfCents(due))}}
	}
	s.State, s.SettledOn, s.Reference = facts.ShipmentReturned, &n.On, n.Reference
	if !n.Returned {
		s.State, s.SettledCents = facts.ShipmentPaid, &n.Cents
	}
	return s, nil
}

// requireDue refuses to settle prizes that need not be returned.
func (s Shipment) requireDue() error {
	if s.Duty == nil || s.Duty.Keep {
		return &league.StateError{Grounds: prizeGrounds(s.Season, "prizes-nothing-due")}
	}
	return nil
}

// Back reports whether the prizes are in the stock again.
func (s Shipment) Back() bool {
	return s.State == facts.ShipmentCancelled || s.State == facts.ShipmentReturned
}
