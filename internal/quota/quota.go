// Package quota limits how often something may be done: guesses at a password, letters to an address, tenants that an
// account founds.
//
// A [Rate] allows a number at once and then one each interval. A [Bucket] is a rate for one subject: an account, a
// network, a tenant. An act takes from several buckets together, from all or from none ([ExceededError] names the one
// that was empty).
//
// The buckets are stored in the database (package quotadb), which all replicas share: asking several of them gives no
// more. Their names are hashed under the secret of the installation ([Names]), so that a copy of the table reveals no
// person.
package quota

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"net/netip"
	"strings"
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
	// Tell is called with the rest of the bucket once an act has taken from it; nil for no call.
	Tell func(Left)
}

// Left is the rest of a bucket.
type Left struct {
	// Policy names the kind of act that is counted: the reason without "too-many-".
	Policy string
	// Most may be done at once, and as many in each Window that follows; Now are left of them.
	Most, Now int
	Window    time.Duration
	// Full is the time until the bucket is full.
	Full time.Duration
}

// Left returns the rest of a bucket that is full again after a time.
func (b Bucket) Left(full time.Duration) Left {
	window := time.Duration(b.Rate.Burst) * b.Rate.Every
	return Left{
		Policy: strings.TrimPrefix(b.Reason, "too-many-"), Most: b.Rate.Burst, Window: window,
		Now: int(max(0, window-full) / max(1, b.Rate.Every)), Full: max(0, full),
	}
}

// Headers are the values of RateLimit-Policy and RateLimit that say so, in seconds rounded up.
func (l Left) Headers() (policy, left string) {
	seconds := func(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }
	return fmt.Sprintf("%q;q=%d;w=%d", l.Policy, l.Most, seconds(l.Window)), fmt.Sprintf("%q;r=%d;t=%d", l.Policy, l.Now, seconds(l.Full))
}

// Names make buckets under a secret.
type Names struct{ Secret []byte }

// Bucket returns the bucket of a subject, from which an act takes one. Subjects are distinguished by all of their
// parts, the first of which is the kind of act.
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
	Shared bool          // the bucket is common to all callers: this caller has not asked for too much
	Left   Left          // in the bucket; zero where that is not known
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
