package season_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/frozen"
	"referto/internal/league/season"
)

// frozenAgain: what is read again is what was frozen.
func frozenAgain(t *rapid.T) {
	s := season.Derive(randomSeason(t))
	read, err := frozen.Freeze(s).Thaw()
	if err != nil {
		t.Fatal(err)
	}
	same(t, "frozen and read again it is another", s, read)
}

// The same state gives the same digest, and any change of what is kept another.
func TestDigestOfAFrozenState(t *testing.T) {
	t.Parallel()
	s := season.Derive(frozenSeason(t))
	was := frozen.Freeze(s)
	if string(frozen.Freeze(s).Digest()) != string(was.Digest()) {
		t.Error("the same state has two digests")
	}
	for name, change := range map[string]func(*frozen.Season){
		"the glossary":          func(f *frozen.Season) { f.Glossary = strings.Replace(f.Glossary, "CN09", "CN10", 1) },
		"the regions":           func(f *frozen.Season) { f.Regions += " " },
		"an event's standing":   func(f *frozen.Season) { f.Events[0].Standing = season.Invalidated },
		"an event's tier":       func(f *frozen.Season) { f.Events[0].Tier = "" },
		"an event's document":   func(f *frozen.Season) { f.Events[0].Document += " " },
		"an event too few":      func(f *frozen.Season) { f.Events = f.Events[1:] },
		"a place's holder":      func(f *frozen.Season) { f.Places[0].Holder = league.PlayerID{} },
		"a place's state":       func(f *frozen.Season) { f.Places[0].State = season.Void },
		"a place's refund":      func(f *frozen.Season) { f.Places[0].Refund = !f.Places[0].Refund },
		"a place's document":    func(f *frozen.Season) { f.Places[0].Document += " " },
		"places in other order": func(f *frozen.Season) { f.Places[0], f.Places[1] = f.Places[1], f.Places[0] },
	} {
		f := frozen.Freeze(s)
		change(&f)
		if string(f.Digest()) == string(was.Digest()) {
			t.Errorf("%s: the digest is the same", name)
		}
	}
}

// What does not fit together is no state.
func TestBrokenFrozenState(t *testing.T) {
	t.Parallel()
	s := season.Derive(frozenSeason(t))
	for name, change := range map[string]func(*frozen.Season){
		"no glossary":         func(f *frozen.Season) { f.Glossary = "" },
		"an empty glossary":   func(f *frozen.Season) { f.Glossary = "{}" },
		"no regions":          func(f *frozen.Season) { f.Regions = "" },
		"an event without it": func(f *frozen.Season) { f.Events[0].Document = "" },
		"a place without it":  func(f *frozen.Season) { f.Places[0].Document = "" },
		"a place of no reason": func(f *frozen.Season) {
			f.Places[0].Document = `{"refundGrounds":-1}`
		},
	} {
		f := frozen.Freeze(s)
		change(&f)
		if _, err := f.Thaw(); err == nil {
			t.Errorf("%s: it was read", name)
		}
	}
}

// frozenSeason has two events with winners of whom one cannot come.
func frozenSeason(t *testing.T) season.Facts {
	t.Helper()
	f := largeSeason(t, 20)
	f.Unavailable[0].At = time.Date(2010, 1, 10, 9, 30, 0, 0, time.UTC)
	return f
}

// Closing a season freezes its state, which is in proportion to it.
func BenchmarkFreeze(b *testing.B) {
	s := season.Derive(largeSeason(b, 5000))
	b.ReportAllocs()
	for b.Loop() {
		frozen.Freeze(s).Digest()
	}
}
