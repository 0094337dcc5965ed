package refusals_test

import (
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"referto/internal/refusals"
)

var (
	noon         = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	anna, aosta  = uuid.MustParse("0199a3c2-7d11-7c3e-9d5c-2f6f0d2b7a10"), uuid.MustParse("0199a3c2-7d11-7c3e-9d5c-2f6f0d2b7a11")
	guess        = refusals.Refusal{Status: 401, Reason: "credentials-wrong", Operation: "signIn", Address: netip.MustParseAddr("192.0.2.7"), Account: anna}
	compareAddrs = cmp.Comparer(func(a, b netip.Addr) bool { return a == b })
)

// The same refusal again is the same line, with its times; another address is another line.
func TestLinesCountWhatIsRepeated(t *testing.T) {
	t.Parallel()
	l := refusals.New()
	elsewhere := guess
	elsewhere.Address = netip.MustParseAddr("2001:db8::1")
	l.Note(guess, "first", noon)
	l.Note(elsewhere, "other", noon.Add(time.Second))
	l.Note(guess, "second", noon.Add(2*time.Second))
	l.Note(guess, "third", noon.Add(3*time.Second))
	lines, _ := l.Take()
	want := []refusals.Line{
		{Refusal: guess, First: noon, Last: noon.Add(3 * time.Second), Times: 3, RequestID: "first"},
		{Refusal: elsewhere, First: noon.Add(time.Second), Last: noon.Add(time.Second), Times: 1, RequestID: "other"},
	}
	if diff := cmp.Diff(want, lines, compareAddrs); diff != "" {
		t.Error(diff)
	}
	if again, _ := l.Take(); len(again) != 0 || l.Folded() != 0 {
		t.Errorf("taken twice: %v, %d folded", again, l.Folded())
	}
}

// Invented addresses without end fill nothing: refusals beyond the bound are counted in one line, and those with a
// line of their own go on being counted there.
func TestAFloodIsFolded(t *testing.T) {
	t.Parallel()
	l := refusals.New()
	l.Note(guess, "before", noon)
	flood := refusals.Refusal{Status: 429, Reason: "too-many-requests", Operation: "signIn"}
	for n := range 50_000 {
		flood.Address = netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)})
		l.Note(flood, fmt.Sprint(n), noon)
	}
	l.Note(guess, "after", noon)
	lines, _ := l.Take()
	all, folded := 0, refusals.Line{}
	for _, line := range lines {
		all += line.Times
		switch {
		case line.Status == 429 && !line.Address.IsValid():
			folded = line
		case line.Refusal == guess && line.Times != 2:
			t.Errorf("of the guesses %d are counted", line.Times)
		}
	}
	if len(lines) != 2001 || all != 50_002 || folded.Times != 48_001 || folded.Operation != "" || folded.RequestID != "" || l.Folded() != 48_001 {
		t.Errorf("%d lines of %d refusals, folded %+v, %d said to be", len(lines), all, folded, l.Folded())
	}
	t.Run("an hour later there is room for some hundred more", func(t *testing.T) {
		for n := range 5000 {
			flood.Address = netip.AddrFrom4([4]byte{11, 0, byte(n >> 8), byte(n)})
			l.Note(flood, "", noon.Add(time.Hour))
		}
		if lines, _ := l.Take(); len(lines) != 901 {
			t.Errorf("%d lines", len(lines))
		}
	})
}

// An act that was tried again and again is one attempt, and one tenant's attempts leave room to the others'.
func TestAttempts(t *testing.T) {
	t.Parallel()
	l := refusals.New()
	act := refusals.Act{Tenant: aosta, Account: anna, Operation: "GrantRole", Reason: "forbidden"}
	for range 5 {
		l.NoteAct(act, "first", noon)
	}
	if _, attempts := l.Take(); len(attempts) != 1 || attempts[0] != (refusals.Attempt{Act: act, At: noon, RequestID: "first"}) || l.Folded() != 0 {
		t.Errorf("attempts %+v, %d folded", attempts, l.Folded())
	}
	for range 100 {
		act.Event = uuid.New()
		l.NoteAct(act, "", noon)
	}
	other := refusals.Act{Tenant: uuid.New(), Account: anna, Operation: "GrantRole", Reason: "forbidden"}
	l.NoteAct(other, "", noon.Add(time.Second))
	_, attempts := l.Take()
	if len(attempts) != 21 || attempts[20].Act != other || l.Folded() != 80 {
		t.Errorf("%d attempts, the last %+v, %d folded", len(attempts), attempts[len(attempts)-1], l.Folded())
	}
	t.Run("all tenants together are bounded, too", func(t *testing.T) {
		for range 2000 {
			act.Tenant = uuid.New()
			l.NoteAct(act, "", noon)
		}
		if _, attempts := l.Take(); len(attempts) > 500 || len(attempts) < 400 {
			t.Errorf("%d attempts", len(attempts))
		}
	})
}

// Notes that could not be stored are handed over again, with those taken meanwhile.
func TestWhatIsReturnedIsGivenAwayAgain(t *testing.T) {
	t.Parallel()
	l := refusals.New()
	act := refusals.Act{Tenant: aosta, Account: anna, Operation: "GrantRole", Reason: "forbidden"}
	l.Note(guess, "first", noon)
	l.NoteAct(act, "first", noon)
	lines, attempts := l.Take()
	l.Note(guess, "second", noon.Add(time.Minute))
	l.NoteAct(act, "second", noon.Add(time.Minute))
	l.Return(lines, attempts)
	lines, attempts = l.Take()
	wantLines := []refusals.Line{{Refusal: guess, First: noon, Last: noon.Add(time.Minute), Times: 2, RequestID: "first"}}
	wantAttempts := []refusals.Attempt{{Act: act, At: noon, RequestID: "first"}}
	if diff := cmp.Diff(wantLines, lines, compareAddrs) + cmp.Diff(wantAttempts, attempts, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

func TestRaceOfNotesAndTakings(t *testing.T) {
	t.Parallel()
	l := refusals.New()
	var writers sync.WaitGroup
	for range 8 {
		writers.Go(func() {
			for range 500 {
				l.Note(guess, "", noon)
			}
		})
	}
	done, taken := make(chan struct{}), 0
	go func() { writers.Wait(); close(done) }()
	for over := false; !over; {
		select {
		case <-done:
			over = true
		default:
		}
		lines, attempts := l.Take()
		for i, line := range lines {
			if i%2 == 0 && !over && line.Times%2 == 0 {
				l.Return(lines[i:i+1], attempts)
				continue
			}
			taken += line.Times
		}
	}
	if taken != 4000 {
		t.Errorf("%d of 4000 were given away", taken)
	}
}
