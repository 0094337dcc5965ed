package token_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/authz/token"
)

const (
	issuer   = "https://league.example"
	audience = "https://league.example/v1"
)

var (
	account = uuid.MustParse("019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071")
	session = uuid.MustParse("019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6072")
	noon    = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
)

// clock is a time that tests move.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

func newKey(tb testing.TB) []byte {
	tb.Helper()
	key, err := token.GenerateKey()
	if err != nil {
		tb.Fatal(err)
	}
	return key
}

func keys(tb testing.TB, pems ...[]byte) token.Keys {
	tb.Helper()
	k, err := token.ParseKeys(bytes.Join(pems, nil))
	if err != nil {
		tb.Fatal(err)
	}
	return k
}

// publicOf is the public half of a private key's PEM.
func publicOf(tb testing.TB, private []byte) []byte {
	tb.Helper()
	der, err := x509.MarshalPKIXPublicKey(privateKey(tb, private).Public())
	if err != nil {
		tb.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
}

func privateKey(tb testing.TB, text []byte) ed25519.PrivateKey {
	tb.Helper()
	block, _ := pem.Decode(text)
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		tb.Fatal(err)
	}
	return parsed.(ed25519.PrivateKey)
}

func authority(tb testing.TB, c token.Config) *token.Authority {
	tb.Helper()
	if c.Issuer == "" {
		c.Issuer, c.Audience = issuer, audience
	}
	a, err := token.NewAuthority(c)
	if err != nil {
		tb.Fatal(err)
	}
	return a
}

func issue(tb testing.TB, a *token.Authority) string {
	tb.Helper()
	text, _, err := a.Issue(account, session)
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

func TestIssuedTokenStatesAccountAndSession(t *testing.T) {
	t.Parallel()
	now := &clock{noon.Add(123456 * time.Microsecond)}
	a := authority(t, token.Config{Keys: keys(t, newKey(t)), Now: now.Now})
	text, issued, err := a.Issue(account, session)
	if err != nil {
		t.Fatal(err)
	}
	want := token.Claims{Account: account, Session: session, IssuedAt: noon, ExpiresAt: noon.Add(10 * time.Minute)}
	if diff := cmp.Diff(want, issued); diff != "" {
		t.Errorf("issued: %s", diff)
	}
	for _, from := range []string{"the signature", "the cache"} {
		got, err := a.Verify(text)
		if err != nil {
			t.Fatalf("from %s: %v", from, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("from %s: %s", from, diff)
		}
	}
	if len(text) > 500 {
		t.Errorf("a token has %d bytes", len(text))
	}
}

func TestTokenEndsAtItsEnd(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]int{"from the cache": 0, "without a cache": -1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			now := &clock{noon}
			a := authority(t, token.Config{Keys: keys(t, newKey(t)), Now: now.Now, Lifetime: time.Minute, CacheSize: size})
			text := issue(t, a)
			for _, at := range []struct {
				after time.Duration
				valid bool
			}{
				{0, true},
				{time.Minute - 1, true},
				{time.Minute, false},
				{time.Hour, false},
				{-60 * time.Second, true},  // another replica's clock
				{-61 * time.Second, false}, // not yet issued
				{0, true},
			} {
				now.now = noon.Add(at.after)
				if _, err := a.Verify(text); (err == nil) != at.valid {
					t.Errorf("after %s: %v", at.after, err)
				}
			}
		})
	}
}

func TestRotation(t *testing.T) {
	t.Parallel()
	now := &clock{noon}
	before, after := newKey(t), newKey(t)
	old := authority(t, token.Config{Keys: keys(t, before), Now: now.Now})
	announced := authority(t, token.Config{Keys: keys(t, before, publicOf(t, after)), Now: now.Now})
	rotated := authority(t, token.Config{Keys: keys(t, after, before), Now: now.Now})
	finished := authority(t, token.Config{Keys: keys(t, after), Now: now.Now})
	tests := []struct {
		rule  string
		from  *token.Authority
		to    *token.Authority
		valid bool
	}{
		{"the old key's tokens while rotating", old, rotated, true},
		{"the new key's tokens where it is announced", rotated, announced, true},
		{"an announced key does not sign yet", announced, old, true},
		{"the new key's tokens where it is unknown", rotated, old, false},
		{"the old key's tokens afterwards", old, finished, false},
		{"the new key's tokens afterwards", rotated, finished, true},
	}
	for _, tt := range tests {
		if _, err := tt.to.Verify(issue(t, tt.from)); (err == nil) != tt.valid {
			t.Errorf("%s: %v", tt.rule, err)
		}
	}
}

