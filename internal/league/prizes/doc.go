// Package prizes handles the prizes that a federation sends to events (CN09 1.10): the stock, the
// consequences if an event is invalid, and whether prizes may stay at the event, be returned or be
// paid.
//
// All functions work on plain values and a [register.Season]. A refusal cites the paragraph.
package prizes
