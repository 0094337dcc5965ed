// Package leagueapi holds what the handlers of the league share: who acts, for whom a picture
// is made, what an act on a season led to, and who is told of it. The handlers lie in its
// folders, one for each subject; package serve puts them together to the interface that the
// contract generates.
//
// A handler parses, calls a room of the desk, and converts by package views; refusals go up
// as errors. What the answers say in words (why a rank, why not) is put into the reader's
// language from the reason codes and parameters of the core, so that the page and the API say
// the same.
package leagueapi
