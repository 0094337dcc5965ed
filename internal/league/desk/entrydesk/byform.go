package entrydesk

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/people"
	"referto/internal/tenant/tenantdb"
)

// SendForm receives the form of a person without an account. If the same person already has a form that waits,
// or an entry made by one, that form is used instead of a new one: it gets one more letter, as long as it may
// have one ([officiating.MostFormLetters]). The effect does not depend on whether the register knows the
// person. The returned form counts the letters requested, including this one; write is false if no further
// letter is to be written.
func (d Desk) SendForm(tx tenantdb.Tx, act desk.Act, f facts.FormEntry) (form facts.FormEntry, s *officiating.Situation, write bool, err error) {
	if err := people.MayBeNamed("/name", f.Name); err != nil {
		return f, nil, false, err
	}
	if s, err = d.Open(tx, f.EventID); err != nil {
		return f, nil, false, err
	}
	if err := s.MayEnterByForm(); err != nil {
		return f, nil, false, err
	}
	var before []facts.FormEntry
	b := &tenantdb.Batch{}
	leaguedb.LoadFormsOf(b, &before, f.EventID, f.EmailKey, f.NameKey)
	if err := tx.Send(b); err != nil {
		return f, nil, false, err
	}
	if len(before) > 0 {
		again := before[0]
		if again.Letters >= officiating.MostFormLetters {
			return again, s, false, nil
		}
		again.Letters++
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeForm(b, again) })
		return again, s, true, nil
	}
	f.ID = desk.NewID()
	f = s.ReceiveForm(f, act.Now)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddForm(b, f) })
	desk.Save(tx, s)
	act.Record.Log(f.EventID.UUID, leaguelog.FormSent{Form: f.ID, HoldsSeat: f.HoldsSeat})
	return f, s, true, nil
}

// WriteForm notes the secret of a letter's link before the letter is sent, and returns the form with its entry;
// nil if no letter is to be written any more.
func (d Desk) WriteForm(tx tenantdb.Tx, act desk.Act, id uuid.UUID, hash []byte) (*facts.FormEntry, error) {
	var f *facts.FormEntry
	b := &tenantdb.Batch{}
	leaguedb.LoadForm(b, &f, id)
	if err := tx.Send(b); err != nil || f == nil || f.State != facts.FormSent && f.State != facts.FormConfirmed {
		return nil, err
	}
	b = &tenantdb.Batch{}
	leaguedb.AddFormLink(b, hash, id, act.Now)
	return f, tx.Send(b)
}

// LinkedForm finds the form of a link; nil for any other link.
func (d Desk) LinkedForm(door tenantdb.Door, hash []byte) (f *facts.FormEntry, err error) {
	b := &tenantdb.Batch{}
	leaguedb.LoadLinkedForm(b, &f, hash)
	return f, door.Send(b)
}

// openForm opens the event of a form to change it, and then loads the current state of the form.
func (d Desk) openForm(tx tenantdb.Tx, id uuid.UUID, event league.EventID) (facts.FormEntry, *officiating.Situation, error) {
	s, err := d.Open(tx, event)
	if err != nil {
		return facts.FormEntry{}, nil, err
	}
	var f *facts.FormEntry
	b := &tenantdb.Batch{}
	leaguedb.LoadForm(b, &f, id)
	switch err := tx.Send(b); {
	case err != nil:
		return facts.FormEntry{}, nil, err
	case f == nil || f.EventID != event:
		return facts.FormEntry{}, nil, league.ErrNotFound
	}
	return *f, s, nil
}

// ConfirmForm turns a form into an entry, for the holder of its letter. The player is the one whom the register
// has by that name and address; otherwise a new one is added. A form that is confirmed already stays so.
func (d Desk) ConfirmForm(tx tenantdb.Tx, act desk.Act, id uuid.UUID, event league.EventID) (facts.FormEntry, *officiating.Situation, error) {
	f, s, err := d.openForm(tx, id, event)
	if err != nil || f.State == facts.FormConfirmed {
		return f, s, err
	}
	if err := s.MayConfirmForm(f, act.Now); err != nil {
		return f, s, err
	}
	player, err := personOfForm(tx, act, f)
	if err != nil {
		return f, s, err
	}
	c, err := d.LoadCandidate(tx, s, player)
	if err != nil {
		return f, s, err
	}
	if err := officiating.Refusal(s.PersonalReasons(&c.Known, c.Player, c.Entry)); err != nil {
		return f, s, err
	}
	confirmed := s.EndForm(f, facts.FormConfirmed, act.Now)
	e := desk.AddEntry(tx, act, s, c.Player, desk.Received{At: f.SentAt, NameReserved: f.NameReserved}, c.Yields(s.Event), "")
	confirmed.Entry = &e.Number
	endForm(tx, act, confirmed)
	return confirmed, s, nil
}

