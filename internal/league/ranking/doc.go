// Package ranking adds up, over a lifetime, the figures that players gain at events.
//
// A player's gain from one event is a [Posting]: the figures of the player's games in it, frozen when the event
// counts. [GainsOf] takes them from the state of an event that is over. A posting is never changed: a
// correction replaces the postings of an event by new ones, and an event found void loses its postings.
//
// Everything else is derived from the current postings, in the order of their events. [Keeper.CareerOf] adds up one
// player: the totals, the points of national events where these count separately, and the event with which the
// player reached the cap and left the ranking for the hall. [Keeper.At] ranks everybody. Nothing depends on the order
// in which postings became known: a corrected player ranks as if the record had been right from the start (BG
// 1, D003-14).
//
// The section lifetime of the ruleset sets the cap, the treatment of points beyond it and the order of the
// hall. The package knows no time, no storage and no regulation. Standings of a series, of which only some
// events count, are in package series.
package ranking
