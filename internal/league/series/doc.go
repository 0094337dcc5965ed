// Package series ranks players by several events.
//
// What one event gives a player is a [Result]: package tournament derives it when
// the event is over. Which of a player's results count, the figures that follow
// and the criteria that compare them are the section series of the ruleset;
// [Standings] applies them and says of every result whether it counts and why,
// and of every row which criterion put it below the one above.
//
// The ranking itself is that of package standings. This package knows no seasons,
// regions or qualifications, no time and no regulation.
package series
