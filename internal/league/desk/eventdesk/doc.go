// Package eventdesk announces events and moves them on: their announcement, structure, staff and start, opening
// and closing of entries, completion, reopening, cancellation, and the outcome of an event that was played
// elsewhere. Package playdesk covers the play at the tables, package entrydesk the entrants.
package eventdesk
