// Package entrydesk takes entries: it enters, promotes, replaces and checks in players, records absence and
// delay, keeps two players apart, and checks whether an entrant resembles a person who may not take part (the
// check of an entry).
package entrydesk
