package league_test

import (
	"encoding/json"
	"math"
	"math/big"
	"regexp"
	"strings"
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
	for text, want := range map[string]string{
		"85.68": "85.68", "12.50": "12.5", "-7": "-7", "+7": "7", "128/3": "128/3", "4/2": "2", "-4/6": "-2/3", "0.000": "0", "-0": "0", "0/5": "0",
		".5": "0.5", "-.5": "-0.5", "010": "10", "010/03": "10/3", "08/9": "8/9", // no zero before makes another base
		strings.Repeat("9", 64): strings.Repeat("9", 64),
	} {
		if got := frac(t, text).String(); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{
		"", "-", ".", "-.", "5.", "-5.", "5./2", "/", "1/", "/2", "1e3", "1E3", "1p3", "0x10", "0b101", "0o17", "0b1/3", "1_000", "ten", "NaN", "Inf", "∞", "٣",
		"1/0", "1/00", "1.5/2", "1/2.5", "1/-2", "1/+2", "1/2/3", "1.2.3", "--1", "+-1", " 1", "1 ", "1 000", "1,5", strings.Repeat("9", 65),
	} {
		if f, err := league.ParseFrac(text); err == nil {
			t.Errorf("%q: got %v, want an error", text, f)
		}
	}
}

// TestFracReadsNoLongTextAtAll: a text that is too long is refused before any arithmetic.
func TestFracReadsNoLongTextAtAll(t *testing.T) {
	for _, text := range []string{strings.Repeat("9", 1_000_000), "1e999999", "1/" + strings.Repeat("7", 1_000_000)} {
		if allocated := testing.AllocsPerRun(1, func() {
			if _, err := league.ParseFrac(text); err == nil {
				t.Errorf("read %.10s…", text)
			}
		}); allocated > 10 {
			t.Errorf("%.10s…: %v allocations", text, allocated)
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

// TestFracEqualHoweverHeld: equal numbers compare as equal however they were computed, on either
// side.
func TestFracEqualHoweverHeld(t *testing.T) {
	t.Parallel()
	const most = math.MaxInt64
	wide := league.NewFrac(most, 1).Add(league.Int(1))
	for _, tt := range []struct {
		name string
		a, b league.Frac
		want int
	}{
		{"the zero", league.Frac{}, league.NewFrac(0, 7), 0},
		{"of other denominators", league.NewFrac(1, 2), league.NewFrac(50, 100), 0},
		{"with the sign below", league.NewFrac(1, -2), league.NewFrac(-1, 2), 0},
		{"the least number over itself", league.NewFrac(math.MinInt64, math.MinInt64), league.Int(1), 0},
		{"the least number over less than 0", league.NewFrac(math.MinInt64, -1), wide, 0},
		{"one over the least number", league.NewFrac(1, math.MinInt64), league.NewFrac(-1, most), 1},
		{"beyond 64 bits and back", wide.Sub(league.Int(1)), league.NewFrac(most, 1), 0},
		{"beyond 64 bits and below", wide, league.NewFrac(most, 1), 1},
		{"whose products are beyond 64 bits", league.NewFrac(most, most-1), league.NewFrac(most-1, most-2), -1},
		{"less than 0 and 0", league.NewFrac(-1, most), league.Frac{}, -1},
	} {
		if got := tt.a.Cmp(tt.b); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.name, got, tt.want)
		}
		if got := tt.b.Cmp(tt.a); got != -tt.want {
			t.Errorf("%s, the other way: got %d, want %d", tt.name, got, -tt.want)
		}
		if got := tt.a.Equal(tt.b); got != (tt.want == 0) {
			t.Errorf("%s: equal %t", tt.name, got)
		}
	}
}

// TestFracRatio: Ratio returns a fraction of 64 bits in the form in which it is held, with a
// denominator of at least 1.
func TestFracRatio(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		f        league.Frac
		num, den int64
		ok       bool
	}{
		{league.Frac{}, 0, 1, true},
		{league.NewFrac(50, 100), 50, 100, true},
		{league.NewFrac(3, -4), -3, 4, true},
		{league.NewFrac(math.MaxInt64, 1), math.MaxInt64, 1, true},
		{league.NewFrac(math.MaxInt64, 1).Add(league.Int(1)), 0, 1, false},
	} {
		if num, den, ok := tt.f.Ratio(); num != tt.num || den != tt.den || ok != tt.ok {
			t.Errorf("%s: got %d/%d, %t", tt.f, num, den, ok)
		}
	}
}

// TestFracOfNothing: division by 0 panics; it is a bug of the caller.
func TestFracOfNothing(t *testing.T) {
	t.Parallel()
	for name, divide := range map[string]func(){
		"a denominator": func() { league.NewFrac(1, 0) },
		"a divisor":     func() { league.Int(1).Div(league.NewFrac(0, 5)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if recover() == nil {
					t.Error("divided by 0")
				}
			}()
			divide()
		})
	}
}

