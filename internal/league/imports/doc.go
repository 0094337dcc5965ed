// Package imports decides about events that are brought in as files: which people of the
// register are in one, which event takes it in, and what is stored of it.
//
// [People] finds the people of a file by their names and clubs, with what was decided about
// those who cannot be distinguished. [MayTakeIn] reports whether an event that has not started
// takes a file in, [Announcement] how a new one is announced. What is wrong with the file itself is
// for package eventfile, and who may not play for package officiating.
//
// Everything is a function of plain values; what cannot be is refused with its place in the
// document ([league.Faults]) or because things do not stand so ([league.StateError]).
package imports
