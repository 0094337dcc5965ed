// Package series ranks players by several events.
//
// A player's result in one event is a [Result]: package tournament derives it when the event is over. The
// section series of the ruleset determines which of a player's results count, the figures that follow and the
// criteria that compare them. [Standings] applies that section and adds the penalties. It returns for every
// result whether it counts and why, and for every row which criterion put it below the one above. [Clubs] ranks
// clubs by their best players.
//
// [Misfit] decides which events a series may have, and [StatusOf] which of them count. [CheckSetup] and
// [CheckPenalty] list the faults of a series or a penalty before it is recorded.
//
// The order itself comes from package standings. This package reads no clock and knows no regulation.
package series
