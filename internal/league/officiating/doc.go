// Package officiating decides about the acts of those who run an event: who starts and who waits,
// which tables made by hand are accepted, the effect of commands to the clock and of absences, who
// is kept apart, punished or replaced, and which structure may be agreed.
//
// It takes a [Situation]: the stored facts of the event, its ruleset and the state derived from
// them (package tournament). It returns the new fact, or a refusal: [league.RuleError] with the
// paragraph if the regulation forbids the act, [league.StateError] if the present state does not
// allow it, or [league.Faults] with everything wrong in the input.
//
// Unless stated otherwise, its functions do not change their arguments. They use no database, no
// accounts and no clock: instants are arguments, and the caller stores the result.
package officiating
