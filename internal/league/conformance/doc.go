// Package conformance replays whole tournaments, computed by an independent implementation of the regulations,
// and compares the outcomes.
//
// A [Case] is one file: facts, the outcome that the regulation gives, and the differences of the outcome under
// other readings of open paragraphs. [Load] reads a folder of them. A [Driver] takes the facts of a case
// through an implementation and describes the outcome in the terms of the case; [Engine] is the driver that
// calls the packages of this project. [Run] replays each case once under the readings in force and once for
// each alternative, and reports every [Difference].
//
// Cases that a driver does not support are listed by regulation and kind and count neither as passed nor as
// failed.
//
// Outcomes are compared as JSON: lists in order, objects member by member, null as an absent member, the
// members of [sets] in any order. Members of [diagnostic] are a help for people and not compared.
package conformance
