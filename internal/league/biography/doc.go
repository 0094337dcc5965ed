// Package biography adds up what a player has come to in all events together: personal
// records, streaks, and who sat at the same tables with what success.
//
// It takes events that are over and count, each with the games that were played in it, in
// the order in which they were held ([Event]). [Of] answers for one player, [Between] lists
// the games of two players against each other. Every figure names the event, and where there
// is one the game, from which it comes: of equal ones the first. Nothing is kept: an event
// that is corrected or found void is given as it is now, or no more, and all figures follow.
//
// Points are compared within one regulation only, since those of two regulations mean
// different things; games won, places and who finished ahead are compared throughout. A game
// that counts for none of its players counts here for nobody either. Those who played in one
// team are no opponents of each other.
//
// The package knows no names, no time, no storage and no regulation.
package biography
