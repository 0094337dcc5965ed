package qualify

import (
	"cmp"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
)

// Finalists returns the first of the standings, for a final without semifinal (CN09 3.2d a, FG14
// 3): as many as the final seats, or all if there are fewer. ranked lists the entries in the order
// of the standings. [Enough] checks whether they are enough.
func Finalists(r *rules.Ruleset, ranked []league.Entry) []Qualified {
	rule := r.Elimination.Final
	finalists := make([]Qualified, min(rule.Players, len(ranked)))
	for i, entry := range ranked[:len(finalists)] {
		finalists[i] = Qualified{
			Entry: entry, Seed: i + 1,
			Grounds: r.Grounds(rule.Paragraph, "finalist-by-standings", "rank", strconv.Itoa(i+1)),
		}
	}
	return finalists
}

// Enough returns a league.RuleError if there are fewer finalists than the final seats, unless their
// number is a table size of the ruleset: FG14 3 also plays at tables of three.
func Enough(r *rules.Ruleset, finalists []Qualified) error {
	rule := r.Elimination.Final
	if n := len(finalists); n < rule.Players && !slices.Contains(r.Tables.Sizes, n) {
		return r.Refuse(rule.Paragraph, "too-few-for-final", "entrants", strconv.Itoa(n), "needed", strconv.Itoa(rule.Players))
	}
	return nil
}

// FromTables returns the best of each table of the last round, by table and then by place (JP22 2):
// the first two of two tables, the winners of four. It returns a league.RuleError for a field that
// the ruleset does not cover.
func FromTables(r *rules.Ruleset, entrants int, games []scoring.Game) ([]Qualified, error) {
	rule := r.Elimination.Final
	i := slices.IndexFunc(rule.FromTables, func(t rules.FromTables) bool { return t.Entrants == entrants })
	if i < 0 {
		return nil, r.Refuse(rule.Paragraph, "no-rule-for-field", "entrants", strconv.Itoa(entrants))
	}
	var finalists []Qualified
	for k := range games {
		game := &games[k]
		places := game.Places()
		for place, entry := range places[:min(rule.FromTables[i].First, len(places))] {
			finalists = append(finalists, Qualified{
				Entry: entry, Seed: place + 1, Table: game.Table,
				Grounds: r.Grounds(rule.Paragraph, "finalist-by-table", "table", strconv.Itoa(game.Table), "place", strconv.Itoa(place+1)),
			})
		}
	}
	if len(finalists) != rule.Players {
		return nil, r.Refuse(rule.Paragraph, "too-few-for-final",
			"entrants", strconv.Itoa(len(finalists)), "needed", strconv.Itoa(rule.Players))
	}
	return finalists, nil
}

// CallUpFromTables fills the places of those [FromTables] finalists who have left since, each with the next of
// the same table who is still present. No paragraph of JP22 covers this; the best of those present comes
// nearest to "the best of each table". If nobody is left at a table its place stays vacant, and those present
// play the final if their number is a table size of the ruleset. With fewer it returns a league.RuleError
// together with them.
func CallUpFromTables(r *rules.Ruleset, qualified []Qualified, games []scoring.Game, gone map[league.Entry]bool) (there []Qualified, vacant []Vacancy, err error) {
	paragraph := r.Elimination.Final.Paragraph
	called := slices.Clone(qualified)
	taken := make(map[league.Entry]bool)
	for _, q := range qualified {
		taken[q.Entry] = true
	}
	for i := range called {
		place := &called[i]
		at := slices.IndexFunc(games, func(g scoring.Game) bool { return g.Table == place.Table })
		if !gone[place.Entry] || at < 0 {
			continue
		}
		order := games[at].Places()
		next := slices.IndexFunc(order, func(entry league.Entry) bool { return !taken[entry] && !gone[entry] })
		if next < 0 {
			continue
		}
		taken[order[next]] = true
		*place = Qualified{
			Entry: order[next], Seed: next + 1, Table: place.Table, Replaces: place.Entry,
			Grounds: r.Grounds(paragraph, "called-up-from-same-table", "replaces", strconv.Itoa(int(place.Entry)), "table", strconv.Itoa(place.Table)),
		}
	}
	there, vacant = divide(r, paragraph, called, gone)
	if len(vacant) > 0 {
		err = Enough(r, there)
	}
	return there, vacant, err
}

