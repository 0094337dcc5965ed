package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"referto/internal/apiclient"
	"referto/internal/league/conformance"
	"referto/openapi"
)

// sendPrizes records the prizes that tournaments got, and which may be kept.
func (s *season) sendPrizes(ctx context.Context) error {
	tournaments := s.in.ByDate()
	return concurrently(len(tournaments), func(i int) error {
		if e := tournaments[i]; e.PrizesSent {
			if err := s.sendPrize(ctx, e, s.stages[i]); err != nil {
				return fmt.Errorf("%s: %w", e.ID, err)
			}
		}
		return nil
	})
}

func (s *season) sendPrize(ctx context.Context, e conformance.SeasonEvent, held event) error {
	kind := openapi.NewPrize{Kind: openapi.NewPrizeKindBox, Name: "Prizes of " + e.ID, Price: euros(e.PrizesPriceCents), Quantity: 1}
	var prize openapi.Prize
	if err := s.manager.Post(ctx, s.path+"/prizes", kind, &prize); err != nil {
		return err
	}
	allocated := openapi.NewShipment{Event: held.id, Prizes: []openapi.NewShipmentLine{{Prize: prize.Id, Quantity: 1}}}
	var shipment openapi.Shipment
	if err := s.manager.Post(ctx, s.path+"/prize-shipments", allocated, &shipment); err != nil {
		return err
	}
	path := s.path + "/prize-shipments/" + shipment.Id.String()
	sent := openapi.ShipmentDispatch{Carrier: "Post", Cost: euros(e.PrizesShippingCents)}
	sent.On.Time = date(e.Date)
	if err := s.manager.Post(ctx, path+"/dispatch", sent, nil); err != nil || !e.PrizesKeptAllowed {
		return err
	}
	return s.manager.Post(ctx, path+"/keeping", openapi.ReasonGiven{Reason: "Allowed in the case"}, nil)
}

// euros is an amount of so many cents.
func euros(cents int64) openapi.Money {
	return openapi.Money{Amount: fmt.Sprintf("%d.%02d", cents/100, cents%100), Currency: openapi.MoneyCurrencyEUR}
}

// cents is an amount of euros in cents.
func cents(amount string) json.Number {
	digits := strings.TrimLeft(strings.ReplaceAll(amount, ".", ""), "0")
	if digits == "" {
		digits = "0"
	}
	return json.Number(digits)
}

// duties reads the fate of prizes, by the event that got them.
func (s *season) duties(ctx context.Context) (map[openapi.EventID]any, error) {
	var page openapi.ShipmentPage
	if err := s.manager.Get(ctx, s.path+"/prize-shipments?limit=100", &page); err != nil {
		return nil, err
	}
	out := make(map[openapi.EventID]any)
	for _, shipment := range page.Items {
		switch duty := shipment.Duty; duty.Action {
		case openapi.PrizeDutyActionKeepForNextStage:
			out[shipment.Event] = object{"action": snake(string(duty.Action))}
		case openapi.PrizeDutyActionReturnOrPay:
			out[shipment.Event] = object{"action": snake(string(duty.Action)), "return_by": duty.ReturnBy.String(), "pay_cents": cents(duty.Pay.Amount)}
		}
	}
	return out, nil
}

