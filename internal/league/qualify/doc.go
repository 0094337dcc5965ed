// Package qualify finds out who goes on to the next phase of an event, who steps in
// for whom, and who may not enter at all, each with the paragraph that rules it.
//
// [Finalists] takes the first of the standings to the final, [FromTables] the
// best of each table, [FromSemifinals] the best of each semifinal; [CallUpFromTables] and
// [CallUp] fill the places of those who left after it, as far as somebody is left
// to step in. [Record.Reasons] lists the reasons that may bar a person on the day of an
// event: bans and exclusions for a term, and facts without one; [Exclusions] picks those
// that bar by the ruleset. [RefereeNotice] reports whether an event has fewer
// referees than recommended.
//
// Who has left, how a game was placed and how the entrants rank comes in as
// data. What a regulation does not foresee is a league.RuleError.
package qualify
