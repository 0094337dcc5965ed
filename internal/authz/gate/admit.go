package gate

import (
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// identifiedKey names the call in echo's context between [Gate.Identify] and
// the middleware.
const identifiedKey = "call"

// Identify determines the caller of an operation, the tenant and the target, and keeps them for [Gate.Admit] and the
// middleware. It reads the address and the credential and nothing else. It returns [ErrUnauthenticated], the error of
// package authz for callers who have to sign in, or [ErrNoSuchTenant].
func (g *Gate) Identify(c echo.Context, operation string) error {
	call, err := g.call(c, g.Operations[operation])
	if err != nil {
		return err
	}
	c.Set(identifiedKey, call)
	return nil
}

// identified is the call that [Gate.Identify] left. It panics without one, which only
// an operation that is asked for past the order of a request could be.
func identified(c echo.Context) *Call {
	call, ok := c.Get(identifiedKey).(*Call)
	if !ok {
		panic("gate: an operation was reached before anybody asked who calls")
	}
	return call
}

// Asked returns the call of a request, if its caller and operation are known.
func Asked(c echo.Context) (call *Call, known bool) {
	call, known = c.Get(identifiedKey).(*Call)
	return call, known
}

// Admit decides in a round trip of its own whether the caller has the permission, before any of the body is read. The
// middleware decides again with the act, because the roles of that moment count.
func (g *Gate) Admit(c echo.Context) error {
	p := passage{gate: g, call: identified(c), echo: c}
	ask := p.ask()
	if ask == nil {
		return nil
	}
	ctx := c.Request().Context()
	if !p.call.Operation.InTenant() {
		return tenantdb.Global(ctx, g.DB, ask, func(tx tenantdb.GlobalTx) error { return tx.Send(&tenantdb.Batch{}) })
	}
	door, err := tenantdb.Read(ctx, g.DB, p.call.Tenant.ID, ask)
	if err != nil {
		return err
	}
	return door.Send(&tenantdb.Batch{})
}

// Preconditions refuses wrong headers with the conditions of an operation: [ErrMatchMissing], [ErrMatchForm],
// [ErrKeyMissing] or [ErrKeyForm].
func (g *Gate) Preconditions(c echo.Context) error {
	op, header := identified(c).Operation, c.Request().Header
	match, key := header.Get("If-Match"), header.Get("Idempotency-Key")
	switch {
	case op.NeedsMatch && match == "":
		return ErrMatchMissing
	case op.NeedsMatch && !oneTag(match):
		return ErrMatchForm
	case op.Idempotency == openapi.IdempotencyRequired && key == "":
		return ErrKeyMissing
	case op.Idempotency != openapi.IdempotencyNone && key != "" && !keyWellFormed(key):
		return ErrKeyForm
	}
	return nil
}

// Known reports whether the caller is signed in.
func (g *Gate) Known(c echo.Context) bool { return !identified(c).Principal.Anonymous() }

// Sender returns the account and the tenant of a request; uuid.Nil for an anonymous caller, and for no tenant.
func (g *Gate) Sender(c echo.Context) (account, tenant uuid.UUID) {
	call := identified(c)
	return call.Account(), call.Tenant.ID
}
