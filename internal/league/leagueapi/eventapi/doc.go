// Package eventapi answers operations on events: their announcement, lists, staff, structure, moves, and
// the requests of clubs to host one.
package eventapi
