package gate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/internal/authz"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/token"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// Errors of the gate. Test for them with errors.Is; refusals by role are those
// of package authz.
var (
	// ErrUnauthenticated: the credential is wrong, or its session has ended.
	ErrUnauthenticated = errors.New("gate: unauthenticated")
	// ErrNoSuchTenant: no tenant by this slug or id.
	ErrNoSuchTenant = tenant.ErrNotFound
	// ErrPasswordOld: the operation is for operators who have typed their password recently.
	ErrPasswordOld = errors.New("gate: password typed too long ago")
	// ErrKeyMissing: the operation requires an Idempotency-Key.
	ErrKeyMissing = errors.New("gate: Idempotency-Key missing")
	// ErrKeyForm: the Idempotency-Key is shorter than 8 or longer than 255
	// characters, or not printable ASCII.
	ErrKeyForm = errors.New("gate: Idempotency-Key malformed")
	// ErrKeyReused: the Idempotency-Key belongs to another payload.
	ErrKeyReused = errors.New("gate: Idempotency-Key reused")
	// ErrMatchMissing: the operation needs If-Match.
	ErrMatchMissing = errors.New("gate: If-Match missing")
	// ErrMatchForm: If-Match names several versions, or a weak one.
	ErrMatchForm = errors.New("gate: If-Match names no single version")
)

// Gate is the middleware. Its fields are set once, at the start.
type Gate struct {
	DB         *tenantdb.DB
	Table      authz.Table
	Tokens     *token.Authority
	Operations map[string]openapi.Operation
	Now        func() time.Time
	// Secret keys the fingerprints of requests; those under a further secret are known too.
	// Replicas share them.
	Secret  []byte
	Further [][]byte
	// Presumes lists the operations that are decided by the cache, in one round trip with its check, if everything
	// that they need is cached.
	Presumes map[string]bool
	// Standings are remembered between requests; nil remembers none.
	Standings *Standings
	// FindTenant finds a tenant by slug or id; ErrNoSuchTenant if there is none.
	FindTenant func(ctx context.Context, slugOrID string) (tenant.Tenant, error)
	// Language is the language of the answer to a request.
	Language func(acceptLanguage string) string
	// RequestID returns the id of the request in the context.
	RequestID func(echo.Context) string
	// Body is the request's body as it came, for comparing repeats.
	Body func(echo.Context) []byte
}

// Middleware is the strict server's middleware; see the package comment.
func (g *Gate) Middleware(next openapi.StrictHandlerFunc, operation string) openapi.StrictHandlerFunc {
	op, known := g.Operations[operation]
	if !known {
		panic("gate: the contract has no operation " + operation)
	}
	return func(c echo.Context, request any) (any, error) {
		p := passage{gate: g, call: identified(c), echo: c, request: request, next: next}
		switch {
		case !op.InTenant():
			return p.global()
		case op.Reads():
			return p.read()
		case op.Previews:
			return p.preview()
		default:
			return p.write()
		}
	}
}

// call identifies the request: caller, tenant, target.
func (g *Gate) call(c echo.Context, op openapi.Operation) (*Call, error) {
	header := c.Request().Header
	call := &Call{
		Operation: op,
		Now:       g.Now().UTC().Truncate(time.Microsecond),
		RequestID: g.RequestID(c),
		Language:  g.Language(header.Get("Accept-Language")),
		Address:   address(c.RealIP()),
		table:     g.Table,
		contract:  g.Operations,
		query:     c.Request().URL.RawQuery,
		named:     header.Get("If-None-Match"),
	}
	var err error
	if call.Principal, err = g.principal(header.Get("Authorization")); err != nil {
		return nil, err
	}
	if op.Permission != "" && call.Principal.Anonymous() {
		if op.Hidden {
			return nil, tenantdb.ErrNotFound
		}
		return nil, authz.ErrSignInRequired
	}
	if !op.InTenant() {
		return call, nil
	}
	if call.Tenant, err = g.FindTenant(c.Request().Context(), c.Param("tenant")); err != nil {
		return nil, err
	}
	if err := call.closed(); err != nil && (call.Principal.Anonymous() || !op.Reads()) {
		return nil, err
	}
	call.target = authz.Target{Tenant: call.Tenant.ID, Anywhere: op.Anywhere}
	if op.InEvent() && op.Scope == openapi.ScopeStage {
		if call.target.Stage, err = uuid.Parse(c.Param("event")); err != nil {
			return nil, tenantdb.ErrNotFound
		}
	}
	return call, nil
}

