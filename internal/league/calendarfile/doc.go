// Package calendarfile writes dates as iCalendar files (RFC 5545), which calendars of
// people's own subscribe to.
//
// A [File] has timed entries, the events, and entries of a whole day, what is due. An
// entry keeps its UID for good and counts its changes, so that a calendar that has it
// replaces it; one that was called off stays in the file and says so. Times are those at
// the place, with the rules of its zone as the tz database has them in the span of the
// entries: a calendar that does not know the zone is told when clocks change. The same
// entries give the same bytes.
package calendarfile
