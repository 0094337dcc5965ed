// Package qualify says who goes on, who steps in for whom, and who may not
// enter at all, each with the paragraph that says so.
//
// [Finalists] takes the first of the standings to the final, [FromTables] the
// best of each table, [FromSemifinals] the best of each semifinal; [CallUpFromTables] and
// [CallUp] fill the places of those who left after it, as far as somebody is left to step in. [Record.Reasons] says what is true of a person on the day of an event that may
// bar him: bans and exclusions for a term, and facts without one; [Exclusions] lists
// what of it bars him by the ruleset. [RefereeNotice] reports whether an event has fewer
// referees than recommended.
//
// Who has left, how a game was placed and how the entrants rank comes in as
// data. What a regulation does not foresee is a league.RuleError.
package qualify
