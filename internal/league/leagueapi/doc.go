// Package leagueapi is the common ground of the league's handlers: who acts, for whom a view
// is made, what an act on a season led to, and who is notified of it. The handlers lie in its
// folders, one for each subject; package serve puts them together to the interface that the
// contract generates.
//
// A handler parses, calls a room of the desk, and converts by package views; refusals go up
// as errors. What the answers say in words (why a rank, why not) is put into the reader's
// language from the reason codes and parameters of the core, so that the page and the API say
// the same.
package leagueapi
