package quota_test

import (
	"net/netip"
	"testing"
	"time"

	"referto/internal/quota"
)

func TestNetwork(t *testing.T) {
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
		first, second := quota.Network(netip.MustParseAddr(tt.first)), quota.Network(netip.MustParseAddr(tt.second))
		if (first == second) != tt.same {
			t.Errorf("%s: %s and %s", tt.rule, first, second)
		}
	}
	if quota.Network(netip.Addr{}) != (netip.Addr{}) {
		t.Error("what has no address has a network")
	}
}

func TestBucketsHaveNamesOfTheirOwn(t *testing.T) {
	t.Parallel()
	rate := quota.Rate{Burst: 1, Every: time.Second}
	ours := quota.Names{Secret: []byte("ours")}
	anna := ours.Bucket(rate, "", "guess", "anna@example.it", "192.0.2.7")
	if again := ours.Bucket(quota.PerDay(3), "", "guess", "anna@example.it", "192.0.2.7"); again.Name != anna.Name {
		t.Error("the same subject has two names")
	}
	others := []quota.Bucket{
		ours.Bucket(rate, "", "letter", "anna@example.it", "192.0.2.7"),
		ours.Bucket(rate, "", "guess", "anna@example.it192.0.2.7"),
		ours.Bucket(rate, "", "guess", "anna@example.it1", "92.0.2.7"),
		ours.Bucket(rate, "", "guess", "anna@example.it", "192.0.2.7", ""),
		quota.Names{Secret: []byte("theirs")}.Bucket(rate, "", "guess", "anna@example.it", "192.0.2.7"),
	}
	for i, other := range others {
		if other.Name == anna.Name {
			t.Errorf("subject %d is counted as another", i)
		}
	}
}

func TestPerDay(t *testing.T) {
	t.Parallel()
	if got, want := quota.PerDay(24), (quota.Rate{Burst: 24, Every: time.Hour}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// The rest of a bucket is rounded down, and the time until it is full up.
func TestLeft(t *testing.T) {
	t.Parallel()
	bucket := quota.Names{}.Bucket(quota.PerDay(10), "too-many-tenants", "somebody")
	for full, want := range map[time.Duration][2]string{
		0:                            {`"tenants";q=10;w=86400`, `"tenants";r=10;t=0`},
		time.Nanosecond:              {`"tenants";q=10;w=86400`, `"tenants";r=9;t=1`},
		8640 * time.Second:           {`"tenants";q=10;w=86400`, `"tenants";r=9;t=8640`},
		24 * time.Hour:               {`"tenants";q=10;w=86400`, `"tenants";r=0;t=86400`},
		48*time.Hour - time.Second/2: {`"tenants";q=10;w=86400`, `"tenants";r=0;t=172800`}, // owed by letters that follow
	} {
		if policy, left := bucket.Left(full).Headers(); policy != want[0] || left != want[1] {
			t.Errorf("full in %s: %s, %s, want %s", full, policy, left, want)
		}
	}
}
