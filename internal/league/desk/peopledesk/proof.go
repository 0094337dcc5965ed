package peopledesk

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/people"
	"referto/internal/tenant/tenantdb"
)

// ErrTooSoon is returned if too many letters were requested; [TooSoonError] has the time to wait.
var ErrTooSoon = errors.New("desk: too many letters were asked for")

// TooSoonError is [ErrTooSoon] with the time after which to ask again.
type TooSoonError struct{ Wait time.Duration }

// Error names the time to wait.
func (e *TooSoonError) Error() string { return fmt.Sprintf("%v: wait %s", ErrTooSoon, e.Wait) }

// Unwrap is ErrTooSoon.
func (e *TooSoonError) Unwrap() error { return ErrTooSoon }

// ErrLink is returned for a link that no letter has.
var ErrLink = errors.New("desk: the link claims no record")

// AskMail requests a letter to the address of a record, with a link that claims the record. Neither the effect
// nor the answer depends on whether the record has an address.
func (d Desk) AskMail(tx tenantdb.Tx, act desk.Act, id league.PlayerID) (facts.ClaimMail, error) {
	record, err := holdRecord(tx, id)
	if err != nil {
		return facts.ClaimMail{}, err
	}
	switch {
	case desk.IsOwn(act, record.AccountID):
		return facts.ClaimMail{}, people.ErrOwnAlready
	case record.AccountID != nil:
		return facts.ClaimMail{}, people.ErrClaimed
	}
	var ofRecord, ofAccount []leaguedb.Asked
	b := &tenantdb.Batch{}
	leaguedb.LoadMailsAsked(b, &ofRecord, &ofAccount, record.ID, act.By, act.Now.Add(-people.MailsIn))
	if err := tx.Send(b); err != nil {
		return facts.ClaimMail{}, err
	}
	if wait := people.MayAskMail(moments(ofRecord), moments(ofAccount), act.Now); wait > 0 {
		return facts.ClaimMail{}, &TooSoonError{wait}
	}
	m := facts.ClaimMail{ID: desk.NewID(), PlayerID: record.ID, AskedBy: act.By, AskedAt: act.Now, ExpiresAt: act.Now.Add(people.MailHolds)}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddClaimMail(b, m) })
	act.Record.Audit("player", "", nil, map[string]any{"player": id, "claimMail": m.ID})
	return m, nil
}

func moments(asked []leaguedb.Asked) []time.Time {
	out := make([]time.Time, len(asked))
	for i, a := range asked {
		out[i] = a.AskedAt
	}
	return out
}

// WriteMail notes the secret of a letter's link before the letter is sent, and returns the record to whose
// address it goes. It returns nil if no letter is to be written: the record has no confirmed address, or was
// claimed meanwhile.
func (d Desk) WriteMail(tx tenantdb.Tx, id uuid.UUID, hash []byte, now time.Time) (*facts.Player, *facts.ClaimMail, error) {
	var m *facts.ClaimMail
	b := &tenantdb.Batch{}
	leaguedb.LoadClaimMail(b, &m, id)
	if err := tx.Send(b); err != nil || m == nil {
		return nil, nil, err
	}
	record, err := holdRecord(tx, m.PlayerID)
	if err != nil {
		return nil, nil, err
	}
	if !people.MayBeWritten(record) || m.UsedAt != nil || !now.Before(m.ExpiresAt) {
		return nil, nil, nil
	}
	b = &tenantdb.Batch{}
	leaguedb.AddClaimLink(b, id, hash, record.Email, now.UTC())
	return &record, m, tx.Send(b)
}

// ClaimByMail links the acting person with the record of a letter's link. It returns [ErrLink] for any other
// link.
func (d Desk) ClaimByMail(tx tenantdb.Tx, act desk.Act, hash []byte) (Linked, error) {
	find := func() (m *facts.LinkedClaim, err error) {
		b := &tenantdb.Batch{}
		leaguedb.LoadLinkedClaim(b, &m, hash)
		if err = tx.Send(b); err == nil && m == nil {
			err = ErrLink
		}
		return m, err
	}
	m, err := find()
	if err != nil {
		return Linked{}, err
	}
	record, err := holdRecord(tx, m.PlayerID)
	if err != nil {
		return Linked{}, err
	}
	if m, err = find(); err != nil { // its state after the record is held
		return Linked{}, err
	}
	if err := people.CheckMail(*m, record, act.Now); err != nil {
		return Linked{}, err
	}
	s, err := standing(tx, record, act.By)
	if err != nil {
		return Linked{}, err
	}
	linked, err := d.link(tx, act, s, people.ByMail, "")
	if err == nil {
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.UseClaimMail(b, m.ID, act.By, act.Now) })
	}
	return linked, err
}

// candidates is the number of codes drawn, of which one with an unused handle is taken.
const candidates = 4