// answer records the players who cannot come to the finals.
func (s *season) answer(ctx context.Context) error {
	for _, away := range []struct {
		players []string
		final   openapi.SeasonFinal
	}{{s.in.UnavailableRegional, openapi.SeasonFinalRegionalFinal}, {s.in.UnavailableNational, openapi.SeasonFinalNationalFinal}} {
		for _, name := range away.players {
			no := openapi.NewAnswer{Player: s.people[name], Final: away.final, How: "As the case has it"}
			if err := s.manager.Post(ctx, s.path+"/answers", no, nil); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

// merge names the regions that play with others.
func (s *season) merge(ctx context.Context) error {
	for _, name := range s.in.Regions {
		into, merged := s.in.MergeInto[name]
		if !merged {
			continue
		}
		merger := openapi.NewRegionMerge{Region: s.regions[name], Into: s.regions[into]}
		if err := s.manager.Post(ctx, s.path+"/region-merges", merger, nil); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// playFinals has every regional final recorded, reported and decided. A case has it as it was played, also if
// another reading takes a place from a player who played.
func (s *season) playFinals(ctx context.Context) error {
	for i, f := range s.in.RegionalFinals {
		held := s.finals[i]
		asHeld := conformance.SeasonEvent{Registered: f.Ranking, Top: f.Ranking, ResultsSound: true}
		if err := s.record(ctx, asHeld, held, "As the case has it"); err != nil {
			return fmt.Errorf("%s: outcome: %w", f.Region, err)
		}
		if err := s.report(ctx, held, f.Date); err != nil {
			return fmt.Errorf("%s: report: %w", f.Region, err)
		}
		if err := s.decide(ctx, asHeld, held); err != nil {
			return fmt.Errorf("%s: %w", f.Region, err)
		}
	}
	return nil
}

// refund plays the national final with the players who come, in any order, and refunds the attested expenses of
// all whose journey is paid. It returns the approved sums.
func (s *season) refund(ctx context.Context, holders []openapi.Place) (map[openapi.PlayerID]json.Number, error) {
	if len(holders) == 0 {
		return nil, nil
	}
	outcome := openapi.NewOutcome{}
	for _, p := range holders {
		outcome.Entrants = append(outcome.Entrants, openapi.OutcomeEntrant{Player: p.Holder.Id, Played: true})
		outcome.Ranking = append(outcome.Ranking, p.Holder.Id)
	}
	if err := s.national.manage(ctx, "/outcome", outcome, nil); err != nil {
		return nil, err
	}
	approved := make([]json.Number, len(holders))
	err := concurrently(len(holders), func(i int) (err error) {
		if expenses := s.expenses(holders[i]); len(expenses) > 0 {
			approved[i], err = s.claim(ctx, holders[i].Holder, expenses)
		}
		return err
	})
	out := make(map[openapi.PlayerID]json.Number)
	for i, p := range holders {
		out[p.Holder.Id] = approved[i]
	}
	return out, err
}

// expenses returns the expenses of a place's holder.
func (s *season) expenses(p openapi.Place) (out []conformance.SeasonExpense) {
	for _, e := range s.in.Expenses {
		if s.people[e.Player] == p.Holder.Id {
			out = append(out, e)
		}
	}
	return out
}

// someIBAN is the account to which all refunds are paid.
const someIBAN = "IT60X0542811101000000123456"

// claim has the manager claim expenses for a player and another person approve them, with receipts of those
// that are attested; it returns the approved sum. The server refuses claims of players who are paid nothing,
// and expenses without receipts, which are removed.
func (s *season) claim(ctx context.Context, player openapi.PlayerRef, expenses []conformance.SeasonExpense) (json.Number, error) {
	var claim openapi.Refund
	err := s.manager.Post(ctx, s.path+"/refunds", openapi.NewRefund{Player: player.Id, Reason: "Sent by post"}, &claim)
	if strings.HasPrefix(apiclient.Reason(err), "journey-") {
		return "0", nil
	}
	if err != nil {
		return "", err
	}
	path := s.path + "/refunds/" + claim.Id.String()
	for i, e := range expenses {
		if err := s.spend(ctx, path, i+1, e, &claim); err != nil {
			return "", err
		}
	}
	account := openapi.NewAccountToPay{Holder: player.Name, Iban: someIBAN}
	if err := s.manager.Do(ctx, "PUT", path+"/account", account, nil, apiclient.IfMatch(claim.Version)); err != nil {
		return "", err
	}
	left, err := s.submit(ctx, path, len(expenses))
	if err != nil || left == 0 {
		return "0", err
	}
	err = s.firstReferee.Post(ctx, path+"/approval", openapi.RefundApproval{}, &claim)
	return cents(claim.Approved.Amount), err
}

// spend adds an expense to a claim, with its receipt if it is attested.
func (s *season) spend(ctx context.Context, claim string, number int, e conformance.SeasonExpense, out *openapi.Refund) error {
	amount := euros(e.Cents)
	expense := openapi.NewExpense{What: "Journey", Amount: openapi.AnyMoney{Amount: amount.Amount, Currency: string(amount.Currency)}}
	expense.SpentOn.Time = date(nationalFinalDay)
	if err := s.manager.Post(ctx, claim+"/expenses", expense, out); err != nil || !e.Attested {
		return err
	}
	receipt := openapi.NewReceipt{Amount: amount, Content: fmt.Appendf(nil, "%%PDF-1.4\n%% %s\n%%%%EOF\n", uuid.NewString())}
	return s.manager.Post(ctx, fmt.Sprintf("%s/expenses/%d/receipts", claim, number), receipt, out)
}

// submit hands a claim in, without the expenses that the server refuses for lack of a receipt; it returns how
// many are left, and hands nothing in if none is.
func (s *season) submit(ctx context.Context, claim string, expenses int) (left int, err error) {
	err = s.manager.Post(ctx, claim+"/submission", nil, nil)
	var refused *apiclient.Problem
	if !errors.As(err, &refused) {
		return expenses, err
	}
	for _, fault := range refused.Errors {
		if fault.Reason != "refund-receipt-missing" {
			return 0, err
		}
		if err := s.manager.Do(ctx, "DELETE", claim+fault.Pointer, nil, nil); err != nil {
			return 0, err
		}
		expenses--
	}
	switch {
	case len(refused.Errors) == 0:
		return 0, err
	case expenses == 0:
		return 0, nil
	}
	return expenses, s.manager.Post(ctx, claim+"/submission", nil, nil)
}
