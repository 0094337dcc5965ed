// Package league holds the nouns of a league and nothing that decides.
//
// The words, one for each thing, used everywhere in code, API and database:
//
//   - player: a person in one tenant's register, for life.
//   - entry: one start of a player in one event; the engines know it by its
//     start number, an [Entry].
//   - event: any single tournament, from a club evening to a national final.
//   - round: games played at the same time. Its [RoundKind] says whether it is
//     one of the preliminary rounds, a semifinal or the final.
//   - table: the entries that play one game together, in the order of play.
//   - result: what is written down when a game ends, a [Result]. Everything
//     that follows from it (wins, shares, places) is derived, never recorded.
//   - share: a seat's part of the victory points of its table, in percent.
//   - standings: the order of the entries by their games in one event.
//   - lot: a number drawn once for every entry of an event. The lower prevails.
//   - team: the seats of a table that win or lose together, by their objectives.
//   - void game: a game that does not count; its players get another score.
//   - reserve: who has entered beyond the field and plays if somebody defaults.
//   - leaver: who abandons or is expelled in the middle of a game.
//   - struck: taken out of the standings, by leaving or by expulsion.
//   - sanction: a warning, an expulsion or points taken off, a [Sanction].
//   - call-up: taking the place of somebody qualified who cannot play.
//   - series: several events whose results make standings of players.
//   - season: events of several circuits whose first places lead to regional
//     finals and a national final.
//   - place: a seat in such a final, with where it comes from and who holds it.
//   - homologation: the word of whoever checks an event that it counts.
//   - calculation: a figure that a formula of the ruleset defines.
//   - ruleset: a regulation as data; package rules.
//   - reading: one of several ways to understand an open paragraph, a named
//     value of a ruleset.
//   - grounds: why something is so: regulation, paragraph and reason, a
//     [Grounds]. Every decision of the engines carries them.
//
// Numbers are whole or exact fractions ([Frac]); there is no float in or below
// this package. Neither does anything here know the time or draw at random:
// both come in as arguments.
//
// The packages below hold the rules of the game, as pure functions over these
// nouns: formula, rules, schedule, seating, scoring, standings, discipline and
// qualify; tournament, which derives a whole event from its facts; series, which
// ranks by several; and season, which derives what several lead to. Package calculator does what a referee calculates at a
// table, draws makes and checks the document of a draw, eventfile reads and writes
// whole events.
package league
