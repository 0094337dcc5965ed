// Package ranking adds up, over a lifetime, what events give to players.
//
// What one event gives to one player is a [Posting]: the figures of the player's
// games in it, frozen when the event counts. [GainsOf] takes them from the state of
// an event that is over. A posting is never changed: a correction takes the
// postings of an event away and puts others in their place, an event found void
// takes them away.
//
// Everything else is derived from the postings that stand, in the order of their
// events. [CareerOf] adds up one player: the totals, the points of national
// events where these count apart, and the event with which the player reached the
// cap and left the ranking for the hall. [At] ranks everybody. Nothing depends on
// the order in which postings became known: who has been corrected stands as if
// the record had been right from the start (BG 1, D003-14).
//
// How many points are the cap, what becomes of points beyond it and how the hall
// is ordered are the section lifetime of the ruleset. The package knows no time,
// no storage and no regulation. Standings of a series, of which only some events
// count, are those of package series.
package ranking
