// Package sample makes sample views: a federation with events in every phase, above all the stage of Bologna, 22
// players, for which the design was drawn.
//
// Beside it there is one event by each other regulation ([Slugs], [Story]), described briefly and shown through the
// same views as the API's answers.
//
// [Season] is a season of eleven regions and forty-five events in all states, for the qualification board ([Board])
// and the calendar ([Calendar]).
//
// [Ranking] and [Player] are of a ranking of twenty-four players by the Bulgarian regulation.
//
// Only the acts of people are written down here (names, seats, points, a warning); the engines of internal/league
// derive the rest, so that every figure, order and reason on a sample page is a real one. Times are fixed, ids are
// hashes of names: every call returns the same view.
package sample
