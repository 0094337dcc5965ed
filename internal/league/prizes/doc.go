// Package prizes decides about the prizes that a federation sends to events (CN09 1.10): that
// there are as many as are wanted, what becomes of them when an event turns out invalid,
// and whether they may stay there, come back or be paid.
//
// Everything is a function of plain values over a [register.Season]; what cannot be is
// refused with the paragraph.
package prizes
