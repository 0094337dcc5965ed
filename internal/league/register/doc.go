// Package register holds a season as it stands: its stored facts, its ruleset, the state derived
// from both (package season), and every decision about it. It answers who has which place in the
// finals and by which step, whom to convoke and what an answer leads to, which regional finals are
// played and how, how an event played elsewhere is recorded, which events can be homologated, who
// may claim travel refunds, and what a supposed act would change.
//
// A [Season] is immutable. A decision either returns a refusal that cites the paragraph
// ([league.StateError] if the present state does not allow the act, [league.Faults] if the input is
// wrong, [league.RuleError] if the regulation forbids it), or returns the season after the act: a
// preview and the act itself use the same function. Nothing here reads a clock or a table; package
// desk stores what was decided.
//
// Paragraphs are those of CN09 unless another regulation is named.
package register
