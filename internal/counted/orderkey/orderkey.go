// Package orderkey writes lists of exact fractions as byte strings with the same order as the lists: the key of a
// player in a ranking (package counted), made of their points and the figures that break ties.
//
// It guarantees, of lists as long as each other whose figures count the same way, that
// [bytes.Compare] of the keys is the comparison of the lists, figure by figure: the larger
// key is the better one, and equal keys are equal figures, however they are written (1/2
// and 50/100). Keys of such lists can be continued by other bytes, because none is the
// beginning of another.
//
// It refuses fractions that it cannot distinguish from all others, those of a denominator of 2^32 or more in lowest
// terms, and denominators below 1. It does not read keys, and does not know the meaning of the figures.
//
// # The form of a figure
//
// The whole part (rounded down) is written with one bit behind it that is set if a fraction follows. That number
// takes one to nine bytes: a bit for the sign, as many ones as bytes follow, a zero, the number. Whole figures below
// 32 take one byte, below 4,096 two, below 524,288 three. A fraction follows as 64 bits behind the binary point, cut
// off: two fractions of denominators below 2^32 are further apart than that. Negative numbers, and figures of which
// fewest is best, have all their bits inverted.
package orderkey

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// Kinds of errors of [Append].
var (
	ErrDenominator = errors.New("a denominator below 1")
	ErrTooFine     = errors.New("a fraction whose denominator is not below 2^32")
)

// Figure is the fraction Num/Den, which need not be in lowest terms.
type Figure struct {
	Num, Den int64
	Fewest   bool // the smaller, the better
}

// Append appends the key of a list of figures to other bytes. With an error, which is
// [ErrDenominator] or [ErrTooFine], it returns them as they were.
func Append(key []byte, figures ...Figure) ([]byte, error) {
	begin := len(key)
	for i, figure := range figures {
		next, err := figure.append(key)
		if err != nil {
			return key[:begin], fmt.Errorf("figure %d, %d/%d: %w", i+1, figure.Num, figure.Den, err)
		}
		key = next
	}
	return key, nil
}

func (f Figure) append(key []byte) ([]byte, error) {
	if f.Den < 1 {
		return nil, ErrDenominator
	}
	whole, rest := f.Num/f.Den, f.Num%f.Den
	if rest < 0 {
		whole, rest = whole-1, rest+f.Den
	}
	den := f.Den
	if den > math.MaxUint32 {
		if den /= divisor(rest, den); den > math.MaxUint32 {
			return nil, ErrTooFine
		}
		rest /= f.Den / den
	}
	begin := len(key)
	key = appendWhole(key, whole, rest > 0)
	if rest > 0 {
		key = appendBytes(key, fraction(rest, den), 8)
	}
	if f.Fewest {
		turn(key[begin:])
	}
	return key, nil
}

// divisor returns the greatest common divisor; for 0 and b it is b.
func divisor(a, b int64) int64 {
	for a != 0 {
		a, b = b%a, a
	}
	return b
}

// fraction is num/den, which is below 1, in units of 2^-64, rounded down. Of denominators
// below 2^32, a/b and c/d differ by more than such a unit if they differ, because ad and bc
// are whole numbers and bd is below 2^64.
func fraction(num, den int64) uint64 {
	units, _ := bits.Div64(uint64(num), 0, uint64(den))
	return units
}

// appendWhole appends a whole number and whether a fraction follows, which makes it larger.
func appendWhole(key []byte, whole int64, more bool) []byte {
	begin := len(key)
	if whole < 0 {
		// The further from 0, the smaller: the number that is turned is larger.
		key = appendNumber(key, uint64(^whole)<<1|bit(!more))
		turn(key[begin:])
		return key
	}
	return appendNumber(key, uint64(whole)<<1|bit(more))
}

func bit(set bool) uint64 {
	if set {
		return 1
	}
	return 0
}

// appendNumber appends a number behind a bit 1 for the sign: as many further ones as there
// are bytes behind the first, and a zero. Each byte has one bit less for the number than it
// adds, so that 48 bits take six; beyond, eight are counted as seven ones.
func appendNumber(key []byte, n uint64) []byte {
	const sign, counts = 0x80, 0x7f
	behind := bits.Len64(n) / 7
	if behind > 6 {
		return appendBytes(append(key, sign|counts), n, 8)
	}
	ones := byte(counts &^ (counts >> behind))
	return appendBytes(append(key, sign|ones|byte(n>>(8*behind))), n, behind)
}

// appendBytes appends the lowest bytes of a number, the highest of them first.
func appendBytes(key []byte, n uint64, bytes int) []byte {
	for ; bytes > 0; bytes-- {
		key = append(key, byte(n>>(8*(bytes-1))))
	}
	return key
}

func turn(bytes []byte) {
	for i := range bytes {
		bytes[i] = ^bytes[i]
	}
}
