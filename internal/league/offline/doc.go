// Package offline serves devices that have no connection to a server. It derives the state of an
// event or a season from its facts, draws rounds, checks draws, and does the calculations for a
// table. It uses the same core as the server.
//
// [Answer] takes a question and a JSON request and returns JSON. Facts are [tournament.Facts], as
// event files hold them, and [season.Facts]. Rulesets are documents that the server has validated
// ([rules.Stored]), with the readings chosen. A reply has one member: "answer", or "refused" with
// the faults of the request or the grounds of the regulation.
//
// The package takes all data as arguments: it has no clock, no randomness, no rulesets and no
// storage of its own. Program cmd/offline makes it callable from JavaScript. Every package imported
// here is shipped to every device (decision 0065).
package offline
