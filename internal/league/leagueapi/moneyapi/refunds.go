package moneyapi

import (
	"bytes"
	"context"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/letters"
	"referto/internal/league/refunds"
	"referto/internal/league/views"
	"referto/internal/media"
	"referto/internal/oneline"
	"referto/internal/payment"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// GetMyRefund reports whether the caller's journey is paid, and their claim.
func (a API) GetMyRefund(ctx context.Context, r openapi.GetMyRefundRequestObject) (openapi.GetMyRefundResponseObject, error) {
	c := gate.From(ctx)
	mine, err := moneydesk.At(a.Desk).MyRefund(c.Door(), r.Season, c.Account(), c.Now)
	if err == nil {
		err = leagueapi.OpenTo(c, mine.Season.Season)
	}
	if err != nil {
		return nil, err
	}
	out := openapi.MyRefund{Journey: views.Journey(words.For(c.Language), mine.Journey), Claimable: mine.Journey.Paid && mine.NotYet == nil && mine.Claim == nil, ClaimBy: string(mine.ClaimBy)}
	if mine.NotYet != nil {
		out.NotYet = views.Explain(words.For(c.Language), *mine.NotYet)
	}
	if mine.Claim != nil {
		out.Claim = views.Refund(words.For(c.Language), mine.Claim)
	}
	return openapi.GetMyRefund200JSONResponse(out), nil
}

// CreateRefund begins a claim. A claim for another player needs a permission.
func (a API) CreateRefund(ctx context.Context, r openapi.CreateRefundRequestObject) (openapi.CreateRefundResponseObject, error) {
	c := gate.From(ctx)
	n := moneydesk.NewRefund{Player: r.Body.Player, Reason: r.Body.Reason}
	if n.Player != (league.PlayerID{}) {
		if err := c.Identify(); err != nil { // to identify the caller
			return nil, err
		}
		if err := c.Can("refund:write", c.Target()).Err(); err != nil {
			return nil, err
		}
		if n.Reason == "" {
			return nil, league.Faults{{Field: "/reason", Grounds: league.Grounds{Reason: "reason-missing"}}}
		}
	}
	claim, err := moneydesk.At(a.Desk).OpenRefund(c.Tx(), leagueapi.Act(c), r.Season, n)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(claim.Version))
	return openapi.CreateRefund201JSONResponse(views.Refund(words.For(c.Language), claim)), nil
}

// refundPosition marks the end of a page of claims.
type refundPosition struct{ ID uuid.UUID }

// ListRefunds lists the claims of a season.
func (a API) ListRefunds(ctx context.Context, r openapi.ListRefundsRequestObject) (openapi.ListRefundsResponseObject, error) {
	c := gate.From(ctx)
	list := "refunds:" + r.Season.String() + ":" + string(r.Params.State)
	var after refundPosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	s, err := a.Desk.ViewSeason(c.Door(), r.Season)
	if err != nil {
		return nil, err
	}
	most := leagueapi.Limit(r.Params.Limit)
	var claims []facts.Refund
	var totals []leaguedb.RefundTotal
	b := &tenantdb.Batch{}
	leaguedb.LoadRefunds(b, &claims, r.Season, string(r.Params.State), after.ID, most+1)
	leaguedb.LoadRefundTotals(b, &totals, r.Season)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	page := openapi.RefundPage{Totals: openapi.Each(totals, views.RefundTotal)}
	if len(claims) > most {
		claims = claims[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, refundPosition{claims[most-1].ID}))
	}
	page.Items = openapi.Each(claims, func(claim facts.Refund) openapi.RefundSummary {
		return views.RefundSummary(words.For(c.Language), s, claim)
	})
	return openapi.ListRefunds200JSONResponse(page), nil
}

// seeRefund finds a claim for its claimant or for callers with one of some permissions; for others it does not
// exist.
func (a API) seeRefund(c *gate.Call, season league.SeasonID, id uuid.UUID, permissions ...string) (*refunds.Claim, error) {
	claim, err := moneydesk.At(a.Desk).ViewRefund(c.Door(), season, id)
	if err != nil {
		return nil, err
	}
	if claim.Of(c.Account()) || leagueapi.MayOne(c, permissions) {
		return claim, nil
	}
	return nil, fmt.Errorf("refund %s: %w", id, league.ErrNotFound)
}

// GetRefund answers with one claim.
func (a API) GetRefund(ctx context.Context, r openapi.GetRefundRequestObject) (openapi.GetRefundResponseObject, error) {
	c := gate.From(ctx)
	claim, err := a.seeRefund(c, r.Season, r.Refund, "refund:read")
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(claim.Version))
	return openapi.GetRefund200JSONResponse(views.Refund(words.For(c.Language), claim)), nil
}

