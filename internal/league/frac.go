package league

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// Frac is an exact rational number: a share of points, nine tenths of a win. The zero Frac is 0.
// Comparing and adding values of one denominator allocates nothing; a value that no longer fits 64
// bits is held as a big number.
//
// Equal numbers may be held differently (1/2, 50/100): compare with [Frac.Equal] or [Frac.Cmp], not
// with ==.
type Frac struct {
	num  int64
	den  int64    // at least 1; 0 stands for 1, so that the zero Frac is 0
	wide *big.Rat // the value where num and den cannot hold it; never changed
}

// Int returns the whole number n.
func Int(n int) Frac { return Frac{num: int64(n), den: 1} }

// NewFrac returns num/den. It panics if den is 0, a bug of the caller.
func NewFrac(num, den int64) Frac {
	switch {
	case den == 0:
		panic("league: fraction with denominator 0")
	case den > 0:
		return Frac{num: num, den: den}
	case den == math.MinInt64 || num == math.MinInt64:
		return fromRat(big.NewRat(num, den))
	default:
		return Frac{num: -num, den: -den}
	}
}

// maxWritten is the largest number of characters of a number that is read, and of a decimal that is
// written. A longer text is refused before any arithmetic.
const maxWritten = 64

// ParseFrac reads a decimal ("85.68", "-7") or a fraction of whole numbers ("128/3") of at most 64
// characters. A decimal must have a digit behind its point: "5." is refused.
func ParseFrac(s string) (Frac, error) {
	if f, ok := parseShort(s); ok {
		return f, nil
	}
	r, ok := parseRat(s)
	if !ok {
		return Frac{}, fmt.Errorf("%q is no decimal and no fraction", s[:min(len(s), maxWritten)])
	}
	return fromRat(r), nil
}

// parseShort reads a decimal without a sign of at most 18 characters, as most are, without big
// numbers. It returns false for every other text.
func parseShort(s string) (Frac, bool) {
	if len(s) > 18 || s == "" || s[0] == '.' || s[len(s)-1] == '.' {
		return Frac{}, false
	}
	num, den, point := int64(0), int64(1), false
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			num = 10*num + int64(c-'0')
			if point {
				den *= 10
			}
		case c == '.' && !point:
			point = true
		default:
			return Frac{}, false
		}
	}
	a, b := num, den
	for b != 0 {
		a, b = b, a%b
	}
	return Frac{num: num / a, den: den / a}, true
}

// parseRat reads numerator and denominator separately: big.Rat would read a fraction whose parts
// begin with 0 as octal.
func parseRat(s string) (*big.Rat, bool) {
	over, under, isFraction := strings.Cut(s, "/")
	if len(s) > maxWritten || !isDecimal(over, !isFraction) || isFraction && !isDigits(under) {
		return nil, false
	}
	r, ok := new(big.Rat).SetString(over)
	if !ok || !isFraction {
		return r, ok
	}
	divisor, ok := new(big.Rat).SetString(under)
	if !ok || divisor.Sign() == 0 {
		return nil, false
	}
	return r.Quo(r, divisor), true
}

// isDecimal reports whether a text consists of decimal digits, with an optional sign and, if point
// is set, an optional decimal point.
func isDecimal(s string, point bool) bool {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	if point && !strings.HasSuffix(s, ".") {
		s = strings.Replace(s, ".", "", 1)
	}
	return isDigits(s)
}

// isDigits reports whether a text consists of decimal digits, at least one.
func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// IsZero reports whether f is 0.
func (f Frac) IsZero() bool { return f.wide == nil && f.num == 0 }

// Equal reports whether f and g are the same number.
func (f Frac) Equal(g Frac) bool { return f.Cmp(g) == 0 }

// Cmp is negative when f is less than g, 0 when they are equal, positive when f
// is greater.
func (f Frac) Cmp(g Frac) int {
	if f.wide == nil && g.wide == nil {
		if f.d() == g.d() {
			return cmp.Compare(f.num, g.num)
		}
		a, okA := mul(f.num, g.d())
		b, okB := mul(g.num, f.d())
		if okA && okB {
			return cmp.Compare(a, b)
		}
	}
	return f.rat().Cmp(g.rat())
}

