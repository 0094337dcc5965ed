package prizes_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/prizes"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

func id(n byte) uuid.UUID { return uuid.UUID{15: n} }

var (
	event = league.EventID{UUID: id(1)}
	boxes = facts.Prize{ID: id(2), Name: "I Coloni di Catan", PriceCents: 2500, Stock: 5}
	dice  = facts.Prize{ID: id(3), Name: "Dadi", PriceCents: 199, Stock: 100}
)

// tournament describes an event of a season of CN09 to which prizes were sent: two boxes at 25.00, with a
// carriage of 7.50.
type tournament struct {
	verdict facts.VerdictKind
	ended   rules.Day // "" is 5 April 2009, the day of its start
	zone    string    // "" is Europe/Rome, the zone of the season
	kept    bool
	rule    *rules.SeasonPrizes
}

// sent returns the shipment of the tournament's prizes, on its way; the day of sending does not matter.
func (of tournament) sent(t *testing.T) prizes.Shipment {
	t.Helper()
	preset, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	r, part := *preset, *preset.Season
	r.Season = &part
	if of.rule != nil {
		part.Prizes = of.rule
	}
	region := league.RegionID{UUID: id(4)}
	e := facts.Event{
		ID: event, Circuit: string(rules.RegionalCircuit), RegionID: &region, State: facts.Finished, TimeZone: of.zone,
		StartsAt: time.Date(2009, 4, 5, 8, 0, 0, 0, time.UTC),
	}
	if of.zone == "" {
		e.TimeZone = "Europe/Rome"
	}
	if of.ended != "" {
		last := of.ended.Midnight()
		e.EndedOn = &last
	}
	f := facts.SeasonFacts{
		Events: []facts.Event{e}, Rankings: map[league.EventID][]league.PlayerID{event: {{UUID: id(5)}}},
		Verdicts: []facts.Verdict{{EventID: event, Kind: of.verdict}},
		Prizes:   []facts.SentPrizes{{EventID: event, Kept: of.kept, Cents: 5750}},
	}
	f.Season.TimeZone, f.Regions = "Europe/Rome", []facts.SeasonRegion{{ID: region}}
	return prizes.Shipment{
		PrizeShipment: facts.PrizeShipment{EventID: event, State: facts.ShipmentSent, ShippingCents: 750},
		Lines:         []facts.ShipmentLine{{PrizeID: boxes.ID, Quantity: 2, PriceCents: 2500}},
		Season:        register.New(f, register.InForce{Rules: &r}, nil, nil),
	}
}

// at returns a moment in April 2009.
func at(t *testing.T, moment string) time.Time {
	t.Helper()
	now, err := time.Parse("2 15:04:05", moment)
	if err != nil {
		t.Fatal(err)
	}
	return now.AddDate(2009, 3, 0)
}

