// Package standings orders the entrants of an event by their games.
//
// The order is a list of criteria taken from the ruleset (CN09 3.2b); this package knows how to compare by each
// of them and does not know which regulation uses which. Every criterion compares one figure. Figures of games
// are added up exactly over the games, unless the criterion averages them or counts only the best ([Combine]):
// a share is cut off in every game before it comes here, so that sums differ from the share of the sums (CN09
// 3.2c). Figures of the entry itself (warnings, the lot, where it played, how it ranked before) come with the
// entrant, and so do penalties in points, which are added to the points of its games.
//
// [Rank] is pure: the order of its arguments' elements does not matter, and it draws no lots. Lots are drawn
// once, at the desk, and come in as data. A [Ranker] gives the same rows and reuses its memory, for callers
// that rank often. [Compare] shows the figures of two entrants term by term, to explain their order.
package standings
