// Package schedule makes fixed schedules: who sits with whom in every round of an
// event, laid down before the first.
//
// It takes the sizes of the tables and the number of rounds, and knows nothing
// else: no players, no ruleset, no draw. [Make] answers with the places of each
// table, numbered from 1, and with their [Quality]. Who holds which place is
// drawn elsewhere.
//
// # What is aimed at, in this order
//
//  1. The fewest repeats: no two should meet more than once.
//  2. Short tables, those smaller than the largest, for everybody as often.
//  3. Every seat, which is the order of play, for everybody as often.
//
// # How
//
// Full tables without repeats come from algebra: difference matrices over abelian
// groups, and a few parallel classes that are turned ([turned]). Where tables are
// short, players who never meet are taken out. What algebra leaves open a search
// of a bounded number of exchanges improves. Where a longer search has found
// better than that, its result is kept in a table ([kept]). At last two players at
// a time exchange seats, along ways from who has one too often to who has it too
// seldom.
//
// # What is promised
//
// The same sizes and rounds give the same schedule, in ten years too: there is no
// chance, no clock and no library in it. Rulesets know this way of making them as
// "schedule/1", and what that stands for does not change: a better way gets another
// name beside it. A test holds the fingerprint of what is made.
package schedule
