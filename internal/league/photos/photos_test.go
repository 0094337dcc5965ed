package photos_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/photos"
)

var (
	sent = time.Date(2009, 2, 8, 18, 0, 0, 0, time.UTC)
	by   = uuid.UUID{15: 1}
)

// TestMaySend: photos are accepted for an event that everybody can see, even after its end, and only up to a
// limit.
func TestMaySend(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		state facts.EventState
		known int
		want  string
	}{
		{facts.Draft, 0, "state photos-not-now (state=draft)"},
		{facts.Announced, 0, ""},
		{facts.Open, 0, ""},
		{facts.Running, 0, ""},
		{facts.Finished, 0, ""},
		{facts.Cancelled, 0, "state photos-not-now (state=cancelled)"},
		{facts.Finished, 199, ""},
		{facts.Finished, 200, "state photos-too-many (limit=200)"},
	} {
		if got := leaguetest.Answer(photos.MaySend(facts.Event{State: tt.state}, tt.known)); got != tt.want {
			t.Errorf("of an event that is %s and has %d: got %q, want %q", tt.state, tt.known, got, tt.want)
		}
	}
}

// TestPart: a part must continue where the received bytes end. A part that was received before is compared, one
// that leaves a gap is refused with the offset to continue from, and after a day no part is accepted.
func TestPart(t *testing.T) {
	t.Parallel()
	day, second := 24*time.Hour, time.Second
	for _, tt := range []struct {
		name          string
		received      int
		state         facts.PhotoState
		offset, bytes int
		after         time.Duration
		want          string
	}{
		{"the first", 0, facts.PhotoUploading, 0, 400, 0, "keep"},
		{"the next", 400, facts.PhotoUploading, 400, 100, 0, "keep"},
		{"the last", 400, facts.PhotoUploading, 400, 600, 0, "keep"},
		{"one that came before", 400, facts.PhotoUploading, 0, 400, 0, "compare"},
		{"a piece of one that came before", 400, facts.PhotoUploading, 100, 100, 0, "compare"},
		{"one that overlaps the end", 400, facts.PhotoUploading, 300, 200, 0, "state photo-offset (offset=400)"},
		{"one that leaves a gap", 400, facts.PhotoUploading, 500, 100, 0, "state photo-offset (offset=400)"},
		{"more than was announced", 400, facts.PhotoUploading, 400, 601, 0, "faults : photo-longer (bytes=1000)"},
		{"nothing", 400, facts.PhotoUploading, 400, 0, 0, "faults : body-missing"},
		{"a second before the day is over", 400, facts.PhotoUploading, 400, 100, day - second, "keep"},
		{"a day later", 400, facts.PhotoUploading, 400, 100, day, "state photo-expired"},
		{"once all has arrived", 1000, facts.PhotoProcessing, 900, 100, 0, "ignore"},
		{"once all has arrived, days later", 1000, facts.PhotoReady, 900, 100, 3 * day, "ignore"},
		{"once it was refused", 1000, facts.PhotoRefused, 0, 1000, 0, "ignore"},
		{"once all has arrived, where it ended", 1000, facts.PhotoProcessing, 1000, 1, 0, "faults : photo-longer (bytes=1000)"},
		{"once all has arrived, nothing more", 1000, facts.PhotoReady, 1000, 0, 3 * day, "faults : body-missing"},
		{"nothing, a day later", 400, facts.PhotoUploading, 400, 0, day, "state photo-expired"},
		{"more than was announced, a day later", 400, facts.PhotoUploading, 400, 601, day, "state photo-expired"},
		{"more than was announced, after a gap", 400, facts.PhotoUploading, 999, 2, 0, "faults : photo-longer (bytes=1000)"},
		{"all of it in one", 0, facts.PhotoUploading, 0, 1000, 0, "keep"},
		{"all of it and a byte", 0, facts.PhotoUploading, 0, 1001, 0, "faults : photo-longer (bytes=1000)"},
		{"the last byte that came before", 400, facts.PhotoUploading, 399, 1, 0, "compare"},
		{"one that overlaps by a byte", 400, facts.PhotoUploading, 399, 2, 0, "state photo-offset (offset=400)"},
		{"one before the first has come", 0, facts.PhotoUploading, 1, 1, 0, "state photo-offset (offset=0)"},
	} {
		p := facts.Photo{Bytes: 1000, Received: tt.received, State: tt.state, CreatedAt: sent}
		step, err := photos.Part(p, tt.offset, tt.bytes, sent.Add(tt.after))
		got := leaguetest.Answer(err)
		if err == nil {
			got = string(step)
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	var state *league.StateError
	if !errors.As(photos.WrongOffset(facts.Photo{Received: 7}), &state) || state.Current["received"] != 7 {
		t.Errorf("the offset to go on from is not told: %+v", state)
	}
}

// TestArrival: however a photo is split into parts, and even if parts are sent again after a break, it arrives
// exactly once, with its last byte.
func TestArrival(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		p := facts.Photo{Bytes: rapid.IntRange(1, 500).Draw(rt, "bytes"), State: facts.PhotoUploading, CreatedAt: sent}
		arrivals := 0
		for range 1000 {
			if p.State != facts.PhotoUploading {
				break
			}
			offset := rapid.SampledFrom([]int{p.Received, p.Received, 0, p.Received / 2, p.Received + 1}).Draw(rt, "offset")
			bytes := rapid.IntRange(1, 200).Draw(rt, "part")
			step, err := photos.Part(p, offset, bytes, sent)
			if err != nil || step != photos.Keep {
				continue // refused, or received before: nothing changes
			}
			if offset != p.Received {
				rt.Fatalf("kept from %d where %d bytes had come", offset, p.Received)
			}
			grown, err := photos.Grow(p, bytes, sent)
			if err != nil || grown.Received != p.Received+bytes {
				rt.Fatalf("%d and %d bytes are %d: %v", p.Received, bytes, grown.Received, err)
			}
			if p = grown; p.State == facts.PhotoProcessing {
				arrivals++
			}
			if (p.Received == p.Bytes) != (p.State == facts.PhotoProcessing) || (p.ReceivedAt != nil) != (p.Received == p.Bytes) {
				rt.Fatalf("%d of %d bytes: %s at %v", p.Received, p.Bytes, p.State, p.ReceivedAt)
			}
		}
		if arrivals > 1 {
			rt.Fatalf("it arrived %d times", arrivals)
		}
	})
	for bytes, want := range map[int]facts.PhotoState{5: facts.PhotoUploading, 6: facts.PhotoProcessing} {
		p, err := photos.Grow(facts.Photo{Bytes: 10, Received: 4, State: facts.PhotoUploading}, bytes, sent)
		if err != nil || p.State != want || p.Received != 4+bytes || want == facts.PhotoProcessing && !p.ReceivedAt.Equal(sent) {
			t.Errorf("with %d bytes more: %+v, %v", bytes, p, err)
		}
	}
	if _, err := photos.Grow(facts.Photo{Bytes: 10, Received: 4}, 7, sent); leaguetest.Answer(err) != "faults /content: photo-longer (bytes=10)" {
		t.Errorf("more than was announced: %v", err)
	}
}

