package league_test

import (
	"math"
	"testing"

	"referto/internal/league"
)

func TestDecimalOfCents(t *testing.T) {
	t.Parallel()
	for cents, want := range map[int64]string{
		0: "0.00", 1: "0.01", 10: "0.10", 99: "0.99", 100: "1.00", 1205: "12.05", 123456789: "1234567.89",
		-1: "-0.01", -99: "-0.99", -100: "-1.00", -1205: "-12.05", math.MaxInt64: "92233720368547758.07", math.MinInt64: "-92233720368547758.08",
	} {
		if got := league.DecimalOfCents(cents); got != want {
			t.Errorf("%d: got %s, want %s", cents, got, want)
		}
	}
}