// ReadClosed is the permission to read the data of a closed tenant.
const ReadClosed authz.Permission = "closed:read"

// closed is a [tenant.ClosedError] in a tenant that is closed, unless the operation is for such tenants too.
func (c *Call) closed() error {
	if c.Tenant.DeleteAt == nil || c.Operation.WhileClosed {
		return nil
	}
	return &tenant.ClosedError{DeleteAt: *c.Tenant.DeleteAt}
}

// principal reads the credential; none is anonymous, a wrong one an error.
func (g *Gate) principal(authorization string) (authz.Principal, error) {
	if authorization == "" {
		return authz.Principal{}, nil
	}
	credential, err := token.Bearer(authorization)
	if err != nil {
		return authz.Principal{}, ErrUnauthenticated
	}
	claims, err := g.Tokens.Verify(credential)
	if err != nil {
		return authz.Principal{}, ErrUnauthenticated
	}
	return authz.User(claims.Account, claims.Session), nil
}

// passage is one call going through.
type passage struct {
	gate    *Gate
	call    *Call
	echo    echo.Context
	request any
	next    openapi.StrictHandlerFunc
}

// ask is the prelude of signed-in calls: it learns the caller's standing and
// decides. Nil for anonymous ones, which only public operations let this far.
func (p *passage) ask() tenantdb.Prelude {
	if p.call.Principal.Anonymous() {
		return nil
	}
	asked := false // true if everything was read, and not only the check of the cached standing
	return func(o *tenantdb.Opening) {
		c, known := p.call, (*authzdb.Standing)(nil)
		if !asked {
			known = p.gate.Standings.recall(c)
		}
		var stamp uuid.UUID
		authzdb.AskStamp(o, c.Principal.Account, c.target.Stage, func(now, region uuid.UUID) error {
			stamp, c.target.Region = now, region
			switch {
			case known == nil:
				return nil
			case known.Stamp != now:
				asked = true
				return tenantdb.ErrAskAgain
			default:
				return p.decide(known)
			}
		})
		if known != nil {
			return
		}
		var office []authz.Grant
		if !c.Operation.InTenant() {
			authzdb.AskOperator(o.Batch, c.Principal, &office)
		}
		authzdb.Ask(o.Batch, c.Principal, func(s authzdb.Standing) error {
			s.Stamp = stamp
			s.Grants = append(s.Grants, office...)
			p.gate.Standings.keep(c, &s)
			return p.decide(&s)
		})
	}
}

func (p *passage) decide(s *authzdb.Standing) error {
	c := p.call
	if !s.Live(c.Now) {
		return ErrUnauthenticated
	}
	c.standing = s
	if err := c.closed(); err != nil && !c.May(ReadClosed) {
		return err
	}
	if c.Operation.Public {
		return nil
	}
	c.decision = c.Can(authz.Permission(c.Operation.Permission), c.target)
	switch {
	case !c.Operation.Hidden || c.decision.Allowed:
		return c.decision.Err()
	case c.decision.Reason == authz.ReasonGrantExpired:
		return ErrPasswordOld
	}
	return tenantdb.ErrNotFound
}

func (p *passage) read() (any, error) {
	ctx := p.echo.Request().Context()
	door, err := tenantdb.Read(ctx, p.gate.DB, p.call.Tenant.ID, p.ask())
	if err != nil {
		return nil, err
	}
	p.call.reader = door
	if !p.call.Principal.Anonymous() {
		p.call.expected = func() *authzdb.Standing { return p.gate.Standings.recall(p.call) }
	}
	response, err := p.handle()
	if err := p.due(err, door.Asked, door.Send); err != nil {
		return nil, err
	}
	return p.answer(response)
}

func (p *passage) write() (any, error) {
	idem := p.idempotency()
	p.call.apart = p.identifyApart
	if response, done, err := p.presume(idem); done {
		return p.finish(idem, authzdb.TenantAnswers, response, err)
	}
	var response any
	ctx := p.echo.Request().Context()
	err := tenantdb.In(ctx, p.gate.DB, p.call.Tenant.ID, p.preludeWith(idem, authzdb.TenantAnswers), func(tx tenantdb.Tx) (err error) {
		response, err = p.writeIn(tx, idem)
		return err
	})
	return p.finish(idem, authzdb.TenantAnswers, response, err)
}

