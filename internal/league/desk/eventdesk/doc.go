// Package eventdesk announces events and moves them on: their announcement, structure,
// staff and start, opening and closing of entries, completion, reopening, cancellation,
// and how an event went that was played elsewhere. What happens at the tables is package
// playdesk's, who comes is package entrydesk's.
package eventdesk
