// Package rankingdesk keeps the rankings of a tenant: it sets them up, records what
// players brought along, declares events void, and looks up who stands where.
//
// [Desk.Page] answers with rows as they are known, [Desk.Written] with rows as they were written for a kind
// of reader: those are kept at the revision of the ranking, which every request compares.
package rankingdesk