// identifyApart identifies the caller and decides, in a transaction of its own.
func (p *passage) identifyApart() error {
	return tenantdb.In(p.echo.Request().Context(), p.gate.DB, p.call.Tenant.ID, p.ask(), func(tx tenantdb.Tx) error {
		return tx.Send(&tenantdb.Batch{})
	})
}

// writeIn is the handler's act in a transaction, with the records of it.
func (p *passage) writeIn(tx tenantdb.Tx, idem *remembered) (response any, err error) {
	p.call.tx = &tx
	if response, err = p.act(idem, tx.Asked, tx.Send); err != nil {
		return nil, err
	}
	tx.Defer(func(b *tenantdb.Batch) {
		p.call.queueRecords(b)
		idem.queueStore(b, authzdb.TenantAnswers, p.call.Now)
	})
	return response, nil
}

// preview runs a write and rolls it back, so that the handler may do the act whose outcome it only describes.
func (p *passage) preview() (any, error) {
	var response any
	ctx := p.echo.Request().Context()
	err := tenantdb.Preview(ctx, p.gate.DB, p.call.Tenant.ID, p.ask(), func(tx tenantdb.Tx) (err error) {
		p.call.tx = &tx
		response, err = p.act(nil, tx.Asked, tx.Send)
		return err
	})
	if err != nil {
		return nil, err
	}
	return p.answer(response)
}

func (p *passage) global() (any, error) {
	idem := p.idempotency()
	if err := p.known(idem); err != nil {
		return p.finish(idem, authzdb.PlatformAnswers, nil, err)
	}
	var response any
	ctx := p.echo.Request().Context()
	err := tenantdb.Global(ctx, p.gate.DB, p.preludeWith(idem, authzdb.PlatformAnswers), func(tx tenantdb.GlobalTx) error {
		p.call.global, p.call.tx = &tx, nil
		var err error
		if response, err = p.act(idem, tx.Asked, tx.Send); err != nil {
			return err
		}
		tx.Defer(func(b *tenantdb.Batch) {
			if p.call.tx != nil { // the handler entered a tenant
				p.call.queueRecords(b)
			}
			idem.queueStore(b, authzdb.PlatformAnswers, p.call.Now)
		})
		return nil
	})
	return p.finish(idem, authzdb.PlatformAnswers, response, err)
}

// known identifies the caller, and looks for an earlier act under the key, before a write outside of tenants is
// handled. Such handlers work before their transaction begins: they hash a password, count a guess or exchange a
// token, none of which may be done for an ended session or a second time. The transaction checks again.
func (p *passage) known(idem *remembered) error {
	prelude := p.preludeWith(idem, authzdb.PlatformAnswers)
	if p.call.Operation.Reads() || prelude == nil {
		return nil
	}
	return tenantdb.Global(p.echo.Request().Context(), p.gate.DB, prelude, func(tx tenantdb.GlobalTx) error {
		return tx.Send(&tenantdb.Batch{})
	})
}

func (p *passage) preludeWith(idem *remembered, table authzdb.Answers) tenantdb.Prelude {
	ask := p.ask()
	if ask == nil && idem == nil {
		return nil
	}
	return func(o *tenantdb.Opening) {
		if ask != nil {
			ask(o)
		}
		idem.queueLookup(o.Batch, table)
	}
}

// act runs the handler inside a transaction. Its first statements come with the
// decision and the look-up of the key; either may end it there.
func (p *passage) act(idem *remembered, asked func() bool, send func(*tenantdb.Batch) error) (any, error) {
	p.call.facts, p.call.audit, p.call.after = nil, record{}, nil
	response, err := p.handle()
	if err := p.due(err, asked, send); err != nil {
		return nil, err
	}
	if idem != nil {
		return nil, idem.record(p.call, response)
	}
	return response, nil
}

// due returns the refusal if the handler has ended without a statement, because it needed no rows or found a fault
// before it queried any, and otherwise the handler's error. A caller without the permission learns that and not the
// faults of their request.
func (p *passage) due(ended error, asked func() bool, send func(*tenantdb.Batch) error) error {
	if asked() {
		return ended
	}
	if err := send(&tenantdb.Batch{}); err != nil {
		return err
	}
	return ended
}