// numbers draws fractions whose parts fit 64 bits: small ones as in real results, arbitrary ones,
// and those with the longest decimals.
func numbers() *rapid.Generator[league.Frac] {
	return rapid.Custom(func(t *rapid.T) league.Frac {
		num := rapid.OneOf(rapid.Int64Range(-1000, 1000), rapid.Int64(), rapid.SampledFrom([]int64{math.MinInt64, math.MaxInt64})).Draw(t, "num")
		den := rapid.OneOf(
			rapid.Int64Range(1, 1000), rapid.Int64Range(1, math.MaxInt64),
			rapid.SampledFrom([]int64{1 << 62, 1_000_000_000_000_000_000, 7_450_580_596_923_828_125, math.MaxInt64}), // 2^62, 10^18, 5^27
		).Draw(t, "den")
		return league.NewFrac(num, den)
	})
}

// TestFracText: a number that is written and read again is exactly the same number and is written
// the same.
func TestFracText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := numbers().Draw(t, "f")
		text, err := f.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var again league.Frac
		if err := again.UnmarshalText(text); err != nil || !again.Equal(f) || again.String() != string(text) {
			t.Fatalf("%s was read as %s, %v", text, again, err)
		}
	})
}

// TestFracHasOneText: equal numbers have the same text however they are held, and different numbers
// have different texts. Documents are compared by their texts.
func TestFracHasOneText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f, g := numbers().Draw(t, "f"), numbers().Draw(t, "g")
		if (f.String() == g.String()) != f.Equal(g) {
			t.Fatalf("%s and %s", f, g)
		}
		by := rapid.Int64Range(1, 1000).Draw(t, "by")
		held := f.Mul(league.NewFrac(by, by)) // the same number over another denominator
		if held.String() != f.String() || !held.Equal(f) {
			t.Fatalf("%s, held as %s", f, held)
		}
		if num, den, ok := f.Ratio(); ok && !league.NewFrac(num, den).Equal(f) || den < 1 {
			t.Fatalf("%s is given as %d/%d", f, num, den)
		}
		if num, den, ok := f.Ratio(); !ok {
			t.Fatalf("%s was drawn of 64 bits and is given as %d/%d", f, num, den)
		}
	})
}

// TestFracWritten: a number is written as a decimal as long as [league.ParseFrac] accepts its
// length, otherwise as a fraction.
func TestFracWritten(t *testing.T) {
	t.Parallel()
	const least = 1 << 62 // the greatest power of two that fits as a denominator
	for _, tt := range []struct {
		f    league.Frac
		want string
	}{
		{league.NewFrac(50, 100), "0.5"},
		{league.NewFrac(-256, 6), "-128/3"},
		{league.NewFrac(1, least), "0." + strings.Repeat("0", 18) + "21684043449710088680149056017398834228515625"},
		{league.NewFrac(-1, least), "-1/4611686018427387904"}, // its decimal has 65 characters
		{league.NewFrac(math.MinInt64, 3), "-9223372036854775808/3"},
		{league.NewFrac(1, least).Mul(league.NewFrac(1, least)), "1/21267647932558653966460912964485513216"},
	} {
		if got := tt.f.String(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

// TestFracDecimalIsRead: a number written with Decimal is within one unit of its last place of the
// number, not greater than it in size, and has as many digits as were asked for.
func TestFracDecimalIsRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f, digits := numbers().Draw(t, "f"), rapid.IntRange(0, 9).Draw(t, "digits")
		text := f.Decimal(digits)
		shown, err := league.ParseFrac(text)
		if err != nil {
			t.Fatal(err)
		}
		unit := league.Int(1)
		for range digits {
			unit = unit.Div(league.Int(10))
		}
		if size(shown).Cmp(size(f)) > 0 || size(f.Sub(shown)).Cmp(unit) >= 0 {
			t.Fatalf("%s is shown as %s", f, text)
		}
		if _, decimals, _ := strings.Cut(text, "."); len(decimals) != digits {
			t.Fatalf("%s has not %d decimals", text, digits)
		}
	})
}

