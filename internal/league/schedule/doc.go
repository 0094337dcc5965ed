// Package schedule makes fixed schedules: the players at each table in every round of an event, laid down
// before the first round.
//
// It takes only the sizes of the tables and the number of rounds: no players, no ruleset, no draw. [Make]
// returns the places of each table, numbered from 1, and their [Quality]. The places are drawn among the
// players elsewhere.
//
// # Aims, in this order
//
//  1. The fewest repeats: no two players should meet more than once.
//  2. Short tables, those smaller than the largest: everybody sits at them equally often.
//  3. Every seat, that is the position in the order of play: everybody holds it equally often.
//
// # Method
//
// Full tables without repeats come from algebra: difference matrices over abelian groups, and a few parallel
// classes that are rotated ([turned]). For short tables, players who never meet are taken out. A search with a
// limited number of exchanges improves the remaining cases. Where a longer search has found a better schedule
// than this one finds, its result is kept in a table ([kept]). Finally, players exchange seats two at a time,
// along paths from a player who has a seat too often to one who has it too seldom.
//
// # Promise
//
// The same sizes and rounds will give the same schedule in ten years too: it depends on no chance, no clock and
// no library. Rulesets name this algorithm "schedule/1", and that name will always mean the same schedules: a
// better algorithm gets another name beside it. A test holds a fingerprint of the schedules.
package schedule
