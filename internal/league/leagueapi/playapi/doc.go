// Package playapi answers operations at the tables: rounds, results, standings, discipline, what-if, the
// calculator, the log and the stream of an event.
package playapi
