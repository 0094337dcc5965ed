// Package quota says how often something may be done: guesses at a password, letters to an
// address, tenants that somebody founds.
//
// A [Rate] lets so many be done at once and then one each so often. A [Bucket] is a rate for
// one subject: an account, a network, a tenant. What one act needs is taken from several
// buckets together, from all or from none ([ExceededError] names the one that was empty).
//
// The buckets stand in the database (package quotadb), which all replicas share: whoever asks
// several of them gets no more. Their names are hashed under the secret of the installation
// ([Names]): a copy of the table names nobody.
package quota

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"net/netip"
	"time"
)

// Rate allows Burst at once and then one each Every: in any stretch of time d at
// most Burst + d/Every.
type Rate struct {
	Burst int
	Every time.Duration
}

// PerDay allows so many at once and as many in each day that follows, spread over it.
func PerDay(n int) Rate { return Rate{Burst: n, Every: 24 * time.Hour / time.Duration(max(n, 1))} }

// Bucket is a rate of one subject, and how much of it an act takes.
type Bucket struct {
	Name  [16]byte
	Rate  Rate
	Takes int
	// Reason is the code with which an act is refused that finds too little in it.
	Reason string
}

// Names make buckets under a secret.
type Names struct{ Secret []byte }

// Bucket is the bucket of a subject, from which an act takes one. Subjects are told apart by
// all of their parts, the first of which says what is counted.
func (n Names) Bucket(rate Rate, reason string, subject ...string) Bucket {
	b := Bucket{Rate: rate, Takes: 1, Reason: reason}
	mac := hmac.New(sha256.New, n.Secret)
	for _, part := range subject {
		fmt.Fprintf(mac, "%d:%s,", len(part), part)
	}
	copy(b.Name[:], mac.Sum(nil))
	return b
}

// ExceededError refuses an act for which a bucket holds too little.
type ExceededError struct {
	Reason string        // of the bucket
	Wait   time.Duration // until it holds enough
}

// Error names the reason and the time to wait.
func (e *ExceededError) Error() string { return fmt.Sprintf("quota: %s: wait %s", e.Reason, e.Wait) }

// Network returns the addresses of one subscriber: an IPv4 address, or 64 bits of IPv6.
func Network(from netip.Addr) netip.Addr {
	from = from.Unmap().WithZone("")
	if !from.Is6() {
		return from
	}
	prefix, err := from.Prefix(64)
	if err != nil {
		return from
	}
	return prefix.Addr()
}
