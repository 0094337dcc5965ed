// Package duties lists the tasks of people: the reports, verdicts, convocations, answers, claims
// and decisions that a regulation asks of somebody, with the deadline and the paragraph. Nothing of
// it is stored: a [Task] is derived from facts and disappears with them. The package also
// determines when people are notified of a task ([Task.Warns]): in the morning at the venue, on the
// days that the ruleset of its season names.
package duties
