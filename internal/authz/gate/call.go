package gate

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/netip"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/authz/authzdb"
	"referto/internal/coding"
	"referto/internal/logfact"
	"referto/internal/quota"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// Call is one request on its way through the gate: the caller, the operation, and the door to the rows. It belongs to
// one request and one goroutine.
type Call struct {
	Operation openapi.Operation
	Principal authz.Principal
	Tenant    tenant.Tenant // zero for operations without one
	Now       time.Time     // when the request came, in whole microseconds
	RequestID string
	Language  string // of the answer: en, it, bg
	// Address is the origin of the request, for limits on guessing; the zero
	// Addr if that is not known.
	Address netip.Addr

	query     string // as it came
	named     string // by If-None-Match: what the caller has
	concerned uuid.UUID

	table    authz.Table
	contract map[string]openapi.Operation
	target   authz.Target
	standing *authzdb.Standing // nil until asked, and for anonymous callers
	// expected returns the cached standing of the caller, which may be outdated.
	expected func() *authzdb.Standing
	decision authz.Decision

	apart  func() error // identifies the caller of a write in a tenant
	reader *tenantdb.Reader
	tx     *tenantdb.Tx
	global *tenantdb.GlobalTx

	facts   []happened
	audit   record
	after   []func()
	headers map[string]string
	left    []quota.Left
}

type callKey struct{}

// From returns the call of a context that passed the gate. It panics on any
// other, which only an operation that bypassed the gate could have.
func From(ctx context.Context) *Call {
	c, ok := ctx.Value(callKey{}).(*Call)
	if !ok {
		panic("gate: an operation bypassed the gate")
	}
	return c
}

// Door is the door of the call's tenant, to read through.
func (c *Call) Door() tenantdb.Door {
	if c.tx != nil {
		return *c.tx
	}
	return c.reader
}

// Tx is the transaction of a write in a tenant.
func (c *Call) Tx() tenantdb.Tx {
	if c.tx == nil {
		panic("gate: " + c.Operation.ID + " is no write in a tenant")
	}
	return *c.tx
}

// Global is the transaction of a write outside tenants.
func (c *Call) Global() tenantdb.GlobalTx {
	if c.global == nil {
		panic("gate: " + c.Operation.ID + " is no write outside tenants")
	}
	return *c.global
}

// Account returns the account that acts; uuid.Nil when anonymous.
func (c *Call) Account() uuid.UUID { return c.Principal.Account }

// Concerns notes the account that a call is about before the caller has proven to be its owner, for the security log
// if the call is refused.
func (c *Call) Concerns(account uuid.UUID) { c.concerned = account }

// Suspect is the account that acts, or that the call is about; uuid.Nil for none that is known.
func (c *Call) Suspect() uuid.UUID {
	if account := c.Account(); account != uuid.Nil {
		return account
	}
	return c.concerned
}

// Name is the name of the caller, "" before the first statement was answered and for anonymous callers.
func (c *Call) Name() string {
	if c.standing == nil {
		return ""
	}
	return c.standing.Name
}

// Decision is the gate's; the zero Decision before the first statement was
// answered and for public operations.
func (c *Call) Decision() authz.Decision { return c.decision }

// Identify loads the caller's roles. Before the first answer of the database a caller has no role, so code that needs
// [Call.May] or [Call.Can] earlier calls this first. If the call is decided by the cache, the cached roles are used.
func (c *Call) Identify() error {
	if c.tx != nil && c.tx.Presumes() {
		return nil
	}
	return c.Door().Send(&tenantdb.Batch{})
}

// IdentifyApart is [Call.Identify] in a transaction of its own, before the transaction of a write has begun. It is
// for effects that are kept whatever the outcome of the call, such as counting a guess, and that a caller without the
// permission must not cause. No two connections are held for it.
func (c *Call) IdentifyApart() error { return c.apart() }

// May decides a further question about the call's target: whether the caller
// could also do this. False for anonymous callers and before the first
// statement was answered.
func (c *Call) May(p authz.Permission) bool {
	return c.Can(p, c.target).Allowed
}

// PermissionOf returns the permission that an operation of the contract asks for; "" for one that is public,
// or is none of it.
func (c *Call) PermissionOf(operation string) authz.Permission {
	return authz.Permission(c.contract[operation].Permission)
}

// KindOf returns the subject of an operation of the contract, which is its tag; "" for an unknown operation.
func (c *Call) KindOf(operation string) string { return c.contract[operation].Tag }