// Add returns f + g.
func (f Frac) Add(g Frac) Frac {
	if f.wide == nil && g.wide == nil {
		if f.d() == g.d() {
			if sum, ok := add(f.num, g.num); ok {
				return Frac{num: sum, den: f.d()}
			}
		} else if sum, ok := addUnlike(f, g); ok {
			return sum
		}
	}
	return fromRat(new(big.Rat).Add(f.rat(), g.rat()))
}

// Sub returns f - g.
func (f Frac) Sub(g Frac) Frac { return f.Add(g.Neg()) }

// Neg returns -f.
func (f Frac) Neg() Frac {
	if f.wide == nil && f.num != math.MinInt64 {
		return Frac{num: -f.num, den: f.den}
	}
	return fromRat(new(big.Rat).Neg(f.rat()))
}

// Mul returns f × g.
func (f Frac) Mul(g Frac) Frac {
	if f.wide == nil && g.wide == nil {
		num, okN := mul(f.num, g.num)
		den, okD := mul(f.d(), g.d())
		if okN && okD {
			return Frac{num: num, den: den}
		}
	}
	return fromRat(new(big.Rat).Mul(f.rat(), g.rat()))
}

// Div returns f / g. It panics if g is 0, a bug of the caller.
func (f Frac) Div(g Frac) Frac {
	if g.wide == nil {
		if g.num == 0 {
			panic("league: division by 0")
		}
		return f.Mul(NewFrac(g.d(), g.num))
	}
	return fromRat(new(big.Rat).Quo(f.rat(), g.rat()))
}

// Trunc cuts f off after digits decimals, towards zero: 26.666… with two is
// 26.66. The result has the denominator 10^digits. Digits are 0 to 18.
func (f Frac) Trunc(digits int) Frac {
	scale := pow10(digits)
	if f.wide == nil {
		if num, ok := mul(f.num, scale); ok {
			return Frac{num: num / f.d(), den: scale}
		}
	}
	r := new(big.Rat).Mul(f.rat(), new(big.Rat).SetInt64(scale))
	q := new(big.Int).Quo(r.Num(), r.Denom())
	return fromRat(new(big.Rat).SetFrac(q, big.NewInt(scale)))
}

// HalfUp rounds f to digits decimals, halves away from zero: 40.625 with two
// is 40.63. Digits are 0 to 17.
func (f Frac) HalfUp(digits int) Frac {
	half := NewFrac(5, pow10(digits+1))
	if f.Cmp(Frac{}) < 0 {
		half = half.Neg()
	}
	return f.Add(half).Trunc(digits)
}

// HalfEven rounds f to digits decimals, halves to the even neighbor: 0.125 with
// two is 0.12 and 0.375 is 0.38. Digits are 0 to 17.
func (f Frac) HalfEven(digits int) Frac {
	cut := f.Trunc(digits)
	unit := NewFrac(1, pow10(digits))
	rest, half := f.Sub(cut), unit.Div(Int(2))
	if f.Cmp(Frac{}) < 0 {
		rest, unit = rest.Neg(), unit.Neg()
	}
	odd := cut.Div(unit).rat().Num().Bit(0) == 1
	if over := rest.Cmp(half); over > 0 || over == 0 && odd {
		return cut.Add(unit)
	}
	return cut
}

// Bits returns the number of binary digits of the longer of numerator and denominator,
// in the form in which f is held: at most 64 until it is a big number.
func (f Frac) Bits() int {
	if f.wide == nil {
		return max(bits.Len64(magnitude(f.num)), bits.Len64(uint64(f.d())))
	}
	return max(f.wide.Num().BitLen(), f.wide.Denom().BitLen())
}

// Decimal writes f with exactly digits decimals, cutting off the rest: "85.68", "12.50", "-7.0",
// "3". Digits are 0 to 18.
func (f Frac) Decimal(digits int) string {
	cut := f.Trunc(digits)
	if cut.wide == nil && cut.d() == pow10(digits) {
		return fixed(cut.num, digits)
	}
	return cut.rat().FloatString(digits)
}

