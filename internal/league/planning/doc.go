// Package planning says what may be announced: of a season its days, regions and ruleset, and
// of an event what is said before it starts, where it fits into its season, and what its
// organizer should know about the announcement (CN09 1.1, 1.4, 1.10, 2.3). It compares two
// editions of a season's calendar.
//
// Everything is a function of plain values. What cannot be announced is refused by
// [league.Faults], each with the paragraph that says so.
package planning
