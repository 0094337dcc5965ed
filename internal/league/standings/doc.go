// Package standings orders the entrants of an event by their games.
//
// The order is a list of criteria taken from the ruleset (CN09 3.2b); this
// package knows how to compare by each of them and nothing of which regulation
// uses which. Every criterion compares one figure. What comes from games is
// added up over the games, exactly, unless the criterion has them averaged or only
// the best counted ([Combine]): a share is cut off in every game before it
// comes here, so that sums differ from the share of the sums (CN09 3.2c). What
// belongs to the entry (warnings, the lot, where it played, how it ranked before)
// comes with the entrant, and so do penalties in points, which are added to the
// points of its games.
//
// [Rank] is pure: the order of its arguments' elements does not matter, and it
// draws no lots. Lots are drawn once, at the desk, and come in as data. A
// [Ranker] is the same with memory of its own, for those who rank often.
// [Compare] shows the figures of two entrants term by term, to explain their
// order.
package standings
