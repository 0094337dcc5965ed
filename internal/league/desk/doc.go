// Package desk is the ground that the rooms of the league's use cases share: who acts, how
// an event and a season are loaded, held, remembered and saved, what a change of one means
// for the other, and the preview of an act.
//
// The rooms lie in its folders, one for each subject: eventdesk, entrydesk, playdesk,
// importdesk, photodesk, reportdesk, seasondesk, rulesetdesk, bandesk, hostingdesk,
// moneydesk, dutydesk, playerdesk, peopledesk and rankingdesk. Each has a type Desk that embeds
// this one's, and a method for each thing that somebody does.
//
// Every one of them goes the same way: load the facts and hold their row, ask the core
// (packages officiating, register, planning, …) what may be done and what follows, leave
// what changed to be written with the commit. Two people who act on one event act one after
// the other; whoever comes second decides by what the first has done. Nothing derived is
// stored: after the act the facts are replayed, and that is the answer.
//
// A refusal is a league.RuleError or league.Faults where a regulation says no, a
// [league.StateError] where the event is not in the state for it, a [StaleError] where
// the caller started from an older version, and league.ErrNotFound.
//
// Who may act has been decided before (package gate); who acted comes in as an
// [Act], with the time.
package desk