// FillFinal returns a league.RuleError if the players who advance from the semifinal tables do not
// exactly fill the final (CN09 1.7.4).
func FillFinal(r *rules.Ruleset, advance int, sizes []int) error {
	final := r.Elimination.Final
	if advance*len(sizes) == final.Players && advance < slices.Min(sizes) {
		return nil
	}
	return r.Refuse(final.Paragraph, "semifinals-do-not-fill-final",
		"tables", strconv.Itoa(len(sizes)), "first", strconv.Itoa(advance), "needed", strconv.Itoa(final.Players))
}

// FromSemifinals returns the best of each semifinal, in order of the tables (CN09 3.2d b). advance
// is the number set by the structure (CN09 1.7.4); 0 means the ruleset's number. ranked lists the
// entries in the order of the preliminary standings.
func FromSemifinals(r *rules.Ruleset, advance int, semifinals []scoring.Game, ranked []league.Entry) []Qualified {
	rule := r.Elimination.Semifinal
	advance = cmp.Or(advance, rule.Advance)
	var finalists []Qualified
	for i := range semifinals {
		game := &semifinals[i]
		places := game.Places()
		for _, entry := range places[:min(advance, len(places))] {
			grounds := r.Grounds(rule.Paragraph, "finalist-by-semifinal", "table", strconv.Itoa(game.Table))
			if entry == game.Winner && game.WinnerBy != "" {
				grounds = r.Grounds(rule.Paragraph, "finalist-by-level-semifinal", "table", strconv.Itoa(game.Table), "by", game.WinnerBy)
			}
			finalists = append(finalists, Qualified{Entry: entry, Seed: rank(ranked, entry), Table: game.Table, Grounds: grounds})
		}
	}
	return finalists
}

// CallUp fills the places of finalists who have left after the semifinal: with the best of the same semifinal
// who is still present, and only if nobody is left there with the best of all semifinals (CN09 3.5). It first
// fills all places that their own semifinal can fill, and then the others in order of the tables. A player who
// has left during or after the semifinal is never called. If nobody is left to call, a place stays vacant, and
// those present play the final if their number is a table size of the ruleset. With fewer it returns a
// league.RuleError together with them.
//
// Ranked are all semifinalists, and perhaps others, in the order of the preliminary standings.
func CallUp(
	r *rules.Ruleset, finalists []Qualified, semifinals []scoring.Game, ranked []league.Entry, gone map[league.Entry]bool,
) (there []Qualified, vacant []Vacancy, err error) {
	rule := r.Elimination.Semifinal.CallUp
	called := slices.Clone(finalists)
	waiting := candidates(r, finalists, semifinals, ranked)
	waiting = slices.DeleteFunc(waiting, func(c candidate) bool { return gone[c.Entry] })
	step := func(place *Qualified, in int, reason string) {
		c := waiting[in]
		waiting = slices.Delete(waiting, in, in+1)
		*place = Qualified{
			Entry: c.Entry, Seed: rank(ranked, c.Entry), Table: c.table, Replaces: place.Entry,
			Grounds: r.Grounds(rule.Paragraph, reason, "replaces", strconv.Itoa(int(place.Entry)), "table", strconv.Itoa(c.table)),
		}
	}
	for i := range called {
		place := &called[i]
		if in := bestOfTable(waiting, place.Table); gone[place.Entry] && in >= 0 {
			step(place, in, "called-up-from-same-semifinal")
		}
	}
	for i := range called {
		if place := &called[i]; gone[place.Entry] && len(waiting) > 0 {
			step(place, 0, "called-up-from-all-semifinals")
		}
	}
	there, vacant = divide(r, rule.Paragraph, called, gone)
	if len(vacant) > 0 && !slices.Contains(r.Tables.Sizes, len(there)) {
		err = &league.RuleError{Grounds: vacant[0].Grounds}
	}
	return there, vacant, err
}

