package token

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
)

// Keys are the signing keys of an installation: one that signs, and all whose
// tokens are accepted. Make one with [ParseKeys].
//
// To rotate: put the new private key in front and keep the old one behind it; ten
// minutes later, when the last token of the old key has expired, remove it. With
// several replicas, first give every one the new public key behind the old
// private one.
type Keys struct {
	signing   ed25519.PrivateKey
	signingID string
	verifying map[string]ed25519.PublicKey // by key id
}

// The kinds of PEM block that are read.
const (
	pemPrivate = "PRIVATE KEY" // PKCS#8
	pemPublic  = "PUBLIC KEY"  // PKIX
)

// GenerateKey makes a new Ed25519 key as a PKCS#8 PEM block, ready for
// [ParseKeys] and for a file that only the server may read.
func GenerateKey() ([]byte, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("token: generate key: %w", err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, fmt.Errorf("token: generate key: %w", err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: pemPrivate, Bytes: der}), nil
}

// ParseKeys parses PEM blocks. The first must be an Ed25519 private key (PKCS#8): it signs. Later ones, private or
// public (PKIX), only verify. Text between blocks is ignored, as in PEM; a block of another kind or algorithm, a
// damaged one and a repeated key are errors. Errors never show key material.
func ParseKeys(text []byte) (Keys, error) {
	keys := Keys{verifying: make(map[string]ed25519.PublicKey)}
	for n := 1; ; n++ {
		block, rest := pem.Decode(text)
		if block == nil {
			break
		}
		text = rest
		if err := keys.add(block); err != nil {
			return Keys{}, fmt.Errorf("token: key %d: %w", n, err)
		}
	}
	if keys.signing == nil {
		return Keys{}, errors.New("token: no key: want a PEM block of an Ed25519 private key")
	}
	return keys, nil
}

func (k *Keys) add(block *pem.Block) error {
	var public ed25519.PublicKey
	switch block.Type {
	case pemPrivate:
		private, err := parsePrivate(block.Bytes)
		if err != nil {
			return err
		}
		public = private.Public().(ed25519.PublicKey)
		if k.signing == nil {
			k.signing, k.signingID = private, keyID(public)
		}
	case pemPublic:
		if k.signing == nil {
			return errors.New("the first key must be private: it signs")
		}
		var err error
		if public, err = parsePublic(block.Bytes); err != nil {
			return err
		}
	default:
		return fmt.Errorf("want %q or %q, not %q", pemPrivate, pemPublic, block.Type)
	}
	id := keyID(public)
	if _, twice := k.verifying[id]; twice {
		return errors.New("the same key stands twice")
	}
	k.verifying[id] = public
	return nil
}

// errAlgorithm is deliberately without detail: the parser's own words could quote
// the key.
var errAlgorithm = errors.New("not a sound Ed25519 key")

func parsePrivate(der []byte) (ed25519.PrivateKey, error) {
	parsed, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil, errAlgorithm
	}
	private, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, errAlgorithm
	}
	return private, nil
}

func parsePublic(der []byte) (ed25519.PublicKey, error) {
	parsed, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return nil, errAlgorithm
	}
	public, ok := parsed.(ed25519.PublicKey)
	if !ok {
		return nil, errAlgorithm
	}
	return public, nil
}

// keyID names a key after itself, so that configuration cannot give one name to two
// keys: 96 bits of the SHA-256 of the public key, in base64url.
func keyID(public ed25519.PublicKey) string {
	sum := sha256.Sum256(public)
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// IDs returns the ids of the keys, which reveal nothing about the keys: first the id of the key that signs, then
// those of the others in order.
func (k Keys) IDs() []string {
	ids := []string{}
	for id := range k.verifying {
		if id != k.signingID {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Insert(ids, 0, k.signingID)
}
