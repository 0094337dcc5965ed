package leagueapi

import (
	"slices"
	"strconv"
	"strings"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/refunds"
	"referto/internal/league/register"
	"referto/internal/league/season"
	"referto/openapi"
)

// euro writes whole cents as an amount of the currency of refunds.
func euro(cents int64) openapi.Money { return money(int(cents), register.RefundCurrency) }

// sum writes whole cents as a sum, which may be larger than an amount.
func sum(cents int64) openapi.Total {
	m := euro(cents)
	return openapi.Total{Amount: m.Amount, Currency: openapi.TotalCurrency(m.Currency)}
}

// wholeCents reads an amount whose form the contract has checked.
func wholeCents(amount string) int64 {
	if amount == "" {
		return 0
	}
	n, err := strconv.ParseInt(strings.Replace(amount, ".", "", 1), 10, 64)
	if err != nil {
		panic("leagueapi: the contract let an amount pass: " + amount)
	}
	return n
}

// dateOr is a stored date; the zero date without one.
func dateOr(t *time.Time) openapi_types.Date {
	if t == nil {
		return openapi_types.Date{}
	}
	return date(*t)
}

// mayOne tells whether the caller has one of some permissions over the tenant.
func mayOne(c *gate.Call, permissions []string) bool {
	return slices.ContainsFunc(permissions, func(p string) bool { return c.May(authz.Permission(p)) })
}

func journey(c *gate.Call, j season.Journey) openapi.Journey {
	return openapi.Journey{Paid: j.Paid, Provisional: j.Paid && j.Provisional, Why: explain(c, j.Grounds)}
}

func refundSummary(c *gate.Call, s *register.Season, r facts.Refund) openapi.RefundSummary {
	out := openapi.RefundSummary{
		Id: r.ID, Player: openapi.PlayerRef{Id: r.PlayerID, Name: r.PlayerName}, State: openapi.RefundState(r.State),
		Journey: journey(c, s.State.Journey(s.Rules, r.PlayerID)), Claimed: euro(r.ClaimedCents), Version: r.Version, CreatedAt: r.CreatedAt,
	}
	if r.DecidedBy != nil && r.State != facts.RefundRefused {
		out.Approved = euro(r.ApprovedCents)
	}
	if r.AccountShown != nil {
		out.Account = *r.AccountShown
	}
	return out
}

func refundView(c *gate.Call, r *refunds.Claim) openapi.Refund {
	short := refundSummary(c, r.Season, r.Refund)
	out := openapi.Refund{
		Id: short.Id, Player: short.Player, State: short.State, Journey: short.Journey, Claimed: short.Claimed, Approved: short.Approved,
		Account: short.Account, OnBehalf: r.OnBehalf, Version: short.Version, CreatedAt: short.CreatedAt,
		Expenses: openapi.Each(r.Expenses, func(e facts.RefundExpense) openapi.Expense { return expenseView(r, e) }),
		Steps: openapi.Each(r.Steps, func(s facts.RefundStep) openapi.RefundStep {
			step := openapi.RefundStep{Kind: openapi.RefundStepKind(s.Kind), At: s.At, Reason: s.Reason}
			if s.ByName != nil {
				step.By = *s.ByName
			}
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
		Number: e.Number, What: e.What, SpentOn: date(e.SpentOn), Amount: euro(e.Cents), CutReason: e.CutReason, Receipts: []openapi.Receipt{},
	}
	if e.ApprovedCents != nil && r.DecidedBy != nil {
		out.Approved = euro(*e.ApprovedCents)
	}
	for _, p := range r.Receipts {
		if p.Expense == e.Number {
			out.Receipts = append(out.Receipts, openapi.Receipt{
				Id: p.ID, Amount: euro(p.Cents), MediaType: openapi.ReceiptMediaType(p.MediaType), Bytes: p.Bytes, AddedAt: p.AddedAt, Erased: p.ErasedAt != nil,
			})
		}
	}
	return out
}

func toRefundTotal(t leaguedb.RefundTotal) openapi.RefundTotal {
	return openapi.RefundTotal{State: openapi.RefundState(t.State), Number: t.Number, Claimed: sum(t.ClaimedCents), Approved: sum(t.ApprovedCents)}
}
