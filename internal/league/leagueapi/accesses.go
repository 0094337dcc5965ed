package leagueapi

import (
	"context"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// Access records that the caller is being shown data of other people by an office.
func Access(c *gate.Call, what string) leaguedb.DataAccess {
	return leaguedb.DataAccess{ID: desk.NewID(), At: c.Now, AccountID: c.Account(), Operation: c.Operation.ID, What: what}
}

// ShowsContact records, before an answer shows them, that the caller is shown the mail addresses and years of
// birth of people by an office: once for all of them. A record with neither shows nothing, and the caller's own
// does not count.
func (a *API) ShowsContact(ctx context.Context, c *gate.Call, players []facts.Player) error {
	var shown []league.PlayerID
	for _, p := range players {
		if (p.Email != "" || p.BirthYear != 0) && (p.AccountID == nil || *p.AccountID != c.Account()) {
			shown = append(shown, p.ID)
		}
	}
	if len(shown) == 0 {
		return nil
	}
	return a.Note(ctx, c, func(b *tenantdb.Batch) { leaguedb.AddDataAccess(b, Access(c, leaguedb.ContactRead), shown) })
}

// ShowsOf records, before an answer shows it, that the caller is shown private data of some kind about people by
// an office: once for all of them. The caller's own do not count, and nobody's are no access.
func (a *API) ShowsOf(ctx context.Context, c *gate.Call, what string, players []league.PlayerID) error {
	if len(players) == 0 {
		return nil
	}
	return a.Note(ctx, c, func(b *tenantdb.Batch) { leaguedb.AddOthersAccess(b, Access(c, what), players) })
}

// Note records an access: with the act of the request, or in a transaction of its own if the request only
// reads.
func (a *API) Note(ctx context.Context, c *gate.Call, queue func(*tenantdb.Batch)) error {
	if !c.Operation.Reads() {
		c.Tx().Defer(queue)
		return nil
	}
	return tenantdb.In(ctx, a.DB, c.Tenant.ID, nil, func(tx tenantdb.Tx) error {
		tx.Defer(queue)
		return nil
	})
}
