package gate

import (
	"context"
	"errors"
	"slices"

	"referto/internal/authz"
	"referto/internal/authz/authzdb"
	"referto/internal/tenant/tenantdb"
)

// presume tries a write by the cached standing of the caller, in a transaction that reads nothing first: that the
// caller's stamp is current, that there is no earlier act under the key, and the assumptions of the handler are
// checked in the round trip of the commit, which fails if one of them is false. Done is true if the write was
// committed, or if the database could not be reached. In every other case, a refusal by the rules too, nothing was
// changed and nothing is certain: the write begins anew.
func (p *passage) presume(idem *remembered) (response any, done bool, err error) {
	c := p.call
	known := p.presumable()
	if known == nil {
		return nil, false, nil
	}
	defer func() {
		if !done { // the assumptions are not confirmed
			c.standing, c.decision = nil, authz.Decision{}
		}
	}()
	c.standing = known
	c.decision = c.Can(authz.Permission(c.Operation.Permission), c.target)
	if !c.decision.Allowed {
		return nil, false, nil
	}
	prelude := func(o *tenantdb.Opening) {
		authzdb.InsistOnStamp(o, c.Principal.Account, known.Stamp, idem.lock())
	}
	err = tenantdb.Presume(p.echo.Request().Context(), p.gate.DB, c.Tenant.ID, prelude, func(tx tenantdb.Tx) (err error) {
		response, err = p.writeIn(tx, idem)
		return err
	})
	if err == nil || unreachable(err) {
		return response, true, err
	}
	return nil, false, nil
}

// presumable returns the cached standing of a caller if it is enough to decide: the session is valid, and no role of
// theirs depends on the region of the event.
func (p *passage) presumable() *authzdb.Standing {
	if !p.gate.Presumes[p.call.Operation.ID] {
		return nil
	}
	known := p.gate.Standings.recall(p.call)
	regional := func(g authz.Grant) bool { return g.Scope == authz.ScopeRegion }
	if known == nil || !known.Live(p.call.Now) || slices.ContainsFunc(known.Grants, regional) {
		return nil
	}
	return known
}

// unreachable reports whether an error is of a database that cannot be asked
// again at once.
func unreachable(err error) bool {
	if errors.Is(err, tenantdb.ErrPresumed) {
		return false
	}
	return errors.Is(err, tenantdb.ErrUnavailable) || errors.Is(err, tenantdb.ErrBusy) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
