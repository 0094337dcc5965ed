// Package leagueapi is the common ground of the league's handlers: the acting account, the reader for whom a
// view is made, the consequences of an act on a season, and the letters about them. The handlers lie in its
// folders, one for each subject; package serve combines them into the interface that the contract generates.
//
// A handler parses the request, calls a room of the desk, and converts the result by package views; refusals go
// up as errors. Sentences in the answers (why a rank, why not) are put into the reader's language from the
// reason codes and parameters of the core, so that pages and API give the same ones.
package leagueapi
