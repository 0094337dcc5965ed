// Package biography computes a player's career figures over all events: personal records, streaks,
// and results against opponents at the same table.
//
// It takes finished events that count, each with its games, in the order in which they were held
// ([Event]). [Of] returns the figures of one player; [Between] lists the games of two players
// against each other. Every figure names the event, and the game if there is one, that it comes
// from; of equal values it names the first. Nothing is stored: a corrected event is passed in its
// new form, an invalid event is left out, and all figures follow.
//
// Points are compared only within one ruleset, because points of different rulesets mean different
// things. Games won, places and finishing order are compared across rulesets. A game that is void
// for all its players does not count here either. Players of one team are not opponents.
//
// The package does not use names, time, storage or rulesets.
package biography
