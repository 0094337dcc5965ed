package season

import (
	"referto/internal/league"
	"referto/internal/league/rules"
)

// book is a ruleset that remembers what was asked of it: in a season of thousands of
// events most of it is the same.
type book struct {
	*rules.Ruleset
	tiers map[rules.Circuit][]rules.Tier
	said  map[saying]league.Grounds
}

// saying is a reason with its figures, of which grounds are made.
type saying struct {
	paragraph, reason string
	params            [4]string
}

// book is the book of a ruleset.
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

// tiersOf are the tiers of a circuit, the smallest first.
func (b *book) tiersOf(circuit rules.Circuit) []rules.Tier {
	tiers, asked := b.tiers[circuit]
	if !asked {
		tiers = b.Season.TiersOf(circuit)
		b.tiers[circuit] = tiers
	}
	return tiers
}

// Grounds are [rules.Ruleset.Grounds]. Equal grounds share their parameters, which
// nobody may change.
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
