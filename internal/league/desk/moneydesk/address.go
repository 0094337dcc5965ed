package moneydesk

import (
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// ErrAddressLink is returned for a link that does not confirm the address that the register has now.
var ErrAddressLink = errors.New("desk: the link confirms no present address")

// Readdress notes on a player that their address has changed from the given old one. A first address, and one
// that was confirmed before, need no confirmation. It returns the change, or nil if nobody has to be notified.
func Readdress(p *facts.Player, was string, act desk.Act) *facts.AddressChange {
	if was == "" || strings.EqualFold(was, p.Email) {
		return nil
	}
	if p.AddressBefore == "" {
		p.AddressBefore = was
	} else if strings.EqualFold(p.AddressBefore, p.Email) {
		p.AddressBefore = ""
	}
	return &facts.AddressChange{ID: desk.NewID(), PlayerID: p.ID, Was: was, Became: p.Email, ChangedBy: act.By, ChangedAt: act.Now}
}

// Released holds the letters that need not wait any more after an address is confirmed.
type Released struct {
	Player  facts.Player
	By      uuid.UUID // the change of the address
	Letters []leaguedb.HeldLetter
	Calls   []leaguedb.OpenCall // all that may wait for an answer, even if a letter was sent before
}

// ConfirmAddress confirms a person's address by the change that a link is about. It returns [ErrAddressLink] if
// the register has another address since; a link that has confirmed the address already does nothing.
func (d Desk) ConfirmAddress(tx tenantdb.Tx, act desk.Act, change facts.AddressChange) (Released, error) {
	var p *facts.Player
	b := &tenantdb.Batch{}
	leaguedb.HoldAddress(b, &p, change.PlayerID)
	if err := tx.Send(b); err != nil {
		return Released{}, err
	}
	var latest *facts.AddressChange // since the player is held
	b = &tenantdb.Batch{}
	leaguedb.LoadLatestAddressChange(b, &latest, change.PlayerID)
	if err := tx.Send(b); err != nil {
		return Released{}, err
	}
	switch {
	case p == nil || latest == nil || latest.ID != change.ID:
		return Released{}, ErrAddressLink
	case p.AddressBefore == "":
		return Released{Player: *p, By: change.ID}, nil
	}
	b = &tenantdb.Batch{}
	leaguedb.ConfirmAddress(b, change, act.Now)
	if err := tx.Send(b); err != nil {
		return Released{}, err
	}
	p.AddressBefore, p.Version = "", p.Version+1
	act.Record.Audit("player", "", map[string]any{"player": p.ID, "version": p.Version - 1}, map[string]any{"player": p.ID, "version": p.Version, "address": "confirmed"})
	return Release(tx, *p, change.ID, act.Now)
}

// Release takes the letters and calls that have waited for a person whose address is confirmed now.
func Release(tx tenantdb.Tx, p facts.Player, change uuid.UUID, now time.Time) (Released, error) {
	out := Released{Player: p, By: change}
	b := &tenantdb.Batch{}
	leaguedb.TakeHeldLetters(b, &out.Letters, p.ID)
	leaguedb.LoadOpenCalls(b, &out.Calls, p.ID, now)
	return out, tx.Send(b)
}

// KeepLetter lets a letter that was refused at an address wait until the register has another, confirmed address of its reader. It
// reports false if the reader has another one by now: no later change would send a letter that began to wait after it.
func (d Desk) KeepLetter(tx tenantdb.Tx, player league.PlayerID, refused string, letter leaguedb.HeldLetter) (bool, error) {
	var p *facts.Player
	b := &tenantdb.Batch{}
	leaguedb.HoldPersonAddress(b, &p, player)
	if err := tx.Send(b); err != nil {
		return false, err
	}
	if p == nil { // erased: nobody reads it any more
		return true, nil
	}
	if p.AccountID != nil || !strings.EqualFold(p.Email, refused) {
		return false, nil
	}
	letter.ID, letter.PlayerID = desk.NewID(), p.ID
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddHeldLetter(b, letter) })
	return true, nil
}

// Hold lets a letter wait until its reader has confirmed their address, and reports whether it has to wait:
// false if they have confirmed it by now. A job without a kind is not stored, because its content follows from
// stored facts.
func (d Desk) Hold(tx tenantdb.Tx, player league.PlayerID, letter leaguedb.HeldLetter) (bool, error) {
	var p *facts.Player
	b := &tenantdb.Batch{}
	leaguedb.HoldPersonAddress(b, &p, player)
	if err := tx.Send(b); err != nil || p == nil || p.AccountID != nil || p.AddressBefore == "" {
		return false, err
	}
	if letter.Kind == "" {
		return true, nil
	}
	letter.ID, letter.PlayerID = desk.NewID(), p.ID
	b = &tenantdb.Batch{}
	leaguedb.AddHeldLetter(b, letter)
	return true, tx.Send(b)
}
