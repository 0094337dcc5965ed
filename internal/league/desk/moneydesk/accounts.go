package moneydesk

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/refunds"
	"referto/internal/payment"
	"referto/internal/tenant/tenantdb"
)

// RefundOwner names the claim for which bank data are encrypted.
func RefundOwner(tenant, refund uuid.UUID) string {
	return tenant.String() + "/refunds/" + refund.String()
}

// ListOwner names the list for which a payer's account is encrypted.
func ListOwner(tenant, list uuid.UUID) string {
	return tenant.String() + "/payment-lists/" + list.String()
}

// checkIBAN reads an IBAN. The fault reveals nothing of the input.
func checkIBAN(field, typed string) (string, error) {
	iban, err := payment.CheckIBAN(typed)
	switch {
	case errors.Is(err, payment.ErrOutside):
		return "", league.Faults{{Field: field, Grounds: league.Grounds{Reason: "iban-outside"}}}
	case err != nil:
		return "", league.Faults{{Field: field, Grounds: league.Grounds{Reason: "iban-wrong"}}}
	}
	return iban, nil
}

// seal encrypts bank data.
func (d Desk) seal(p payment.Party, owner string) ([]byte, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("bank data: %w", err)
	}
	return d.Keys.Seal(text, owner)
}

func (d Desk) unseal(text []byte, owner string) (p payment.Party, err error) {
	plain, err := d.Keys.Open(text, owner)
	if err != nil {
		return p, fmt.Errorf("bank data of %s: %w", owner, err)
	}
	if err := json.Unmarshal(plain, &p); err != nil {
		return p, fmt.Errorf("bank data of %s do not decode", owner) // the cause would quote them
	}
	return p, nil
}

// SetAccount sets the account to which a claim is paid, until it is on a list of payments.
func (d Desk) SetAccount(tx tenantdb.Tx, act desk.Act, id league.SeasonID, refund uuid.UUID, from desk.Version, to payment.Party) (*refunds.Claim, error) {
	s, err := d.ViewSeason(tx, id)
	if err != nil {
		return nil, err
	}
	r, err := loadRefund(tx, s, refund, leaguedb.TakeRefund)
	if err == nil && !r.Of(act.By) {
		err = fmt.Errorf("refund %s: %w", refund, league.ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	if from.Stale(r.Version) {
		return nil, &desk.StaleError{Current: map[string]any{"version": r.Version}}
	}
	if err := r.RequireUnlisted("refund-account-fixed"); err != nil {
		return nil, err
	}
	if to.IBAN, err = checkIBAN("/iban", to.IBAN); err != nil {
		return nil, err
	}
	sealed, err := d.seal(to, RefundOwner(tx.Tenant(), refund))
	if err != nil {
		return nil, err
	}
	account := facts.RefundAccount{Shown: payment.Mask(to.IBAN), Sealed: sealed, SetBy: act.By, SetAt: act.Now}
	r.AccountShown = &account.Shown
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.SetRefundAccount(b, refund, account) })
	touchRefund(tx, act, r)
	act.Record.Audit("bank data of refund "+r.ID.String(), "", nil, map[string]any{"changed": true})
	return r, nil
}

// ReadAccount returns the account to which a claim is to be paid, and records the access.
func (d Desk) ReadAccount(tx tenantdb.Tx, act desk.Act, id league.SeasonID, refund uuid.UUID) (payment.Party, error) {
	var r facts.Refund
	var account *facts.RefundAccount
	b := &tenantdb.Batch{}
	leaguedb.LoadRefund(b, &r, id, refund)
	leaguedb.LoadRefundAccount(b, &account, refund)
	err := tx.Send(b)
	if err == nil && account == nil {
		err = league.ErrNotFound
	}
	if err != nil {
		return payment.Party{}, fmt.Errorf("bank data of refund %s: %w", refund, err)
	}
	act.Record.Audit("bank data of refund "+refund.String(), "read", nil, nil)
	return d.unseal(account.Sealed, RefundOwner(tx.Tenant(), refund))
}

// OpenAll opens all bank data of the tenant and returns their number, and a sentence for each that cannot be
// opened. It keeps nothing of their content.
func (d Desk) OpenAll(door tenantdb.Door, tenant uuid.UUID) (number int, faults []string, err error) {
	var claims, lists []leaguedb.SealedText
	b := &tenantdb.Batch{}
	leaguedb.LoadSealed(b, &claims, &lists)
	if err := door.Send(b); err != nil {
		return 0, nil, err
	}
	try := func(of []leaguedb.SealedText, owner func(tenant, id uuid.UUID) string) {
		for _, s := range of {
			if _, err := d.unseal(s.Sealed, owner(tenant, s.Owner)); err != nil {
				faults = append(faults, err.Error())
			}
		}
	}
	try(claims, RefundOwner)
	try(lists, ListOwner)
	return len(claims) + len(lists), faults, nil
}
