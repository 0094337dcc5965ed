// Package sample has views to look at: a federation with events in every phase,
// above all the stage of Bologna, 22 players, that the design was drawn with.
//
// Beside it stands one event by each other regulation ([Slugs], [Story]),
// described in few words and shown through the same views that the API answers
// with.
//
// [Season] is a season of eleven regions and forty-five events in all states, for the
// qualification board ([Board]) and the calendar ([Calendar]).
//
// [Ranking] and [Player] are of a ranking of twenty-four players by the Bulgarian regulation.
//
// Only what people do is written down here (names, seats, points, a warning);
// the engines of internal/league derive the rest, so that every figure, order
// and reason on a sample page is a real one. Times are fixed, ids are hashes of
// names: the same view comes out at every call.
package sample