// TestDevelop: the outcome of processing a photo is recorded once, while the photo waits for it.
func TestDevelop(t *testing.T) {
	t.Parallel()
	why := league.Grounds{Reason: "photo-unreadable"}
	made := photos.Developed{PageDigest: "p", ThumbnailDigest: "t", PageWidth: 1600, PageHeight: 1200, ThumbnailWidth: 320, ThumbnailHeight: 240}
	ready := facts.Photo{State: facts.PhotoReady, PageDigest: "p", ThumbnailDigest: "t", PageWidth: 1600, PageHeight: 1200, ThumbnailWidth: 320, ThumbnailHeight: 240}
	for _, tt := range []struct {
		name   string
		state  facts.PhotoState
		made   photos.Developed
		want   facts.Photo
		waited bool
	}{
		{"its pictures", facts.PhotoProcessing, made, ready, true},
		{"none, for a reason", facts.PhotoProcessing, photos.Developed{Refused: &why}, facts.Photo{State: facts.PhotoRefused, Refusal: &why}, true},
		{"made already", facts.PhotoReady, photos.Developed{Refused: &why}, facts.Photo{State: facts.PhotoReady}, false},
		{"not arrived yet", facts.PhotoUploading, made, facts.Photo{State: facts.PhotoUploading}, false},
	} {
		got, waited := photos.Develop(facts.Photo{State: tt.state}, tt.made)
		if diff := cmp.Diff(tt.want, got); diff != "" || waited != tt.waited {
			t.Errorf("%s: waited %t (-want +got)\n%s", tt.name, waited, diff)
		}
	}
}

