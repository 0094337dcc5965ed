// Package offline serves devices without a server at hand: it derives the state of an
// event or a season from its facts, draws rounds, checks draws, and does the sums of a
// table. It computes by the same core as the server.
//
// [Answer] takes a question and a request in JSON and gives JSON. Facts are those of
// [tournament.Facts], as files of events hold them, and of [season.Facts]; rulesets are
// documents that the server has found valid ([rules.Stored]), with the readings chosen.
// A reply has one member: "answer", or "refused" with the faults of the request or the
// grounds of the regulation.
//
// The package is given everything: it has no clock, no chance, no rulesets of its own
// and nowhere to store. Program cmd/offline makes it callable from JavaScript; what is
// imported here is carried to every device (decision 0065).
package offline
