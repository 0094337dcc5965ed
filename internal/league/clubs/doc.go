// Package clubs keeps in which club a player has been when. A [History] has one entry for each
// day from which on it is another club, or none: what began before ends by it. Nobody is
// in two clubs at once, because there is no way to write that down.
//
// A transfer begins with a day that is not before the last one of the history
// ([History.Transfer]). What was recorded wrongly is put right as a whole ([Corrected]), from
// spans that may not overlap. A club that has closed has no members from that day on
// ([History.Closed]). Nothing is known of days to come.
//
// Of merged records the histories are one ([Person.Together]): the club that was named last counts,
// and a record that names none any more ends its own club only.
//
// Texts that name one club are the same but for spaces and case ([Name]); which club that is, and
// who may say so, is left to others.
package clubs
