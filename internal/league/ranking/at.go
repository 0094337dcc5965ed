package ranking

import (
	"cmp"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/standings"
)

// Row is one line of the ranking or of the hall.
type Row struct {
	// Rank is 1, 2, 2, 4: players level on every criterion share it.
	Rank   int
	Player league.PlayerID
	Career
	// Decided is the index of the criterion that put this row below the one above; -1 on top, where both are
	// level, and in a hall that is ordered by arrival if the other arrived first.
	Decided int
}

// Table is a ranking with its hall.
type Table struct {
	Ranking []Row
	Hall    []Row
}

// At ranks all players who have an opening or a posting: those still below the cap by the criteria, those in
// the hall by its rule. The order of neither list matters. Players level on every criterion are listed by id.
func (k *Keeper) At(openings []Opening, postings []Posting) Table {
	var t Table
	for player, career := range k.Careers(openings, postings) {
		row := Row{Player: player, Career: career, Decided: -1}
		if row.Arrived {
			t.Hall = append(t.Hall, row)
		} else {
			t.Ranking = append(t.Ranking, row)
		}
	}
	k.number(t.Ranking, k.Order)
	k.number(t.Hall, k.InHall)
	return t
}

// Careers adds up the career of every player who has an opening or a posting.
func (k *Keeper) Careers(openings []Opening, postings []Posting) map[league.PlayerID]Career {
	opening := make(map[league.PlayerID]*Opening, len(openings))
	of := make(map[league.PlayerID][]Posting, len(openings))
	for i := range openings {
		opening[openings[i].Player] = &openings[i]
		of[openings[i].Player] = nil
	}
	for _, p := range postings {
		of[p.Player] = append(of[p.Player], p)
	}
	careers := make(map[league.PlayerID]Career, len(of))
	for player, list := range of {
		careers[player] = k.CareerOf(opening[player], list)
	}
	return careers
}

// Order compares two careers by the criteria; decided is the index of the criterion that decides. It returns 0
// and -1 if they are level.
func (k *Keeper) Order(a, b Career) (order, decided int) {
	return k.order(a.Figures, b.Figures)
}

// order compares totals by the ranking columns.
func (k *Keeper) order(a, b []league.Frac) (order, decided int) {
	return standings.Order(k.criteria, a[:len(k.criteria)], b[:len(k.criteria)])
}

// InHall compares two careers of the hall. In a chronological hall the earlier arrival ranks first, and
// arrivals with the same event are compared by the criteria at their arrival. Otherwise all are compared by the
// criteria and their present totals (A003-9).
func (k *Keeper) InHall(a, b Career) (order, decided int) {
	switch {
	case k.rule.Hall != rules.Chronological:
		return k.Order(a, b)
	case a.Since != b.Since:
		return cmp.Compare(a.Since, b.Since), -1
	default:
		return k.order(a.Arrival, b.Arrival)
	}
}

// number sorts rows and assigns their ranks.
func (k *Keeper) number(rows []Row, order func(a, b Career) (int, int)) {
	slices.SortFunc(rows, func(a, b Row) int {
		o, _ := order(a.Career, b.Career)
		return cmp.Or(o, slices.Compare(a.Player.UUID[:], b.Player.UUID[:]))
	})
	for i := range rows {
		rows[i].Rank = i + 1
		if i == 0 {
			continue
		}
		o, decided := order(rows[i-1].Career, rows[i].Career)
		if o == 0 {
			rows[i].Rank = rows[i-1].Rank
		}
		rows[i].Decided = decided
	}
}
