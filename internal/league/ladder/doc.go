// Package ladder keeps the order of a ranking and its hall in memory: who stands where, at
// one moment of the ranking.
//
// A [Snapshot] is a counted tree (package counted) of the keys of all players (package
// ranking makes them of their careers). It answers in a microsecond, for a hundred players
// as for a million: a page anywhere with shared ranks, the rank of a key, where a player
// stands. It never changes. [Snapshot.With] makes the next one from what an event has
// changed, and shares everything else with the one before, so that readers hold a snapshot
// for as long as they like and a ranking as it stood last month costs little beside
// today's.
//
// A snapshot knows no figures, no names and not the key of a player: the database does,
// and says so in the same breath in which it says whether the snapshot still stands. The
// package refuses to know where changes come from and whether they are the latest.
package ladder
