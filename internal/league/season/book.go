package season

import (
	"referto/internal/league"
	"referto/internal/league/rules"
)

// book is a ruleset with a cache of its tiers and grounds: in a season of thousands of events most
// of them are equal.
type book struct {
	*rules.Ruleset
	tiers map[rules.Circuit][]rules.Tier
	said  map[saying]league.Grounds
}

// saying is the key of cached grounds: a reason with its parameters.
type saying struct {
	paragraph, reason string
	params            [4]string
}

// book returns the book of a ruleset.
func (d *derivation) book(r *rules.Ruleset) *book {
	b := d.books[r]
	if b == nil {
		b = newBook(r)
		d.books[r] = b
	}
	return b
}

func newBook(r *rules.Ruleset) *book {
	return &book{Ruleset: r, tiers: make(map[rules.Circuit][]rules.Tier), said: make(map[saying]league.Grounds)}
}

// tiersOf returns the tiers of a circuit, the smallest first.
func (b *book) tiersOf(circuit rules.Circuit) []rules.Tier {
	tiers, asked := b.tiers[circuit]
	if !asked {
		tiers = b.Season.TiersOf(circuit)
		b.tiers[circuit] = tiers
	}
	return tiers
}

// Grounds returns the same as [rules.Ruleset.Grounds]. Equal grounds share their parameters, which
// must not be changed.
func (b *book) Grounds(paragraph, reason string, params ...string) league.Grounds {
	s := saying{paragraph: paragraph, reason: reason}
	if len(params) == 0 || copy(s.params[:], params) < len(params) {
		return b.Ruleset.Grounds(paragraph, reason, params...)
	}
	g, said := b.said[s]
	if !said {
		g = b.Ruleset.Grounds(paragraph, reason, params...)
		b.said[s] = g
	}
	return g
}