// AddExpense adds an expense to a claim.
func (a API) AddExpense(ctx context.Context, r openapi.AddExpenseRequestObject) (openapi.AddExpenseResponseObject, error) {
	c := gate.From(ctx)
	what, err := oneline.Line(r.Body.What)
	if err != nil {
		return nil, err
	}
	claim, err := moneydesk.At(a.Desk).AddExpense(c.Tx(), leagueapi.Act(c), r.Season, r.Refund, refunds.NewExpense{
		What: what, SpentOn: r.Body.SpentOn.Time, Cents: views.WholeCents(r.Body.Amount.Amount), Currency: r.Body.Amount.Currency,
	})
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(claim.Version))
	return openapi.AddExpense201JSONResponse(views.Refund(words.For(c.Language), claim)), nil
}

// RemoveExpense takes an expense away.
func (a API) RemoveExpense(ctx context.Context, r openapi.RemoveExpenseRequestObject) (openapi.RemoveExpenseResponseObject, error) {
	c := gate.From(ctx)
	claim, err := moneydesk.At(a.Desk).RemoveExpense(c.Tx(), leagueapi.Act(c), r.Season, r.Refund, r.Expense)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(claim.Version))
	return openapi.RemoveExpense200JSONResponse(views.Refund(words.For(c.Language), claim)), nil
}

// AddReceipt adds a receipt to an expense. The file is stored, encrypted, after all checks and before the
// commit, so that no claim has a receipt without a file.
func (a API) AddReceipt(ctx context.Context, r openapi.AddReceiptRequestObject) (openapi.AddReceiptResponseObject, error) {
	c := gate.From(ctx)
	if _, err := moneydesk.At(a.Desk).ViewRefund(c.Door(), r.Season, r.Refund); err != nil { // before the file is looked at
		return nil, err
	}
	if err := a.Upload(c, len(r.Body.Content)); err != nil {
		return nil, err
	}
	file, err := a.Studio.ReadReceipt(ctx, r.Body.Content)
	if err != nil {
		return nil, err
	}
	claim, receipt, err := moneydesk.At(a.Desk).AddReceipt(c.Tx(), leagueapi.Act(c), r.Season, r.Refund, r.Expense, moneydesk.NewReceipt{
		Cents: views.WholeCents(r.Body.Amount.Amount), MediaType: file.Type, Digest: file.Digest, Bytes: len(file.Data),
	})
	if err != nil {
		return nil, err
	}
	key := moneydesk.ReceiptKey(c.Tenant.ID, receipt)
	sealed, err := a.Desk.Keys.Seal(file.Data, key)
	if err != nil {
		return nil, err
	}
	if err := a.Files.Put(ctx, key, sealed); err != nil {
		return nil, err
	}
	c.ETag(gate.Version(claim.Version))
	return openapi.AddReceipt201JSONResponse(views.Refund(words.For(c.Language), claim)), nil
}

// GetReceipt answers with the file of a receipt, to be saved.
func (a API) GetReceipt(ctx context.Context, r openapi.GetReceiptRequestObject) (openapi.GetReceiptResponseObject, error) {
	c := gate.From(ctx)
	if _, err := a.seeRefund(c, r.Season, r.Refund, "refund:decide", "refund:pay"); err != nil {
		return nil, err
	}
	var receipt facts.RefundReceipt
	b := &tenantdb.Batch{}
	leaguedb.LoadRefundReceipt(b, &receipt, r.Refund, r.Receipt)
	err := c.Door().Send(b)
	if err == nil && receipt.ErasedAt != nil {
		err = league.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("receipt %s: %w", r.Receipt, err)
	}
	key := moneydesk.ReceiptKey(c.Tenant.ID, receipt)
	sealed, err := a.Files.Get(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("receipt %s: %w", r.Receipt, err)
	}
	file, err := a.Desk.Keys.Open(sealed, key)
	if err != nil {
		return nil, fmt.Errorf("receipt %s: %w", r.Receipt, err)
	}
	err = a.Note(ctx, c, func(b *tenantdb.Batch) {
		leaguedb.AddClaimAccess(b, leagueapi.Access(c, leaguedb.ReceiptRead), []uuid.UUID{r.Refund})
	})
	if err != nil {
		return nil, err
	}
	extension := ".pdf"
	if receipt.MediaType == media.TypeJPEG {
		extension = ".jpg"
	}
	attach(c, receipt.MediaType, "receipt-"+strconv.Itoa(receipt.Expense)+extension)
	if receipt.MediaType == media.TypeJPEG {
		return openapi.GetReceipt200ImagejpegResponse{Body: bytes.NewReader(file), ContentLength: int64(len(file))}, nil
	}
	return openapi.GetReceipt200ApplicationpdfResponse{Body: bytes.NewReader(file), ContentLength: int64(len(file))}, nil
}

// attach sets the headers of an answer that is a file to be saved and not to be cached.
func attach(c *gate.Call, mediaType, name string) {
	for header, value := range media.Attachment(mediaType, name) {
		if header != "Content-Type" { // the generated answer sets it
			c.Header(header, value)
		}
	}
	c.Header("Cache-Control", "no-store")
}

