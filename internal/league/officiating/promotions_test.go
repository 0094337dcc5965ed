package officiating_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
)

// TestPromoteAsksToConfirm: if the event requires it, promoted players who can answer have to
// confirm the seat, within the same time as for every held seat. Otherwise, and for players who
// cannot answer, the seat is theirs at once.
func TestPromoteAsksToConfirm(t *testing.T) {
	t.Parallel()
	start := time.Date(2009, 3, 8, 9, 0, 0, 0, time.UTC)
	account := uuid.New()
	for _, tt := range []struct {
		name       string
		promotions facts.Promotions
		entry      facts.Entry
		before     time.Duration // of the start: when a seat becomes free
		want       time.Duration // how long they have; 0 for a seat that is theirs
	}{
		{"somebody with an account", facts.PromotionsConfirmed, facts.Entry{AccountID: &account}, 7 * 24 * time.Hour, 24 * time.Hour},
		{"somebody who came by a form", facts.PromotionsConfirmed, facts.Entry{ByForm: true}, 7 * 24 * time.Hour, 24 * time.Hour},
		{"in the last two days", facts.PromotionsConfirmed, facts.Entry{ByForm: true}, 47 * time.Hour, 3 * time.Hour},
		{"an hour before the start", facts.PromotionsConfirmed, facts.Entry{ByForm: true}, time.Hour, time.Hour},
		{"somebody who cannot answer", facts.PromotionsConfirmed, facts.Entry{}, 7 * 24 * time.Hour, 0},
		{"an event that asks nobody", facts.PromotionsAtOnce, facts.Entry{AccountID: &account}, 7 * 24 * time.Hour, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := entered(t, "CN09", 2, "eww")
			s.Event.Promotions, s.Event.StartsAt = tt.promotions, start
			s.Entries[1].AccountID, s.Entries[1].ByForm = tt.entry.AccountID, tt.entry.ByForm
			now := start.Add(-tt.before)
			promoted := s.Promote(now)
			if len(promoted) != 1 || list(s) != "eew" {
				t.Fatalf("moved up: %+v, now %s", promoted, list(s))
			}
			got := promoted[0].ConfirmBy
			if (got == nil) != (tt.want == 0) || got != nil && got.Sub(now) != tt.want {
				t.Errorf("it has to be confirmed by %v, want %s from now", got, tt.want)
			}
		})
	}
}

// TestConfirmSeat: a seat is confirmed in time, any number of times, also by checking in, but not
// after its time or without a seat.
func TestConfirmSeat(t *testing.T) {
	t.Parallel()
	now := time.Date(2009, 3, 1, 9, 0, 0, 0, time.UTC)
	soon, past := now.Add(time.Second), now.Add(-time.Second)
	for _, tt := range []struct {
		name    string
		entry   facts.Entry
		refused string
	}{
		{"in time", facts.Entry{State: facts.Entered, ConfirmBy: &soon}, ""},
		{"at the last moment", facts.Entry{State: facts.Entered, ConfirmBy: &now}, ""},
		{"too late, although nobody has taken it yet", facts.Entry{State: facts.Entered, ConfirmBy: &past}, "seat-lapsed"},
		{"after it has lapsed", facts.Entry{State: facts.EntryCancelled, ConfirmBy: &past}, "seat-lapsed"},
		{"confirmed already", facts.Entry{State: facts.Entered}, ""},
		{"checked in", facts.Entry{State: facts.CheckedIn}, ""},
		{"still on the waiting list", facts.Entry{State: facts.Waiting}, "entry-state"},
		{"taken back", facts.Entry{State: facts.EntryCancelled}, "entry-state"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e, err := officiating.ConfirmSeat(tt.entry, now)
			if got := reasonOf(err); got != tt.refused {
				t.Fatalf("refused with %q, want %q", got, tt.refused)
			}
			if tt.refused == "" && (e.ConfirmBy != nil || e.State != tt.entry.State) {
				t.Errorf("it stands as %+v", e)
			}
		})
	}
	s := entered(t, "CN09", 2, "e")
	s.Event.StartsAt = now
	s.Entries[0].ConfirmBy = &soon
	if e, err := s.CheckIn(s.Entries[0], true, now); err != nil || e.ConfirmBy != nil {
		t.Errorf("who is here comes: %+v, %v", e, err)
	}
}

// TestSeatLapses: an unconfirmed seat goes to the next one at its time, but not once the event has
// started or was called off.
func TestSeatLapses(t *testing.T) {
	t.Parallel()
	term := time.Date(2009, 3, 1, 9, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name   string
		entry  facts.Entry
		event  facts.EventState
		now    time.Time
		lapses bool
		left   time.Duration
	}{
		{"a second early", facts.Entry{State: facts.Entered, ConfirmBy: &term}, facts.Open, term.Add(-time.Second), false, time.Second},
		{"in time", facts.Entry{State: facts.Entered, ConfirmBy: &term}, facts.Open, term, true, 0},
		{"after entries were closed", facts.Entry{State: facts.Entered, ConfirmBy: &term}, facts.Closed, term, true, 0},
		{"of an event that has started", facts.Entry{State: facts.Entered, ConfirmBy: &term}, facts.Running, term, false, 0},
		{"of an event that was called off", facts.Entry{State: facts.Entered, ConfirmBy: &term}, facts.Cancelled, term, false, 0},
		{"confirmed", facts.Entry{State: facts.Entered}, facts.Open, term, false, 0},
		{"lapsed", facts.Entry{State: facts.EntryCancelled, ConfirmBy: &term}, facts.Open, term, false, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := entered(t, "CN09", 2, "e")
			s.Event.State = tt.event
			if lapses, left := s.SeatLapses(tt.entry, tt.now); lapses != tt.lapses || left != tt.left {
				t.Errorf("it lapses: %t, left %s", lapses, left)
			}
		})
	}
}

// TestMayAskToConfirm: confirmations can be required only where players are promoted.
func TestMayAskToConfirm(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, ruleset, kind string
		state               facts.EventState
		refused, by         string
	}{
		{"a stage", "CN09", facts.KindStage, facts.Open, "", ""},
		{"JP22 4: a field made of all entries", "JP22", "", facts.Open, "nobody-moves-up", "JP22 4"},
		{"FG14 1: the referee lets people in", "FG14", "", facts.Open, "nobody-moves-up", "FG14 1"},
		{"CN09 1.9: a final", "CN09", facts.KindNationalFinal, facts.Open, "entry-of-final", "CN09 1.9"},
		{"an event that has started", "CN09", facts.KindStage, facts.Running, "event-started", ""},
		{"an event that was called off", "CN09", facts.KindStage, facts.Cancelled, "event-started", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := entered(t, tt.ruleset, 12, "e")
			s.Event.Kind, s.Event.State = tt.kind, tt.state
			s.Event.SeasonID = &league.SeasonID{UUID: uuid.New()}
			err := s.MayAskToConfirm()
			if got := reasonOf(err); got != tt.refused {
				t.Fatalf("refused with %q, want %q", got, tt.refused)
			}
			var refusal *league.StateError
			if tt.by != "" && (!errors.As(err, &refusal) || refusal.Code+" "+refusal.Par != tt.by) {
				t.Errorf("refused by %v, want %s", err, tt.by)
			}
		})
	}
}
