package moneydesk

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/refunds"
	"referto/internal/league/register"
	"referto/internal/payment"
	"referto/internal/tenant/tenantdb"
)

// NewPaymentList is an order to be made.
type NewPaymentList struct {
	Refunds   []uuid.UUID
	From      payment.Party // the IBAN as it was typed
	ExecuteOn time.Time     // date at midnight UTC
}

// MakePaymentList makes an order to the bank from approved claims. The person who approved a claim may not pay
// it, and nobody may pay themselves. The order does not change from then on.
func (d Desk) MakePaymentList(tx tenantdb.Tx, act desk.Act, id league.SeasonID, n NewPaymentList) (*refunds.PaymentList, error) {
	s, err := d.TakeSeason(tx, id)
	if err != nil {
		return nil, err
	}
	if n.From.IBAN, err = checkIBAN("/payer/iban", n.From.IBAN); err != nil {
		return nil, err
	}
	if err := refunds.CheckExecution(s, n.ExecuteOn, act.Now); err != nil {
		return nil, err
	}
	claims, err := d.payableRefunds(tx, act, s, n.Refunds)
	if err != nil {
		return nil, err
	}
	known := 0
	b := &tenantdb.Batch{}
	leaguedb.CountPaymentLists(b, &known, id)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	l := &refunds.PaymentList{Season: s, PaymentList: facts.PaymentList{
		ID: desk.NewID(), SeasonID: id, Number: known + 1, ExecuteOn: n.ExecuteOn, Payer: n.From.Name, Shown: payment.Mask(n.From.IBAN), MadeBy: act.By,
		MadeAt: act.Now.Truncate(time.Second), Version: 1,
	}}
	if err := d.fillList(tx, l, n.From, claims); err != nil {
		return nil, err
	}
	stored := l.PaymentList
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddPaymentList(b, stored, l.Payments) })
	for _, r := range claims {
		moveRefund(tx, act, r, facts.RefundListed, "listed", "", "")
	}
	act.Record.Log(uuid.Nil, leaguelog.PaymentListMade{List: l.ID, Season: id, Payments: len(l.Payments), Cents: l.TotalCents})
	act.Record.Audit("payment list "+l.ID.String(), "", nil, map[string]any{"number": l.Number, "refunds": n.Refunds, "totalCents": l.TotalCents})
	return l, nil
}

// payableRefunds returns claims in the given order, if the acting person can pay all of them now.
func (d Desk) payableRefunds(tx tenantdb.Tx, act desk.Act, s *register.Season, ids []uuid.UUID) ([]*refunds.Claim, error) {
	var rows []facts.Refund
	b := &tenantdb.Batch{}
	leaguedb.LoadRefundsByID(b, &rows, s.Season.ID, ids)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	return refunds.Payable(s, ids, rows, act.By)
}

// fillList gives an order its payments and the digests of its documents.
func (d Desk) fillList(tx tenantdb.Tx, l *refunds.PaymentList, from payment.Party, refunds []*refunds.Claim) (err error) {
	accounts := make([]*facts.RefundAccount, len(refunds))
	b := &tenantdb.Batch{}
	for i, r := range refunds {
		leaguedb.LoadRefundAccount(b, &accounts[i], r.ID)
	}
	if err := tx.Send(b); err != nil {
		return err
	}
	text := l.Season.Rules.Code + " " + l.Season.Rules.Season.Refund.Paragraph + " " + l.Season.Season.Title
	for i, r := range refunds {
		l.Payments = append(l.Payments, facts.Payment{
			Position: i + 1, RefundID: r.ID, PlayerID: r.PlayerID, PlayerName: r.PlayerName, Cents: r.ApprovedCents,
			EndToEnd: fmt.Sprintf("%d-%03d-%s", l.Number, i+1, hex.EncodeToString(l.ID[10:])), Text: text, Sealed: accounts[i].Sealed,
		})
		l.TotalCents += r.ApprovedCents
	}
	if l.Sealed, err = d.seal(from, ListOwner(tx.Tenant(), l.ID)); err != nil {
		return err
	}
	order, err := d.order(tx.Tenant(), l)
	if err != nil {
		return err
	}
	xml, err := order.Pain001()
	if errors.Is(err, payment.ErrOrder) {
		return league.Faults{{Field: "/payer/name", Grounds: league.Grounds{Reason: "payment-order-impossible"}}}
	}
	if err != nil {
		return err
	}
	csv, err := order.CSV()
	l.XMLDigest, l.CSVDigest = digestOf(xml), digestOf(csv)
	return err
}