// SetRefundAccount sets the account to which a claim is paid.
func (a API) SetRefundAccount(ctx context.Context, r openapi.SetRefundAccountRequestObject) (openapi.SetRefundAccountResponseObject, error) {
	c := gate.From(ctx)
	to, err := party(*r.Body)
	if err != nil {
		return nil, err
	}
	claim, err := moneydesk.At(a.Desk).SetAccount(c.Tx(), leagueapi.Act(c), r.Season, r.Refund, leagueapi.From(r.Params.IfMatch), to)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(claim.Version))
	return openapi.SetRefundAccount200JSONResponse(views.Refund(words.For(c.Language), claim)), nil
}

func party(n openapi.NewAccountToPay) (payment.Party, error) {
	holder, err := oneline.Clean(n.Holder)
	return payment.Party{Name: holder, IBAN: n.Iban}, err
}

// ReadRefundAccount shows the account to which a claim is to be paid. It is a write, because the access is
// recorded.
func (a API) ReadRefundAccount(ctx context.Context, r openapi.ReadRefundAccountRequestObject) (openapi.ReadRefundAccountResponseObject, error) {
	c := gate.From(ctx)
	to, err := moneydesk.At(a.Desk).ReadAccount(c.Tx(), leagueapi.Act(c), r.Season, r.Refund)
	if err != nil {
		return nil, err
	}
	c.Tx().Defer(func(b *tenantdb.Batch) {
		leaguedb.AddClaimAccess(b, leagueapi.Access(c, leaguedb.BankRead), []uuid.UUID{r.Refund})
	})
	c.Header("Cache-Control", "no-store")
	return openapi.ReadRefundAccount200JSONResponse{Holder: to.Name, Iban: to.IBAN}, nil
}

// SubmitRefund hands a claim in.
func (a API) SubmitRefund(ctx context.Context, r openapi.SubmitRefundRequestObject) (openapi.SubmitRefundResponseObject, error) {
	c := gate.From(ctx)
	claim, err := moneydesk.At(a.Desk).SubmitRefund(c.Tx(), leagueapi.Act(c), r.Season, r.Refund)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(claim.Version))
	return openapi.SubmitRefund200JSONResponse(views.Refund(words.For(c.Language), claim)), nil
}

// AskRefund gives a claim back with a question.
func (a API) AskRefund(ctx context.Context, r openapi.AskRefundRequestObject) (openapi.AskRefundResponseObject, error) {
	c := gate.From(ctx)
	claim, err := moneydesk.At(a.Desk).AskRefund(c.Tx(), leagueapi.Act(c), r.Season, r.Refund, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(claim.Version))
	return openapi.AskRefund200JSONResponse(views.Refund(words.For(c.Language), claim)), a.notifyClaimants(c, claim)
}

// notifyClaimants queues letters to claimants about the last steps of their claims.
func (a API) notifyClaimants(c *gate.Call, claims ...*refunds.Claim) error {
	for _, claim := range claims {
		step := letters.RefundStep{Tenant: c.Tenant.ID, Season: claim.SeasonID, Refund: claim.ID, Number: len(claim.Steps)}
		if err := a.Later.Insert(c.Tx(), step); err != nil {
			return err
		}
	}
	return nil
}

// ApproveRefund approves a claim.
func (a API) ApproveRefund(ctx context.Context, r openapi.ApproveRefundRequestObject) (openapi.ApproveRefundResponseObject, error) {
	c := gate.From(ctx)
	cuts := openapi.Each(r.Body.Expenses, func(e openapi.ApprovedExpense) refunds.ApprovedExpense {
		return refunds.ApprovedExpense{Number: e.Number, Cents: views.WholeCents(e.Amount.Amount), Reason: e.Reason}
	})
	claim, err := moneydesk.At(a.Desk).ApproveRefund(c.Tx(), leagueapi.Act(c), r.Season, r.Refund, cuts)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(claim.Version))
	return openapi.ApproveRefund200JSONResponse(views.Refund(words.For(c.Language), claim)), a.notifyClaimants(c, claim)
}

// RefuseRefund refuses a claim.
func (a API) RefuseRefund(ctx context.Context, r openapi.RefuseRefundRequestObject) (openapi.RefuseRefundResponseObject, error) {
	c := gate.From(ctx)
	claim, err := moneydesk.At(a.Desk).RefuseRefund(c.Tx(), leagueapi.Act(c), r.Season, r.Refund, r.Body.Reason, r.Body.Paragraph)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(claim.Version))
	return openapi.RefuseRefund200JSONResponse(views.Refund(words.For(c.Language), claim)), a.notifyClaimants(c, claim)
}

// WithdrawRefund takes a claim back.
func (a API) WithdrawRefund(ctx context.Context, r openapi.WithdrawRefundRequestObject) (openapi.WithdrawRefundResponseObject, error) {
	c := gate.From(ctx)
	claim, err := moneydesk.At(a.Desk).WithdrawRefund(c.Tx(), leagueapi.Act(c), r.Season, r.Refund, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(claim.Version))
	return openapi.WithdrawRefund200JSONResponse(views.Refund(words.For(c.Language), claim)), nil
}
