package qualify_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/qualify"
	"referto/internal/league/rules/presets"
	"referto/internal/league/scoring"
)

// drawn draws games of entries 1, 2, 3, …, each placed in a random order, and the entries that have left.
func drawn(t *rapid.T, tables, size int) (games []scoring.Game, gone map[league.Entry]bool) {
	entries := rapid.Permutation(upTo(tables*size)).Draw(t, "seats")
	for i := range tables {
		g := scoring.Game{Table: i + 1}
		for place, entry := range entries[i*size : (i+1)*size] {
			g.Seats = append(g.Seats, scoring.Seat{Entry: entry, Place: place + 1, Counted: rapid.IntRange(2, 10).Draw(t, "points")})
		}
		games = append(games, g)
	}
	gone = map[league.Entry]bool{}
	for _, entry := range entries {
		if rapid.IntRange(0, 2).Draw(t, "goes") == 0 {
			gone[entry] = true
		}
	}
	return games, gone
}

// filled fails unless every entry that stays keeps its place, no entry that has left has a place, no entry has
// two, and no place is vacant while an entry could take it.
func filled(t *rapid.T, before, there []qualify.Qualified, vacant []qualify.Vacancy, gone map[league.Entry]bool, mayStep func(entry league.Entry, place qualify.Qualified) bool, entries int) {
	t.Helper()
	if len(there)+len(vacant) != len(before) {
		t.Fatalf("%d there, %d vacant, of %d", len(there), len(vacant), len(before))
	}
	has := map[league.Entry]bool{}
	for _, q := range there {
		if gone[q.Entry] || has[q.Entry] {
			t.Fatalf("%d has gone or is there twice: %s", q.Entry, line(there))
		}
		has[q.Entry] = true
	}
	for _, q := range before {
		if !gone[q.Entry] && !has[q.Entry] {
			t.Fatalf("%d was taken the place", q.Entry)
		}
	}
	for _, v := range vacant {
		place := before[v.Place-1]
		if v.Of != place.Entry || v.Table != place.Table || !gone[v.Of] {
			t.Fatalf("%+v is vacant of %+v", v, place)
		}
		for entry := league.Entry(1); int(entry) <= entries; entry++ {
			if !gone[entry] && !has[entry] && mayStep(entry, place) {
				t.Fatalf("%d could take the place of %d", entry, v.Of)
			}
		}
	}
}

// CN09 3.5: if players leave after the semifinals, their places are filled first from the same semifinal and
// then from all others.
func TestAnybodyLeavesAfterTheSemifinals(t *testing.T) {
	t.Parallel()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		games, gone := drawn(t, 4, rapid.IntRange(3, 4).Draw(t, "size"))
		entries := 4 * len(games[0].Seats)
		before := qualify.FromSemifinals(r, 0, games, upTo(entries))
		there, vacant, err := qualify.CallUp(r, before, games, upTo(entries), gone)
		anybody := func(league.Entry, qualify.Qualified) bool { return true }
		filled(t, before, there, vacant, gone, anybody, entries)
		if refused := err != nil; refused != (len(vacant) > 0 && len(there) < 3) {
			t.Fatalf("%d are there, %v", len(there), err)
		}
		for _, q := range there {
			if q.Replaces == 0 {
				continue
			}
			of := before[slices.IndexFunc(before, func(b qualify.Qualified) bool { return b.Entry == q.Replaces })].Table
			own := slices.ContainsFunc(games[of-1].Seats, func(s scoring.Seat) bool { return s.Entry == q.Entry })
			if own != (q.Grounds.Reason == "called-up-from-same-semifinal") || own != (q.Table == of) {
				t.Fatalf("%+v for a place of table %d", q, of)
			}
		}
	})
}

// JP22 2: if players leave before the final, their places are filled from the same table or not at all.
func TestAnybodyLeavesBeforeTheFinal(t *testing.T) {
	t.Parallel()
	r, err := presets.Find("just-play-2022")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		form := rapid.SampledFrom([][2]int{{2, 4}, {4, 3}, {4, 4}}).Draw(t, "field") // 8, 12 and 16 entrants
		games, gone := drawn(t, form[0], form[1])
		entries := form[0] * form[1]
		before, err := qualify.FromTables(r, entries, games)
		if err != nil {
			t.Fatal(err)
		}
		there, vacant, err := qualify.CallUpFromTables(r, before, games, gone)
		same := func(entry league.Entry, place qualify.Qualified) bool {
			return slices.ContainsFunc(games[place.Table-1].Seats, func(s scoring.Seat) bool { return s.Entry == entry })
		}
		filled(t, before, there, vacant, gone, same, entries)
		if refused := err != nil; refused != (len(vacant) > 0 && len(there) < 3) {
			t.Fatalf("%d are there, %v", len(there), err)
		}
		for _, q := range there {
			if !same(q.Entry, q) {
				t.Fatalf("%+v is of another table", q)
			}
		}
	})
}
