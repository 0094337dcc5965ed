// Package planning checks announcements: the days, regions and ruleset of a season, and everything
// announced of an event before it starts, its fit into its season, and the notices for its
// organizer (CN09 1.1, 1.4, 1.10, 2.3). It also compares two editions of a season's calendar.
//
// Everything is a function of plain values. An impossible announcement is refused by
// [league.Faults], each citing the paragraph.
package planning
