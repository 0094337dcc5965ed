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

// prizeGrounds returns grounds that cite the paragraph on prizes, if the ruleset has one.
func prizeGrounds(s *register.Season, reason string, params ...string) league.Grounds {
	paragraph := ""
	if rule := s.Rules.Season.Prizes; rule != nil {
		paragraph = rule.Paragraph
	}
	return s.Rules.Grounds(paragraph, reason, params...)
}

// RequireStock refuses a quantity of a prize beyond its stock (CN09 1.10: while stock lasts).
func RequireStock(s *register.Season, p facts.Prize, wanted int) error {
	if wanted <= p.Stock {
		return nil
	}
	return &league.StateError{
		Grounds: prizeGrounds(s, "prize-stock-short", "prize", p.Name, "stock", strconv.Itoa(p.Stock)),
		Current: map[string]any{"prize": p.ID, "stock": p.Stock},
	}
}

// Shipment is a shipment of prizes to an event, with the duties that follow.
type Shipment struct {
	facts.PrizeShipment
	Lines []facts.ShipmentLine
	// Duty is the duty to return the prizes if the event is invalid; nil if there is none.
	Duty *season.PrizeDuty
	// Overdue reports whether the prizes should have been returned or paid by now and were not.
	Overdue bool
	Season  *register.Season
}

// TotalCents returns the cost of the prizes and their shipping.
func (s Shipment) TotalCents() int64 {
	total := s.ShippingCents
	for _, l := range s.Lines {
		total += int64(l.Quantity) * l.PriceCents
	}
	return total
}

// WithDuty sets the duty and Overdue of a shipment at a moment.
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

// NewShipmentLine is a requested quantity of one prize.
type NewShipmentLine struct {
	Prize    uuid.UUID
	Quantity int
}

// EventOf returns the event of the season that the prizes go to. It returns [league.Faults] if the
// event is unknown.
func EventOf(s *register.Season, event league.EventID) (facts.Event, error) {
	i := slices.IndexFunc(s.Events, func(e facts.Event) bool { return e.ID == event })
	if i < 0 {
		return facts.Event{}, league.Faults{{Field: "/event", Grounds: league.Grounds{Reason: "unknown-event"}}}
	}
	return s.Events[i], nil
}

// RequireFirst refuses prizes for an event that already has them. standing is the number of its
// shipments in force.
func RequireFirst(s *register.Season, standing int) error {
	if standing == 0 {
		return nil
	}
	return &league.StateError{Grounds: prizeGrounds(s, "prizes-allocated")}
}

// LinesOf returns the lines of a shipment from the requested prizes. prizes are the season's prizes
// that were found. It returns [league.Faults] for prizes named twice or unknown, and a
// [league.StateError] for a quantity beyond the stock.
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

// requireState refuses a step that the shipment's state does not allow.
func (s Shipment) requireState(state facts.ShipmentState) error {
	if s.State == state {
		return nil
	}
	return &league.StateError{Grounds: prizeGrounds(s.Season, "prizes-not-so-far", "state", string(s.State)), Current: map[string]any{"state": s.State}}
}

// Moved returns the shipment with a season that includes its current state.
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