// fixed writes a number of units of 10^-digits.
func fixed(units int64, digits int) string {
	text := strconv.FormatInt(units, 10)
	if digits == 0 {
		return text
	}
	sign := ""
	if units < 0 {
		sign, text = "-", text[1:]
	}
	if short := digits + 1 - len(text); short > 0 {
		text = strings.Repeat("0", short) + text
	}
	point := len(text) - digits
	return sign + text[:point] + "." + text[point:]
}

// String writes f exactly: as the shortest decimal where there is a finite one of at most 64
// characters ("85.68", "0.9", "2"), as a fraction in lowest terms otherwise ("128/3"). [ParseFrac]
// reads it back if numerator and denominator fit 64 bits; a greater number, which a formula can
// compute, may be longer than ParseFrac accepts.
func (f Frac) String() string {
	if text, ok := f.short(); ok {
		return text
	}
	r := f.rat()
	if r.IsInt() {
		return r.Num().String()
	}
	if digits, exact := r.FloatPrec(); exact && digits < maxWritten {
		if decimal := r.FloatString(digits); len(decimal) <= maxWritten {
			return decimal
		}
	}
	return r.String()
}

// short writes f as the shortest decimal without big numbers; ok is false if there is no finite
// decimal that fits 64 bits.
func (f Frac) short() (text string, ok bool) {
	if f.wide != nil {
		return "", false
	}
	if f.num%f.d() == 0 {
		return strconv.FormatInt(f.num/f.d(), 10), true
	}
	divisor := gcd(f.num, f.d())
	if divisor < 0 {
		divisor = -divisor
	}
	num, den := f.num/divisor, f.d()/divisor
	digits, scale := 0, int64(1)
	for scale%den != 0 {
		if digits == mostShortDigits {
			return "", false
		}
		digits, scale = digits+1, scale*10
	}
	units, ok := mul(num, scale/den)
	if !ok || units == math.MinInt64 {
		return "", false
	}
	return fixed(units, digits), true
}

// mostShortDigits is the number of decimals of the finest unit that fits 64 bits.
const mostShortDigits = 18

// MarshalText writes f as [Frac.String] does, so that it is a string in JSON.
func (f Frac) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads the texts that [ParseFrac] reads, and returns its errors.
func (f *Frac) UnmarshalText(text []byte) error {
	parsed, err := ParseFrac(string(text))
	if err != nil {
		return err
	}
	*f = parsed
	return nil
}

// Ratio returns f as numerator and denominator; ok is false if they do not fit 64 bits. The
// denominator is at least 1 and need not be the least.
func (f Frac) Ratio() (num, den int64, ok bool) {
	return f.num, f.d(), f.wide == nil
}

func (f Frac) d() int64 {
	if f.den == 0 {
		return 1
	}
	return f.den
}

func (f Frac) rat() *big.Rat {
	if f.wide != nil {
		return f.wide
	}
	return big.NewRat(f.num, f.d())
}

// fromRat returns r in the narrow form if it fits 64 bits. It takes ownership of r.
func fromRat(r *big.Rat) Frac {
	if r.Num().IsInt64() && r.Denom().IsInt64() {
		return Frac{num: r.Num().Int64(), den: r.Denom().Int64()}
	}
	return Frac{wide: r}
}

func addUnlike(f, g Frac) (Frac, bool) {
	divisor := gcd(f.d(), g.d())
	a, okA := mul(f.num, g.d()/divisor)
	b, okB := mul(g.num, f.d()/divisor)
	den, okD := mul(f.d(), g.d()/divisor)
	if !okA || !okB || !okD {
		return Frac{}, false
	}
	sum, ok := add(a, b)
	return Frac{num: sum, den: den}, ok
}

func add(a, b int64) (int64, bool) {
	sum := a + b
	return sum, (sum > a) == (b > 0)
}

func mul(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	product := a * b
	lost := product/b != a || (a == -1 && b == math.MinInt64) || (b == -1 && a == math.MinInt64)
	return product, !lost
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// magnitude returns n without its sign, also for the least number.
func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

func pow10(digits int) int64 {
	scale := int64(1)
	for range digits {
		scale *= 10
	}
	return scale
}
