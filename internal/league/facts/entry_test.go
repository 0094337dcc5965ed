package facts_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league/facts"
)

// TestHidesName: a reserved name is out of the list of entrants until check-in, and shows at the tables.
func TestHidesName(t *testing.T) {
	t.Parallel()
	here := time.Date(2009, 3, 8, 8, 30, 0, 0, time.UTC)
	for _, tt := range []struct {
		name  string
		entry facts.Entry
		want  bool
	}{
		{"entered", facts.Entry{State: facts.Entered, NameReserved: true}, true},
		{"on the waiting list", facts.Entry{State: facts.Waiting, NameReserved: true}, true},
		{"checked in", facts.Entry{State: facts.CheckedIn, NameReserved: true, CheckedInAt: &here}, false},
		{"standing by, after check-in", facts.Entry{State: facts.Waiting, NameReserved: true, CheckedInAt: &here}, false},
		{"playing", facts.Entry{State: facts.Playing, NameReserved: true}, false},
		{"not asked for", facts.Entry{State: facts.Entered}, false},
	} {
		if got := tt.entry.HidesName(); got != tt.want {
			t.Errorf("%s: hidden %t", tt.name, got)
		}
	}
}

// TestAnswers: a player with an account, or who entered by a form, can confirm their coming
// themselves.
func TestAnswers(t *testing.T) {
	t.Parallel()
	account := uuid.New()
	for name, tt := range map[string]struct {
		entry facts.Entry
		want  bool
	}{
		"by an account":                 {facts.Entry{AccountID: &account}, true},
		"by the link of a letter":       {facts.Entry{ByForm: true}, true},
		"entered by somebody else only": {facts.Entry{}, false},
	} {
		if got := tt.entry.Answers(); got != tt.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
