package peopledesk

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/people"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Consents lists the consents of a person.
type Consents = desk.Consents

// ConsentsOf loads the consents of a person, given for any record of theirs.
func ConsentsOf(door tenantdb.Door, id league.PlayerID, today time.Time) (Consents, error) {
	var p facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPerson(b, &p, id)
	if err := door.Send(b); err != nil {
		return Consents{}, err
	}
	return desk.ConsentsOf(door, p, today)
}

// holdOwn holds the record of the acting person until the transaction ends.
func holdOwn(tx tenantdb.Tx, act desk.Act) (facts.Player, error) {
	mine, err := Mine(tx, act.By)
	if err != nil {
		return facts.Player{}, err
	}
	p, err := holdRecord(tx, mine.ID)
	if err == nil && !desk.IsOwn(act, p.AccountID) { // parted from the account meanwhile
		err = ErrNoRecord
	}
	return p, err
}

// holdOthers holds a record until the transaction ends, and refuses the acting person's own.
func holdOthers(tx tenantdb.Tx, act desk.Act, id league.PlayerID) (facts.Player, error) {
	p, err := holdRecord(tx, id)
	if err == nil && desk.IsOwn(act, p.AccountID) {
		err = desk.ErrOwnCase
	}
	return p, err
}

// GiveMyConsent records a consent of the acting person, or of a guardian for them: their account proves it.
func (d Desk) GiveMyConsent(tx tenantdb.Tx, act desk.Act, c facts.Consent) (Consents, error) {
	p, err := holdOwn(tx, act)
	if err != nil {
		return Consents{}, err
	}
	return d.give(tx, act, p, c, true)
}

// GiveConsent records the consent of another person, with the evidence of it.
func (d Desk) GiveConsent(tx tenantdb.Tx, act desk.Act, id league.PlayerID, c facts.Consent) (Consents, error) {
	p, err := holdOthers(tx, act, id)
	if err != nil {
		return Consents{}, err
	}
	return d.give(tx, act, p, c, false)
}

func (d Desk) give(tx tenantdb.Tx, act desk.Act, p facts.Player, c facts.Consent, own bool) (Consents, error) {
	out, err := desk.ConsentsOf(tx, p, act.Now)
	if err != nil {
		return out, err
	}
	today := rules.DayOf(act.Now.UTC())
	if c.GivenOn == "" {
		c.GivenOn = today
	}
	if c.GivenOn > today {
		return out, league.Faults{{Field: "/givenOn", Grounds: league.Grounds{Reason: "day-to-come"}}}
	}
	if err := people.MayGive(c, out.Minor, own, out.Items); err != nil {
		return out, err
	}
	c.ID, c.PlayerID, c.RecordedAt = desk.NewID(), p.ID, act.Now
	b := &tenantdb.Batch{}
	for _, before := range out.Items { // of the other age: it does not hold any more
		if before.Purpose == c.Purpose && before.WithdrawnAt == nil {
			leaguedb.EndConsent(b, before.ID, act.By, "", act.Now)
		}
	}
	leaguedb.AddConsent(b, c, act.By)
	if err := tx.Send(b); err != nil {
		return out, err
	}
	act.Record.Audit("consent "+c.ID.String(), "", nil, map[string]any{"player": p.ID, "purpose": c.Purpose, "textVersion": c.TextVersion, "byGuardian": c.Guardian != ""})
	err = d.agreed(tx, act, &out, c.Purpose)
	return out, err
}

// WithdrawMyConsent withdraws a consent of the acting person.
func (d Desk) WithdrawMyConsent(tx tenantdb.Tx, act desk.Act, consent uuid.UUID) (Consents, error) {
	p, err := holdOwn(tx, act)
	if err != nil {
		return Consents{}, err
	}
	return d.withdrawConsent(tx, act, p, consent, "")
}

// WithdrawConsent withdraws a consent of another person, for a reason.
func (d Desk) WithdrawConsent(tx tenantdb.Tx, act desk.Act, id league.PlayerID, consent uuid.UUID, reason string) (Consents, error) {
	p, err := holdOthers(tx, act, id)
	if err != nil {
		return Consents{}, err
	}
	return d.withdrawConsent(tx, act, p, consent, reason)
}

