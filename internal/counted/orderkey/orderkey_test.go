package orderkey_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/counted/orderkey"
)

func most(num, den int64) orderkey.Figure { return orderkey.Figure{Num: num, Den: den} }

func fewest(num, den int64) orderkey.Figure { return orderkey.Figure{Num: num, Den: den, Fewest: true} }

func key(t interface{ Fatal(args ...any) }, figures ...orderkey.Figure) []byte {
	key, err := orderkey.Append(nil, figures...)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// The form is stored and compared elsewhere, so it must not change.
func TestForm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		figure orderkey.Figure
		want   string
	}{
		{most(0, 1), "80"},
		{most(1, 1), "82"},
		{most(31, 1), "be"},
		{most(32, 1), "c040"},
		{most(300, 1), "c258"},
		{most(4095, 1), "dffe"},
		{most(4096, 1), "e02000"},
		{most(524_287, 1), "effffe"},
		{most(524_288, 1), "f0100000"},
		{most(1<<47-1, 1), "fefffffffffffe"},
		{most(1<<47, 1), "ff0001000000000000"},
		{most(math.MaxInt64, 1), "fffffffffffffffffe"},
		{most(1, 2), "818000000000000000"},
		{most(1, 4), "814000000000000000"},
		{most(360_000, 100), "dc20"},
		{most(359_999, 100), "dc1ffd70a3d70a3d70a3"},
		{most(-1, 1), "7e"},
		{most(-1, 2), "7f8000000000000000"},
		{most(-32, 1), "40"},
		{most(-33, 1), "3fbe"},
		{most(math.MinInt64, 1), "000000000000000000"},
		{fewest(0, 1), "7f"},
		{fewest(1, 1), "7d"},
		{fewest(1, 2), "7e7fffffffffffffff"},
		{fewest(-1, 1), "81"},
	} {
		if got := fmt.Sprintf("%x", key(t, c.figure)); got != c.want {
			t.Errorf("%+v: %s, want %s", c.figure, got, c.want)
		}
	}
}

// The six figures of BG 1 in their largest form: points, victory points, share, firsts,
// seconds, thirds.
func TestSixFiguresAreShort(t *testing.T) {
	t.Parallel()
	six := key(t, most(299, 1), most(1099, 1), most(359_999, 100), most(60, 1), most(59, 1), most(58, 1))
	if len(six) > 20 {
		t.Errorf("%d bytes: %x", len(six), six)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		num, den int64
		want     error
	}{
		{1, 0, orderkey.ErrDenominator},
		{0, 0, orderkey.ErrDenominator},
		{1, -1, orderkey.ErrDenominator},
		{0, math.MinInt64, orderkey.ErrDenominator},
		{1, math.MaxUint32, nil},
		{1, math.MaxUint32 + 1, orderkey.ErrTooFine},
		{2, math.MaxUint32 + 1, nil}, // 1/2^31
		{-2, 2 * (math.MaxUint32 + 1), orderkey.ErrTooFine},
		{-4, 2 * (math.MaxUint32 + 1), nil},
		{1, math.MaxInt64, orderkey.ErrTooFine},
		{math.MinInt64, math.MaxInt64, orderkey.ErrTooFine},
		{0, math.MaxInt64, nil},
		{math.MaxInt64, math.MaxInt64, nil},
		{math.MinInt64 + 1, math.MaxInt64, nil},
		{math.MinInt64, 1, nil},
		{math.MinInt64, math.MaxUint32, nil},
	} {
		for _, asFewest := range []bool{false, true} {
			figure := orderkey.Figure{Num: c.num, Den: c.den, Fewest: asFewest}
			if _, err := orderkey.Append(nil, figure); !errors.Is(err, c.want) {
				t.Errorf("%+v: %v, want %v", figure, err, c.want)
			}
		}
	}
}

func TestBytesBeforeStay(t *testing.T) {
	t.Parallel()
	before := []byte("season")
	after, err := orderkey.Append(slices.Clone(before), most(-7, 1), fewest(3, 1))
	if err != nil || !bytes.Equal(after, slices.Concat(before, key(t, most(-7, 1)), key(t, fewest(3, 1)))) {
		t.Errorf("%x, %v", after, err)
	}
	if after, err = orderkey.Append(before, most(3, 1), most(1, 0)); err == nil || !bytes.Equal(after, before) {
		t.Errorf("with an error: %x, %v", after, err)
	}
	if none, err := orderkey.Append(nil); err != nil || len(none) != 0 {
		t.Errorf("no figures: %x, %v", none, err)
	}
}

// rat is the figure as a number that is the larger, the better.
func rat(f orderkey.Figure) *big.Rat {
	r := big.NewRat(f.Num, f.Den)
	if f.Fewest {
		r.Neg(r)
	}
	return r
}

// numbers draws numbers at the bounds of the form, and any between.
func numbers() *rapid.Generator[int64] {
	return rapid.OneOf(
		rapid.Int64Range(-70, 70),
		rapid.Int64(),
		rapid.Custom(func(t *rapid.T) int64 {
			power := int64(1) << rapid.IntRange(0, 62).Draw(t, "power")
			return rapid.SampledFrom([]int64{1, -1}).Draw(t, "sign")*power + rapid.Int64Range(-2, 2).Draw(t, "beside")
		}),
		rapid.SampledFrom([]int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64 - 1, math.MaxInt64}),
	)
}

func denominators() *rapid.Generator[int64] {
	return rapid.OneOf(
		rapid.Just(int64(1)),
		rapid.Int64Range(1, 100),
		rapid.Int64Range(1, math.MaxUint32),
		rapid.Int64Range(math.MaxUint32-5, math.MaxUint32),
	)
}