// divide separates the places that a player still holds from those that stay vacant because nobody is left to
// replace them under a paragraph. No paragraph of CN09 covers that case; elsewhere it plays finals of three
// (1.7.2), and it allows no smaller table (3.2a).
func divide(r *rules.Ruleset, paragraph string, places []Qualified, gone map[league.Entry]bool) (there []Qualified, vacant []Vacancy) {
	for i, q := range places {
		if !gone[q.Entry] {
			there = append(there, q)
			continue
		}
		vacant = append(vacant, Vacancy{
			Place: i + 1, Table: q.Table, Of: q.Entry,
			Grounds: r.Grounds(paragraph, "nobody-left-to-call-up", "replaces", strconv.Itoa(int(q.Entry))),
		})
	}
	return there, vacant
}

// Unqualified returns the semifinalists who did not qualify for the final, the best of all semifinals first, in
// the order that the ruleset names.
func Unqualified(r *rules.Ruleset, finalists []Qualified, semifinals []scoring.Game, ranked []league.Entry) []league.Entry {
	var entries []league.Entry
	for _, c := range candidates(r, finalists, semifinals, ranked) {
		entries = append(entries, c.Entry)
	}
	return entries
}

// candidate is a semifinalist who did not qualify, with their table.
type candidate struct {
	scoring.Seat
	table int
}

func candidates(r *rules.Ruleset, finalists []Qualified, semifinals []scoring.Game, ranked []league.Entry) []candidate {
	var out []candidate
	for i := range semifinals {
		for _, seat := range semifinals[i].Seats {
			if !slices.ContainsFunc(finalists, func(q Qualified) bool { return q.Entry == seat.Entry }) {
				out = append(out, candidate{Seat: seat, table: semifinals[i].Table})
			}
		}
	}
	byResult := r.Elimination.Semifinal.CallUp.AllSemifinals == rules.BySemifinalResult
	league.Sort(out, func(a, b candidate) int {
		if byResult {
			if c := compareResults(r, a.Seat, b.Seat); c != 0 {
				return c
			}
		}
		return cmp.Or(cmp.Compare(rank(ranked, a.Entry), rank(ranked, b.Entry)), cmp.Compare(a.Entry, b.Entry))
	})
	return out
}

// bestOfTable returns the index of the best placed candidate of one semifinal; -1 if there is none.
func bestOfTable(waiting []candidate, table int) int {
	best := -1
	for i, c := range waiting {
		if c.table == table && (best < 0 || c.Place < waiting[best].Place) {
			best = i
		}
	}
	return best
}

// compareResults compares two seats of different games by their places, then by their results.
func compareResults(r *rules.Ruleset, a, b scoring.Seat) int {
	share := func(s scoring.Seat) league.Frac {
		if s.Share == nil {
			return league.Frac{}
		}
		return *s.Share
	}
	if placeBy := r.Scoring.PlaceBy; len(placeBy) > 0 {
		result, _ := scoring.CompareGame(placeBy, a, b)
		return cmp.Or(cmp.Compare(a.Place, b.Place), result)
	}
	return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(b.Counted, a.Counted), share(b).Cmp(share(a)))
}

// rank returns the place of an entry in an order, from 1; an entry that is not in it comes after all others.
func rank(ranked []league.Entry, entry league.Entry) int {
	if i := slices.Index(ranked, entry); i >= 0 {
		return i + 1
	}
	return len(ranked) + 1
}
