package sealed

import (
	"bufio"
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// ErrOpen means that a sealed text is damaged, belongs elsewhere, or its key is not among those at hand. The cases are not
// distinguished on purpose.
var ErrOpen = errors.New("sealed: does not open")

const (
	version   = 1
	keyBytes  = 32
	wrapBytes = 12 + keyBytes + 16
)

// keyName is the form of the names of keys.
var keyName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

// Keys are the installation's keys; the first seals, all open. The zero Keys can do
// neither.
type Keys struct {
	first string
	by    map[string][]byte
}

// ParseKeys reads a file of keys: a line each, its name, a space, and 32 bytes in
// base64. Empty lines and those that begin with # are left out.
func ParseKeys(file []byte) (Keys, error) {
	k := Keys{by: map[string][]byte{}}
	lines := bufio.NewScanner(bytes.NewReader(file))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, coded, _ := strings.Cut(line, " ")
		key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(coded))
		switch {
		case !keyName.MatchString(name):
			return Keys{}, fmt.Errorf("sealed: line %d: no name of a key (a-z, 0-9 and dashes)", n)
		case err != nil || len(key) != keyBytes:
			return Keys{}, fmt.Errorf("sealed: line %d: want %d bytes in base64", n, keyBytes)
		case k.by[name] != nil:
			return Keys{}, fmt.Errorf("sealed: line %d: key %s is there twice", n, name)
		case k.first == "":
			k.first = name
		}
		k.by[name] = key
	}
	if k.first == "" {
		return Keys{}, errors.New("sealed: no key")
	}
	return k, nil
}

// GenerateKey makes a file of one key.
func GenerateKey() ([]byte, error) {
	b := make([]byte, keyBytes+4)
	if _, err := rand.Read(b); err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "key-%x %s\n", b[keyBytes:], base64.StdEncoding.EncodeToString(b[:keyBytes])), nil
}

// Seal encrypts a text that belongs to something.
func (k Keys) Seal(text []byte, belongsTo string) ([]byte, error) {
	if k.first == "" {
		return nil, errors.New("sealed: no key")
	}
	own := make([]byte, keyBytes)
	if _, err := rand.Read(own); err != nil {
		return nil, err
	}
	out := HeadOf(k.first)
	wrap, err := gcm(k.by[k.first])
	if err != nil {
		return nil, err
	}
	out = append(out, wrap.Seal(nil, nil, own, []byte(belongsTo))...)
	body, err := gcm(own)
	if err != nil {
		return nil, err
	}
	return append(out, body.Seal(nil, nil, text, []byte(belongsTo))...), nil
}

// Open decrypts a sealed text that belongs to something; the error is [ErrOpen].
func (k Keys) Open(text []byte, belongsTo string) ([]byte, error) {
	name, rest, ok := head(text)
	if !ok || len(rest) < wrapBytes || k.by[name] == nil {
		return nil, ErrOpen
	}
	wrap, err := gcm(k.by[name])
	if err != nil {
		return nil, err
	}
	own, err := wrap.Open(nil, nil, rest[:wrapBytes], []byte(belongsTo))
	if err != nil {
		return nil, ErrOpen
	}
	body, err := gcm(own)
	if err != nil {
		return nil, err
	}
	out, err := body.Open(nil, nil, rest[wrapBytes:], []byte(belongsTo))
	if err != nil {
		return nil, ErrOpen
	}
	return out, nil
}

// Reseal encrypts a sealed text anew under the first key; a text that is sealed under it already is returned
// unchanged. It returns [ErrOpen].
func (k Keys) Reseal(text []byte, belongsTo string) ([]byte, error) {
	plain, err := k.Open(text, belongsTo)
	if err != nil || KeyOf(text) == k.first {
		return text, err
	}
	return k.Seal(plain, belongsTo)
}

// First is the name of the key that seals; "" without any.
func (k Keys) First() string { return k.first }

// HeadOf returns the beginning of all texts that are sealed under a key of the name, and of no other text.
func HeadOf(name string) []byte { return append([]byte{version, byte(len(name))}, name...) }

// KeyOf is the name of the key that a text is sealed under; "" for a text that is not sealed. Once
// no stored text names a key, its line may go.
func KeyOf(text []byte) string {
	name, _, _ := head(text)
	return name
}

func head(text []byte) (name string, rest []byte, ok bool) {
	if len(text) < 2 || text[0] != version || len(text) < 2+int(text[1]) {
		return "", nil, false
	}
	end := 2 + int(text[1])
	return string(text[2:end]), text[end:], true
}

// gcm is AES-256-GCM that makes its nonces by chance and puts them in front.
func gcm(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// Has reports whether a key of a name is among them.
func (k Keys) Has(name string) bool { return k.by[name] != nil }

// Fingerprints distinguish the keys from others of the same name, and reveal nothing else about them: first the one
// of the key that seals, then those of the others in order.
func (k Keys) Fingerprints() []string {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(k.by)), func(name string) bool { return name == k.first })
	if k.first != "" {
		names = slices.Insert(names, 0, k.first)
	}
	prints := make([]string, len(names))
	for i, name := range names {
		mac := hmac.New(sha256.New, k.by[name])
		mac.Write([]byte("fingerprint"))
		prints[i] = name + ":" + hex.EncodeToString(mac.Sum(nil)[:8])
	}
	return prints
}
