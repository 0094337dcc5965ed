package leaguedb

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
)

// AuditRecord is one act as the audit keeps it.
type AuditRecord struct {
	ID        uuid.UUID
	At        time.Time
	Actor     string // name; "" for the program itself
	Operation string
	EventID   *uuid.UUID
	Subject   string
	Reason    string
	Before    json.RawMessage
	After     json.RawMessage
	RequestID string
}

// LoadAudit queues acts, the latest first, of one event or (uuid.Nil) of the
// tenant, before the act with an id (uuid.Nil: from the latest).
func LoadAudit(b *pgx.Batch, out *[]AuditRecord, event, before uuid.UUID, limit int) {
	sql := `select u.id, u.at, coalesce(a.name, '') as actor, u.operation, u.event_id, u.subject, u.reason, u.before, u.after, u.request_id
		from league.audit u left join platform.accounts a on a.id = u.account_id where `
	args := []any{limit}
	if event != uuid.Nil {
		sql += `u.event_id = $2 and `
		args = append(args, event)
	}
	if before != uuid.Nil {
		args = append(args, before)
		sql += map[int]string{2: `u.id < $2 and `, 3: `u.id < $3 and `}[len(args)]
	}
	tenantdb.Many(b, out, sql+`true order by u.id desc limit $1`, args...)
}

// LogRecord is one fact of the tenant's log.
type LogRecord struct {
	Sequence int64
	At       time.Time
	Kind     string
	EventID  *uuid.UUID
	Data     json.RawMessage
}

// LoadLog queues facts after a sequence number, in order.
func LoadLog(b *pgx.Batch, out *[]LogRecord, after int64, limit int) {
	tenantdb.Many(b, out, `select sequence, at, kind, event_id, data from league.log where sequence > $1 order by sequence limit $2`, after, limit)
}