// TestFracRoundsToTheNearest: both ways of rounding are at most half a unit off, and they differ
// only at a half. Rounding a rounded number does not change it.
func TestFracRoundsToTheNearest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.OneOf(numbers(), rapid.Map(rapid.Int64Range(-100_000, 100_000), func(n int64) league.Frac { return league.NewFrac(n, 2000) })).Draw(t, "f")
		digits := rapid.IntRange(0, 4).Draw(t, "digits")
		half := league.NewFrac(1, 2)
		for range digits {
			half = half.Div(league.Int(10))
		}
		up, even := f.HalfUp(digits), f.HalfEven(digits)
		for name, rounded := range map[string]league.Frac{"up": up, "to even": even} {
			if size(f.Sub(rounded)).Cmp(half) > 0 {
				t.Fatalf("%s rounded %s is %s", f, name, rounded)
			}
		}
		if level := size(f.Sub(up)).Equal(half); !level && !up.Equal(even) {
			t.Fatalf("%s is no half, but is rounded to %s and %s", f, up, even)
		}
		if !up.HalfUp(digits).Equal(up) || !even.HalfEven(digits).Equal(even) || !up.Trunc(digits).Equal(up) {
			t.Fatalf("%s: rounded twice it is another number", f)
		}
	})
}

// TestFracRoundingKeepsTheOrder: rounding keeps the order of two numbers, and treats a negative
// number as it treats the positive one.
func TestFracRoundingKeepsTheOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := numbers().Draw(t, "a"), numbers().Draw(t, "b")
		digits := rapid.IntRange(0, 6).Draw(t, "digits")
		if a.Cmp(b) > 0 {
			a, b = b, a
		}
		for name, round := range map[string]func(league.Frac, int) league.Frac{"cut": league.Frac.Trunc, "up": league.Frac.HalfUp, "to even": league.Frac.HalfEven} {
			if low, high := round(a, digits), round(b, digits); low.Cmp(high) > 0 {
				t.Fatalf("%s: %s is %s, %s is %s", name, a, low, b, high)
			}
			if got, want := round(a.Neg(), digits), round(a, digits).Neg(); !got.Equal(want) {
				t.Fatalf("%s: %s is %s, want %s", name, a.Neg(), got, want)
			}
		}
	})
}

// TestFracLaws: addition and multiplication do not depend on the order of their operands, a sum
// minus an operand is the other one, and the order of numbers is total. Standings rest on all of
// it.
func TestFracLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := numbers().Draw(t, "a"), numbers().Draw(t, "b"), numbers().Draw(t, "c")
		for name, held := range map[string]bool{
			"a + b = b + a":               a.Add(b).Equal(b.Add(a)),
			"(a + b) + c = a + (b + c)":   a.Add(b).Add(c).Equal(a.Add(b.Add(c))),
			"a × b = b × a":               a.Mul(b).Equal(b.Mul(a)),
			"(a + b) × c = a × c + b × c": a.Add(b).Mul(c).Equal(a.Mul(c).Add(b.Mul(c))),
			"a + b - b = a":               a.Add(b).Sub(b).Equal(a),
			"a + 0 = a":                   a.Add(league.Frac{}).Equal(a),
			"-(-a) = a":                   a.Neg().Neg().Equal(a),
			"a - b = -(b - a)":            a.Sub(b).Equal(b.Sub(a).Neg()),
			"a × b ÷ b = a":               b.IsZero() || a.Mul(b).Div(b).Equal(a),
			"a < b or b < a or a = b":     a.Cmp(b) == -b.Cmp(a),
			"a < b as a + c < b + c":      a.Cmp(b) == a.Add(c).Cmp(b.Add(c)),
			"a ≤ b ≤ c, so a ≤ c":         a.Cmp(b) > 0 || b.Cmp(c) > 0 || a.Cmp(c) <= 0,
		} {
			if !held {
				t.Fatalf("%s does not hold of %s, %s, %s", name, a, b, c)
			}
		}
	})
}

// TestFracKeepsWhatItIsMadeFrom: no operation changes its operands, however they are held: one
// share is part of many sums.
func TestFracKeepsWhatItIsMadeFrom(t *testing.T) {
	t.Parallel()
	wide := league.NewFrac(math.MaxInt64, 1).Mul(league.NewFrac(math.MaxInt64, 7))
	for _, f := range []league.Frac{league.NewFrac(50, 100), wide, wide.Neg()} {
		before := f.String()
		for _, g := range []league.Frac{league.NewFrac(1, 3), wide} {
			f.Add(g)
			f.Sub(g)
			f.Mul(g)
			f.Div(g)
			f.Cmp(g)
		}
		f.Neg()
		f.Trunc(2)
		f.HalfUp(2)
		f.HalfEven(2)
		if got := f.String(); got != before {
			t.Errorf("%s has become %s", before, got)
		}
	}
}

