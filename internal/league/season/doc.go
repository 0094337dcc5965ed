// Package season derives the state of a season from its facts: the tier of every event and the
// demands that it fails, who may not take part, the register of places in the regional finals and
// the national final, how each regional final is played, whose journey is paid, and which prizes go
// back.
//
// [Facts] hold what happened and what people decided: events with their entrants and rankings,
// reports, homologations, people who cannot come, mergers of regions, convocations and answers.
// [Derive] makes a [State] of them. The same facts always give the same state, and nothing else is
// read: there is no clock in it. A register is therefore never typed and never corrected; another
// fact changes it. To preview an act, derive the state of the facts with that act (see
// [Difference]).
//
// The sizes of tiers, where places lead, who steps in for whom and how a field with too few
// finalists is filled are options of the ruleset's season part ([rules.Season]); each consequence
// cites the paragraph that causes it.
package season