// OperationsBy lists the operations of the contract that a condition fits, in the order of their ids.
func (c *Call) OperationsBy(fits func(openapi.Operation) bool) []string {
	var ids []string
	for id, operation := range c.contract {
		if fits(operation) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// Can decides a question about another target of the same tenant.
func (c *Call) Can(p authz.Permission, target authz.Target) authz.Decision {
	return c.table.Can(c.subject(), p, target, c.Now)
}

// Reach returns the parts of the call's tenant over which the caller has a permission, for lists that are narrowed to
// them.
func (c *Call) Reach(p authz.Permission) authz.Reach {
	return c.table.Reach(c.subject(), p, c.Tenant.ID, c.Now)
}

// Expect returns the likely answer of [Call.Can], by the cached standing of the caller, before the database has
// answered, and the actual answer after that. It is for preparing data before the answer: before the data is shown,
// the question has to be asked again.
func (c *Call) Expect(p authz.Permission, target authz.Target) bool {
	s := c.subject()
	if c.standing == nil && c.expected != nil {
		if known := c.expected(); known != nil {
			s.Grants = known.Grants
		}
	}
	return c.table.Can(s, p, target, c.Now).Allowed
}

// Carriers are the roles that have a permission.
func (c *Call) Carriers(p authz.Permission) []authz.Role { return c.table.Carriers(p) }

// MayGrant decides whether the caller may give or take a role over a target.
func (c *Call) MayGrant(r authz.Role, over authz.Scope, target authz.Target) authz.Decision {
	return c.table.MayGrant(c.subject(), r, over, target, c.Now)
}

func (c *Call) subject() authz.Subject {
	s := authz.Subject{Principal: c.Principal}
	if c.standing != nil {
		s.Grants = c.standing.Grants
	}
	return s
}

// happened is a fact as the log stores it, and as the handler left it.
type happened struct {
	authzdb.Fact
	fact logfact.Fact
}

// happen encodes a fact at once, because its contents may change later. Types of facts are our own, so that a failure
// is a bug.
func happen(event uuid.UUID, fact logfact.Fact) happened {
	data, err := logfact.Encode(fact)
	if err != nil {
		panic(fmt.Sprintf("gate: %v", err))
	}
	return happened{authzdb.Fact{Kind: fact.Kind(), Event: tenantdb.Optional(event), Data: data}, fact}
}

// Log leaves a fact for the tenant's log, which numbers it with the commit. It is about
// the event; about none with uuid.Nil.
func (c *Call) Log(event uuid.UUID, fact logfact.Fact) {
	c.facts = append(c.facts, happen(event, fact))
}

// Logged iterates over the facts of one type that the call has left, in order, each with the event that it is about.
func Logged[F logfact.Fact](c *Call) iter.Seq2[uuid.UUID, F] {
	return func(yield func(uuid.UUID, F) bool) {
		for _, h := range c.facts {
			fact, is := h.fact.(F)
			if !is {
				continue
			}
			event := uuid.Nil
			if h.Event != nil {
				event = *h.Event
			}
			if !yield(event, fact) {
				return
			}
		}
	}
}

// Audit describes the change that was written, for the audit record that every write in a
// tenant leaves: the thing, why, and its state before and after (nil: none).
func (c *Call) Audit(subject, reason string, before, after any) {
	c.audit = record{subject: subject, reason: reason, before: encode(before), after: encode(after)}
}

// AfterCommit leaves a function to be called once the write is committed. It is dropped if the write fails.
func (c *Call) AfterCommit(fn func()) { c.after = append(c.after, fn) }

// ETag sets the answer's entity tag from a version.
func (c *Call) ETag(version string) { c.Header("ETag", `"`+version+`"`) }

// Conditional reports whether the caller of a read has an earlier answer, and wants another only if it differs.
func (c *Call) Conditional() bool { return c.named != "" && c.Operation.Reads() }

// Unchanged reports whether the caller of a read has the answer with the tag that [Call.ETag] has set. The gate then
// answers 304, whatever the handler returns: it may return nothing.
func (c *Call) Unchanged() bool {
	return c.Operation.Reads() && coding.Names(c.named, c.headers["ETag"])
}

// Header sets a header of the answer.
func (c *Call) Header(name, value string) { c.headers[name] = value }

// Left adds to the answer what is left of a quota. A replayed answer does not contain it.
func (c *Call) Left(of quota.Left) { c.left = append(c.left, of) }

// encode is v as JSON; nil stays nil. The values come from our own types, so a
// failure is a bug.
func encode(v any) []byte {
	if v == nil {
		return nil
	}
	raw, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("gate: %T cannot be recorded: %v", v, err))
	}
	return raw
}

// Target returns the target of the call: its tenant, and with an event its stage and region.
func (c *Call) Target() authz.Target { return c.target }