func digestOf(document []byte) string {
	sum := sha256.Sum256(document)
	return hex.EncodeToString(sum[:])
}

// order is the list as the bank reads it.
func (d Desk) order(tenant uuid.UUID, l *refunds.PaymentList) (o payment.Order, err error) {
	o = payment.Order{ID: "R" + hex.EncodeToString(l.ID[:]), MadeAt: l.MadeAt, ExecuteOn: l.ExecuteOn.Format(time.DateOnly)}
	if o.From, err = d.unseal(l.Sealed, ListOwner(tenant, l.ID)); err != nil {
		return o, err
	}
	for _, p := range l.Payments {
		to, err := d.unseal(p.Sealed, RefundOwner(tenant, p.RefundID))
		if err != nil {
			return o, err
		}
		o.Transfers = append(o.Transfers, payment.Transfer{EndToEnd: p.EndToEnd, To: to, Cents: p.Cents, Text: p.Text})
	}
	return o, nil
}

// ViewPaymentList loads a list to look at.
func (d Desk) ViewPaymentList(door tenantdb.Door, id league.SeasonID, list uuid.UUID) (*refunds.PaymentList, error) {
	s, err := d.ViewSeason(door, id)
	if err != nil {
		return nil, err
	}
	return loadList(door, s, list)
}

func loadList(door tenantdb.Door, s *register.Season, id uuid.UUID) (*refunds.PaymentList, error) {
	l := &refunds.PaymentList{Season: s}
	b := &tenantdb.Batch{}
	leaguedb.LoadPaymentList(b, &l.PaymentList, s.Season.ID, id)
	leaguedb.LoadPayments(b, &l.Payments, id)
	if err := door.Send(b); err != nil {
		return nil, fmt.Errorf("payment list %s: %w", id, err)
	}
	return l, nil
}

// takeList loads a list to change it, its season held.
func (d Desk) takeList(tx tenantdb.Tx, id league.SeasonID, list uuid.UUID) (*refunds.PaymentList, error) {
	s, err := d.TakeSeason(tx, id)
	if err != nil {
		return nil, err
	}
	l, err := loadList(tx, s, list)
	if err != nil {
		return l, err
	}
	return l, l.RequireStanding()
}

// DocumentKind names a document of a list of payments.
type DocumentKind string

// The documents of a list.
const (
	PaymentXML DocumentKind = "sepa" // pain.001
	PaymentCSV DocumentKind = "csv"
)

// WritePaymentDocument writes a document of a list: the same bytes every time, for as long as the bank data are
// kept. The writing is recorded, because from then on the bank may have the document. While a claim on the list
// has lost its right, no document is written: the list has to be cancelled.
func (d Desk) WritePaymentDocument(tx tenantdb.Tx, act desk.Act, id league.SeasonID, list uuid.UUID, kind DocumentKind) ([]byte, *refunds.PaymentList, error) {
	l, err := d.takeList(tx, id, list)
	if err != nil {
		return nil, nil, err
	}
	if err := l.MayWrite(); err != nil {
		return nil, nil, err
	}
	order, err := d.order(tx.Tenant(), l)
	if err != nil {
		return nil, nil, err
	}
	write, want := payment.Order.Pain001, l.XMLDigest
	if kind == PaymentCSV {
		write, want = payment.Order.CSV, l.CSVDigest
	}
	document, err := write(order)
	if err != nil {
		return nil, nil, err
	}
	if digestOf(document) != want {
		return nil, nil, fmt.Errorf("payment list %s: its %s document is another than when it was made", list, kind)
	}
	if l.WrittenAt == nil {
		l.WrittenBy, l.WrittenAt = &act.By, &act.Now
		written := l.PaymentList
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.WritePaymentList(b, written) })
		l.Version++
	}
	act.Record.Audit("payment list "+list.String(), "read", nil, map[string]any{"document": kind, "sha256": want})
	return document, l, nil
}

