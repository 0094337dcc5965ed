// Package bans checks decisions that keep people out of events: people expelled and reported,
// people who left without good reason or committed another grave offense (CN09 5.5, BG 1.1.7), and
// people who may not take part because of their office or trade (CN09 1.5).
//
// A case is opened once and may be decided again; the latest decision is in force ([Decision],
// [Decide], [MayRevise]). The person concerned may appeal each decision once ([Appeal]). People who
// took part in a case do not decide it ([RequireOther]). A ban cancels entries in events that have
// not started ([Cancels]). Package qualify decides whether a person may take part on a day, and
// package discipline decides which expulsions are reported.
//
// All functions work on plain values and take the time as an argument.
package bans
