// Package clubs keeps the club memberships of a player over time. A [History] has one entry for
// each day on which the club changes, to another club or to none; each entry ends the one before.
// So a player is never in two clubs at once.
//
// A transfer begins on a day that is not before the last day of the history ([History.Transfer]).
// [Corrected] replaces a wrong history as a whole from spans that may not overlap. A closed club
// has no members from its closing day on ([History.Closed]). Future days are not recorded.
//
// The histories of merged records are combined into one ([Person.Together]): the club named last
// counts, and a record that leaves its club ends only that club.
//
// Two texts name the same club if they differ only in spaces and case ([Name]). Other packages
// decide which club that is and who may say so.
package clubs