// TestChange: the details of a photo are changed one at a time; hiding it again keeps the first person who hid
// it.
func TestChange(t *testing.T) {
	t.Parallel()
	kind, alt, one, none, yes, no := "winner", "Il vincitore", 1, 0, true, false
	before, other := sent.Add(-time.Hour), uuid.UUID{15: 2}
	consent := facts.PhotoConsent{PeopleAgree: true}
	as := func(change func(*facts.Photo)) facts.Photo {
		p := facts.Photo{Kind: "panorama", Round: &one, Alt: "I tavoli"}
		if change != nil {
			change(&p)
		}
		return p
	}
	hidden := func(p *facts.Photo) { p.HiddenAt, p.HiddenBy = &before, &other }
	for _, tt := range []struct {
		name      string
		photo     facts.Photo
		change    photos.Change
		want      facts.Photo
		describes bool
	}{
		{"nothing", as(nil), photos.Change{Reason: "niente"}, as(nil), false},
		{"CN09 1.6.a/its kind", as(nil), photos.Change{Kind: &kind}, as(func(p *facts.Photo) { p.Kind = kind }), true},
		{"CN09 1.6.a/its round is not known", as(nil), photos.Change{Round: &none}, as(func(p *facts.Photo) { p.Round = nil }), true},
		{"its description", as(nil), photos.Change{Alt: &alt}, as(func(p *facts.Photo) { p.Alt = alt }), true},
		{"who agrees", as(nil), photos.Change{Consent: &consent}, as(func(p *facts.Photo) { p.PhotoConsent = consent }), true},
		{"hidden", as(nil), photos.Change{Hidden: &yes}, as(func(p *facts.Photo) { p.HiddenAt, p.HiddenBy = &sent, &by }), false},
		{"hidden already", as(hidden), photos.Change{Hidden: &yes}, as(hidden), false},
		{"shown again", as(hidden), photos.Change{Hidden: &no}, as(nil), false},
	} {
		if diff := cmp.Diff(tt.want, tt.change.Of(tt.photo, by, sent)); diff != "" || tt.change.Describes() != tt.describes {
			t.Errorf("%s: describes %t (-want +got)\n%s", tt.name, tt.change.Describes(), diff)
		}
	}
	removed := photos.Remove(as(nil), by, "mossa", sent)
	if removed.RemovedAt == nil || *removed.RemovedBy != by || removed.RemovedReason != "mossa" || removed.Public() {
		t.Errorf("removed is %+v", removed)
	}
}

// Making the same change to a photo a second time changes nothing more. Details that the change does not name
// stay, and so do its pictures and its arrival.
func TestAnyChange(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := facts.Photo{Kind: "panorama", Alt: "I tavoli", Bytes: 10, Received: 10, State: facts.PhotoReady, PageDigest: "p", CreatedAt: sent}
		round := rapid.IntRange(0, 3).Draw(t, "round before")
		if p.Round = &round; round == 0 {
			p.Round = nil
		}
		pick := func(name string) bool { return rapid.Bool().Draw(t, name) }
		var c photos.Change
		want := p
		if kind := "winner"; pick("kind") {
			c.Kind, want.Kind = &kind, kind
		}
		if n := rapid.IntRange(0, 3).Draw(t, "round"); pick("has round") {
			if c.Round, want.Round = &n, &n; n == 0 {
				want.Round = nil
			}
		}
		if alt := ""; pick("alt") {
			c.Alt, want.Alt = &alt, alt
		}
		if consent := (facts.PhotoConsent{PeopleAgree: true}); pick("consent") {
			c.Consent, want.PhotoConsent = &consent, consent
		}
		if hidden := pick("hidden"); pick("hides") {
			if c.Hidden = &hidden; hidden {
				want.HiddenAt, want.HiddenBy = &sent, &by
			}
		}
		got := c.Of(p, by, sent)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
		later := uuid.UUID{15: 3}
		if diff := cmp.Diff(got, c.Of(got, later, sent.Add(time.Hour))); diff != "" {
			t.Fatalf("done twice: %s", diff)
		}
		if c.Describes() != (c.Kind != nil || c.Round != nil || c.Alt != nil || c.Consent != nil) {
			t.Fatalf("%+v describes: %t", c, c.Describes())
		}
	})
}
