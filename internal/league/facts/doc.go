// Package facts holds what is stored of the league as plain values: events with their
// entries, rounds, results and sanctions, seasons with their verdicts and convocations,
// players, bans, refunds, prizes, photos.
//
// A fact is an act or a word of somebody: an entry came, a table's result was recorded, a
// verdict was given. It stands as it is, and a later fact corrects or revokes it. What
// follows from facts (standings, places, duties) is derived by the engines, which read these
// values: [referto/internal/league/tournament] replays an [Event] from a [EventFacts],
// [referto/internal/league/season] derives the register from [SeasonFacts]. Package leaguedb
// loads and stores them, and is the only one that knows the tables.
//
// The engines speak of start numbers; an [Entry] keeps the player behind one.
package facts
