package people_test

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"referto/internal/league/facts"
	"referto/internal/league/people"
)

var now = time.Date(2010, 1, 10, 9, 0, 0, 0, time.UTC)

func TestCheckMail(t *testing.T) {
	t.Parallel()
	record := facts.Player{ID: player(10), Email: "ada@example.org"}
	link := facts.LinkedClaim{ClaimMail: facts.ClaimMail{ExpiresAt: now.Add(time.Hour)}, Address: "Ada@example.org"}
	with := func(change func(*facts.LinkedClaim, *facts.Player)) (facts.LinkedClaim, facts.Player) {
		l, p := link, record
		change(&l, &p)
		return l, p
	}
	tests := []struct {
		says   string
		change func(*facts.LinkedClaim, *facts.Player)
		want   error
	}{
		{"that holds", func(*facts.LinkedClaim, *facts.Player) {}, nil},
		{"used", func(l *facts.LinkedClaim, _ *facts.Player) { l.UsedAt = &now }, people.ErrLinkUsed},
		{"at its end", func(l *facts.LinkedClaim, _ *facts.Player) { l.ExpiresAt = now }, people.ErrLinkExpired},
		{"to another address than the record has", func(_ *facts.LinkedClaim, p *facts.Player) { p.Email = "eva@example.org" }, people.ErrLinkVoid},
		{"to an address that nobody has confirmed", func(_ *facts.LinkedClaim, p *facts.Player) { p.AddressBefore = "old@example.org" }, people.ErrLinkVoid},
	}
	for _, tt := range tests {
		l, p := with(tt.change)
		if got := people.CheckMail(l, p, now); !errors.Is(got, tt.want) {
			t.Errorf("a link %s: got %v, want %v", tt.says, got, tt.want)
		}
	}
	account := id(1)
	for says, p := range map[string]facts.Player{
		"without an address": {}, "with one that nobody has confirmed": {Email: "a@example.org", AddressBefore: "b@example.org"}, "of somebody": {Email: "a@example.org", AccountID: &account},
	} {
		if people.MayBeWritten(p) {
			t.Errorf("a link is written for a record %s", says)
		}
	}
	if !people.MayBeWritten(record) {
		t.Error("no link is written")
	}
}

func TestCheckCode(t *testing.T) {
	t.Parallel()
	code := facts.ClaimCode{Handle: "K7Q2M", SecretHash: people.HashSecret("K7Q2M", "9XFM3"), ExpiresAt: now.Add(time.Hour), Tries: people.MostTries}
	tests := []struct {
		says, secret string
		change       func(*facts.ClaimCode)
		want         error
	}{
		{"at the last try", "9XFM3", func(*facts.ClaimCode) {}, nil},
		{"missed", "9XFM4", func(*facts.ClaimCode) {}, people.ErrCodeWrong},
		{"tried too often", "9XFM3", func(c *facts.ClaimCode) { c.Tries++ }, people.ErrCodeTries},
		{"at its end", "9XFM3", func(c *facts.ClaimCode) { c.ExpiresAt = now }, people.ErrCodeExpired},
		{"that another has ended", "9XFM3", func(c *facts.ClaimCode) { c.EndedAt = &now }, people.ErrCodeEnded},
		{"used", "9XFM3", func(c *facts.ClaimCode) { c.UsedAt = &now }, people.ErrCodeUsed},
		{"of another handle", "9XFM3", func(c *facts.ClaimCode) { c.Handle = "K7Q2N" }, people.ErrCodeWrong},
	}
	for _, tt := range tests {
		c := code
		tt.change(&c)
		if got := people.CheckCode(c, tt.secret, now); !errors.Is(got, tt.want) {
			t.Errorf("a code %s: got %v, want %v", tt.says, got, tt.want)
		}
	}
}

func TestReadCode(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"K7Q2M-9XFM3": "K7Q2M 9XFM3", "k7q2m 9xfm3\n": "K7Q2M 9XFM3", "k7q2m9xfm3": "K7Q2M 9XFM3", "OIL00-00000": "01100 00000",
		"": "", "K7Q2M": "", "K7Q2M-9XFM33": "", "K7Q2M-9XFMU": "", "К7Q2M-9XFM3": "", // Cyrillic К
	} {
		handle, secret, err := people.ReadCode(text)
		got := handle + " " + secret
		if err != nil {
			got = ""
		}
		if got != want || (err != nil) != errors.Is(err, people.ErrCodeWrong) {
			t.Errorf("%q: got %q, %v", text, got, err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		var random [people.CodeBytes]byte
		copy(random[:], rapid.SliceOfN(rapid.Byte(), people.CodeBytes, people.CodeBytes).Draw(t, "random"))
		handle, secret := people.NewCode(random)
		again, same, err := people.ReadCode(people.WriteCode(handle, secret))
		if err != nil || again != handle || same != secret {
			t.Fatalf("%s-%s is read as %s-%s, %v", handle, secret, again, same, err)
		}
	})
}

func TestMayAskMail(t *testing.T) {
	t.Parallel()
	ago := func(hours ...int) (out []time.Time) { // the latest first
		for _, h := range hours {
			out = append(out, now.Add(-time.Duration(h)*time.Hour))
		}
		return out
	}
	tests := []struct {
		ofRecord, ofAccount []time.Time
		want                time.Duration
	}{
		{nil, nil, 0},
		{ago(1, 2), ago(1, 2), 0},
		{ago(1, 2, 3), nil, 21 * time.Hour},
		{ago(1, 2, 24), nil, 0},
		{nil, ago(0, 0, 0, 0, 0, 1, 1, 1, 1, 5), 19 * time.Hour},
		{ago(1, 2, 3), ago(0, 0, 0, 0, 0, 1, 1, 1, 1, 2), 22 * time.Hour},
	}
	for _, tt := range tests {
		if got := people.MayAskMail(tt.ofRecord, tt.ofAccount, now); got != tt.want {
			t.Errorf("%v, %v: got %s, want %s", tt.ofRecord, tt.ofAccount, got, tt.want)
		}
	}
}
