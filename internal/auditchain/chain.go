// Package auditchain makes and checks the seals over the audit of a tenant. A seal is a SHA-256 over the previous
// seal and over some rows, so that a row that is later changed, removed or inserted changes every digest from there
// on. The text of a row may be erased: it enters the row's digest by a digest of its own with a salt that is erased
// with it. An attacker who may write everything could make all seals anew; comparing with heads ([Head]) that were
// kept elsewhere detects that.
package auditchain

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"time"

	"github.com/google/uuid"
)

// Row is a row of the audit in the form in which it is sealed. Before and After are JSON as the database prints it;
// nil for none.
type Row struct {
	ID        uuid.UUID
	At        time.Time
	AccountID *uuid.UUID
	Operation string
	EventID   *uuid.UUID
	RequestID string
	Refused   string

	// Words that may be erased.
	Subject string
	Reason  string
	Before  *string
	After   *string
}

// Words is the digest of the words of a row, which the salt keeps from being guessed.
func (r Row) Words(salt string) []byte {
	h := sha256.New()
	put(h, []byte(salt))
	for _, text := range []*string{&r.Subject, &r.Reason, r.Before, r.After} {
		if text == nil {
			put(h, []byte{0})
		} else {
			put(h, append([]byte{1}, *text...))
		}
	}
	return h.Sum(nil)
}

// Chain makes the digest of a seal. The zero Chain makes no sense; see [Next].
type Chain struct{ h hash.Hash }

// Next begins the seal with a number of a tenant, after one with a digest; nil for the first.
func Next(tenant uuid.UUID, number int64, before []byte) Chain {
	c := Chain{sha256.New()}
	put(c.h, before)
	put(c.h, tenant[:])
	putNumber(c.h, number)
	return c
}

// Add adds a row with the digest of its words. Rows are added by the order of their ids.
func (c Chain) Add(r Row, words []byte) {
	put(c.h, r.ID[:])
	putNumber(c.h, r.At.UnixMicro())
	putID(c.h, r.AccountID)
	put(c.h, []byte(r.Operation))
	putID(c.h, r.EventID)
	put(c.h, []byte(r.RequestID))
	put(c.h, []byte(r.Refused))
	put(c.h, words)
}

// Digest is the digest of the seal.
func (c Chain) Digest() []byte { return c.h.Sum(nil) }

// put adds bytes with their length, so that no two lists of texts are the same bytes.
func put(h hash.Hash, b []byte) {
	putNumber(h, int64(len(b)))
	h.Write(b)
}

func putNumber(h hash.Hash, n int64) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(n)) //nolint:gosec // the bits alone matter
	h.Write(b[:])
}

func putID(h hash.Hash, id *uuid.UUID) {
	if id == nil {
		put(h, nil)
	} else {
		put(h, id[:])
	}
}

// Head is the last seal of a tenant at some time: a copy kept elsewhere can show later whether the sealed rows are
// still the same.
type Head struct {
	Tenant uuid.UUID
	Number int64
	Digest string // in hexadecimal
}

// Text writes a digest as heads have it.
func Text(digest []byte) string { return hex.EncodeToString(digest) }
