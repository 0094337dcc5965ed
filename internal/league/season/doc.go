// Package season derives what follows from a season's facts: the tier of every
// event and what it lacks to be valid, who may not take part, the register of
// places in the regional finals and the national final, how each regional final is
// played, whose journey is paid, and which prizes go back.
//
// [Facts] are what happened and what people decided: events with their entrants
// and rankings, reports, homologations, who cannot come, mergers of regions,
// convocations and answers. [Derive] makes a [State] of them, always the same one of
// the same facts, and looks at nothing else: there is no clock in it. A register is
// therefore never typed and never corrected; another fact changes it, and what an
// act would lead to is the state of the facts with that act (see [Difference]).
//
// Which numbers make a tier, where places lead, who steps in for whom and how few
// finalists are made a field are options of the ruleset's season part
// ([rules.Season]); each consequence carries the paragraph that makes it so.
package season
