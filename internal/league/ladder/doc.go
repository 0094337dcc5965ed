// Package ladder keeps the order of a ranking and its hall in memory, as it is at one moment.
//
// A [Snapshot] is a counted tree (package counted) of the keys of all players, which package ranking
// makes from their careers. It returns a page at any position with shared ranks, the rank of a key,
// or the position of a player within a microsecond, for a hundred players as for a million. It never
// changes. [Snapshot.With] makes the next snapshot from the changes of an event and shares everything
// else with the previous one, so that readers may keep a snapshot for as long as they like, and last
// month's ranking costs little memory beside today's.
package ladder