func (d Desk) withdrawConsent(tx tenantdb.Tx, act desk.Act, p facts.Player, consent uuid.UUID, reason string) (Consents, error) {
	out, err := desk.ConsentsOf(tx, p, act.Now)
	if err != nil {
		return out, err
	}
	i := slices.IndexFunc(out.Items, func(c facts.Consent) bool { return c.ID == consent })
	if i < 0 {
		return out, league.ErrNotFound
	}
	c := out.Items[i]
	if err := people.MayWithdraw(c); err != nil {
		return out, err
	}
	b := &tenantdb.Batch{}
	leaguedb.EndConsent(b, c.ID, act.By, reason, act.Now)
	if err := tx.Send(b); err != nil {
		return out, err
	}
	act.Record.Audit("consent "+c.ID.String(), reason, map[string]any{"player": p.ID, "purpose": c.Purpose}, map[string]any{"player": p.ID, "purpose": c.Purpose, "withdrawn": true})
	err = d.agreed(tx, act, &out, c.Purpose)
	return out, err
}

// agreed brings everything in line with the current consents of a person, and loads them.
func (d Desk) agreed(tx tenantdb.Tx, act desk.Act, out *Consents, purpose facts.Purpose) error {
	var err error
	switch person := []league.PlayerID{out.Player.ID}; purpose {
	case facts.FullName:
		_, err = desk.RefreshInitials(tx, act.Now, person)
	case facts.Photos:
		_, err = desk.RefreshPhotosOf(tx, act.Now, person)
	}
	if err != nil {
		return err
	}
	now, err := ConsentsOf(tx, out.Player.ID, act.Now)
	*out = now
	return err
}

// Privacy loads the tenant's settings for the data of its people.
func Privacy(door tenantdb.Door) (leaguedb.Privacy, error) {
	var found *leaguedb.Privacy
	b := &tenantdb.Batch{}
	leaguedb.LoadPrivacy(b, &found)
	if err := door.Send(b); err != nil || found == nil {
		return leaguedb.Privacy{}, err
	}
	return *found, nil
}

// SetCountry sets the country of the tenant, by whose law people are minors.
func (d Desk) SetCountry(tx tenantdb.Tx, act desk.Act, from desk.Version, country string) (leaguedb.Privacy, error) {
	var p leaguedb.Privacy
	b := &tenantdb.Batch{}
	leaguedb.TakePrivacy(b, &p)
	if err := tx.Send(b); err != nil {
		return p, err
	}
	if from.Stale(p.Version) {
		return p, &desk.StaleError{Current: map[string]any{"version": p.Version}}
	}
	b = &tenantdb.Batch{}
	leaguedb.SetCountry(b, country)
	if err := tx.Send(b); err != nil {
		return p, err
	}
	act.Record.Audit("privacy", "", map[string]any{"country": p.Country}, map[string]any{"country": country})
	p.Country, p.Version = country, p.Version+1
	_, err := desk.RefreshInitials(tx, act.Now, nil)
	return p, err
}

// Profile are the blocks that a person has turned on for their public page.
type Profile struct {
	Player facts.Player
	On     []facts.ProfileBlock
	Shown  []facts.ProfileBlock // of these those that the public sees now
}

// MyProfile loads the blocks that a person has turned on.
func MyProfile(door tenantdb.Door, account uuid.UUID, today time.Time) (Profile, error) {
	mine, err := Mine(door, account)
	if err != nil {
		return Profile{}, err
	}
	return profileOf(door, mine, today)
}

func profileOf(door tenantdb.Door, p facts.Player, today time.Time) (out Profile, err error) {
	out.Player = p
	out.On, out.Shown, err = desk.BlocksOf(door, p, today)
	return out, err
}

// SetMyProfile turns the given blocks of one's own public page on, and the others off.
func (d Desk) SetMyProfile(tx tenantdb.Tx, act desk.Act, from desk.Version, blocks []facts.ProfileBlock) (Profile, error) {
	p, err := holdOwn(tx, act)
	if err != nil {
		return Profile{}, err
	}
	if from.Stale(p.Version) {
		return Profile{}, &desk.StaleError{Current: map[string]any{"version": p.Version}}
	}
	before, err := desk.ConsentsOf(tx, p, act.Now)
	if err != nil {
		return Profile{}, err
	}
	if len(blocks) > 0 {
		if err := people.MayShow(before.Items, before.Minor); err != nil {
			return Profile{}, err
		}
	}
	b := &tenantdb.Batch{}
	leaguedb.SetProfile(b, p.ID, p.Version, blocks)
	if err := tx.Send(b); err != nil {
		return Profile{}, err
	}
	act.Record.Audit("profile", "", nil, map[string]any{"player": p.ID, "blocks": blocks})
	p.Version++
	return profileOf(tx, p, act.Now)
}
