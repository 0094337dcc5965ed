// Package series ranks players by several events.
//
// What one event gives a player is a [Result]: package tournament derives it when
// the event is over. Which of a player's results count, the figures that follow
// and the criteria that compare them are the section series of the ruleset;
// [Standings] applies them, adds the penalties, and says of every result whether it counts and why,
// and of every row which criterion put it below the one above. [Clubs] ranks clubs by
// their best players.
//
// Which events a series may have is said by [Misfit], which of them count by [StatusOf].
// [CheckSetup] and [CheckPenalty] say what is wrong with a series or a penalty that somebody
// wants to record.
//
// The ranking itself is that of package standings. This package reads no clock and
// knows no regulation.
package series
