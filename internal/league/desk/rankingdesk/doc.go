// Package rankingdesk keeps the rankings of a tenant: it sets them up, records the openings of players,
// declares events void, and looks up the positions of players.
//
// [Desk.Page] returns rows as values, [Desk.Written] rows as they were written for a kind of reader: the
// written rows are cached at the revision of the ranking, which every request compares.
package rankingdesk
