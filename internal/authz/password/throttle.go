package password

import (
	"hash/maphash"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// Rate allows Burst at once and then one each Every: in any stretch of time d at
// most Burst + d/Every.
type Rate struct {
	Burst int
	Every time.Duration
}

// The rates of guessing. Five and then one each three minutes are ten in any
// fifteen minutes (T23), and let a person who mistyped try again soon. An address
// may be a club's, with many people behind it.
var (
	DefaultAccountRate = Rate{Burst: 5, Every: 3 * time.Minute}
	DefaultAddressRate = Rate{Burst: 50, Every: 20 * time.Second}
)

// slots is the number of buckets of each of the two kinds: 1 MiB in all, however
// many accounts and addresses are tried.
const slots = 1 << 16

// Throttle limits the guesses at an account and from an address. It is safe for
// concurrent use.
//
// Names are hashed, under a secret of the process, onto a fixed number of buckets.
// Two that meet share one: that may be too strict, never too lax, and nobody can
// flood the memory to make an earlier count be forgotten. What it holds is this
// process's; with n replicas behind a balancer n times as many guesses pass.
type Throttle struct {
	account, address Rate
	now              func() time.Time
	seed             maphash.Seed

	mu                   sync.Mutex
	byAccount, byAddress []bucket
}

// bucket is the moment at which it is full again; the zero value is full. (It is
// the theoretical arrival time of the generic cell rate algorithm: the same as a
// bucket of tokens, in one number.)
type bucket int64 // nanoseconds since 1970

// NewThrottle returns a throttle of these rates under the clock.
func NewThrottle(account, address Rate, now func() time.Time) *Throttle {
	return &Throttle{
		account: account, address: address, now: now, seed: maphash.MakeSeed(),
		byAccount: make([]bucket, slots), byAddress: make([]bucket, slots),
	}
}

// Take counts a guess at the account (by its mail address, whether or not anybody
// has it) from the network address. It returns zero if the guess may go on, or how
// long to wait: answer 429 with Retry-After. A guess that must wait is not
// counted.
func (t *Throttle) Take(account string, from netip.Addr) time.Duration {
	now := t.now().UnixNano()
	t.mu.Lock()
	defer t.mu.Unlock()
	a, b := t.buckets(account, from)
	if wait := max(a.wait(t.account, now), b.wait(t.address, now)); wait > 0 {
		return wait
	}
	a.take(t.account, now)
	b.take(t.address, now)
	return 0
}

// Succeeded gives back what the last Take counted, because it was no guess: people
// who sign in often are not limited.
func (t *Throttle) Succeeded(account string, from netip.Addr) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a, b := t.buckets(account, from)
	a.giveBack(t.account)
	b.giveBack(t.address)
}

func (t *Throttle) buckets(account string, from netip.Addr) (a, b *bucket) {
	account = strings.ToLower(strings.TrimSpace(account))
	return &t.byAccount[maphash.String(t.seed, account)%slots],
		&t.byAddress[maphash.Comparable(t.seed, network(from))%slots]
}

// network returns the addresses of one subscriber: an IPv4 address, or 64 bits of IPv6.
func network(from netip.Addr) netip.Addr {
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

// wait returns the time until there is one in the bucket, zero if there is.
func (b *bucket) wait(r Rate, now int64) time.Duration {
	return max(0, time.Duration(int64(*b)-now)-time.Duration(r.Burst-1)*r.Every)
}

func (b *bucket) take(r Rate, now int64) {
	*b = bucket(max(int64(*b), now) + int64(r.Every))
}

func (b *bucket) giveBack(r Rate) {
	*b = bucket(max(0, int64(*b)-int64(r.Every)))
}
