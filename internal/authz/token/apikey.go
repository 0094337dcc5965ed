package token

import (
	"crypto/rand"
	"crypto/sha256"
	"hash/crc32"
	"strings"
)

// Environment distinguishes keys for real data from keys for trial data.
type Environment string

// The environments.
const (
	Live Environment = "live"
	Test Environment = "test"
)

// An API key is "lk_", the environment, "_", 30 random characters of base 62
// (178 bits) and 6 more that are the CRC-32 of all before them:
//
//	lk_live_5Nc0QmXb7kJ2sVtYw9RzLdHa3PfGeU4aBcDe
//
// The prefix lets secret scanners find a leaked key, the checksum lets a mistyped
// or made-up one be refused without a query. It proves nothing else.
const (
	keyPrefix   = "lk_"
	keyRandom   = 30
	keyChecksum = 6
	base62      = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// NewAPIKey makes a key of the environment. Its text is shown once.
func NewAPIKey(e Environment) Secret {
	body := keyPrefix + string(e) + "_" + randomBase62(keyRandom)
	text := body + checksum(body)
	return Secret{Text: text, Hash: sha256.Sum256([]byte(text))}
}

// IsAPIKey reports whether a credential claims to be an API key by its prefix.
// Access tokens, which are base64 of a JSON object, never do.
func IsAPIKey(credential string) bool { return strings.HasPrefix(credential, keyPrefix) }

// ParseAPIKey returns the environment and hash of a key, or [ErrInvalid] if the
// text is not well formed or its checksum is wrong.
func ParseAPIKey(text string) (Environment, Hash, error) {
	for _, e := range []Environment{Live, Test} {
		random, ok := strings.CutPrefix(text, keyPrefix+string(e)+"_")
		if !ok {
			continue
		}
		if len(random) != keyRandom+keyChecksum || strings.Trim(random, base62) != "" {
			break
		}
		body := text[:len(text)-keyChecksum]
		if checksum(body) != text[len(body):] {
			break
		}
		return e, sha256.Sum256([]byte(text)), nil
	}
	return "", Hash{}, ErrInvalid
}

// checksum is the CRC-32 (IEEE) of the text in base 62, 6 characters.
func checksum(text string) string {
	sum := crc32.ChecksumIEEE([]byte(text))
	var out [keyChecksum]byte
	for i := keyChecksum - 1; i >= 0; i-- {
		out[i] = base62[sum%62]
		sum /= 62
	}
	return string(out[:])
}

// randomBase62 draws n characters, each of the 62 equally often: bytes from 248 on,
// which would favor the first eight, are thrown away.
func randomBase62(n int) string {
	out := make([]byte, 0, n)
	var random [64]byte
	for len(out) < n {
		rand.Read(random[:])
		for _, b := range random {
			if b < 62*4 && len(out) < n {
				out = append(out, base62[b%62])
			}
		}
	}
	return string(out)
}
