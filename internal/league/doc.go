// Package league defines the shared nouns of a league. It takes no decisions.
//
// The words, one for each thing, used everywhere in code, API and database:
//
//   - player: a person in one tenant's register, for life.
//   - entry: one start of a player in one event; the engines know it by its
//     start number, an [Entry].
//   - event: any tournament, from a club evening to a national final.
//   - stage: an event of a circuit of a season, and no other event.
//   - format: the structure of an event: its rounds, semifinals and final. A
//     ruleset offers formats under names; its word for one is formula there.
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
//   - lapse: an entry that was not kept: nobody came, it was taken back too late, or the
//     event was left.
//   - call-up: taking the place of somebody qualified who cannot play.
//   - convocation: the letter that calls the holder of a place to a final.
//   - series: several events whose results make standings of players.
//   - ranking: the players of a tenant by all that events gave to them.
//   - opening: the figures that a player brought along when a ranking began to be
//     kept here.
//   - posting: what one event gave to one player for a ranking, frozen.
//   - career: what the postings and the opening of a player in a ranking add up to.
//   - ladder: the order of a ranking and its hall, in memory.
//   - hall: those who have reached the cap of a ranking and left it; the eternal ranking.
//   - season: events of several circuits whose first places lead to regional
//     finals and a national final.
//   - circuit: the stages of one kind in a season: regional, open or online.
//   - place: a seat in a final of a season, with where it comes from and who
//     holds it. The rank in a game or in a final order is called place too.
//   - register: the list of all places of a season, derived and never typed. The
//     register of a tenant is the list of its players.
//   - homologation: the verdict that an event counts, by whoever checks it. To
//     homologate an event is to give that verdict.
//   - demand: a condition that an event has to fulfill to be homologated.
//   - formula: an expression in a ruleset; package formula.
//   - calculation: a figure that a formula of the ruleset defines.
//   - ruleset: a regulation as data; package rules.
//   - reading: one of several ways to understand an open paragraph, a named
//     value of a ruleset.
//   - grounds: why something is so: regulation, paragraph and reason, a
//     [Grounds]. Every decision of the engines carries them.
//
// The verbs, one for each act:
//
//   - publish: make something visible to everybody, or a version of a ruleset
//     final.
//   - record: store a fact that somebody enters, such as a result, an attendance or a
//     ban. A record of the log holds what was done; that of a person, their data.
//   - notify: write to people that something happened.
//   - describe: put something into words for its readers.
//   - redact: leave out of an answer what its reader may not read about a person.
//
// Numbers are whole or exact fractions ([Frac]); there is no float in or below this package.
// Nothing here reads a clock or draws at random either: both come in as arguments.
//
// The packages below hold the rules of the game as pure functions over these nouns, from the
// smallest to the largest:
//
//   - formula: the language of expressions in a ruleset.
//   - rules: a regulation as data; presets and rulesyaml read the
//     regulations, rulesetschema makes their JSON Schema.
//   - schedule: fixed schedules, who sits with whom in every round.
//   - seating: the tables of a round.
//   - scoring: what a result at a table is worth.
//   - standings: the order of the entrants of an event.
//   - discipline: the sanctions of an event added up.
//   - lapses: entries that were not kept, and what follows from their number.
//   - qualify: who goes on, who steps in, who may not enter.
//   - tournament: a whole event derived from its facts.
//   - series: standings of players by several events.
//   - ranking: what players gather over a lifetime, with its cap and its hall.
//   - ladder: the order of a ranking and its hall in memory.
//   - biography: records, opponents and streaks of a player.
//   - categories: the age groups of a ranking.
//   - season: places, formats of finals, prizes and journeys derived from the
//     facts of a season.
//   - calculator: the sums of a referee at a table.
//   - draws: the document of a draw, made and checked.
//   - eventfile: a whole event written to a file and read back.
//   - offline: the core for devices without a server.
//   - conformance: the engines compared with an independent implementation.
//
// These hold what is stored, and what was recorded:
//
//   - facts: the stored facts of the league as plain values.
//   - leaguelog: the facts that the log of a tenant records.
//   - replay: an event put together from its log alone.
//   - frozen: the state of a closed season, kept as it was.
//
// These decide what people may do, each for one subject:
//
//   - officiating: the acts of those who run an event.
//   - planning: the announcements of events and seasons.
//   - register: a season with its places, convocations and finals.
//   - homologation: reports and verdicts on events.
//   - bans: bans, appeals and exclusions.
//   - duties: the tasks of people, with their times.
//   - hosting: requests of clubs to host an event.
//   - imports: events brought in as files.
//   - history: a past brought in as tables, many events at once.
//   - clubs: clubs, and who belonged to them when.
//   - people: which account belongs to which person of the register.
//   - photos: the photos of an event.
//   - prizes: prizes sent to events and their return.
//   - refunds: claims of travel refunds and their payment.
//
// And these bring it to people: desk and its rooms carry out acts, leaguedb stores, views,
// leagueapi and its rooms answer requests, letters writes mail, jobs does what takes long,
// seasonpage and calendarfile make pages and calendars, and tablecode makes the codes by which
// a table enters its own result.
package league