func figures() *rapid.Generator[orderkey.Figure] {
	return rapid.Custom(func(t *rapid.T) orderkey.Figure {
		return most(numbers().Draw(t, "num"), denominators().Draw(t, "den"))
	})
}

// near draws a figure that is the same number, perhaps written otherwise, or one close by.
func near(t *rapid.T, f orderkey.Figure) orderkey.Figure {
	switch rapid.IntRange(0, 3).Draw(t, "near") {
	case 0:
		return f
	case 1:
		by := rapid.Int64Range(1, 50).Draw(t, "times")
		if f.Num > math.MinInt64/by && f.Num < math.MaxInt64/by && f.Den <= math.MaxUint32/by {
			f.Num, f.Den = f.Num*by, f.Den*by
		}
	case 2:
		f.Num += rapid.Int64Range(-1, 1).Draw(t, "more") // may turn over: a number as good as any
	default:
		f.Den = max(1, min(f.Den+rapid.Int64Range(-1, 1).Draw(t, "finer"), math.MaxUint32))
	}
	return f
}

// The order of keys is the order of the lists, compared with numbers of any size; and of
// two keys that differ, none is the beginning of the other.
func TestOrderIsThatOfTheLists(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var a, b []orderkey.Figure
		for i := range rapid.IntRange(1, 6).Draw(t, "figures") {
			f := figures().Draw(t, "a")
			f.Fewest = rapid.Bool().Draw(t, "fewest")
			g := near(t, f)
			if rapid.IntRange(0, 3*(i+1)).Draw(t, "other") == 0 {
				g = figures().Draw(t, "b")
				g.Fewest = f.Fewest
			}
			a, b = append(a, f), append(b, g)
		}
		want := 0
		for i := 0; want == 0 && i < len(a); i++ {
			want = rat(a[i]).Cmp(rat(b[i]))
		}
		first, second := key(t, a...), key(t, b...)
		if got := bytes.Compare(first, second); got != want {
			t.Fatalf("%v and %v: %d, want %d (%x, %x)", a, b, got, want, first, second)
		}
		if want != 0 && (bytes.HasPrefix(first, second) || bytes.HasPrefix(second, first)) {
			t.Fatalf("%x begins as %x", first, second)
		}
	})
}

// The closest that two fractions can be: neighbors among those of denominators below 2^32,
// whose difference is one part of the product of the denominators.
func TestClosestFractions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		den := rapid.OneOf(rapid.Int64Range(2, math.MaxUint32), rapid.Int64Range(math.MaxUint32-20, math.MaxUint32)).Draw(t, "den")
		num := rapid.OneOf(rapid.Int64Range(1, den-1), rapid.Int64Range(max(1, den-20), den-1)).Draw(t, "num")
		divisor := new(big.Int).GCD(nil, nil, big.NewInt(num), big.NewInt(den)).Int64()
		num, den = num/divisor, den/divisor
		if den == 1 {
			return
		}
		// The one before num/den that has the largest denominator below 2^32: its
		// denominator is the inverse of num, and as many den more as fit.
		beside := new(big.Int).ModInverse(big.NewInt(num), big.NewInt(den)).Int64()
		beside += (math.MaxUint32 - beside) / den * den
		below := new(big.Int).Mul(big.NewInt(num), big.NewInt(beside))
		below.Sub(below, big.NewInt(1)).Quo(below, big.NewInt(den))
		for _, whole := range []int64{0, 7, -7} {
			a, b := most(below.Int64()+whole*beside, beside), most(num+whole*den, den)
			if rat(a).Cmp(rat(b)) >= 0 {
				t.Fatalf("the test is wrong: %v, %v", a, b)
			}
			if bytes.Compare(key(t, a), key(t, b)) >= 0 {
				t.Fatalf("%v is not before %v", a, b)
			}
		}
	})
}

// A fraction that is refused has a denominator of 2^32 or more however it is written, and
// any other is not.
func TestWhatIsRefusedIsTooFine(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		num := numbers().Draw(t, "num")
		den := rapid.OneOf(rapid.Int64Range(1, math.MaxInt64), rapid.Custom(func(t *rapid.T) int64 {
			return rapid.Int64Range(1, math.MaxUint32+5).Draw(t, "lowest") * rapid.Int64Range(1, 1<<30).Draw(t, "times")
		})).Draw(t, "den")
		want := error(nil)
		if big.NewRat(num, den).Denom().Cmp(big.NewInt(math.MaxUint32)) > 0 {
			want = orderkey.ErrTooFine
		}
		if _, err := orderkey.Append(nil, most(num, den)); !errors.Is(err, want) {
			t.Fatalf("%d/%d: %v, want %v", num, den, err, want)
		}
	})
}

// Large denominators that come down to small ones make the key of the number.
func TestLowestTerms(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		num, den := rapid.Int64Range(-1000, 1000).Draw(t, "num"), rapid.Int64Range(1, 1000).Draw(t, "den")
		times := rapid.Int64Range(1, math.MaxInt64/1000).Draw(t, "times")
		if a, b := key(t, most(num, den)), key(t, most(num*times, den*times)); !bytes.Equal(a, b) {
			t.Fatalf("%d/%d times %d: %x, %x", num, den, times, a, b)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	b.ReportAllocs()
	room := make([]byte, 0, 64)
	for b.Loop() {
		_, err := orderkey.Append(room,
			most(299, 1), most(1099, 1), most(359_999, 100), most(60, 1), most(59, 1), most(58, 1))
		if err != nil {
			b.Fatal(err)
		}
	}
}
