// Package calendarfile writes dates as iCalendar files (RFC 5545), which calendars of
// people's own subscribe to.
//
// A [File] has timed entries for events and entries of a whole day for tasks that are due. An
// entry keeps its UID for good and counts its changes, so that a calendar that has it
// replaces it; one that was called off stays in the file and says so. Times are those at
// the place, with the rules of its zone as the tz database has them in the span of the
// entries, so that a calendar that does not know the zone finds when clocks change. The same
// entries give the same bytes.
package calendarfile
