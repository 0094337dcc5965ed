package standings

import (
	"math"
	"math/bits"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// scaled sums up the ordinary case, in which the terms of each criterion are small and have a small common
// denominator. It counts in whole multiples of 1/denominator, which is several times as fast as fractions. It
// reports when the case is not ordinary; the sums are exact either way.
type scaled struct {
	columns []column
	sums    []int64 // of all entrants, one after the other
}

// column holds the scaled figures of one criterion.
type column struct {
	most     bool
	den      int64 // common denominator of all terms met until now
	min, max int64 // of the sums
}

// Limits of the ordinary case: with them no product and no sum can overflow.
const (
	maxTerm  = 1 << 40
	maxGames = 1 << 20
	maxDen   = 1 << 20
)

func newScaled(criteria []rules.Criterion) scaled {
	columns := make([]column, len(criteria))
	for i, c := range criteria {
		columns[i] = column{most: c.Best == rules.Most, den: 1}
	}
	return scaled{columns: columns}
}

// add fills the figures of k. It returns false, and leaves the figures undefined, if the case is not ordinary.
func (s *scaled) add(k *Ranker, games []Game) bool {
	if len(games) > maxGames {
		return false
	}
	width := len(s.columns)
	s.sums = slices.Grow(s.sums[:0], len(k.entrants)*width)[:len(k.entrants)*width]
	for {
		switch s.sum(k, games) {
		case summed:
			for i, sum := range s.sums {
				k.figures[i] = league.NewFrac(sum, s.columns[i%width].den)
			}
			return true
		case tooWide:
			return false
		}
	}
}

type outcome int

const (
	summed  outcome = iota
	rescale         // a common denominator has grown
	tooWide
)

// sum adds up all terms. A Ranker remembers the denominators, so that it rescales only when a new one appears.
func (s *scaled) sum(k *Ranker, games []Game) outcome {
	clear(s.sums)
	width := len(s.columns)
	for i := range k.entrants {
		if o := s.addTo(s.sums[i*width:(i+1)*width], k.entrants[i].Own); o != summed {
			return o
		}
	}
	for i := range games {
		at := k.at(games[i].Entry)
		if at < 0 {
			continue
		}
		if o := s.addTo(s.sums[at*width:(at+1)*width], games[i].Terms); o != summed {
			return o
		}
	}
	return summed
}

func (s *scaled) addTo(sums []int64, terms []league.Frac) outcome {
	for j := range terms {
		num, den, ok := terms[j].Ratio()
		if num == 0 && ok {
			continue
		}
		if !ok || num > maxTerm || num < -maxTerm {
			return tooWide
		}
		if c := &s.columns[j]; den != c.den {
			if den > maxDen || c.den%den != 0 {
				return c.widen(den)
			}
			num *= c.den / den
			if num > maxTerm || num < -maxTerm {
				return tooWide
			}
		}
		sums[j] += num
	}
	return summed
}

// widen extends the common denominator so that den divides it.
func (c *column) widen(den int64) outcome {
	if den > maxDen {
		return tooWide
	}
	common := c.den / gcd(c.den, den) * den // at most 2^40
	if common > maxDen {
		return tooWide
	}
	c.den = common
	return rescale
}

// keys packs as many leading criteria as fit into one number into the sort key of each entrant; the best has
// the lowest key.
func (s *scaled) keys(k *Ranker) {
	width := len(s.columns)
	if len(k.entrants) == 0 {
		return
	}
	for j := range s.columns {
		c := &s.columns[j]
		c.min, c.max = math.MaxInt64, math.MinInt64
		for i := j; i < len(s.sums); i += width {
			c.min, c.max = min(c.min, s.sums[i]), max(c.max, s.sums[i])
		}
	}
	capacity := uint64(1)
	for j := range s.columns {
		c := &s.columns[j]
		radix := uint64(c.max-c.min) + 1
		over, product := bits.Mul64(capacity, radix)
		if over != 0 {
			return
		}
		capacity = product
		for i := range k.order {
			digit := uint64(s.sums[i*width+j] - c.min)
			if c.most {
				digit = radix - 1 - digit
			}
			k.order[i].key = k.order[i].key*radix + digit
		}
	}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
