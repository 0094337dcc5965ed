// Package bans rules on decisions that keep people from events: those expelled and
// reported, those who left without good reason or offended gravely otherwise (CN09 5.5,
// BG 1.1.7), and those who may not take part for their office or trade (CN09 1.5).
//
// A case is opened once and may be decided anew; the latest decision stands ([Decision],
// [Decide], [MayRevise]). Whom it is about may say something to a decision, once ([Appeal]);
// who has a part in it does not decide ([RequireOther]). A ban takes the entries of events
// that have not started ([Cancels]). Whether somebody may take part on a day is for package
// qualify, and which expulsions are reported for package discipline.
//
// Everything is a function of plain values and of a moment that comes in.
package bans
