// Package imports handles events imported from files: it matches the people of a file with the
// register, checks which event may take the file, and decides what is stored.
//
// [People] matches the people of a file by name and club, using the decisions made about ambiguous
// ones. [MayTakeIn] checks whether an event that has not started may take a file, and
// [Announcement] returns the announcement of a new event. Package eventfile checks the file itself,
// and package officiating checks who may play.
//
// All functions work on plain values. They return [league.Faults] for a fault at a place in the
// file, and [league.StateError] if the state does not allow the import.
package imports
