package eventdesk

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"time"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/register"
	"referto/internal/league/seating"
	"referto/internal/logfact"
	"referto/internal/tenant/tenantdb"
)

// move is a change of the event's state, with the fact that the log gets of
// it.
type move struct {
	officiating.Move
	fact func(leaguelog.EventNow) logfact.Fact
}

var (
	announce = move{officiating.Announce, func(now leaguelog.EventNow) logfact.Fact { return leaguelog.EventAnnounced{EventNow: now} }}
	openUp   = move{officiating.OpenEntries, func(now leaguelog.EventNow) logfact.Fact { return leaguelog.EntriesOpened{EventNow: now} }}
	closeUp  = move{officiating.CloseEntries, func(now leaguelog.EventNow) logfact.Fact { return leaguelog.EntriesClosed{EventNow: now} }}
	cancel   = move{officiating.CallOff, func(now leaguelog.EventNow) logfact.Fact { return leaguelog.EventCancelled{EventNow: now} }}
	reopen   = move{officiating.Reopen, func(now leaguelog.EventNow) logfact.Fact { return leaguelog.EventReopened{EventNow: now} }}
)

func (d Desk) move(tx tenantdb.Tx, act desk.Act, id league.EventID, m move, reason string, also func(*officiating.Situation) error) (*officiating.Situation, error) {
	open := d.OpenKept
	if m.To == facts.Running { // the parts that a reopening reverses are read from the rows
		open = d.Open
	}
	s, err := open(tx, id)
	if err != nil {
		return nil, err
	}
	before := s.Event.State
	if err := s.MayMove(m.Move); err != nil {
		return nil, err
	}
	s.Event.State = m.To
	if also != nil {
		if err := also(s); err != nil {
			return nil, err
		}
	}
	s.Event.Version++
	desk.Save(tx, s)
	if s.Event.State == facts.Finished {
		act.Record.Log(id.UUID, leaguelog.EventFinished{EventNow: desk.LoggedEvent(s.Event), Outcome: desk.LoggedOutcome(s)})
	} else {
		act.Record.Log(id.UUID, m.fact(desk.LoggedEvent(s.Event)))
	}
	act.Record.Audit("event", reason, map[string]any{"state": before}, map[string]any{"state": s.Event.State})
	return s, s.Replay()
}

// AnnounceEvent makes a draft public and seals the secret of its draw, of which
// only the commitment is published.
func (d Desk) AnnounceEvent(tx tenantdb.Tx, act desk.Act, id league.EventID) (*officiating.Situation, error) {
	return d.move(tx, act, id, announce, "", func(s *officiating.Situation) error {
		if err := requireOpenSeason(tx, s.Event); err != nil {
			return err
		}
		if why, merged, err := d.playsElsewhere(tx, s.Event); err != nil {
			return err
		} else if merged {
			return &league.StateError{Grounds: why}
		}
		s.Event.AnnouncedAt = &act.Now
		s.Event.DrawSecret = make([]byte, 32)
		if _, err := io.ReadFull(d.Random, s.Event.DrawSecret); err != nil {
			return fmt.Errorf("secret of the draw: %w", err)
		}
		commitment := seating.Commitment(s.Event.DrawSecret)
		s.Event.DrawCommitment = hex.EncodeToString(commitment[:])
		return nil
	})
}

// OpenEntries lets people enter, also again after a closing.
func (d Desk) OpenEntries(tx tenantdb.Tx, act desk.Act, id league.EventID) (*officiating.Situation, error) {
	return d.move(tx, act, id, openUp, "", func(s *officiating.Situation) error { return d.RequirePlayable(tx, act, s) })
}

// CloseEntries closes the entries of an event.
func (d Desk) CloseEntries(tx tenantdb.Tx, act desk.Act, id league.EventID) (*officiating.Situation, error) {
	return d.move(tx, act, id, closeUp, "", nil)
}

// CancelEvent calls an event off that has not started.
func (d Desk) CancelEvent(tx tenantdb.Tx, act desk.Act, id league.EventID, reason string) (*officiating.Situation, error) {
	return d.move(tx, act, id, cancel, reason, nil)
}

// CompleteEvent finishes an event whose last round is closed.
func (d Desk) CompleteEvent(tx tenantdb.Tx, act desk.Act, id league.EventID) (*officiating.Situation, error) {
	finish := move{officiating.Complete, nil}
	return d.move(tx, act, id, finish, "", func(s *officiating.Situation) error {
		if err := s.Finish(act.Now); err != nil {
			return err
		}
		desk.RecordOutcome(tx, act, s, "", false)
		return d.PostIfValid(tx, act, s)
	})
}

// ReopenEvent opens a finished event again to correct it, with a reason that the audit keeps. An event that was
// homologated or declared invalid cannot be reopened until that verdict is withdrawn; an event that was played
// elsewhere counts as not played then. The places that it gave are lost with it. If a moment is given, the
// event is reopened only if it was finished at that moment.
func (d Desk) ReopenEvent(tx tenantdb.Tx, act desk.Act, id league.EventID, reason string, finished time.Time) (*officiating.Situation, []desk.Followed, error) {
	var before *register.Season
	s, err := d.move(tx, act, id, reopen, reason, func(s *officiating.Situation) (err error) {
		if err := desk.MayTakeBack(tx, id, "CompleteEvent", finished, s.Event.FinishedAt); err != nil {
			return err
		}
		if s.Event.SeasonID != nil {
			if before, err = d.TakeRunning(tx, *s.Event.SeasonID); err != nil {
				return err
			}
		}
		if err := requireUndecided(tx, id); err != nil {
			return err
		}
		if err := s.MayReopenEvent(); err != nil {
			return err
		}
		if s.Event.FinishedAt = nil; s.Event.Elsewhere {
			unrecord(tx, s)
		}
		desk.RecordOutcome(tx, act, s, reason, true)
		_, err = d.Post(tx, act, s, false)
		return err
	})
	if err != nil || before == nil {
		return s, nil, err
	}
	followed, err := d.Follow(tx, act, before, before.Unplayed(s.Event), s)
	return s, []desk.Followed{followed}, err
}

// Random is the system's source of secrets, for [desk.New].
var Random io.Reader = rand.Reader
