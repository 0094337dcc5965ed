// Package categories finds the age category of a player, such as juniors. A tenant's categories are
// a list of ranges, either of the age reached in a year or of the year of birth ([Check]). A player
// whose year of birth is unknown has no category ([Of]).
//
// Ranges do not overlap, so a player is in one category at most. Ranges may have gaps between them.
package categories
