package quotadb_test

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"referto/internal/quota"
	"referto/internal/quota/quotadb"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

func TestMain(m *testing.M) { os.Exit(tenantdbtest.Run(m)) }

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

var names = quota.Names{Secret: []byte("a secret of the tests")}

// full is a bucket that allows a burst at once, and then one each minute.
func full(who string, burst int) quota.Bucket {
	return names.Bucket(quota.Rate{Burst: burst, Every: time.Minute}, "too-many-"+who, who)
}

// counter takes from the buckets of one database, under a clock that the test moves.
type counter struct {
	t   *testing.T
	db  *tenantdb.DB
	now time.Time
}

func start(t *testing.T) *counter {
	t.Helper()
	return &counter{t: t, db: tenantdbtest.New(t), now: noon}
}

// do runs statements in a transaction of their own.
func (c *counter) do(queue func(*tenantdb.Batch)) error {
	return tenantdb.Global(tenantdb.Unhurried(c.t.Context()), c.db, nil, func(tx tenantdb.GlobalTx) error {
		b := &tenantdb.Batch{}
		queue(b)
		return tx.Send(b)
	})
}

// take returns how long to wait and why: "" where the act may go on.
func (c *counter) take(buckets ...quota.Bucket) (reason string, wait time.Duration) {
	c.t.Helper()
	err := c.do(func(b *tenantdb.Batch) { quotadb.Take(b, c.now, buckets...) })
	var exceeded *quota.ExceededError
	switch {
	case errors.As(err, &exceeded):
		return exceeded.Reason, exceeded.Wait
	case err != nil:
		c.t.Fatal(err)
	}
	return "", 0
}

func (c *counter) wants(reason string, wait time.Duration, buckets ...quota.Bucket) {
	c.t.Helper()
	if gotReason, got := c.take(buckets...); got != wait || gotReason != reason {
		c.t.Errorf("refused by %q for %s, want %q for %s", gotReason, got, reason, wait)
	}
}

func (c *counter) giveBack(buckets ...quota.Bucket) {
	c.t.Helper()
	if err := c.do(func(b *tenantdb.Batch) { quotadb.GiveBack(b, buckets...) }); err != nil {
		c.t.Fatal(err)
	}
}

func TestBurstThenOneEach(t *testing.T) {
	t.Parallel()
	c := start(t)
	anna, bruno := full("anna", 3), full("bruno", 3)
	for range 3 {
		c.wants("", 0, anna)
	}
	c.wants("too-many-anna", time.Minute, anna)
	c.wants("", 0, bruno)
	c.now = noon.Add(time.Minute - time.Microsecond)
	c.wants("too-many-anna", time.Microsecond, anna)
	c.now = noon.Add(time.Minute)
	c.wants("", 0, anna)
	c.wants("too-many-anna", time.Minute, anna)
	c.now = noon.Add(24 * time.Hour)
	for range 3 {
		c.wants("", 0, anna)
	}
	c.wants("too-many-anna", time.Minute, anna)
}

// Whatever the pauses, no stretch of time sees more than the burst and one each minute of it.
func TestNoStretchSeesMore(t *testing.T) {
	t.Parallel()
	c := start(t)
	run := 0
	rapid.Check(t, func(rt *rapid.T) {
		run++
		bucket := full(fmt.Sprint("somebody ", run), 4)
		var passed []time.Time
		for range 15 {
			c.now = c.now.Add(time.Duration(rapid.Int64Range(0, 50_000_000).Draw(rt, "microseconds")) * time.Microsecond)
			if _, wait := c.take(bucket); wait == 0 {
				passed = append(passed, c.now)
			}
		}
		for i := range passed {
			for j := i; j < len(passed); j++ {
				if n, most := j-i+1, 4+int(passed[j].Sub(passed[i])/time.Minute); n > most {
					rt.Fatalf("%d in %s, want %d at most", n, passed[j].Sub(passed[i]), most)
				}
			}
		}
		if len(passed) < 4 {
			rt.Fatalf("only %d passed", len(passed))
		}
	})
}

func TestAllOrNone(t *testing.T) {
	t.Parallel()
	c := start(t)
	small, large := full("small", 1), full("large", 2)
	c.wants("", 0, large, small)
	for range 10 { // these take nothing from the large one
		c.wants("too-many-small", time.Minute, large, small)
	}
	c.wants("", 0, large)
	c.wants("too-many-large", time.Minute, large)
	c.now = noon.Add(30 * time.Second)
	c.wants("too-many-large", 30*time.Second, full("other", 1), large)
	c.wants("", 0, full("other", 1))
	t.Run("the longest wait is told", func(*testing.T) {
		hour := names.Bucket(quota.Rate{Burst: 1, Every: time.Hour}, "too-many-hour", "hour")
		c.wants("", 0, hour)
		c.wants("too-many-hour", time.Hour, small, hour, large)
	})
}

func TestSeveralAtOnceAreTaken(t *testing.T) {
	t.Parallel()
	c := start(t)
	bytes := full("bytes", 100)
	bytes.Takes = 60
	c.wants("", 0, bytes)
	c.wants("too-many-bytes", 20*time.Minute, bytes)
	bytes.Takes = 40
	c.wants("", 0, bytes)
	bytes.Takes = 1
	c.wants("too-many-bytes", time.Minute, bytes)
}

func TestWhatIsGivenBackWasNotTaken(t *testing.T) {
	t.Parallel()
	c := start(t)
	anna, network := full("anna", 2), full("network", 3)
	for range 50 {
		c.wants("", 0, anna, network)
		c.giveBack(anna, network)
	}
	c.wants("", 0, anna, network)
	c.wants("", 0, anna, network)
	c.wants("too-many-anna", time.Minute, anna, network)
	c.wants("", 0, full("bruno", 2), network)
	c.wants("too-many-network", time.Minute, full("carla", 2), network)
}

// Of many at once, over several pools as over several replicas, exactly the burst passes, and different orders of the
// buckets cause no deadlock.
func TestTakenAtOnceOverReplicas(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	first := &counter{t: t, db: tenantdbtest.Open(t, database), now: noon}
	second := &counter{t: t, db: tenantdbtest.Open(t, database), now: noon}
	anna, network := full("anna", 10), full("network", 1000)
	var passed, refused atomic.Int64
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			c, buckets := first, []quota.Bucket{anna, network}
			if i%2 == 1 {
				c, buckets = second, []quota.Bucket{network, anna}
			}
			err := c.do(func(b *tenantdb.Batch) { quotadb.Take(b, noon, buckets...) })
			var exceeded *quota.ExceededError
			switch {
			case err == nil:
				passed.Add(1)
			case errors.As(err, &exceeded):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if passed.Load() != 10 || refused.Load() != 30 {
		t.Errorf("%d passed, %d were refused", passed.Load(), refused.Load())
	}
}

func TestFullBucketsAreForgotten(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.wants("", 0, full("anna", 1))
	c.now = noon.Add(30 * time.Second)
	c.wants("", 0, full("bruno", 1))
	for _, step := range []struct {
		at   time.Time
		gone int64
	}{{noon.Add(time.Minute), 0}, {noon.Add(61 * time.Second), 1}, {noon.Add(time.Hour), 1}} {
		if gone, err := quotadb.Forget(t.Context(), c.db, step.at); err != nil || gone != step.gone {
			t.Errorf("%s: %d forgotten, want %d (%v)", step.at, gone, step.gone, err)
		}
	}
}
