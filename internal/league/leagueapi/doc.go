// Package leagueapi answers the operations of the contract about players,
// events, entries, rounds, discipline and standings.
//
// A handler parses, calls the desk, and converts; refusals go up as errors. What
// the answers say in words (why a rank, why not) is put into the reader's
// language here, from the reason codes and parameters of the core, so that the
// page and the API say the same.
//
// [View] makes the wire's picture of an event from its facts; the pages use it
// too.
package leagueapi
