package token_test

import (
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"regexp"
	"strings"
	"testing"

	"referto/internal/authz/token"
)

func TestOpaqueSecrets(t *testing.T) {
	t.Parallel()
	tests := []struct {
		what  string
		make  func() token.Secret
		parse func(string) (token.Hash, error)
		form  string
	}{
		{"refresh token, 256 bits", token.NewRefresh, token.ParseRefresh, `^[A-Za-z0-9_-]{43}$`},
		{"link, 128 bits", token.NewLink, token.ParseLink, `^[A-Za-z0-9_-]{22}$`},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			t.Parallel()
			form, seen := regexp.MustCompile(tt.form), make(map[string]bool)
			for range 1000 {
				s := tt.make()
				if !form.MatchString(s.Text) {
					t.Fatalf("form: %q", s.Text)
				}
				if seen[s.Text] {
					t.Fatal("the same secret twice")
				}
				seen[s.Text] = true
				if s.Hash != token.Hash(sha256.Sum256([]byte(s.Text))) {
					t.Fatal("the hash is not that of the text")
				}
				if h, err := tt.parse(s.Text); err != nil || h != s.Hash {
					t.Fatalf("parsed: %v", err)
				}
			}
			s := tt.make().Text
			for _, bad := range []string{"", s[1:], s + "A", s + "=", s[:len(s)-1] + "\n", s[:len(s)-1] + "+", s[:len(s)-1] + "B", "\n" + s, strings.Repeat("A", 5000)} {
				if bad == s {
					continue
				}
				if h, err := tt.parse(bad); err == nil || h != (token.Hash{}) {
					t.Errorf("%.50q accepted", bad)
				}
			}
		})
	}
}

func TestAPIKeyForm(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^lk_(live|test)_[0-9A-Za-z]{36}$`)
	for _, e := range []token.Environment{token.Live, token.Test} {
		seen := make(map[string]bool)
		for range 1000 {
			key := token.NewAPIKey(e)
			if !form.MatchString(key.Text) || seen[key.Text] || !token.IsAPIKey(key.Text) {
				t.Fatalf("%q", key.Text)
			}
			seen[key.Text] = true
			got, h, err := token.ParseAPIKey(key.Text)
			if err != nil || got != e || h != key.Hash || h != token.Hash(sha256.Sum256([]byte(key.Text))) {
				t.Fatalf("%q: %s, %v", key.Text, got, err)
			}
		}
	}
}

// The checksum can be computed by anybody, such as a secret scanner, by this
// recipe.
func TestAPIKeyChecksumByHand(t *testing.T) {
	t.Parallel()
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	body := "lk_test_" + strings.Repeat("a", 30)
	sum, out := uint64(crc32.ChecksumIEEE([]byte(body))), ""
	for range 6 {
		out = string(digits[sum%62]) + out
		sum /= 62
	}
	if e, _, err := token.ParseAPIKey(body + out); err != nil || e != token.Test {
		t.Errorf("%s%s: %s, %v", body, out, e, err)
	}
}

func TestAPIKeyRefused(t *testing.T) {
	t.Parallel()
	key := token.NewAPIKey(token.Live).Text
	forged := map[string]string{
		"nothing":             "",
		"a prefix only":       "lk_live_",
		"cut":                 key[:len(key)-1],
		"longer":              key + "0",
		"another environment": strings.Replace(key, "live", "test", 1),
		"an unknown one":      strings.Replace(key, "live", "prod", 1),
		"the case of prefix":  strings.Replace(key, "lk", "LK", 1),
		"a space":             " " + key,
		"a line break":        key + "\n",
		"other characters":    key[:20] + "-" + key[21:],
		"letters not ASCII":   key[:20] + "é" + key[22:],
		"two exchanged":       exchanged(key),
	}
	for i := len("lk_live_"); i < len(key); i++ {
		other := byte('0')
		if key[i] == other {
			other = '1'
		}
		forged[fmt.Sprintf("character %d mistyped", i)] = key[:i] + string(other) + key[i+1:]
	}
	for fault, text := range forged {
		if e, h, err := token.ParseAPIKey(text); err == nil || e != "" || h != (token.Hash{}) {
			t.Errorf("%s: %q accepted", fault, text)
		}
	}
}

// exchanged swaps two neighbors that differ.
func exchanged(key string) string {
	for i := len("lk_live_"); ; i++ {
		if key[i] != key[i+1] {
			return key[:i] + string(key[i+1]) + string(key[i]) + key[i+2:]
		}
	}
}
