package password

import (
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"
)

var home = netip.MustParseAddr("192.0.2.7")

// stand is a throttle whose clock the test moves.
func stand(account, address Rate) (*Throttle, *time.Time) {
	now := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	return NewThrottle(account, address, func() time.Time { return now }), &now
}

// T23: 1,000 guesses at one account, of which at most ten in any fifteen minutes
// reach the hash, however they are spread over time and addresses.
func TestTenGuessesInFifteenMinutes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		throttle, now := stand(DefaultAccountRate, DefaultAddressRate)
		var passed []time.Time
		for n := range 1000 {
			*now = now.Add(time.Duration(rapid.Int64Range(0, int64(90*time.Second)).Draw(t, "pause")))
			from := netip.AddrFrom4([4]byte{198, 51, byte(n >> 8), byte(n)})
			if throttle.Take("anna@example.it", from) == 0 {
				passed = append(passed, *now)
			}
		}
		for i := 10; i < len(passed); i++ {
			if span := passed[i].Sub(passed[i-10]); span <= 15*time.Minute {
				t.Fatalf("11 guesses in %s", span)
			}
		}
		if len(passed) < 10 {
			t.Fatalf("only %d guesses passed in %d minutes", len(passed), 25)
		}
	})
}

func TestAccountIsLimited(t *testing.T) {
	t.Parallel()
	throttle, now := stand(Rate{Burst: 3, Every: time.Minute}, DefaultAddressRate)
	want := []time.Duration{0, 0, 0, time.Minute, time.Minute}
	for n, wait := range want {
		if got := throttle.Take("anna@example.it", home); got != wait {
			t.Errorf("guess %d: wait %s, want %s", n+1, got, wait)
		}
	}
	*now = now.Add(time.Minute - 1)
	if got := throttle.Take("anna@example.it", home); got != 1 {
		t.Errorf("just before: wait %s", got)
	}
	*now = now.Add(1)
	if got := throttle.Take("anna@example.it", home); got != 0 {
		t.Errorf("when told to come back: wait %s", got)
	}
	if got := throttle.Take("bruno@example.it", home); got != 0 {
		t.Errorf("another account: wait %s", got)
	}
	for _, same := range []string{"ANNA@example.it", " anna@example.it "} {
		if got := throttle.Take(same, home); got == 0 {
			t.Errorf("%q is another account", same)
		}
	}
	*now = now.Add(24 * time.Hour)
	for n, wait := range want[:4] {
		if got := throttle.Take("anna@example.it", home); got != wait {
			t.Errorf("a day later, guess %d: wait %s, want %s", n+1, got, wait)
		}
	}
}

func TestAddressIsLimited(t *testing.T) {
	t.Parallel()
	tests := []struct {
		rule, first, second string
		same                bool
	}{
		{"one IPv4 address", "192.0.2.7", "192.0.2.7", true},
		{"its neighbor", "192.0.2.7", "192.0.2.8", false},
		{"the same, mapped into IPv6", "192.0.2.7", "::ffff:192.0.2.7", true},
		{"one IPv6 network", "2001:db8:1:2::7", "2001:db8:1:2:ffff::8", true},
		{"with a zone", "fe80::1%eth0", "fe80::1%eth1", true},
		{"its neighbor network", "2001:db8:1:2::7", "2001:db8:1:3::7", false},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			throttle, _ := stand(DefaultAccountRate, Rate{Burst: 2, Every: time.Minute})
			for n := range 2 {
				if got := throttle.Take(fmt.Sprint("account", n), netip.MustParseAddr(tt.first)); got != 0 {
					t.Fatalf("guess %d: wait %s", n+1, got)
				}
			}
			if got := throttle.Take("another", netip.MustParseAddr(tt.second)); (got > 0) != tt.same {
				t.Errorf("wait %s", got)
			}
		})
	}
	throttle, _ := stand(DefaultAccountRate, Rate{Burst: 1, Every: time.Minute})
	if throttle.Take("anna", netip.Addr{}) != 0 || throttle.Take("bruno", netip.Addr{}) == 0 {
		t.Error("callers of no address are not limited together")
	}
}

