// Package facts holds the stored data of the league as plain values: events with their entries,
// rounds, results and sanctions, seasons with their verdicts and convocations, players, bans,
// refunds, prizes, photos.
//
// A fact is an act or a statement of somebody: an entry came, a table's result was recorded, a
// verdict was given. It is never altered; a later fact corrects or revokes it. Standings, places
// and duties are derived from facts by the engines, which read these values:
// [referto/internal/league/tournament] replays an [Event] from a [EventFacts],
// [referto/internal/league/season] derives the register from [SeasonFacts]. Package leaguedb loads
// and stores them, and is the only one that accesses the tables.
//
// The engines use start numbers; an [Entry] holds the player of one.
package facts
