// Package lapses finds players who did not keep an entry: who neither came nor withdrew it, who
// withdrew it too late, and who left a running event (BG FP 2, 1.1.7).
//
// [Of] decides whether a stored entry is a lapse, by the ruleset of its event, and whether there was
// a good reason for it. [Bar] counts a player's lapses by the ruleset of an event that they want to
// enter: a number of lapses within a number of months bars them for some months. If a regulation sets
// no number, nothing follows from lapses; they are shown to the person and to the championship
// manager, who may decide about them.
package lapses
