package prizes

import (
	"cmp"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// Dispatch describes a shipment that was sent.
type Dispatch struct {
	On            time.Time // date at midnight UTC
	Carrier       string
	Tracking      string
	ShippingCents int64
}

// Send makes a shipment as it is when it was sent, on a day that has begun.
func (s Shipment) Send(n Dispatch, now time.Time) (Shipment, error) {
	if err := cmp.Or(s.requireState(facts.ShipmentAllocated), s.requireBegun(n.On, now)); err != nil {
		return s, err
	}
	s.State, s.SentOn, s.Carrier, s.Tracking, s.ShippingCents = facts.ShipmentSent, &n.On, n.Carrier, n.Tracking, n.ShippingCents
	return s, nil
}

// requireBegun refuses a day to come.
func (s Shipment) requireBegun(on, now time.Time) error {
	if s.Season.NotYet(on, now) {
		return league.Faults{{Field: "/on", Grounds: league.Grounds{Reason: "day-in-future"}}}
	}
	return nil
}

// Cancel makes a shipment as it is when it is not sent: its prizes are there again.
func (s Shipment) Cancel() (Shipment, error) {
	if err := s.requireState(facts.ShipmentAllocated); err != nil {
		return s, err
	}
	s.State = facts.ShipmentCancelled
	return s, nil
}

// Keep makes a shipment as it is when its prizes stay with an invalid event for a next one,
// where the regulation leaves that to whoever gave them (CN09 1.10).
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

// Settlement is the way in which prizes of an invalid event came back.
type Settlement struct {
	Returned  bool      // or paid
	On        time.Time // date at midnight UTC
	Cents     int64     // paid
	Reference string
}

// Settle makes a shipment as it is when its prizes came back or were paid. That is refused
// where nothing is due, on a day to come, or for less than they are worth with their carriage
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

// requireDue refuses to settle what may stay where it is.
func (s Shipment) requireDue() error {
	if s.Duty == nil || s.Duty.Keep {
		return &league.StateError{Grounds: prizeGrounds(s.Season, "prizes-nothing-due")}
	}
	return nil
}

// Back reports whether its prizes are in the stock again.
func (s Shipment) Back() bool {
	return s.State == facts.ShipmentCancelled || s.State == facts.ShipmentReturned
}
