package gate

import (
	"net/netip"
	"net/url"

	"github.com/google/uuid"

	"referto/internal/logfact"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// Enter continues the same transaction as the tenant, in a write that began outside of tenants: it founds the tenant,
// or accepts a role in it. From here on the call leaves facts and an audit record there like any write in a tenant,
// and they are committed together with the earlier changes.
func (c *Call) Enter(t tenant.Tenant) (tenantdb.Tx, error) {
	tx, err := c.Global().As(t.ID)
	if err != nil {
		return tenantdb.Tx{}, err
	}
	c.Tenant, c.tx = t, &tx
	return tx, nil
}

// Visit does the part of a write that concerns another tenant there, at the door
// that enter opens in the same transaction, and leaves a fact in its log and an entry
// in its audit, as the call leaves them in its own tenant. Where part finds nothing to
// do and records nothing, nothing is left there.
func (c *Call) Visit(enter func(part func(tenantdb.Tx) error) error, part func(tx tenantdb.Tx, records *Records) error) error {
	return enter(func(tx tenantdb.Tx) error {
		there := &Records{call: c}
		if err := part(tx, there); err != nil {
			return err
		}
		if there.touched {
			tx.Defer(there.queue)
		}
		return nil
	})
}

// VisitingDoor returns a reading door of another tenant. The calling code makes sure that the caller may read the
// rows there.
func (c *Call) VisitingDoor(tenant uuid.UUID) (tenantdb.Door, error) { return c.reader.Visit(tenant) }

// Records are log and audit of a visit.
type Records struct {
	call  *Call
	facts []happened
	audit record

	touched bool // something was recorded
}

// Log leaves a fact; see [Call.Log].
func (r *Records) Log(event uuid.UUID, fact logfact.Fact) {
	r.touched = true
	r.facts = append(r.facts, happen(event, fact))
}

// Audit describes a change; see [Call.Audit].
func (r *Records) Audit(subject, reason string, before, after any) {
	r.touched = true
	r.audit = record{subject: subject, reason: reason, before: encode(before), after: encode(after)}
}

// queue queues the records: the facts last, because their counter is locked.
func (r *Records) queue(b *tenantdb.Batch) {
	there := Call{Operation: r.call.Operation, Principal: r.call.Principal, Now: r.call.Now, RequestID: r.call.RequestID, facts: r.facts, audit: r.audit}
	there.queueRecords(b)
}

// Next sets the Link header to where the list goes on, and returns the cursor as
// it is for the answer's nextCursor. "" is the end of the list.
func (c *Call) Next(cursor string) string {
	if cursor == "" {
		return ""
	}
	query, _ := url.ParseQuery(c.query) // the contract has refused a malformed one
	query.Set("cursor", cursor)
	c.Header("Link", "<?"+query.Encode()+`>; rel="next"`)
	return cursor
}

// address parses the sender's address, as reported by the connection or a trusted proxy.
func address(text string) netip.Addr {
	a, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Addr{}
	}
	return a
}
