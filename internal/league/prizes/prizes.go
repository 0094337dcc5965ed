package prizes

import (
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/register"
	"referto/internal/league/season"
)

// prizeGrounds cite the paragraph on prizes, if the ruleset has one.
func prizeGrounds(s *register.Season, reason string, params ...string) league.Grounds {
	paragraph := ""
	if rule := s.Rules.Season.Prizes; rule != nil {
		paragraph = rule.Paragraph
	}
	return s.Rules.Grounds(paragraph, reason, params...)
}

// RequireStock refuses more of a prize than there is (CN09 1.10: while stock lasts).
func RequireStock(s *register.Season, p facts.Prize, wanted int) error {
	if wanted <= p.Stock {
		return nil
	}
	return &league.StateError{
		Grounds: prizeGrounds(s, "prize-stock-short", "prize", p.Name, "stock", strconv.Itoa(p.Stock)),
		Current: map[string]any{"prize": p.ID, "stock": p.Stock},
	}
}

// Shipment are prizes on their way to an event, with what follows for them.
type Shipment struct {
	facts.PrizeShipment
	Lines []facts.ShipmentLine
	// Duty is the duty to return them when the event is invalid; nil while they stay
	// there.
	Duty *season.PrizeDuty
	// Overdue reports whether they should be back or paid by now and are neither.
	Overdue bool
	Season  *register.Season
}

// TotalCents adds up the cost of the prizes and of their carriage.
func (s Shipment) TotalCents() int64 {
	total := s.ShippingCents
	for _, l := range s.Lines {
		total += int64(l.Quantity) * l.PriceCents
	}
	return total
}

// WithDuty finds what follows for a shipment on a day.
func (s Shipment) WithDuty(now time.Time) Shipment {
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

// NewShipmentLine gives an event a number of one prize.
type NewShipmentLine struct {
	Prize    uuid.UUID
	Quantity int
}

// EventOf finds the event of the season to which prizes are to go. An unknown one is
// refused by [league.Faults].
func EventOf(s *register.Season, event league.EventID) (facts.Event, error) {
	i := slices.IndexFunc(s.Events, func(e facts.Event) bool { return e.ID == event })
	if i < 0 {
		return facts.Event{}, league.Faults{{Field: "/event", Grounds: league.Grounds{Reason: "unknown-event"}}}
	}
	return s.Events[i], nil
}

// RequireFirst refuses prizes for an event that has some already: shipments that stand.
func RequireFirst(s *register.Season, standing int) error {
	if standing == 0 {
		return nil
	}
	return &league.StateError{Grounds: prizeGrounds(s, "prizes-allocated")}
}

// LinesOf makes the lines of a shipment of what is wanted, of the prizes of the season that
// were found. Prizes that are named twice or not known are refused by [league.Faults], more
// than there are by a [league.StateError].
func LinesOf(s *register.Season, wanted []NewShipmentLine, prizes []facts.Prize) ([]facts.ShipmentLine, error) {
	var faults league.Faults
	for n, w := range wanted {
		if slices.ContainsFunc(wanted[:n], func(o NewShipmentLine) bool { return o.Prize == w.Prize }) {
			faults = append(faults, league.Fault{Field: "/prizes/" + strconv.Itoa(n) + "/prize", Grounds: league.Grounds{Reason: "prize-named-twice"}})
		}
	}
	var lines []facts.ShipmentLine
	for n, w := range wanted {
		i := slices.IndexFunc(prizes, func(p facts.Prize) bool { return p.ID == w.Prize })
		if i < 0 {
			faults = append(faults, league.Fault{Field: "/prizes/" + strconv.Itoa(n) + "/prize", Grounds: league.Grounds{Reason: "unknown-prize"}})
			continue
		}
		if err := RequireStock(s, prizes[i], w.Quantity); err != nil && len(faults) == 0 {
			return nil, err
		}
		lines = append(lines, facts.ShipmentLine{PrizeID: w.Prize, Name: prizes[i].Name, Quantity: w.Quantity, PriceCents: prizes[i].PriceCents})
	}
	return lines, faults.OrNil()
}

// requireState refuses what cannot be done with a shipment as it stands.
func (s Shipment) requireState(state facts.ShipmentState) error {
	if s.State == state {
		return nil
	}
	return &league.StateError{Grounds: prizeGrounds(s.Season, "prizes-not-so-far", "state", string(s.State)), Current: map[string]any{"state": s.State}}
}

// Moved is the shipment in a season that knows of it as it is now.
func (s Shipment) Moved(now time.Time) Shipment {
	f := s.Season.Facts
	f.Events = slices.Clone(f.Events)
	for i, e := range f.Events {
		if e.ID == s.EventID && s.State != facts.ShipmentCancelled {
			f.Events[i].Prizes = &season.Prizes{Kept: s.KeptAt != nil, Price: league.Money{Cents: s.TotalCents(), Currency: register.RefundCurrency}}
		}
	}
	s.Season = s.Season.With(f)
	return s.WithDuty(now)
}
