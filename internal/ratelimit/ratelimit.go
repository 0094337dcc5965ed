// Package ratelimit shares out the capacity of a server among its callers, by the cost of requests.
//
// Each caller has a bucket of points (golang.org/x/time/rate): an account, or a network of anonymous callers. It
// holds the points of a minute and fills evenly; a request takes its cost. Tenants have buckets too, so that one of
// them leaves room to the others. Within a tenant, callers who have recently asked for less than they may are served
// whatever the others do: while the tenant's bucket is empty, a request passes if its sender's own bucket is at least
// half full. Requests that the tenant's bucket refuses are charged to the sender all the same, so that asking without
// pause gains nothing.
//
// All of it is in memory, up to a bound, and a request needs no database. Spent points are reported to the other
// replicas at intervals ([Limiter.Spent], [Limiter.Heard]), which take them from their buckets: a caller who asks all
// replicas gets the points of one, except between two reports.
package ratelimit

import (
	"encoding/binary"
	"math"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"referto/internal/recent"
)

// Kind distinguishes buckets of accounts, of networks and of tenants.
type Kind byte

// The kinds.
const (
	Network Kind = iota // of anonymous callers
	Account
	Tenant
	kinds
)

// String is the name of the kind's policy.
func (k Kind) String() string { return [...]string{"network", "account", "tenant"}[k] }

// Key names a bucket: an id, or the first address of a network.
type Key struct {
	Kind Kind
	ID   [16]byte
}

// Limits are the points a minute of each kind; zero is no limit.
type Limits [kinds]int

// mostBuckets bounds the buckets in memory: some 10 MB. The least recently used are forgotten first, most of which
// are full again.
const mostBuckets = 40_000

// Limiter holds the buckets. It is safe for concurrent use.
type Limiter struct {
	limits  Limits
	now     func() time.Time
	buckets *recent.Cache[Key, *rate.Limiter]

	mu    sync.Mutex
	spent map[Key]int // since the last report; of buckets that are not nearly full
}

// New makes a limiter whose buckets are full.
func New(limits Limits, now func() time.Time) *Limiter {
	return &Limiter{limits: limits, now: now, buckets: recent.New[Key, *rate.Limiter](mostBuckets), spent: map[Key]int{}}
}

// Verdict is the answer to a request.
type Verdict struct {
	Passes bool
	// Kind is the kind of the bucket that refuses; the sender's if none does.
	Kind Kind
	// Limit is the points a minute of that kind, 0 for no limit; Left those in its bucket.
	Limit, Left int
	// Full is the time until that bucket is full, Wait the time until it holds the cost.
	Full, Wait time.Duration
}

// Take takes the points of a request from its sender's bucket, and from a tenant's unless that is the zero key. A
// request costs at most the points of a whole minute.
func (l *Limiter) Take(sender, tenant Key, cost int) Verdict {
	now := l.now()
	own, verdict := l.take(now, sender, cost)
	if !verdict.Passes || tenant == (Key{}) {
		return verdict
	}
	of, refusal := l.take(now, tenant, cost)
	if refusal.Passes || own != nil && own.TokensAt(now) >= float64(own.Burst())/2 {
		return verdict
	}
	refusal.Wait = waitFor(of, now, cost)
	return refusal
}

// take takes from one bucket; nil is one without limit.
func (l *Limiter) take(now time.Time, key Key, cost int) (*rate.Limiter, Verdict) {
	limit := l.limits[key.Kind]
	if limit == 0 {
		return nil, Verdict{Passes: true, Kind: key.Kind}
	}
	cost = min(cost, limit)
	bucket := l.bucket(key)
	v := Verdict{Passes: bucket.AllowN(now, cost), Kind: key.Kind, Limit: limit}
	left := bucket.TokensAt(now)
	v.Left = max(0, int(left))
	v.Full = seconds((float64(limit) - left) / perSecond(limit))
	if !v.Passes {
		v.Wait = waitFor(bucket, now, cost)
	} else if left < nearlyFull*float64(limit) {
		l.mu.Lock()
		if _, known := l.spent[key]; known || len(l.spent) < mostTold {
			l.spent[key] += cost
		}
		l.mu.Unlock()
	}
	return bucket, v
}

func (l *Limiter) bucket(key Key) *rate.Limiter {
	if bucket, known := l.buckets.Get(key); known {
		return bucket
	}
	limit := l.limits[key.Kind]
	return l.buckets.GetOrPut(key, rate.NewLimiter(rate.Limit(perSecond(limit)), limit))
}

func perSecond(limit int) float64 { return float64(limit) / time.Minute.Seconds() }

// waitFor is the time until a bucket holds a cost.
func waitFor(bucket *rate.Limiter, now time.Time, cost int) time.Duration {
	return max(time.Second, seconds((float64(min(cost, bucket.Burst()))-bucket.TokensAt(now))/float64(bucket.Limit())))
}

// seconds rounds up to whole seconds, the unit of the headers.
func seconds(n float64) time.Duration { return time.Duration(math.Ceil(max(0, n))) * time.Second }

// The bounds of reports to other replicas: only buckets that are not nearly full, and at most mostTold at a time.
const (
	nearlyFull = 0.75
	mostTold   = 2000
	// mostInOne bounds the buckets of one message, which then has 5,000 bytes at most.
	mostInOne  = 200
	entryBytes = 1 + 16 + 4
)

// Spent returns the points spent here since the last call, as messages to other replicas.
func (l *Limiter) Spent() (messages [][]byte) {
	l.mu.Lock()
	spent := l.spent
	l.spent = map[Key]int{}
	l.mu.Unlock()
	var message []byte
	for key, points := range spent {
		message = append(append(message, byte(key.Kind)), key.ID[:]...)
		message = binary.BigEndian.AppendUint32(message, uint32(min(points, math.MaxInt32)))
		if len(message) == mostInOne*entryBytes {
			messages, message = append(messages, message), nil
		}
	}
	if message != nil {
		messages = append(messages, message)
	}
	return messages
}

// Heard takes from the buckets here the points spent at another replica. A bucket owes the points of a minute at
// most, which bounds the wait of a caller who has asked several replicas at once. An invalid message changes nothing.
func (l *Limiter) Heard(message []byte) {
	now := l.now()
	for ; len(message) >= entryBytes; message = message[entryBytes:] {
		key := Key{Kind: Kind(message[0]), ID: [16]byte(message[1:17])}
		if key.Kind >= kinds || l.limits[key.Kind] == 0 {
			continue
		}
		bucket := l.bucket(key)
		owed := min(float64(binary.BigEndian.Uint32(message[17:])), bucket.TokensAt(now)+float64(bucket.Burst()), float64(bucket.Burst()))
		if owed >= 1 {
			bucket.ReserveN(now, int(owed))
		}
	}
}
