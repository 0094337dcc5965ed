package officiating

import (
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// Attendee is a player who signed up for an event that was played elsewhere.
type Attendee struct {
	Player facts.Player
	Played bool // they came
}

// Attend sets the entries to those who signed up for an event that was played elsewhere: players
// who were not there become no-shows, and players missing in the list lose their entries. It
// returns the changed entries, in their next versions, and the new ones.
func (s *Situation) Attend(list []Attendee, now time.Time) (changed, added []facts.Entry) {
	state := make(map[league.PlayerID]facts.EntryState, len(list))
	for _, a := range list {
		state[a.Player.ID] = facts.NoShow
		if a.Played {
			state[a.Player.ID] = facts.Playing
		}
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.State == facts.EntryCancelled {
			continue
		}
		to, listed := state[e.PlayerID]
		delete(state, e.PlayerID)
		if !listed {
			to, e.CancelledAt = facts.EntryCancelled, &now
		}
		if become(e, to) {
			changed = append(changed, *e)
		}
	}
	for _, a := range list {
		to, missing := state[a.Player.ID]
		if !missing {
			continue
		}
		s.Event.EntryCount++
		p := a.Player
		added = append(added, facts.Entry{
			Number: s.Event.EntryCount, State: to, EnteredAt: now, Version: 1,
			PlayerID: p.ID, PlayerName: p.Name, PlayerInitials: p.Initials, PlayerClub: p.Club, AccountID: p.AccountID,
		})
	}
	s.Entries = append(s.Entries, added...)
	return changed, added
}

// Unrecord returns an event that was played elsewhere to the state before it was played. It returns
// the changed entries, in their next versions: they wait for the event again.
func (s *Situation) Unrecord() (changed []facts.Entry) {
	e := &s.Event
	e.State, e.Elsewhere, e.FinishedAt, e.ProcessedAt, e.EndedOn = facts.Closed, false, nil, nil, nil
	s.Recorded = nil
	for i := range s.Entries {
		if e := &s.Entries[i]; (e.State == facts.Playing || e.State == facts.NoShow) && become(e, facts.Entered) {
			changed = append(changed, *e)
		}
	}
	return changed
}

// become gives an entry another state, in its next version; false if it has that state already.
func become(e *facts.Entry, to facts.EntryState) bool {
	if e.State == to {
		return false
	}
	e.State, e.WaitingPosition = to, 0
	e.Version++
	return true
}
