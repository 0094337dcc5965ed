package views

import (
	"strconv"
	"strings"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/refunds"
	"referto/internal/league/register"
	"referto/internal/league/season"
	"referto/openapi"
)

// Euro writes whole cents as an amount of the currency of refunds.
func Euro(cents int64) openapi.Money { return money(int(cents), register.RefundCurrency) }

// Sum writes whole cents as a sum, which may be larger than an amount.
func Sum(cents int64) openapi.Total {
	m := Euro(cents)
	return openapi.Total{Amount: m.Amount, Currency: openapi.TotalCurrency(m.Currency)}
}

// WholeCents reads an amount whose form the contract has checked.
func WholeCents(amount string) int64 {
	if amount == "" {
		return 0
	}
	n, err := strconv.ParseInt(strings.Replace(amount, ".", "", 1), 10, 64)
	if err != nil {
		panic("leagueapi: the contract let an amount pass: " + amount)
	}
	return n
}

// DateOr is a stored date; the zero date without one.
func DateOr(t *time.Time) openapi_types.Date {
	if t == nil {
		return openapi_types.Date{}
	}
	return Date(*t)
}

// NameOr returns the name of an account; "" if there is none any more.
func NameOr(name *string) string {
	if name == nil {
		return ""
	}
	return *name
}

// Journey reports whether the way to a final is paid, and why.
func Journey(w *words.Words, j season.Journey) openapi.Journey {
	return openapi.Journey{Paid: j.Paid, Provisional: j.Paid && j.Provisional, Why: Explain(w, j.Grounds)}
}

// RefundSummary makes a line of the list of refunds.
func RefundSummary(w *words.Words, s *register.Season, r facts.Refund) openapi.RefundSummary {
	out := openapi.RefundSummary{
		Id: r.ID, Player: openapi.PlayerRef{Id: r.PlayerID, Name: w.Person(r.PlayerName)}, State: openapi.RefundState(r.State),
		Journey: Journey(w, s.State.Journey(s.Rules, r.PlayerID)), Claimed: Euro(r.ClaimedCents), Version: r.Version, CreatedAt: r.CreatedAt,
	}
	if r.DecidedBy != nil && r.State != facts.RefundRefused {
		out.Approved = Euro(r.ApprovedCents)
	}
	if r.AccountShown != nil {
		out.Account = *r.AccountShown
	}
	return out
}

// Refund makes a refund with its expenses and steps.
func Refund(w *words.Words, r *refunds.Claim) openapi.Refund {
	short := RefundSummary(w, r.Season, r.Refund)
	out := openapi.Refund{
		Id: short.Id, Player: short.Player, State: short.State, Journey: short.Journey, Claimed: short.Claimed, Approved: short.Approved,
		Account: short.Account, OnBehalf: r.OnBehalf, Version: short.Version, CreatedAt: short.CreatedAt,
		Expenses: openapi.Each(r.Expenses, func(e facts.RefundExpense) openapi.Expense { return expenseView(r, e) }),
		Steps: openapi.Each(r.Steps, func(s facts.RefundStep) openapi.RefundStep {
			step := openapi.RefundStep{Kind: openapi.RefundStepKind(s.Kind), At: s.At, Reason: s.Reason, By: NameOr(s.ByName)}
			if s.Paragraph != "" {
				step.Rule = openapi.Rule{Code: r.Season.Rules.Code, Paragraph: s.Paragraph}
			}
			return step
		}),
	}
	if r.OpenPaymentFor != nil {
		out.PaymentList = *r.OpenPaymentFor
	}
	return out
}

func expenseView(r *refunds.Claim, e facts.RefundExpense) openapi.Expense {
	out := openapi.Expense{
		Number: e.Number, What: e.What, SpentOn: Date(e.SpentOn), Amount: Euro(e.Cents), CutReason: e.CutReason, Receipts: []openapi.Receipt{},
	}
	if e.ApprovedCents != nil && r.DecidedBy != nil {
		out.Approved = Euro(*e.ApprovedCents)
	}
	for _, p := range r.Receipts {
		if p.Expense == e.Number {
			out.Receipts = append(out.Receipts, openapi.Receipt{
				Id: p.ID, Amount: Euro(p.Cents), MediaType: openapi.ReceiptMediaType(p.MediaType), Bytes: p.Bytes, AddedAt: p.AddedAt, Erased: p.ErasedAt != nil,
			})
		}
	}
	return out
}

// RefundTotal makes the sum of the refunds in a state.
func RefundTotal(t leaguedb.RefundTotal) openapi.RefundTotal {
	return openapi.RefundTotal{State: openapi.RefundState(t.State), Number: t.Number, Claimed: Sum(t.ClaimedCents), Approved: Sum(t.ApprovedCents)}
}

// Explain puts grounds of a season into a sentence of the reader's language.
func Explain(w *words.Words, g league.Grounds) openapi.Explanation {
	return Explanation(g, w.Reason(g.Reason, g.Params, nil))
}