// SettlePayments records that payments of a list were made, or failed.
func (d Desk) SettlePayments(tx tenantdb.Tx, act desk.Act, id league.SeasonID, list uuid.UUID, n refunds.Settlement) (*refunds.PaymentList, error) {
	l, err := d.takeList(tx, id, list)
	if err != nil {
		return nil, err
	}
	claims, err := l.ToSettle(n, act.Now)
	if err != nil {
		return nil, err
	}
	if err := l.SettleAll(claims, func(claim uuid.UUID) (*league.Grounds, error) { return settle(tx, act, l, claim, n) }); err != nil {
		return nil, err
	}
	act.Record.Log(uuid.Nil, leaguelog.PaymentListSettled{List: list, Paid: n.Paid, Payments: len(claims)})
	act.Record.Audit("payment list "+list.String(), n.Reference, nil, map[string]any{"paid": n.Paid, "refunds": claims, "on": n.On.Format(time.DateOnly)})
	return l, nil
}

// settle records the result of one payment. It returns the grounds if the payment cannot have that result.
func settle(tx tenantdb.Tx, act desk.Act, l *refunds.PaymentList, claim uuid.UUID, n refunds.Settlement) (*league.Grounds, error) {
	r, err := loadRefund(tx, l.Season, claim, leaguedb.TakeRefund)
	if err != nil {
		return nil, err
	}
	done, no := l.Settle(r, n, act.By, act.Now)
	if no != nil {
		return no, nil
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.SettlePayment(b, l.ID, done.Payment) })
	moveRefund(tx, act, r, done.State, done.Outcome, n.Reference, done.Paragraph)
	l.Notify = append(l.Notify, r)
	return nil, nil
}

// CancelPaymentList cancels a list without settled payments: its claims wait for another. Once a document of it
// was written, the bank may pay it: then the caller has to state that the bank does not.
func (d Desk) CancelPaymentList(tx tenantdb.Tx, act desk.Act, id league.SeasonID, list uuid.UUID, n refunds.Cancellation) (*refunds.PaymentList, error) {
	l, err := d.takeList(tx, id, list)
	if err != nil {
		return nil, err
	}
	if err := l.MayCancel(n); err != nil {
		return nil, err
	}
	for _, p := range l.Payments {
		r, err := loadRefund(tx, l.Season, p.RefundID, leaguedb.TakeRefund)
		if err != nil {
			return nil, err
		}
		moveRefund(tx, act, r, facts.RefundApproved, leaguedb.StepUnlisted, n.Reason, "")
		l.Notify = append(l.Notify, r)
	}
	l.CancelledBy, l.CancelledAt, l.CancelReason, l.NotAtBank = &act.By, &act.Now, n.Reason, n.NotAtBank
	cancelled := l.PaymentList
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.CancelPaymentList(b, cancelled) })
	l.Version++
	act.Record.Log(uuid.Nil, leaguelog.PaymentListCancelled{List: list, NotAtBank: n.NotAtBank})
	act.Record.Audit("payment list "+list.String(), n.Reason, map[string]any{"cancelled": false}, map[string]any{"cancelled": true, "notAtBank": n.NotAtBank})
	return l, nil
}
