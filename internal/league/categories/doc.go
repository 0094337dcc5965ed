// Package categories tells in which year category a player is, such as juniors. The categories
// of a tenant are a list of ranges, either of the age that somebody comes to in a year or of the
// year of birth ([Check]). Of whom the year of birth is not known nobody says anything ([Of]).
//
// Ranges do not overlap, so that a player is in one category at most; there may be
// years between them.
package categories
