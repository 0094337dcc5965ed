// Package register is a season as it stands: its stored facts, its ruleset and the state
// that follows from both (package season), with everything that may be decided about it. It
// answers who has which place in the finals and by which step, whom to call there and what an
// answer leads to, which regional finals are played and how, what an event that was played
// elsewhere is recorded as, who may be homologated or claim a journey, and what would follow
// if something happened.
//
// A [Season] does not change. A decision either refuses, with the paragraph
// ([league.StateError] where things do not stand so, [league.Faults] where something asked
// for is wrong, [league.RuleError] where the regulation says no), or makes the season as it
// is afterwards: what an act leads to and what it would lead to are one function. Nothing
// here reads a clock or a table; whoever stores what was decided is package desk.
//
// Paragraphs are those of CN09 unless another regulation is named.
package register