// MakeCode makes a code for a record, which ends earlier ones. The code is returned in its printed form, and
// stored nowhere.
func (d Desk) MakeCode(tx tenantdb.Tx, act desk.Act, id league.PlayerID) (string, facts.ClaimCode, error) {
	record, err := holdRecord(tx, id)
	if err != nil {
		return "", facts.ClaimCode{}, err
	}
	if record.AccountID != nil {
		return "", facts.ClaimCode{}, people.ErrClaimed
	}
	handle, secret, err := d.freshCode(tx)
	if err != nil {
		return "", facts.ClaimCode{}, err
	}
	code := facts.ClaimCode{
		ID: desk.NewID(), PlayerID: record.ID, Handle: handle, SecretHash: people.HashSecret(handle, secret),
		MadeBy: act.By, MadeAt: act.Now, ExpiresAt: act.Now.Add(people.CodeHolds),
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddClaimCode(b, code) })
	act.Record.Log(uuid.Nil, leaguelog.PlayerCodeMade{Player: id})
	act.Record.Audit("player", "", nil, map[string]any{"player": id, "code": code.ID})
	return people.WriteCode(handle, secret), code, nil
}

// EntrantCode holds a code for an entrant of an event.
type EntrantCode struct {
	Number   int // start number
	PlayerID league.PlayerID
	Name     string
	Club     string
	Text     string // in its printed form
	Code     facts.ClaimCode
}

// MakeCodes makes codes, as [Desk.MakeCode] does, for everyone who is in an event or expected there and has no
// account. The codes are in the order of the start numbers.
func (d Desk) MakeCodes(tx tenantdb.Tx, act desk.Act, event league.EventID) ([]EntrantCode, error) {
	var of facts.Event
	var entries []facts.Entry
	b := &tenantdb.Batch{}
	leaguedb.LoadEvent(b, &of, event)
	leaguedb.LoadEntries(b, &entries, event)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	entries = slices.DeleteFunc(entries, func(e facts.Entry) bool {
		return e.AccountID != nil || !slices.Contains([]facts.EntryState{facts.Entered, facts.CheckedIn, facts.Waiting, facts.Playing}, e.State)
	})
	// Records are held in the order of their ids, so that two people who make codes never block one another.
	slices.SortFunc(entries, func(a, b facts.Entry) int { return slices.Compare(a.PlayerID.UUID[:], b.PlayerID.UUID[:]) })
	out := make([]EntrantCode, 0, len(entries))
	for _, e := range entries {
		text, code, err := d.MakeCode(tx, act, e.PlayerID)
		if errors.Is(err, people.ErrClaimed) { // since the entries were read
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := tx.Flush(); err != nil { // the next code has another handle
			return nil, err
		}
		out = append(out, EntrantCode{Number: e.Number, PlayerID: e.PlayerID, Name: e.PlayerName, Club: e.PlayerClub, Text: text, Code: code})
	}
	slices.SortFunc(out, func(a, b EntrantCode) int { return cmp.Compare(a.Number, b.Number) })
	return out, nil
}

// freshCode draws a code whose handle no other has.
func (d Desk) freshCode(tx tenantdb.Tx) (handle, secret string, err error) {
	secrets, handles := map[string]string{}, []string{}
	for range candidates {
		var random [people.CodeBytes]byte
		if _, err := io.ReadFull(d.Random, random[:]); err != nil {
			return "", "", fmt.Errorf("random code: %w", err)
		}
		handle, secret := people.NewCode(random)
		secrets[handle], handles = secret, append(handles, handle)
	}
	var taken []leaguedb.Handle
	b := &tenantdb.Batch{}
	leaguedb.LoadHandles(b, &taken, handles)
	if err := tx.Send(b); err != nil {
		return "", "", err
	}
	for _, t := range taken {
		delete(secrets, t.Handle)
	}
	for _, handle := range handles {
		if secret, free := secrets[handle]; free {
			return handle, secret, nil
		}
	}
	return "", "", league.ErrConflict
}

// TryCode counts a try of the code with a handle, in a transaction of its own, so that a try that is refused
// afterwards counts too. It returns the code with this try, or nil if no code has the handle.
func (d Desk) TryCode(tx tenantdb.Tx, handle string) (code *facts.ClaimCode, err error) {
	b := &tenantdb.Batch{}
	leaguedb.TryClaimCode(b, &code, handle, people.MostTries)
	return code, tx.Send(b)
}

// ClaimByCode links the acting person with the record of a code, by a try that was counted. The person who made
// the code may not use it.
func (d Desk) ClaimByCode(tx tenantdb.Tx, act desk.Act, tried facts.ClaimCode, secret string) (Linked, error) {
	record, err := holdRecord(tx, tried.PlayerID)
	if err != nil {
		return Linked{}, err
	}
	var code *facts.ClaimCode // since the record is held
	b := &tenantdb.Batch{}
	leaguedb.TakeClaimCode(b, &code, tried.ID)
	if err := tx.Send(b); err != nil {
		return Linked{}, err
	}
	code.Tries = tried.Tries
	if err := people.CheckCode(*code, secret, act.Now); err != nil {
		return Linked{}, err
	}
	if code.MadeBy == act.By {
		return Linked{}, desk.ErrOwnCase
	}
	s, err := standing(tx, record, act.By)
	if err != nil {
		return Linked{}, err
	}
	linked, err := d.link(tx, act, s, people.ByCode, "")
	if err == nil {
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.UseClaimCode(b, code.ID, act.By, act.Now) })
	}
	return linked, err
}
