// Package bans decides what may be decided about people who are kept from events: who was
// expelled and reported, left without good reason, or offended gravely otherwise (CN09 5.5,
// BG 1.1.7), and who may not take part for what they are (CN09 1.5).
//
// A case is opened once and may be decided anew; the latest decision stands ([Decision],
// [Decide], [MayRevise]). Whom it is about may say something to a decision, once ([Appeal]);
// who has a part in it does not decide ([RequireOther]). A ban takes the entries of events
// that have not started ([Cancels]). Whether somebody may take part on a day is for package
// qualify, and which expulsions are reported for package discipline.
//
// Everything is a function of plain values and of a moment that comes in.
package bans
