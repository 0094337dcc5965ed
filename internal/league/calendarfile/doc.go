// Package calendarfile writes entries as iCalendar files (RFC 5545) that people can subscribe to in
// their own calendar programs.
//
// A [File] has timed entries for events and whole-day entries for tasks with a due date. An entry
// keeps its UID and counts its changes, so that a calendar program replaces the old version; a
// cancelled entry stays in the file and says so. Times are local times of the place. The file
// contains the zone's rules from the tz database for the period of the entries, so that a calendar
// program that does not know the zone can find the clock changes. The same entries give the same
// bytes.
package calendarfile