func TestNewAuthorityRefuses(t *testing.T) {
	t.Parallel()
	sound := token.Config{Keys: keys(t, newKey(t)), Issuer: issuer, Audience: audience, Now: time.Now}
	if _, err := token.NewAuthority(sound); err != nil {
		t.Fatal(err)
	}
	for fault, change := range map[string]func(*token.Config){
		"no keys":                 func(c *token.Config) { c.Keys = token.Keys{} },
		"no issuer":               func(c *token.Config) { c.Issuer = "" },
		"no audience":             func(c *token.Config) { c.Audience = "" },
		"no clock":                func(c *token.Config) { c.Now = nil },
		"more than ten minutes":   func(c *token.Config) { c.Lifetime = token.MaxLifetime + time.Second },
		"a negative lifetime":     func(c *token.Config) { c.Lifetime = -time.Minute },
		"a lifetime in fractions": func(c *token.Config) { c.Lifetime = 1500 * time.Millisecond },
	} {
		c := sound
		change(&c)
		if _, err := token.NewAuthority(c); err == nil {
			t.Errorf("%s: accepted", fault)
		}
	}
}

func TestParseKeysRefuses(t *testing.T) {
	t.Parallel()
	good := newKey(t)
	damaged := bytes.Replace(good, []byte("MC4CAQAwBQYDK2VwBCIEI"), []byte("MC4CAQAwBQYDK2VwBCIEJ"), 1)
	if bytes.Equal(good, damaged) {
		t.Fatal("the key was not damaged")
	}
	secret := strings.Split(string(good), "\n")[1]
	for fault, text := range map[string][]byte{
		"nothing":                 nil,
		"no PEM":                  []byte("secret"),
		"a cut block":             good[:len(good)/2],
		"a damaged key":           damaged,
		"a public key only":       publicOf(t, good),
		"a public key in front":   append(publicOf(t, good), newKey(t)...),
		"the same key twice":      append(bytes.Clone(good), good...),
		"its public half as well": append(bytes.Clone(good), publicOf(t, good)...),
		"an elliptic curve key":   ecKey(t),
		"an RSA public key":       append(bytes.Clone(good), rsaPublic(t)...),
		"a certificate":           append(bytes.Clone(good), []byte("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")...),
	} {
		_, err := token.ParseKeys(text)
		if err == nil {
			t.Errorf("%s: accepted", fault)
			continue
		}
		if strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error shows the key: %v", fault, err)
		}
	}
}

func TestBearer(t *testing.T) {
	t.Parallel()
	tests := []struct{ header, want string }{
		{"Bearer abc.def.ghi", "abc.def.ghi"},
		{"bearer abc", "abc"},
		{"BEARER lk_live_x", "lk_live_x"},
		{"Bearer " + strings.Repeat("a", token.MaxLength-7), strings.Repeat("a", token.MaxLength-7)},
		{"Bearer " + strings.Repeat("a", token.MaxLength-6), ""},
		{"", ""},
		{"Bearer", ""},
		{"Bearer ", ""},
		{"Bearer  abc", ""},
		{"Bearer abc def", ""},
		{"Bearer abc, Bearer def", ""},
		{"Bearer abc\n", ""},
		{"Bearer abc\x00", ""},
		{"Bearer à", ""},
		{"Basic abc", ""},
		{"abc", ""},
	}
	for _, tt := range tests {
		got, err := token.Bearer(tt.header)
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%.40q: got %.40q, %v", tt.header, got, err)
		}
	}
}