// CN09 1.10: "while stock lasts" (terminato tale quantitativo): of each prize no more is given than is in
// stock.
func TestPrizesWhileStockLasts(t *testing.T) {
	t.Parallel()
	wants := func(of facts.Prize, n int) prizes.NewShipmentLine {
		return prizes.NewShipmentLine{Prize: of.ID, Quantity: n}
	}
	gadget := facts.Prize{ID: id(99)}
	for _, tt := range []struct {
		name   string
		wanted []prizes.NewShipmentLine
		want   string
	}{
		{"CN09 1.10 some of each", []prizes.NewShipmentLine{wants(dice, 3), wants(boxes, 2)}, "3 Dadi at 199, 2 I Coloni di Catan at 2500, "},
		{"CN09 1.10 the last", []prizes.NewShipmentLine{wants(boxes, 5)}, "5 I Coloni di Catan at 2500, "},
		{"CN09 1.10 one more than the last", []prizes.NewShipmentLine{wants(boxes, 6)}, "state CN09 1.10: prize-stock-short (prize=I Coloni di Catan, stock=5)"},
		{"CN09 1.10 of the second", []prizes.NewShipmentLine{wants(boxes, 5), wants(dice, 101)}, "state CN09 1.10: prize-stock-short (prize=Dadi, stock=100)"},
		{"one that there is not", []prizes.NewShipmentLine{wants(boxes, 1), wants(gadget, 1)}, "faults /prizes/1/prize: unknown-prize"},
		{"one that is named twice", []prizes.NewShipmentLine{wants(boxes, 1), wants(boxes, 1)}, "faults /prizes/1/prize: prize-named-twice"},
		{
			"faults come before what is short",
			[]prizes.NewShipmentLine{wants(gadget, 1), wants(boxes, 6), wants(gadget, 1)},
			"faults /prizes/2/prize: prize-named-twice; /prizes/0/prize: unknown-prize; /prizes/2/prize: unknown-prize",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			lines, err := prizes.LinesOf(tournament{}.sent(t).Season, tt.wanted, []facts.Prize{boxes, dice})
			got := leaguetest.Answer(err)
			for _, l := range lines {
				if err == nil {
					got += fmt.Sprintf("%d %s at %d, ", l.Quantity, l.Name, l.PriceCents)
				}
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	for wanted, want := range map[int]string{-1: "", 0: "", 5: "", 6: "state CN09 1.10: prize-stock-short (prize=I Coloni di Catan, stock=5)"} {
		if got := leaguetest.Answer(prizes.RequireStock(tournament{}.sent(t).Season, boxes, wanted)); got != want {
			t.Errorf("CN09 1.10 %d of five: %q, want %q", wanted, got, want)
		}
	}
}

// An event of the season has one shipment.
func TestPrizesAreAllocatedOnce(t *testing.T) {
	t.Parallel()
	s := tournament{}.sent(t).Season
	for standing, want := range map[int]string{0: "", 1: "state CN09 1.10: prizes-allocated"} {
		if got := leaguetest.Answer(prizes.RequireFirst(s, standing)); got != want {
			t.Errorf("%d before: %q, want %q", standing, got, want)
		}
	}
	if of, err := prizes.EventOf(s, event); err != nil || of.ID != event {
		t.Errorf("an event of the season: %v", err)
	}
	if _, err := prizes.EventOf(s, league.EventID{UUID: id(99)}); leaguetest.Answer(err) != "faults /event: unknown-event" {
		t.Errorf("another: %v", err)
	}
}

// CN09 1.10: the organizer of an invalidated tournament sends the prizes back within a week of its end ("entro
// una settimana dalla conclusione del torneo"), or pays their price with the carriage. At the discretion of the
// giver they may be kept for a next stage instead.
func TestWhatBecomesOfPrizes(t *testing.T) {
	t.Parallel()
	invalid := facts.VerdictInvalidated
	const due = "2009-04-12 or 57.50, CN09 1.10: prizes-back (day=2009-04-12)"
	for _, tt := range []struct {
		name string
		of   tournament
		now  string // in April
		want string
	}{
		{"CN09 1.10 of a valid event", tournament{verdict: facts.VerdictHomologated}, "30 12:00:00", "they stay"},
		{"CN09 1.10 of one that is not decided", tournament{verdict: facts.VerdictReturned}, "30 12:00:00", "they stay"},
		{"CN09 1.10 of one whose invalidity was taken back", tournament{verdict: facts.VerdictReversed}, "30 12:00:00", "they stay"},
		{"CN09 1.10 within a week: in its last second", tournament{verdict: invalid}, "12 21:59:59", due},
		{"CN09 1.10 within a week: after it", tournament{verdict: invalid}, "12 22:00:00", due + ", overdue"},
		{"CN09 1.10 by the clock of the venue: in its last second", tournament{verdict: invalid, zone: "Europe/London"}, "12 22:59:59", due},
		{"CN09 1.10 by the clock of the venue: after it", tournament{verdict: invalid, zone: "Europe/London"}, "12 23:00:00", due + ", overdue"},
		{
			"CN09 1.10 a week of the end, not of the start (D002-17)",
			tournament{verdict: invalid, ended: "2009-04-06"},
			"13 21:59:59",
			"2009-04-13 or 57.50, CN09 1.10: prizes-back (day=2009-04-13)",
		},
		{"CN09 1.10 kept for a next stage", tournament{verdict: invalid, kept: true}, "30 12:00:00", "kept, CN09 1.10: prizes-kept"},
		{
			"a ruleset that keeps none",
			tournament{verdict: invalid, kept: true, rule: &rules.SeasonPrizes{Days: 10, Paragraph: "2.3"}},
			"15 12:00:00",
			"2009-04-15 or 57.50, CN09 2.3: prizes-back (day=2009-04-15)",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := follows(tt.of.sent(t).WithDuty(at(t, tt.now))); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// follows writes the consequence for the prizes of a shipment.
func follows(s prizes.Shipment) string {
	switch {
	case s.Duty == nil:
		return "they stay"
	case s.Duty.Keep:
		return "kept, " + s.Duty.String()
	}
	late := map[bool]string{true: ", overdue"}[s.Overdue]
	return string(s.Duty.ReturnBy) + " or " + league.DecimalOfCents(s.Duty.Pay.Cents) + ", " + s.Duty.String() + late
}

// CN09 1.10: the consequences of a change to a shipment are known before it is stored.
func TestAShipmentThatMoves(t *testing.T) {
	t.Parallel()
	now := at(t, "14 12:00:00")
	kept := func(s *prizes.Shipment) { s.KeptAt = &now }
	for _, tt := range []struct {
		name   string
		change func(*prizes.Shipment)
		want   string
	}{
		{"CN09 1.10 is overdue", func(*prizes.Shipment) {}, "2009-04-12 or 57.50, CN09 1.10: prizes-back (day=2009-04-12), overdue"},
		{"CN09 1.10 is kept", kept, "kept, CN09 1.10: prizes-kept"},
		{"CN09 1.10 is back", func(s *prizes.Shipment) { s.State = facts.ShipmentReturned }, "2009-04-12 or 57.50, CN09 1.10: prizes-back (day=2009-04-12)"},
		{"CN09 1.10 is paid", func(s *prizes.Shipment) { s.State = facts.ShipmentPaid }, "2009-04-12 or 57.50, CN09 1.10: prizes-back (day=2009-04-12)"},
		{"CN09 1.10 costs more to send", func(s *prizes.Shipment) { s.ShippingCents = 1000 }, "2009-04-12 or 60.00, CN09 1.10: prizes-back (day=2009-04-12), overdue"},
		{"CN09 1.10 is not sent: what is stored stands", func(s *prizes.Shipment) { s.State, s.ShippingCents = facts.ShipmentCancelled, 0 }, "2009-04-12 or 57.50, CN09 1.10: prizes-back (day=2009-04-12)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tournament{verdict: facts.VerdictInvalidated}.sent(t)
			before := follows(s.WithDuty(now))
			moved := s
			tt.change(&moved)
			if got := follows(moved.Moved(now)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if after := follows(s.WithDuty(now)); after != before {
				t.Errorf("the season has changed: %q, before %q", after, before)
			}
		})
	}
}

// CN09 1.10: prizes are kept at the discretion of the giver, if the regulation leaves it to them.
func TestWhoMayKeepPrizes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		rule *rules.SeasonPrizes
		want string
	}{
		{"CN09 1.10", nil, ""},
		{"a ruleset by which they go back", &rules.SeasonPrizes{Days: 7, Paragraph: "2.3"}, "rule CN09 2.3: prizes-not-to-keep"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, err := tournament{verdict: facts.VerdictInvalidated, rule: tt.rule}.sent(t).Keep("Per la prossima tappa", id(6), at(t, "11 12:00:00"))
			if got := leaguetest.Answer(err); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if kept := s.KeptAt != nil && *s.KeptBy == id(6) && s.KeptReason == "Per la prossima tappa" && s.State == facts.ShipmentSent; kept != (tt.want == "") {
				t.Errorf("%+v", s.PrizeShipment)
			}
		})
	}
	silent := tournament{}.sent(t)
	silent.Season.Rules.Season.Prizes = nil // the shipment has its own copy
	if _, err := silent.Keep("", id(6), at(t, "11 12:00:00")); leaguetest.Answer(err) != "rule CN09: prizes-not-to-keep" {
		t.Errorf("a ruleset that says nothing of prizes: %v", err)
	}
}

// CN09 1.10: prizes that are due come back, or their price is paid in full with the carriage. Days are those of
// the season's time zone, Rome.
func TestPrizesThatComeBack(t *testing.T) {
	t.Parallel()
	back, paid := prizes.Settlement{Returned: true}, func(cents int64) prizes.Settlement { return prizes.Settlement{Cents: cents} }
	const midnight = "11 22:00:00" // 12 April in Rome
	for _, tt := range []struct {
		name string
		of   tournament
		n    prizes.Settlement
		on   rules.Day
		now  string
		want string
	}{
		{"CN09 1.10 they are back", tournament{verdict: facts.VerdictInvalidated}, back, "2009-04-11", midnight, ""},
		{"CN09 1.10 they are back after the week", tournament{verdict: facts.VerdictInvalidated}, back, "2009-04-20", "20 12:00:00", ""},
		{"CN09 1.10 paid with the carriage", tournament{verdict: facts.VerdictInvalidated}, paid(5750), "2009-04-11", midnight, ""},
		{"CN09 1.10 more is paid", tournament{verdict: facts.VerdictInvalidated}, paid(6000), "2009-04-11", midnight, ""},
		{"CN09 1.10 a cent less is paid", tournament{verdict: facts.VerdictInvalidated}, paid(5749), "2009-04-11", midnight, "faults /amount: CN09 1.10: prizes-paid-short (amount=57.50)"},
		{"CN09 1.10 their price is paid without the carriage", tournament{verdict: facts.VerdictInvalidated}, paid(5000), "2009-04-11", midnight, "faults /amount: CN09 1.10: prizes-paid-short (amount=57.50)"},
		{"CN09 1.10 of a valid event", tournament{verdict: facts.VerdictHomologated}, back, "2009-04-11", midnight, "state CN09 1.10: prizes-nothing-due"},
		{"CN09 1.10 of one that is not decided", tournament{verdict: facts.VerdictReversed}, paid(5750), "2009-04-11", midnight, "state CN09 1.10: prizes-nothing-due"},
		{"CN09 1.10 which are kept", tournament{verdict: facts.VerdictInvalidated, kept: true}, back, "2009-04-11", midnight, "state CN09 1.10: prizes-nothing-due"},
		{"on a day that has just begun", tournament{verdict: facts.VerdictInvalidated}, back, "2009-04-12", midnight, ""},
		{"on a day to come", tournament{verdict: facts.VerdictInvalidated}, back, "2009-04-12", "11 21:59:59", "faults /on: day-in-future"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			now := at(t, tt.now)
			tt.n.On, tt.n.Reference = tt.on.Midnight(), "CRO 1"
			s, err := tt.of.sent(t).WithDuty(now).Settle(tt.n, now)
			if got := leaguetest.Answer(err); got != tt.want {
				t.Fatalf("got %q, want %q", got, tt.want)
			}
			switch paid := s.SettledCents; {
			case err != nil && s.State != facts.ShipmentSent, err == nil && (*s.SettledOn != tt.n.On || s.Reference != "CRO 1"):
				t.Errorf("%+v", s.PrizeShipment)
			case err == nil && tt.n.Returned && (s.State != facts.ShipmentReturned || paid != nil), err == nil && !tt.n.Returned && (s.State != facts.ShipmentPaid || *paid != tt.n.Cents):
				t.Errorf("%+v", s.PrizeShipment)
			}
		})
	}
}

// A shipment goes through its states in one direction: it is allocated, then sent or cancelled; a sent one is
// kept or settled, once. Prizes that are cancelled or come back return to the stock, and prizes that are paid
// for do not.
func TestWayOfAShipment(t *testing.T) {
	t.Parallel()
	now := at(t, "11 12:00:00")
	steps := map[string]func(prizes.Shipment) (prizes.Shipment, error){
		"sent": func(s prizes.Shipment) (prizes.Shipment, error) {
			return s.Send(prizes.Dispatch{On: now.Truncate(24 * time.Hour), Carrier: "Corriere", ShippingCents: 990}, now)
		},
		"cancelled": prizes.Shipment.Cancel,
		"kept":      func(s prizes.Shipment) (prizes.Shipment, error) { return s.Keep("", id(6), now) },
		"returned": func(s prizes.Shipment) (prizes.Shipment, error) {
			return s.Settle(prizes.Settlement{Returned: true}, now)
		},
		"paid": func(s prizes.Shipment) (prizes.Shipment, error) { return s.Settle(prizes.Settlement{Cents: 5750}, now) },
	}
	back := map[string]bool{"cancelled": true, "returned": true}
	for state, then := range map[facts.ShipmentState]string{
		facts.ShipmentAllocated: "sent cancelled", facts.ShipmentSent: "kept returned paid", facts.ShipmentReturned: "", facts.ShipmentPaid: "", facts.ShipmentCancelled: "",
	} {
		for name, take := range steps {
			s := tournament{verdict: facts.VerdictInvalidated}.sent(t).WithDuty(now)
			s.State = state
			want := "state CN09 1.10: prizes-not-so-far (state=" + string(state) + ")"
			if strings.Contains(then, name) {
				want = ""
			}
			after, err := take(s)
			if got := leaguetest.Answer(err); got != want {
				t.Errorf("CN09 1.10 from %s it is %s: %q, want %q", state, name, got, want)
			}
			if err == nil && after.Back() != back[name] {
				t.Errorf("CN09 1.10 %s, and in the stock: %t", name, after.Back())
			}
		}
	}
}

// The day of sending must have begun in Rome. From then on the cost of carriage is part of the price of the
// shipment.
func TestPrizesThatAreSent(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		now  string
		want string
	}{
		{"11 21:59:59", "faults /on: day-in-future"},
		{"11 22:00:00", ""},
	} {
		s := tournament{}.sent(t)
		s.State = facts.ShipmentAllocated
		day := rules.Day("2009-04-12").Midnight()
		sent, err := s.Send(prizes.Dispatch{On: day, Carrier: "Corriere", Tracking: "AB1", ShippingCents: 990}, at(t, tt.now))
		if got := leaguetest.Answer(err); got != tt.want {
			t.Errorf("at %s: %q, want %q", tt.now, got, tt.want)
		}
		if err == nil && (*sent.SentOn != day || sent.Carrier != "Corriere" || sent.Tracking != "AB1" || sent.TotalCents() != 5990) {
			t.Errorf("at %s: %+v", tt.now, sent.PrizeShipment)
		}
	}
}

// The price of a shipment is the price of its prizes plus the carriage, in cents.
func TestPriceOfAShipment(t *testing.T) {
	t.Parallel()
	for want, s := range map[int64]prizes.Shipment{
		0:    {},
		750:  {PrizeShipment: facts.PrizeShipment{ShippingCents: 750}},
		5750: {PrizeShipment: facts.PrizeShipment{ShippingCents: 750}, Lines: []facts.ShipmentLine{{Quantity: 2, PriceCents: 2500}}},
		3097: {PrizeShipment: facts.PrizeShipment{ShippingCents: 0}, Lines: []facts.ShipmentLine{{Quantity: 1, PriceCents: 2500}, {Quantity: 3, PriceCents: 199}}},
	} {
		if got := s.TotalCents(); got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	}
}

// For any wanted quantities of any prizes: either the lines contain exactly these and never more than the
// stock, or there are no lines.
func TestLinesAreWhatIsWantedOrNone(t *testing.T) {
	t.Parallel()
	s := tournament{}.sent(t).Season
	rapid.Check(t, func(t *rapid.T) {
		var stock []facts.Prize
		for n, has := range rapid.SliceOfN(rapid.IntRange(0, 9), 1, 5).Draw(t, "stock") {
			stock = append(stock, facts.Prize{ID: id(byte(10 + n)), Name: strconv.Itoa(n), Stock: has})
		}
		var wanted []prizes.NewShipmentLine
		short := false
		for _, n := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(stock)-1), 1, len(stock), rapid.ID[int]).Draw(t, "prizes") {
			quantity := rapid.IntRange(1, 9).Draw(t, "quantity")
			wanted = append(wanted, prizes.NewShipmentLine{Prize: stock[n].ID, Quantity: quantity})
			short = short || quantity > stock[n].Stock
		}
		lines, err := prizes.LinesOf(s, wanted, stock)
		if short != (err != nil) || err == nil && len(lines) != len(wanted) || err != nil && lines != nil {
			t.Fatalf("%v of %v: %v, %v", wanted, stock, lines, err)
		}
		for i, l := range lines {
			if l.PrizeID != wanted[i].Prize || l.Quantity != wanted[i].Quantity {
				t.Fatalf("line %d is %v, want %v", i, l, wanted[i])
			}
		}
	})
}
