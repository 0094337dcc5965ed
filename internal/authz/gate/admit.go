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

// Identify finds out who asks for an operation, in which tenant and about what, and
// keeps that for [Gate.Admit] and the middleware. It reads the address and the
// credential and nothing else. The error is [ErrUnauthenticated], the one of package
// authz for whoever has to sign in, or [ErrNoSuchTenant].
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

// Asked is the call that a request is, once it is known who asks for what.
func Asked(c echo.Context) (call *Call, known bool) {
	call, known = c.Get(identifiedKey).(*Call)
	return call, known
}

// Admit decides in a round trip of its own whether the caller may do what they ask
// for, before anything of their body is read. The middleware asks again with the act:
// what is done is done by the roles of that moment.
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

// Preconditions refuses wrong headers that say under which conditions the
// operation may be done: [ErrMatchMissing], [ErrMatchForm], [ErrKeyMissing] or
// [ErrKeyForm].
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

// Known reports whether somebody signed in asks.
func (g *Gate) Known(c echo.Context) bool { return !identified(c).Principal.Anonymous() }

// Sender returns who asks and in which tenant; uuid.Nil for nobody who has signed in, and for none.
func (g *Gate) Sender(c echo.Context) (account, tenant uuid.UUID) {
	call := identified(c)
	return call.Account(), call.Tenant.ID
}
