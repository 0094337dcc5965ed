// Package qualify determines who goes on to the next phase of an event, who replaces whom, and who
// may not enter at all. Each answer cites its paragraph.
//
// [Finalists] takes the first of the standings to the final, [FromTables] the best of each table, and
// [FromSemifinals] the best of each semifinal. [CallUpFromTables] and [CallUp] fill the places of
// players who left afterwards, as long as there are players left to step in. [Record.Reasons] lists
// the reasons that may bar a person on the day of an event: bans and exclusions for a term, and
// facts without one; [Exclusions] picks those that bar by the ruleset. [RefereeNotice] reports
// whether an event has fewer referees than recommended.
//
// The caller passes in who has left, the places of each game and the ranking of the entrants. A
// case that the regulation does not cover is a league.RuleError.
package qualify