// TestFracReadsOrRefuses: every text is either read as a number that keeps all its digits, or
// refused with an error that can be shown.
func TestFracReadsOrRefuses(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.StringMatching(`[-+]?[0-9]{0,4}[./]?[0-9]{0,4}`), rapid.StringMatching(`[-+./0-9eExX_ ]{0,8}`), rapid.String()).Draw(t, "text")
		f, err := league.ParseFrac(text)
		whole := regexp.MustCompile(`^[-+]?([0-9]+|[0-9]*\.[0-9]+|[0-9]+/0*[1-9][0-9]*)$`).MatchString(text) && len(text) <= 64
		switch {
		case whole != (err == nil):
			t.Fatalf("%q: got %s, %v", text, f, err)
		case err != nil && len(err.Error()) > 400:
			t.Fatalf("%q: the error has %d bytes", text, len(err.Error()))
		case err == nil && !strings.Contains(text, "/"):
			if want, _ := new(big.Rat).SetString(text); rat(f).Cmp(want) != 0 {
				t.Fatalf("%q was read as %s", text, f)
			}
		}
	})
}

func size(f league.Frac) league.Frac {
	if f.Cmp(league.Frac{}) < 0 {
		return f.Neg()
	}
	return f
}

func rat(f league.Frac) *big.Rat {
	r, ok := new(big.Rat).SetString(f.String())
	if !ok {
		panic(f.String())
	}
	return r
}

// Short decimals are read without big numbers. They are held as the same decimal with a sign, which
// is read with big numbers.
func TestShortDecimalsAreReadAlike(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"0", "00", "7", "007", "0.50", "10.0", "2092.80", "0.000000000000001", "999999999999999999", ".5", "5.", "1.2.3", ".", "x", "1/2"} {
		short, err := league.ParseFrac(text)
		long, failed := league.ParseFrac("+" + text)
		num, den, _ := short.Ratio()
		longNum, longDen, _ := long.Ratio()
		if (err == nil) != (failed == nil) || num != longNum || den != longDen {
			t.Errorf("%q: %v %v, with a sign %v %v", text, short, err, long, failed)
		}
	}
}

// Numbers of 64 bits are written without big numbers, in the same text as with them.
func TestNarrowNumbersAreWrittenAlike(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		num, den := rapid.Int64Range(-1e12, 1e12).Draw(t, "num"), rapid.Int64Range(1, 1e6).Draw(t, "den")
		digits := rapid.IntRange(0, 6).Draw(t, "digits")
		f, r := league.NewFrac(num, den), big.NewRat(num, den)
		scaled := new(big.Rat).Mul(r, new(big.Rat).SetInt64(int64(math.Pow10(digits))))
		cut := new(big.Rat).SetFrac(new(big.Int).Quo(scaled.Num(), scaled.Denom()), big.NewInt(int64(math.Pow10(digits))))
		if got, want := f.Decimal(digits), cut.FloatString(digits); got != want {
			t.Fatalf("%d/%d with %d digits: %s, want %s", num, den, digits, got, want)
		}
		if r.IsInt() && f.String() != r.Num().String() {
			t.Fatalf("%d/%d: %s", num, den, f)
		}
	})
}

// TestFracStringIsThatOfBigNumbers: the decimal that is written without big numbers equals the one
// that big numbers write, up to the limits of 64 bits.
func TestFracStringIsThatOfBigNumbers(t *testing.T) {
	t.Parallel()
	denominators := rapid.OneOf(rapid.Int64Range(1, 200), rapid.SampledFrom([]int64{1, 2, 5, 8, 10, 1e9, 1e18, 1 << 62, 5e18, math.MaxInt64}), rapid.Int64Range(1, math.MaxInt64))
	numerators := rapid.OneOf(rapid.Int64Range(-1000, 1000), rapid.Int64(), rapid.SampledFrom([]int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64}))
	rapid.Check(t, func(t *rapid.T) {
		num, den := numerators.Draw(t, "numerator"), denominators.Draw(t, "denominator")
		r := big.NewRat(num, den)
		want := r.RatString()
		if digits, exact := r.FloatPrec(); exact && digits < 64 && !r.IsInt() {
			if decimal := r.FloatString(digits); len(decimal) <= 64 {
				want = decimal
			}
		}
		if got := league.NewFrac(num, den).String(); got != want {
			t.Fatalf("%d/%d is written %s, want %s", num, den, got, want)
		}
	})
}

func BenchmarkFracString(b *testing.B) {
	for _, f := range []league.Frac{league.Int(46), league.NewFrac(209280, 100), league.NewFrac(128, 3)} {
		b.Run(strings.ReplaceAll(f.String(), "/", " by "), func(b *testing.B) {
			for b.Loop() {
				_ = f.String()
			}
		})
	}
}
