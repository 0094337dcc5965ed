package demo

import (
	"cmp"
	"slices"
)

// plan is the whole season: the players of each fixture and the results, the same whenever it is made, and known
// before anything of it is loaded.
type plan struct {
	people []person            // the season's players to add to the register
	fields map[string]lineup   // by the slug of the fixture
	rest   map[string][]string // by region, players who may still enter a stage
}

// lineup lists the people who signed up for a fixture; those who came stand first, in the order of the final
// standings.
type lineup struct{ came, stayedAway []string }

// all returns everybody who signed up.
func (l lineup) all() []string { return slices.Concat(l.came, l.stayedAway) }

// champion is the reigning one.
var champion = person{"Aurelio Bonsignori", "Compagnia del Dado", "Verona"}

// strangers to a region who are of its pool all the same are a few, so that each
// circuit has enough people who have not qualified.
const reserve = 6

// newPlan plans the season.
func newPlan() plan {
	p := plan{people: []person{champion}, fields: make(map[string]lineup), rest: make(map[string][]string)}
	taken := []string{champion.name}
	for _, f := range fixtures {
		taken = append(taken, f.first...)
	}
	names := newNameless(taken...)
	for _, c := range circuits {
		p.settle(c, names)
	}
	inOrder := slices.Clone(fixtures)
	slices.SortStableFunc(inOrder, func(a, b fixture) int { return cmp.Compare(a.day, b.day) })
	for _, f := range inOrder {
		if f.players > 0 {
			p.play(f, names)
		}
	}
	return p
}

// settle gives a region as many people as its largest event takes, and some more.
func (p *plan) settle(c circuit, names *nameless) {
	most := 0
	for _, f := range fixtures {
		if f.region == c.region {
			most = max(most, f.players-len(f.first))
		}
	}
	for i := range most + reserve {
		who := person{name: names.next(), city: c.towns[i%len(c.towns)]}
		if i%3 > 0 {
			who.club = c.club
		}
		p.people = append(p.people, who)
		p.rest[c.region] = append(p.rest[c.region], who.name)
	}
}

// play draws the players of a fixture. Players who qualify there enter no later fixture (CN09 1.5), even if it is
// invalidated afterwards, because that was not known then.
func (p *plan) play(f fixture, names *nameless) {
	var pool []string
	for _, c := range circuits {
		if f.region == "" || f.region == c.region {
			pool = append(pool, p.rest[c.region]...)
		}
	}
	names.random.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	for _, name := range f.first {
		p.people = append(p.people, person{name: name, city: f.home()})
	}
	all := append(slices.Clone(f.first), pool[:f.players-len(f.first)]...)
	came := len(all) - f.absent
	p.fields[f.slug()] = lineup{all[:came], all[came:]}
	if !f.course.played() {
		return
	}
	for region, people := range p.rest {
		p.rest[region] = slices.DeleteFunc(people, func(name string) bool { return slices.Contains(all[:f.qualify()], name) })
	}
}

// home names the town in which the first of a fixture live.
func (f fixture) home() string {
	if f.online {
		return "Firenze"
	}
	return f.city
}

// qualify returns how many of the first of a fixture qualify for a final.
func (f fixture) qualify() int {
	if f.large {
		return 2
	}
	return 1
}