func (p *passage) handle() (any, error) {
	p.call.headers, p.call.left = map[string]string{}, nil
	request := p.echo.Request()
	p.echo.SetRequest(request.WithContext(context.WithValue(request.Context(), callKey{}, p.call)))
	defer p.echo.SetRequest(request)
	return p.next(p.echo, p.request)
}

// finish answers a write after its commit, or one that was done before once that is certain to last.
func (p *passage) finish(idem *remembered, table authzdb.Answers, response any, err error) (any, error) {
	if errors.Is(err, errReplay) {
		if err := p.certain(table); err != nil {
			return nil, err
		}
		return nil, idem.replay(p.echo.Response())
	}
	if err != nil {
		return nil, err
	}
	for _, fn := range p.call.after {
		fn()
	}
	for _, left := range p.call.left {
		policy, now := left.Headers()
		p.echo.Response().Header().Add("RateLimit-Policy", policy)
		p.echo.Response().Header().Add("RateLimit", now)
	}
	if idem != nil {
		return nil, idem.write(p.echo.Response())
	}
	return p.answer(response)
}

// certain commits a write that changes nothing. The act that is answered again may have been committed by a database
// whose standby has not confirmed it yet, and whose client has given up waiting: it is visible, and would be lost if
// that node failed. A commit is confirmed after all earlier ones, so that the client may rely on the answer.
func (p *passage) certain(table authzdb.Answers) error {
	ctx := p.echo.Request().Context()
	if table == authzdb.PlatformAnswers {
		return tenantdb.Global(ctx, p.gate.DB, nil, func(tx tenantdb.GlobalTx) error {
			tx.Defer(table.Touch)
			return nil
		})
	}
	return tenantdb.In(ctx, p.gate.DB, p.call.Tenant.ID, nil, func(tx tenantdb.Tx) error {
		tx.Defer(table.Touch)
		return nil
	})
}

// answer sets the headers that the handler left, and answers a read with 304 if the caller has the representation
// already.
func (p *passage) answer(response any) (any, error) {
	header := p.echo.Response().Header()
	for name, value := range p.call.headers {
		header.Set(name, value)
	}
	if p.call.Unchanged() {
		return nil, p.echo.NoContent(304)
	}
	return response, nil
}

// record is an entry that a call leaves for the audit.
type record struct {
	subject, reason string
	before, after   []byte
}

// queueRecords queues the audit record and the facts, which lock the counter of
// the log: it comes last.
func (c *Call) queueRecords(b *tenantdb.Batch) {
	authzdb.AddAudit(b, authzdb.Audit{
		At: c.Now, Account: tenantdb.Optional(c.Principal.Account), Operation: c.Operation.ID, Event: tenantdb.Optional(c.about()),
		Subject: c.audit.subject, Reason: c.audit.reason, Before: c.audit.before, After: c.audit.after, RequestID: c.RequestID,
		WhileClosed: c.Operation.WhileClosed,
	})
	if len(c.facts) > 0 {
		facts := make([]authzdb.Fact, len(c.facts))
		for i, h := range c.facts {
			facts[i] = h.Fact
		}
		authzdb.AddFacts(b, facts, c.Now)
	}
}

// about returns the event of the record of an act: the event of its address, or the one that the act has made or
// changed, if its facts concern one event alone.
func (c *Call) about() uuid.UUID {
	if c.target.Stage != uuid.Nil {
		return c.target.Stage
	}
	var event uuid.UUID
	for _, h := range c.facts {
		if h.Event == nil || event != uuid.Nil && event != *h.Event {
			return uuid.Nil
		}
		event = *h.Event
	}
	return event
}

// Check fails when an operation names a permission that no role carries: it
// would be refused to everybody; and when one is presumed that there is not.
func (g *Gate) Check() error {
	for id := range g.Presumes {
		if _, known := g.Operations[id]; !known {
			return fmt.Errorf("gate: the contract has no operation %s", id)
		}
	}
	for _, op := range g.Operations {
		if op.Permission == "" {
			continue
		}
		if err := g.Table.Require(authz.Permission(op.Permission)); err != nil {
			return fmt.Errorf("gate: operation %s: %w", op.ID, err)
		}
	}
	return nil
}
