// Package eventapi answers operations on events: their announcement, lists, staff, structure, moves, and
// what clubs ask to host.
package eventapi
