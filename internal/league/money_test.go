package league_test

import (
	"encoding/json"
	"math"
	"testing"

	"pgregory.net/rapid"

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

// TestCentsComeBack: an amount is the same after writing and reading.
func TestCentsComeBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cents := rapid.Int64().Draw(t, "cents")
		read, err := league.ParseFrac(league.DecimalOfCents(cents))
		if err != nil || !read.Equal(league.NewFrac(cents, 100)) {
			t.Fatalf("%d cents are written %s and read as %s, %v", cents, league.DecimalOfCents(cents), read, err)
		}
	})
}

// TestMoneyOnTheWire: amounts are whole cents, also of 0, with their currency.
func TestMoneyOnTheWire(t *testing.T) {
	t.Parallel()
	for want, money := range map[string]league.Money{
		`{"cents":1205,"currency":"EUR"}`: {Cents: 1205, Currency: "EUR"},
		`{"cents":0,"currency":"BGN"}`:    {Currency: "BGN"},
	} {
		document, err := json.Marshal(money)
		if err != nil || string(document) != want {
			t.Errorf("got %s, %v, want %s", document, err, want)
		}
		var again league.Money
		if err := json.Unmarshal(document, &again); err != nil || again != money {
			t.Errorf("%s was read as %v, %v", document, again, err)
		}
	}
	var half league.Money
	if err := json.Unmarshal([]byte(`{"cents":12.5,"currency":"EUR"}`), &half); err == nil {
		t.Errorf("half a cent was read as %v", half)
	}
}
