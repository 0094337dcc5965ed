// Package hosting decides about the requests of clubs to host events of a federation's
// season (CN09 1.2c, 2.2): which step follows which, and who takes it, so that nobody
// approves what they have asked for; which event a request is for; and until when the
// club's people work on it.
//
// Everything is a function of plain values and of a moment that comes in. Whether the season
// takes the event is for package planning.
package hosting
