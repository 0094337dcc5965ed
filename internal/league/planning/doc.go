// Package planning checks announcements: the days, regions and ruleset of a season, and of
// an event all that is said before it starts, whether it fits into its season, and what
// its organizer should know (CN09 1.1, 1.4, 1.10, 2.3). It compares two
// editions of a season's calendar.
//
// Everything is a function of plain values. What cannot be announced is refused by
// [league.Faults], each with the paragraph that says so.
package planning
