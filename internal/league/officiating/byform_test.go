package officiating_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// TestSeatTerm: a seat is held for a day, for three hours if the event starts within two days, and
// never beyond the start.
func TestSeatTerm(t *testing.T) {
	t.Parallel()
	start := time.Date(2009, 2, 8, 9, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name         string
		before, want time.Duration // of the start: when it is sent, how long it holds
	}{
		{"a week before", 7 * 24 * time.Hour, 24 * time.Hour},
		{"two days before, to the second", 48 * time.Hour, 24 * time.Hour},
		{"within two days", 48*time.Hour - time.Second, 3 * time.Hour},
		{"the evening before", 12 * time.Hour, 3 * time.Hour},
		{"three hours before, to the second", 3 * time.Hour, 3 * time.Hour},
		{"an hour before", time.Hour, time.Hour},
		{"at the start, which is late", 0, 3 * time.Hour},
		{"after the time of a start that is late", -time.Hour, 3 * time.Hour},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := entered(t, "CN09", 12, "e")
			s.Event.StartsAt = start
			now := start.Add(-tt.before)
			if got := s.SeatTerm(now).Sub(now); got != tt.want {
				t.Errorf("it holds for %s, want %s", got, tt.want)
			}
		})
	}
}

// TestFormsHoldSeats: a form holds a seat while one is free. Nobody else gets a held seat until the
// form has ended, and then the first of the waiting list does.
func TestFormsHoldSeats(t *testing.T) {
	t.Parallel()
	now := time.Date(2009, 1, 8, 9, 0, 0, 0, time.UTC)
	s := entered(t, "CN09", 3, "ee")
	first := s.ReceiveForm(facts.FormEntry{ID: uuid.New(), Name: "Anna Neri", Email: "anna@example.org"}, now)
	second := s.ReceiveForm(facts.FormEntry{ID: uuid.New()}, now)
	if !first.HoldsSeat || second.HoldsSeat || s.SeatsTaken() != 3 || first.State != facts.FormSent || first.Letters != 1 || !first.SentAt.Equal(now) {
		t.Fatalf("of one free seat: %+v, %+v, %d taken", first, second, s.SeatsTaken())
	}
	s.Entries = append(s.Entries, s.Seat(facts.Entry{Number: 3}))
	if got := list(s); got != "eew" {
		t.Errorf("who enters while a seat is held: %s", got)
	}
	if promoted := s.Promote(now); len(promoted) > 0 {
		t.Errorf("a held seat was given away: %+v", promoted)
	}
	s.EndForm(second, facts.FormLapsed, now)
	if s.SeatsTaken() != 3 {
		t.Errorf("a form without seat has freed one")
	}
	ended := s.EndForm(first, facts.FormGivenUp, now)
	if promoted := s.Promote(now); len(promoted) != 1 || list(s) != "eee" {
		t.Errorf("after the form has ended: %s", list(s))
	}
	if ended.Name+ended.Email+ended.NameKey+ended.EmailKey != "" || ended.EndedAt == nil || ended.State != facts.FormGivenUp || ended.ID != first.ID {
		t.Errorf("of a form that has ended is kept %+v", ended)
	}
}

// JP22 4: if the ruleset determines the players from all entries, a form holds no seat.
func TestFormsHoldNoSeatBeyondTheField(t *testing.T) {
	t.Parallel()
	s := entered(t, "JP22", 40, "eeee")
	if f := s.ReceiveForm(facts.FormEntry{}, time.Now()); f.HoldsSeat || s.Event.HeldSeats != 0 {
		t.Errorf("it holds a seat: %+v", f)
	}
}

