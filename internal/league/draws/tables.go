package draws

import (
	"cmp"
	"maps"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

func tablesOf(p seating.Plan) []Table {
	tables := make([]Table, len(p.Tables))
	for i, t := range p.Tables {
		tables[i] = Table{Number: t.Number, Entries: t.Seats}
	}
	return tables
}

func played(r tournament.Round) []Table {
	tables := make([]Table, len(r.Tables))
	for i, t := range r.Tables {
		tables[i] = Table{Number: t.Number, Entries: t.Seats}
	}
	return tables
}

// without returns the tables of a plan without the entries that were found missing, record by
// record: a table that is too small takes an entry from a larger one (BG 1.1.5). If the rule finds
// no way, it returns the tables up to there; a seating by hand may have found another way.
func without(r *rules.Ruleset, plan seating.Plan, absent []Missing) []Table {
	for len(absent) > 0 {
		var missed []league.Entry
		for at := absent[0].Missed; len(absent) > 0 && absent[0].Missed == at; absent = absent[1:] {
			missed = append(missed, absent[0].Entry)
		}
		left, err := seating.WithoutAbsent(r, plan, missed)
		if err != nil {
			break
		}
		plan = left
	}
	return tablesOf(plan)
}

func same(a, b []Table) bool {
	return slices.EqualFunc(a, b, func(x, y Table) bool { return x.Number == y.Number && slices.Equal(x.Entries, y.Entries) })
}

// repeats counts the pairs at one table that sat together in an earlier round.
func repeats(tables []Table, earlier []Earlier) int {
	met := make(map[[2]league.Entry]bool)
	for _, round := range earlier {
		for _, table := range round.Tables {
			pairs(table, func(pair [2]league.Entry) { met[pair] = true })
		}
	}
	count := 0
	for _, table := range tables {
		pairs(table, func(pair [2]league.Entry) {
			if met[pair] {
				count++
			}
		})
	}
	return count
}

// pairs calls give with every pair of a table, the lower start number first.
func pairs(t Table, give func([2]league.Entry)) {
	for i, a := range t.Entries {
		for _, b := range t.Entries[i+1:] {
			give([2]league.Entry{min(a, b), max(a, b)})
		}
	}
}

// moves returns the entries at another table than planned, by start number.
func moves(plan, tables []Table) []Moved {
	from, to := tableOf(plan), tableOf(tables)
	all := maps.Clone(from)
	maps.Copy(all, to)
	var moved []Moved
	for _, entry := range slices.Sorted(maps.Keys(all)) {
		if from[entry] != to[entry] {
			moved = append(moved, Moved{Entry: entry, From: from[entry], To: to[entry]})
		}
	}
	return moved
}

func tableOf(tables []Table) map[league.Entry]int {
	at := make(map[league.Entry]int)
	for _, t := range tables {
		for _, entry := range t.Entries {
			at[entry] = t.Number
		}
	}
	return at
}

// byNumber returns entries in the order of their numbers.
func byNumber(entries []league.Entry, numbers map[league.Entry]int) []league.Entry {
	order := slices.Clone(entries)
	league.Sort(order, func(a, b league.Entry) int { return cmp.Or(cmp.Compare(numbers[a], numbers[b]), cmp.Compare(a, b)) })
	return order
}
