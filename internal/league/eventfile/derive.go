package eventfile

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Derived is a part of the facts that a file does not contain.
type Derived string

// The parts that may be derived from the order of a file.
const (
	// DerivedLots are lots in the order of the start numbers.
	DerivedLots Derived = "lots"
	// DerivedDraws are the orders in which the seats of the rounds after the first are filled, if
	// each is drawn by lot.
	DerivedDraws Derived = "draws"
)

// derive fills in parts that the papers of an event often lack and the engines need.
func (f *File) derive() {
	facts := &f.Facts
	if len(facts.Rounds) == 0 {
		return
	}
	if len(facts.Lots) == 0 && f.Rules.DrawsLots() {
		facts.Lots = make(map[league.Entry]int, len(facts.Entrants))
		for i, entry := range slices.Sorted(slices.Values(facts.Entrants)) {
			facts.Lots[entry] = i + 1
		}
		f.Derived = append(f.Derived, DerivedLots)
	}
	if pairing, ok := f.Rules.Pairing(facts.Pairing); !ok || pairing.System != rules.ByLot {
		return
	}
	for n := len(facts.Draws) + 1; n < preliminary(*facts); n++ {
		facts.Draws = append(facts.Draws, f.seatedFirst(n))
		if !slices.Contains(f.Derived, DerivedDraws) {
			f.Derived = append(f.Derived, DerivedDraws)
		}
	}
}

// seatedFirst returns the entrants in the order in which they sit in the round with an index,
// followed by the others by start number.
func (f *File) seatedFirst(i int) []league.Entry {
	var order []league.Entry
	for _, table := range f.Facts.Rounds[i].Tables {
		for _, entry := range table.Seats {
			if slices.Contains(f.Facts.Entrants, entry) && !slices.Contains(order, entry) {
				order = append(order, entry)
			}
		}
	}
	for _, entry := range slices.Sorted(slices.Values(f.Facts.Entrants)) {
		if !slices.Contains(order, entry) {
			order = append(order, entry)
		}
	}
	return order
}