// personOfForm returns the player of the register whose name and address a form has, or adds them. Two forms of one
// person, in different events, are decided one after the other, so that the second finds whom the first has added.
func personOfForm(tx tenantdb.Tx, act desk.Act, f facts.FormEntry) (league.PlayerID, error) {
	var known []facts.Player
	b := &tenantdb.Batch{}
	leaguedb.HoldNewPerson(b, f.EmailKey, f.NameKey)
	leaguedb.LoadPeopleOfAddress(b, &known, f.EmailKey, f.NameKey)
	if err := tx.Send(b); err != nil {
		return league.PlayerID{}, err
	}
	if len(known) > 0 {
		return known[0].ID, nil
	}
	p := facts.Player{Name: f.Name, NameKey: f.NameKey, Email: f.Email, Club: f.Club, City: f.City, BirthYear: f.BirthYear}
	err := desk.AddPlayer(tx, act, &p)
	return p.ID, err
}

// GiveUpForm withdraws a form before the start: its entry, or the form itself if it was not confirmed.
// Discarded is true if the staff does so, for a reason.
func (d Desk) GiveUpForm(tx tenantdb.Tx, act desk.Act, id uuid.UUID, event league.EventID, discarded bool, reason string) (facts.FormEntry, *officiating.Situation, error) {
	f, s, err := d.openForm(tx, id, event)
	if err != nil {
		return f, nil, err
	}
	switch {
	case f.State == facts.FormConfirmed && !discarded:
		e := s.Entry(league.Entry(*f.Entry))
		if e.State == facts.EntryCancelled {
			return f, s, nil
		}
		if err := s.MayCancel(*e); err != nil {
			return f, nil, err
		}
		desk.TakeBack(tx, act, s, e, "", "")
		return f, s, nil
	case f.State != facts.FormSent:
		return f, nil, officiating.ErrFormEnded
	}
	to := facts.FormGivenUp
	if discarded {
		to = facts.FormDiscarded
	}
	ended := s.EndForm(f, to, act.Now)
	endForm(tx, act, ended)
	desk.Save(tx, s)
	desk.Promote(tx, act, s)
	act.Record.Audit("form "+f.ID.String(), reason, map[string]any{"state": f.State}, map[string]any{"state": ended.State})
	return ended, s, nil
}

// LapseForm ends a form that was not confirmed in time; the first of the waiting list moves up. It does nothing
// to any other form. For one that still has time it returns no event and the time left.
func (d Desk) LapseForm(tx tenantdb.Tx, act desk.Act, id uuid.UUID, event league.EventID) (s *officiating.Situation, early time.Duration, err error) {
	f, s, err := d.openForm(tx, id, event)
	if err != nil || f.State != facts.FormSent {
		return nil, 0, err
	}
	if act.Now.Before(f.ConfirmBy) {
		return nil, f.ConfirmBy.Sub(act.Now), nil
	}
	endForm(tx, act, s.EndForm(f, facts.FormLapsed, act.Now))
	desk.Save(tx, s)
	desk.Promote(tx, act, s)
	return s, 0, nil
}

// ReserveNameOfForm sets, for the holder of a form's letter, whether the name is left out of the public list of
// entrants, before or after the form is confirmed.
func (d Desk) ReserveNameOfForm(tx tenantdb.Tx, act desk.Act, id uuid.UUID, event league.EventID, reserved bool) (facts.FormEntry, *officiating.Situation, error) {
	f, s, err := d.openForm(tx, id, event)
	switch {
	case err != nil:
		return f, nil, err
	case f.State == facts.FormConfirmed:
		reserveName(tx, act, s, s.Entry(league.Entry(*f.Entry)), reserved)
		return f, s, nil
	case f.State != facts.FormSent:
		return f, nil, officiating.ErrFormEnded
	}
	f.NameReserved = reserved
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeForm(b, f) })
	return f, s, nil
}

// ConfirmSeatOfForm confirms, for the holder of a form's letter, the seat of an entrant who has moved up.
func (d Desk) ConfirmSeatOfForm(tx tenantdb.Tx, act desk.Act, id uuid.UUID, event league.EventID) (facts.FormEntry, *officiating.Situation, error) {
	f, s, err := d.openForm(tx, id, event)
	if err == nil && f.State != facts.FormConfirmed {
		err = officiating.ErrFormEnded
	}
	if err != nil {
		return f, nil, err
	}
	return f, s, confirmSeat(tx, act, s, s.Entry(league.Entry(*f.Entry)))
}

// endForm leaves the final state of a form to be written.
func endForm(tx tenantdb.Tx, act desk.Act, f facts.FormEntry) {
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeForm(b, f) })
	act.Record.Log(f.EventID.UUID, leaguelog.FormEnded{Form: f.ID, State: string(f.State)})
}

// Forms lists the forms of an event that are not confirmed yet, in the order they were sent.
func (d Desk) Forms(door tenantdb.Door, event league.EventID) (out []facts.FormEntry, err error) {
	b := &tenantdb.Batch{}
	leaguedb.LoadForms(b, &out, event)
	return out, door.Send(b)
}
