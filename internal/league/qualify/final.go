package qualify

import (
	"cmp"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
)

// Finalists are the first of the standings, for a final without semifinal (CN09
// 3.2d a, FG14 3): as many as the final seats, or all where there are fewer. Ranked
// are the entries in the order of the standings. Whether they are [Enough] is another
// question.
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

// Enough refuses a final of fewer than it seats, with a league.RuleError, unless they
// make up one of the ruleset's tables: FG14 3 plays at tables of three too.
func Enough(r *rules.Ruleset, finalists []Qualified) error {
	rule := r.Elimination.Final
	if n := len(finalists); n < rule.Players && !slices.Contains(r.Tables.Sizes, n) {
		return r.Refuse(rule.Paragraph, "too-few-for-final", "entrants", strconv.Itoa(n), "needed", strconv.Itoa(rule.Players))
	}
	return nil
}

// FromTables are the best of each table of the last round, by table and then by
// place (JP22 2): the first two of two tables, the winners of four. A field for
// which the ruleset says nothing is a league.RuleError.
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

// CallUpFromTables fills the places of those of [FromTables] who have gone since: each
// with the next of the same table who is still there. No paragraph of JP22 speaks of it;
// the best of those present is the nearest to "the best of each table". With nobody left
// at a table a place stays vacant, and those who are there play the final, if they make up
// one of the ruleset's tables; fewer are a league.RuleError, which comes with them.
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

// FillFinal refuses tables of a semifinal of which so many of each do not make up the
// table of the final (CN09 1.7.4), with a league.RuleError.
func FillFinal(r *rules.Ruleset, advance int, sizes []int) error {
	final := r.Elimination.Final
	if advance*len(sizes) == final.Players && advance < slices.Min(sizes) {
		return nil
	}
	return r.Refuse(final.Paragraph, "semifinals-do-not-fill-final",
		"tables", strconv.Itoa(len(sizes)), "first", strconv.Itoa(advance), "needed", strconv.Itoa(final.Players))
}

// FromSemifinals are the best of each semifinal, in order of the tables (CN09
// 3.2d b): as many as the structure sends on (CN09 1.7.4), or with 0 as the rule
// does. Ranked are the entries in the order of the preliminary standings.
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

// CallUp fills the places of finalists who have gone after the semifinal: with
// the best of the same semifinal who is still there, and only when nobody is
// left there with the best of all semifinals (CN09 3.5). All places that their
// own semifinal can fill are filled before the others, which are filled in
// order of the tables. Who has gone during or after the semifinal is never
// called. With nobody left to call a place stays vacant, and those who are there play
// the final, if they make up one of the ruleset's tables; fewer are a league.RuleError,
// which comes with those who are there.
//
// Ranked are all semifinalists, and perhaps others, in the order of the
// preliminary standings.
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

// divide are the places that somebody has, and those that stay vacant because nobody is
// left to step in by a paragraph. No paragraph of CN09 says what then; it plays finals of
// three elsewhere (1.7.2), and at no table of fewer (3.2a).
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

// Unqualified are the semifinalists who did not qualify for the final, the best
// of all semifinals first, in the order that the ruleset names.
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

// bestOfTable finds the best placed candidate of one semifinal; -1 if none.
func bestOfTable(waiting []candidate, table int) int {
	best := -1
	for i, c := range waiting {
		if c.table == table && (best < 0 || c.Place < waiting[best].Place) {
			best = i
		}
	}
	return best
}

// compareResults compares two seats of different games by their places, then by what
// they have come to.
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

// rank is the place of an entry in an order, from 1; behind everybody if it is
// not in it.
func rank(ranked []league.Entry, entry league.Entry) int {
	if i := slices.Index(ranked, entry); i >= 0 {
		return i + 1
	}
	return len(ranked) + 1
}
