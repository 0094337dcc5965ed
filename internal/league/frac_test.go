package league_test

import (
	"encoding/json"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
)

func frac(t *testing.T, s string) league.Frac {
	t.Helper()
	f, err := league.ParseFrac(s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFracSums(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		terms []string
		want  string
	}{
		{"CN09 3.2c the printed example, player A", []string{"31.25", "26.66", "27.77"}, "85.68"},
		{"CN09 3.2c the printed example, player B", []string{"33.33", "30.30", "22.22"}, "85.85"},
		{"nine tenths of a win and a win", []string{"0.9", "1"}, "1.9"},
		{"thirds stay exact", []string{"128/3", "1/3"}, "43"},
		{"nothing is 0", nil, "0"},
		{"beyond 64 bits", []string{"9223372036854775807", "9223372036854775807"}, "18446744073709551614"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var sum league.Frac
			for _, term := range tt.terms {
				sum = sum.Add(frac(t, term))
			}
			if got := sum.String(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestFracRounding(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name           string
		number         league.Frac
		digits         int
		trunc, rounded string
	}{
		{"8 of 30 in percent", league.NewFrac(800, 30), 2, "26.66", "26.67"},
		{"13 of 32 in percent, a half", league.NewFrac(1300, 32), 2, "40.62", "40.63"},
		{"decimals are filled up", league.NewFrac(25, 2), 2, "12.50", "12.50"},
		{"no decimals", league.NewFrac(85, 2), 0, "42", "43"},
		{"cut towards zero", league.NewFrac(-800, 30), 2, "-26.66", "-26.67"},
		{"half away from zero", league.NewFrac(-1, 2), 0, "0", "-1"},
		{"less than one", league.NewFrac(-1, 20), 1, "0.0", "-0.1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.number.Trunc(tt.digits).Decimal(tt.digits); got != tt.trunc {
				t.Errorf("cut off: got %s, want %s", got, tt.trunc)
			}
			if got := tt.number.HalfUp(tt.digits).Decimal(tt.digits); got != tt.rounded {
				t.Errorf("rounded: got %s, want %s", got, tt.rounded)
			}
			if got := tt.number.Decimal(tt.digits); got != tt.trunc {
				t.Errorf("written: got %s, want %s", got, tt.trunc)
			}
		})
	}
}

func TestFracReading(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"85.68": "85.68", "12.50": "12.5", "-7": "-7", "128/3": "128/3", "4/2": "2", "0.000": "0"} {
		if got := frac(t, text).String(); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"", "1e3", "0x10", "1_000", "ten", "1/0", "1.5/2", "NaN"} {
		if f, err := league.ParseFrac(text); err == nil {
			t.Errorf("%q: got %v, want an error", text, f)
		}
	}
}

func TestFracIsAStringInJSON(t *testing.T) {
	t.Parallel()
	var got struct{ Win, None league.Frac }
	if err := json.Unmarshal([]byte(`{"Win":"0.9"}`), &got); err != nil {
		t.Fatal(err)
	}
	document, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"Win":"0.9","None":"0"}`; string(document) != want {
		t.Errorf("got %s, want %s", document, want)
	}
	if err := json.Unmarshal([]byte(`{"Win":"much"}`), &got); err == nil {
		t.Error("read a word as a number")
	}
}

// TestFracAgainstBigRat compares with arbitrary precision, with numbers around
// the end of 64 bits among them.
func TestFracAgainstBigRat(t *testing.T) {
	t.Parallel()
	number := rapid.OneOf(
		rapid.Int64Range(-1000, 1000), rapid.Int64(),
		rapid.SampledFrom([]int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64, math.MaxInt64 - 1}),
	)
	rat := func(f league.Frac) *big.Rat {
		r, ok := new(big.Rat).SetString(f.String())
		if !ok {
			panic(f.String())
		}
		return r
	}
	rapid.Check(t, func(t *rapid.T) {
		nonzero := func(n int64) bool { return n != 0 }
		f := league.NewFrac(number.Draw(t, "a"), number.Filter(nonzero).Draw(t, "b"))
		g := league.NewFrac(number.Draw(t, "c"), number.Filter(nonzero).Draw(t, "d"))
		a, b := rat(f), rat(g)
		check := func(name string, got league.Frac, want *big.Rat) {
			if rat(got).Cmp(want) != 0 {
				t.Fatalf("%v %s %v: got %v, want %v", f, name, g, got, want)
			}
		}
		check("+", f.Add(g), new(big.Rat).Add(a, b))
		check("-", f.Sub(g), new(big.Rat).Sub(a, b))
		check("×", f.Mul(g), new(big.Rat).Mul(a, b))
		if !g.IsZero() {
			check("/", f.Div(g), new(big.Rat).Quo(a, b))
		}
		if got, want := f.Cmp(g), a.Cmp(b); got != want {
			t.Fatalf("%v compared with %v: got %d, want %d", f, g, got, want)
		}
		if f.Equal(g) != (a.Cmp(b) == 0) || f.IsZero() != (a.Sign() == 0) {
			t.Fatalf("%v, %v: equality", f, g)
		}
		digits := rapid.IntRange(0, 6).Draw(t, "digits")
		scale := new(big.Rat).SetInt64(int64(math.Pow10(digits)))
		scaled := new(big.Rat).Mul(a, scale)
		cut := new(big.Rat).SetInt(new(big.Int).Quo(scaled.Num(), scaled.Denom()))
		check("cut", f.Trunc(digits), cut.Quo(cut, scale))
		if got, want := f.HalfUp(digits).Decimal(digits), a.FloatString(digits); got != want && want != "-"+got {
			t.Fatalf("%v rounded: got %s, want %s", f, got, want)
		}
	})
}

// TestFracOfOneDenominatorDoesNotAllocate: standings add many such fractions.
func TestFracOfOneDenominatorDoesNotAllocate(t *testing.T) {
	f, g := league.NewFrac(3125, 100), league.NewFrac(2666, 100)
	var sum league.Frac
	allocs := testing.AllocsPerRun(100, func() {
		if sum = f.Add(g); sum.Cmp(f) <= 0 {
			t.Error("a sum not greater than its part")
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations, want 0", allocs)
	}
}

func TestFracHalfEven(t *testing.T) {
	t.Parallel()
	for number, want := range map[string]string{
		"0.125": "0.12", "0.375": "0.38", "-0.125": "-0.12", "-0.375": "-0.38", "0.126": "0.13", "0.1249": "0.12", "80/3": "26.67",
		"7": "7", "9223372036854775807.125": "9223372036854775807.12",
	} {
		if got := frac(t, number).HalfEven(2).String(); got != want {
			t.Errorf("%s: got %s, want %s", number, got, want)
		}
	}
}

func TestFracBits(t *testing.T) {
	t.Parallel()
	for number, want := range map[string]int{"0": 1, "5": 3, "-8": 4, "1/1024": 11, "-9223372036854775808": 64, "36893488147419103232": 66} {
		if got := frac(t, number).Bits(); got != want {
			t.Errorf("%s: got %d, want %d", number, got, want)
		}
	}
}