func TestRefusedGuessIsNotCounted(t *testing.T) {
	t.Parallel()
	throttle, now := stand(Rate{Burst: 1, Every: time.Minute}, Rate{Burst: 2, Every: time.Minute})
	throttle.Take("anna@example.it", home)
	for range 100 { // these wait for the account and take nothing from the address
		if throttle.Take("anna@example.it", home) == 0 {
			t.Fatal("passed")
		}
	}
	if got := throttle.Take("bruno@example.it", home); got != 0 {
		t.Errorf("the address is used up: wait %s", got)
	}
	if got := throttle.Take("carla@example.it", home); got != time.Minute {
		t.Errorf("the address: wait %s", got)
	}
	if got := throttle.Take("carla@example.it", netip.MustParseAddr("192.0.2.8")); got != 0 {
		t.Errorf("the account was counted: wait %s", got)
	}
	*now = now.Add(time.Minute)
	if got := throttle.Take("anna@example.it", home); got != 0 {
		t.Errorf("after the wait that was told first: wait %s", got)
	}
}

func TestSigningInIsNoGuess(t *testing.T) {
	t.Parallel()
	throttle, _ := stand(DefaultAccountRate, DefaultAddressRate)
	for n := range 1000 {
		if got := throttle.Take("anna@example.it", home); got != 0 {
			t.Fatalf("sign-in %d: wait %s", n+1, got)
		}
		throttle.Succeeded("anna@example.it", home)
	}
	for n := range DefaultAccountRate.Burst {
		if got := throttle.Take("anna@example.it", home); got != 0 {
			t.Fatalf("guess %d afterwards: wait %s", n+1, got)
		}
	}
	if throttle.Take("anna@example.it", home) == 0 {
		t.Error("successes were saved up for guesses")
	}
}

// Between guesses at another account, one's own sign-in does not give back what the
// guess cost.
func TestSuccessGivesBackItsOwnOnly(t *testing.T) {
	t.Parallel()
	throttle, _ := stand(DefaultAccountRate, Rate{Burst: 10, Every: time.Hour})
	passed := 0
	for n := range 100 {
		if throttle.Take(fmt.Sprint("victim", n), home) == 0 {
			passed++
		}
		if throttle.Take("attacker", home) == 0 {
			throttle.Succeeded("attacker", home)
		}
	}
	if passed != 10 {
		t.Errorf("%d guesses passed, want 10", passed)
	}
}

func TestThrottleIsBounded(t *testing.T) {
	t.Parallel()
	throttle, _ := stand(DefaultAccountRate, DefaultAddressRate)
	for n := range 200_000 {
		throttle.Take(fmt.Sprint("account", n), netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)}))
	}
	size := uintptr(cap(throttle.byAccount)+cap(throttle.byAddress)) * unsafe.Sizeof(bucket(0))
	if size != 1<<20 {
		t.Errorf("%d bytes, want 1 MiB", size)
	}
	throttle, _ = stand(DefaultAccountRate, DefaultAddressRate)
	for range DefaultAccountRate.Burst {
		throttle.Take("anna@example.it", home)
	}
	for n := range 200_000 { // a flood of other names
		throttle.Take(fmt.Sprint("account", n), netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)}))
	}
	if throttle.Take("anna@example.it", netip.MustParseAddr("203.0.113.9")) == 0 {
		t.Error("a flood made an earlier count be forgotten")
	}
}

func TestThrottleAtOnce(t *testing.T) {
	t.Parallel()
	throttle, _ := stand(Rate{Burst: 10, Every: time.Hour}, Rate{Burst: 1000, Every: time.Hour})
	passed := make(chan bool, 400)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 100 {
				passed <- throttle.Take("anna@example.it", home) == 0
			}
		})
	}
	all.Wait()
	close(passed)
	n := 0
	for ok := range passed {
		if ok {
			n++
		}
	}
	if n != 10 {
		t.Errorf("%d guesses passed, want 10", n)
	}
}

func BenchmarkThrottle(b *testing.B) {
	throttle, _ := stand(DefaultAccountRate, DefaultAddressRate)
	for b.Loop() {
		throttle.Take("anna@example.it", home)
	}
}
