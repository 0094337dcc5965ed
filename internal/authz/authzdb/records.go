package authzdb

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/tenant/tenantdb"
)

// Audit is one act for the audit of a tenant.
type Audit struct {
	At            time.Time
	Account       *uuid.UUID // nil: the program itself
	Operation     string
	Event         *uuid.UUID
	Subject       string
	Reason        string
	Before, After []byte // JSON; nil: none
	RequestID     string
	// Refused is the reason for which the act was refused; "" where it was done.
	Refused string
	// WhileClosed permits the act in a tenant that is closed.
	WhileClosed bool
}

// AddAudit queues the record of an act. In a closed tenant it fails the transaction with a [tenant.ClosedError],
// unless the act is permitted there or was refused. The query for a deletion comes first because it costs half of
// calling the function, and most tenants have none.
func AddAudit(b *tenantdb.Batch, a Audit) {
	b.Queue(`insert into league.audit (id, at, account_id, operation, event_id, subject, reason, before, after, request_id, refused)
		select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 where $12 or not exists (select from platform.tenant_deletions d
			where d.tenant = platform.current_tenant() and d.withdrawn_at is null and d.done_at is null) or platform.insist_open()`,
		uuid.Must(uuid.NewV7()), a.At, a.Account, a.Operation, a.Event, a.Subject, a.Reason, a.Before, a.After, a.RequestID, a.Refused, a.WhileClosed || a.Refused != "")
}

// Fact is one fact for the log of a tenant.
type Fact struct {
	Kind  string
	Event *uuid.UUID
	Data  []byte // a JSON object of ids and numbers; nil: none
}

// nextNumber counts facts in the tenant's log; $1 is the number of them.
const nextNumber = `with counter as (
			insert into league.log_counters (last) values ($1)
			on conflict (tenant_id) do update set last = league.log_counters.last + $1 returning last)`

// AddFacts queues facts with the next numbers of the tenant's log. The counter
// is locked until the commit, so that the numbers have no gaps: queue this last,
// and writers of a tenant wait for each other only during the commit.
func AddFacts(b *tenantdb.Batch, facts []Fact, now time.Time) {
	if len(facts) == 1 { // most acts leave one: without arrays it costs the database a quarter less
		b.Queue(nextNumber+`
		insert into league.log (sequence, at, kind, event_id, data) select counter.last, $2, $3, $4, $5 from counter`,
			1, now, facts[0].Kind, facts[0].Event, facts[0].data())
		return
	}
	kinds, events, data := make([]string, len(facts)), make([]*uuid.UUID, len(facts)), make([]string, len(facts))
	for i, f := range facts {
		kinds[i], events[i], data[i] = f.Kind, f.Event, f.data()
	}
	b.Queue(nextNumber+`
		insert into league.log (sequence, at, kind, event_id, data)
		select counter.last - $1 + u.ordinal, $2, u.kind, u.event, u.data::jsonb
		from counter, unnest($3::text[], $4::uuid[], $5::text[]) with ordinality as u (kind, event, data, ordinal)`,
		len(facts), now, kinds, events, data)
}

// data returns the text that is stored of a fact's data.
func (f Fact) data() string {
	if f.Data == nil {
		return "{}"
	}
	return string(f.Data)
}
