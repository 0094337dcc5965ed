// Package rules holds a regulation as data: the [Ruleset].
//
// A ruleset is one document in sections: game (its name, the values that a
// result records, figures added up from them, objectives and teams), field (how many may
// start, until when, who stands by), tables, format (rounds by number of
// entrants), seating (by standings, by lot, by the event before, by a schedule;
// people kept apart), scoring (wins, points that count, shares, places and their
// points, leavers, teams, void games), standings, elimination (semifinal, final,
// call-ups), time, officials, eligibility, discipline, leaving, attendance, appearance,
// awards, board (the map of the game), score line (results written in one line),
// calculations (figures that formulas define), series (standings of several events),
// season (calendar, places and finals of a year), lifetime (the ranking over all events),
// texts (every paragraph of the regulation) and readings (its open paragraphs).
// The engines beside this package read options from it; none of them knows a
// federation by name. A section or option that a regulation does not need is left
// out, and then cites no paragraph.
//
// A document is decoded strictly ([Decode]): an unknown field is a fault with
// its place, and a document beyond the limits is refused before it is
// judged. It is then judged as a whole ([Ruleset.Validate]), so that events can be
// run by every accepted document. [Diff] lists the options that differ between two. The
// JSON Schema is read off these types, their constants and comments (package
// rulesetschema). The regulations that come with the product are in package presets,
// and package rulesyaml reads rulesets written in YAML.
//
// An option names a building block of an engine ("most-of-largest",
// "running_standing"). Where a paragraph is open, the option's value is a
// reading: section readings says at which place of the document it stands,
// which values are possible, and why; [Ruleset.WithReading] gives a copy with
// another one.
//
// Paragraphs are cited as the regulation numbers them ("3.2a"); together with
// [Ruleset.Code] they are a citation ("CN09 3.2a").
package rules
