// Package desk holds the common ground of the league's use cases: the acting person, the loading, holding,
// remembering and saving of events and seasons, the consequences that a change of one has for the other, and
// the preview of an act.
//
// The use cases lie in its folders, the rooms, one for each subject: eventdesk, entrydesk, playdesk,
// importdesk, photodesk, reportdesk, seasondesk, rulesetdesk, bandesk, hostingdesk, moneydesk, dutydesk,
// playerdesk, peopledesk, clubdesk, rankingdesk, seriesdesk, historydesk (events of the past), restoredesk (a
// tenant from its archive) and resealdesk (data sealed with a new key). Each has a type Desk that embeds the
// Desk of this package, and a method for each use case.
//
// Every use case takes the same steps: load the facts and hold their row, ask the core (packages officiating,
// register, planning, …) whether the act is allowed and what follows from it, and leave the changes to be
// written with the commit. Two people who act on one event act one after the other; the second act is decided
// by the facts that the first has left. Nothing derived is stored: after the act the facts are replayed, and
// the replay is the answer.
//
// A refusal is a league.RuleError or league.Faults if a regulation forbids the act, a [league.StateError] if
// the event is in the wrong state for it, a [StaleError] if the caller started from an older version, and
// league.ErrNotFound.
//
// Package gate has decided before whether the person may act; the person and the time come in as an [Act].
package desk
