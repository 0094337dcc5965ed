// Package hosting handles requests of clubs to host events of a federation's season (CN09 1.2c,
// 2.2): the order of the steps, who may take each step so that nobody approves their own request,
// the event requested, and how long the club's people may work on it.
//
// All functions work on plain values and take the time as an argument. Package planning decides
// whether the season accepts the event.
package hosting
