// Package duties lists the tasks of people: the reports, verdicts, calls, answers, claims and
// decisions that a regulation asks of somebody, with the time by which it asks and the
// paragraph. Nothing of it is stored: a [Task] follows from facts and is gone with them. It
// also says at which turns people are written to about a task ([Task.Warns]): in the
// morning at the venue, on the days that the ruleset of its season names.
package duties