// TestMayConfirmForm: a form is confirmed in time, as long as people may enter; one that holds a seat also
// after entries were closed, and none once the event has started.
func TestMayConfirmForm(t *testing.T) {
	t.Parallel()
	sent := time.Date(2009, 1, 8, 9, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name  string
		state facts.FormEntryState
		holds bool
		event facts.EventState
		after time.Duration
		want  string
	}{
		{"in time", facts.FormSent, true, facts.Open, time.Hour, ""},
		{"at the last moment", facts.FormSent, true, facts.Open, 24 * time.Hour, ""},
		{"a moment too late", facts.FormSent, true, facts.Open, 24*time.Hour + time.Second, "form-lapsed"},
		{"lapsed", facts.FormLapsed, true, facts.Open, time.Hour, "form-lapsed"},
		{"given up", facts.FormGivenUp, true, facts.Open, time.Hour, "form-ended"},
		{"discarded", facts.FormDiscarded, true, facts.Open, time.Hour, "form-ended"},
		{"with a seat, entries are closed", facts.FormSent, true, facts.Closed, time.Hour, ""},
		{"without one, entries are closed", facts.FormSent, false, facts.Closed, time.Hour, "entries-not-open"},
		{"with a seat, the event has started", facts.FormSent, true, facts.Running, time.Hour, "entries-not-open"},
		{"with a seat, the event is cancelled", facts.FormSent, true, facts.Cancelled, time.Hour, "entries-not-open"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := entered(t, "CN09", 12, "e")
			s.Event.State = tt.event
			err := s.MayConfirmForm(facts.FormEntry{State: tt.state, HoldsSeat: tt.holds, ConfirmBy: sent.Add(24 * time.Hour)}, sent.Add(tt.after))
			if got := reasonOf(err); got != tt.want {
				t.Errorf("refused with %q, want %q", got, tt.want)
			}
		})
	}
}

// CN09 1.7: a final is entered by places, not by form.
func TestFinalsTakeNoForms(t *testing.T) {
	t.Parallel()
	s := entered(t, "CN09", 12, "e")
	if err := s.MayEnterByForm(); err != nil {
		t.Fatalf("control: a stage refuses: %v", err)
	}
	season := league.SeasonID{UUID: uuid.New()}
	s.Event.SeasonID, s.Event.Kind, s.Event.Circuit = &season, facts.KindRegionalFinal, ""
	if got := reasonOf(s.MayEnterByForm()); !strings.Contains(got, "entry-of-final") {
		t.Errorf("a final refuses with %q", got)
	}
	s.Event.State = facts.Announced
	if got := reasonOf(s.MayEnterByForm()); got != "entries-not-open" {
		t.Errorf("before entries are open it refuses with %q", got)
	}
}

// reasonOf returns the reason of a refusal; "" for none.
func reasonOf(err error) string {
	var state *league.StateError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &state):
		return state.Reason
	}
	return err.Error()
}

// TestForgottenForms: a form keeps its data until it ends, and afterwards only the way in which it
// ended.
func TestForgottenForms(t *testing.T) {
	t.Parallel()
	s := entered(t, "CN09", 12, "")
	now := time.Date(2009, 1, 8, 9, 0, 0, 0, time.UTC)
	f := s.ReceiveForm(facts.FormEntry{Name: "Anna", Club: "Corvi", City: "Aosta", BirthYear: 1990, Language: "it"}, now)
	for _, to := range []facts.FormEntryState{facts.FormConfirmed, facts.FormLapsed, facts.FormDiscarded} {
		s.Event.HeldSeats = 1
		ended := s.EndForm(f, to, now.Add(time.Hour))
		if ended.Club+ended.City != "" || ended.BirthYear != 0 || ended.State != to || ended.Language != "it" || !ended.ConfirmBy.Equal(f.ConfirmBy) || s.Event.HeldSeats != 0 {
			t.Errorf("%s keeps %+v, and %d seats", to, ended, s.Event.HeldSeats)
		}
	}
	s.EndForm(f, facts.FormLapsed, now)
	if s.Event.HeldSeats != 0 {
		t.Errorf("%d seats are held", s.Event.HeldSeats)
	}
}
