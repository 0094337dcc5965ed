package token

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
)

// Hash is the SHA-256 of an opaque secret, under which it is stored and looked up. The secrets have at least 128
// random bits, so a plain hash protects them.
type Hash [sha256.Size]byte

// Secret is an opaque secret at the moment it is made: the text goes to its
// holder and is then forgotten, the hash is kept.
type Secret struct {
	Text string
	Hash Hash
}

// The random bytes of the opaque secrets.
const (
	refreshBytes = 32
	linkBytes    = 16
)

// NewRefresh makes a refresh token: 256 bits in base64url, 43 characters.
func NewRefresh() Secret { return newSecret(refreshBytes) }

// NewLink makes the secret of a link in a mail (verification, reset, invitation) or
// of a helper's link: 128 bits in base64url, 22 characters.
func NewLink() Secret { return newSecret(linkBytes) }

// ParseRefresh returns the hash of a refresh token, or [ErrInvalid] if the text
// cannot be one.
func ParseRefresh(text string) (Hash, error) { return parseSecret(text, refreshBytes) }

// ParseLink returns the hash of a link's secret, or [ErrInvalid] if the text cannot
// be one.
func ParseLink(text string) (Hash, error) { return parseSecret(text, linkBytes) }

func newSecret(n int) Secret {
	random := make([]byte, n)
	rand.Read(random) // never fails: it ends the program instead
	text := base64.RawURLEncoding.EncodeToString(random)
	return Secret{Text: text, Hash: sha256.Sum256([]byte(text))}
}

// parseSecret hashes the text if it is n bytes in their one spelling.
func parseSecret(text string, n int) (Hash, error) {
	if len(text) != base64.RawURLEncoding.EncodedLen(n) {
		return Hash{}, ErrInvalid
	}
	decoded, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(decoded) != n {
		return Hash{}, ErrInvalid
	}
	return sha256.Sum256([]byte(text)), nil
}
