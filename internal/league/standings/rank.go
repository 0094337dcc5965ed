package standings

import (
	"cmp"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Rank orders the entrants by the criteria, the best first. It ignores games of entries that are not among the
// entrants. Entrants level on every criterion share a rank and are listed by start number.
func Rank(criteria []rules.Criterion, entrants []Entrant, games []Game) []Row {
	return NewRanker(criteria).Rank(entrants, games)
}

// A Ranker ranks repeatedly into the same memory. It is not safe for concurrent use.
type Ranker struct {
	criteria []rules.Criterion
	entrants []Entrant
	rows     []Row         // sorted
	figures  []league.Frac // of all entrants, one after the other
	position []int32       // of an entry among the entrants, plus 1; 0 if it is not there
	order    []keyed       // the entrants, sorted
	scaled   scaled
}

// keyed is an entrant with its sort key; where keys are equal the figures are compared.
type keyed struct {
	key uint64
	at  int32 // index in the entrants
}

// NewRanker returns a Ranker for criteria, which must not change.
func NewRanker(criteria []rules.Criterion) *Ranker {
	return &Ranker{criteria: criteria, scaled: newScaled(criteria)}
}

// Rank does the same as the function [Rank], but its rows are valid only until the next call.
func (k *Ranker) Rank(entrants []Entrant, games []Game) []Row {
	entrants = combined(k.criteria, entrants, games)
	k.load(entrants)
	if k.scaled.add(k, games) {
		k.scaled.keys(k)
	} else {
		k.add(games)
	}
	slices.SortFunc(k.order, func(a, b keyed) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		c, _ := k.compare(a.at, b.at)
		return cmp.Or(c, cmp.Compare(k.entrants[a.at].Entry, k.entrants[b.at].Entry))
	})
	for i := range k.order {
		k.settle(i)
	}
	return k.rows
}

// load stores the entrants and the position of each.
func (k *Ranker) load(entrants []Entrant) {
	n := len(entrants)
	k.entrants = entrants
	k.rows = slices.Grow(k.rows[:0], n)[:n]
	k.order = slices.Grow(k.order[:0], n)[:n]
	k.figures = slices.Grow(k.figures[:0], n*len(k.criteria))[:n*len(k.criteria)]
	highest := league.Entry(0)
	for i := range entrants {
		highest = max(highest, entrants[i].Entry)
	}
	k.position = slices.Grow(k.position[:0], int(highest)+1)[:highest+1]
	clear(k.position)
	for i := range entrants {
		k.order[i] = keyed{at: int32(i)}
		k.position[entrants[i].Entry] = int32(i) + 1
	}
}

// at returns the index of an entry among the entrants; negative if it is not there.
func (k *Ranker) at(entry league.Entry) int {
	if int(entry) >= len(k.position) {
		return -1
	}
	return int(k.position[entry]) - 1
}

// figuresOf returns the figures of an entrant, parallel to the criteria.
func (k *Ranker) figuresOf(at int32) []league.Frac {
	width := len(k.criteria)
	from := int(at) * width
	return k.figures[from : from+width : from+width]
}

// add sums up figures of any size and denominator. It is the slow way, for cases that scaled refuses.
func (k *Ranker) add(games []Game) {
	for i := range k.entrants {
		copy(k.figuresOf(int32(i)), k.entrants[i].Own)
	}
	for i := range games {
		at := k.at(games[i].Entry)
		if at < 0 {
			continue
		}
		sums := k.figuresOf(int32(at))
		for j, term := range games[i].Terms {
			sums[j] = sums[j].Add(term)
		}
	}
}

// settle writes the row of the entrant at index i of the sorted order.
func (k *Ranker) settle(i int) {
	at := k.order[i].at
	row := &k.rows[i]
	*row = Row{Rank: i + 1, Entry: k.entrants[at].Entry, Figures: k.figuresOf(at), Decided: -1}
	if i == 0 {
		return
	}
	_, row.Decided = k.compare(k.order[i-1].at, at)
	if row.Decided < 0 {
		row.Rank = k.rows[i-1].Rank
		return
	}
	criterion := &k.criteria[row.Decided]
	row.Par = criterion.Paragraph
	row.ByLot = criterion.Figure == rules.FigureLot
}

func (k *Ranker) compare(a, b int32) (order, decided int) {
	return Order(k.criteria, k.figuresOf(a), k.figuresOf(b))
}

// Order compares two rows' figures by the criteria. Order is negative if a ranks before b and positive if it
// ranks after; decided is the index of the criterion that decides. It returns 0 and -1 if they are level.
func Order(criteria []rules.Criterion, a, b []league.Frac) (order, decided int) {
	for i := range a {
		c := a[i].Cmp(b[i])
		if c == 0 {
			continue
		}
		if criteria[i].Best == rules.Most {
			c = -c
		}
		return c, i
	}
	return 0, -1
}
