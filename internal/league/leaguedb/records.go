package leaguedb

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/tenant/tenantdb"
)

// AuditRecord is one act as the audit keeps it.
type AuditRecord struct {
	ID        uuid.UUID
	At        time.Time
	Actor     string     // name; "" for the program itself
	AccountID *uuid.UUID // of the actor
	Operation string
	EventID   *uuid.UUID
	Subject   string
	Reason    string
	Before    json.RawMessage
	After     json.RawMessage
	RequestID string
	Refused   string // the reason; "" where the act was done
}

// AuditFilter narrows a list of acts; zero fields do not.
type AuditFilter struct {
	Event, Actor uuid.UUID
	Before       uuid.UUID // the last one seen
	Limit        int
}

// LoadAudit queues acts, the latest first.
func LoadAudit(b *pgx.Batch, out *[]AuditRecord, f AuditFilter) {
	sql, args := `select u.id, u.at, coalesce(a.name, '') as actor, u.account_id, u.operation, u.event_id, u.subject, u.reason, u.before, u.after, u.request_id, u.refused
		from league.audit u left join platform.accounts a on a.id = u.account_id where true`, []any{f.Limit}
	narrow := func(condition string, id uuid.UUID) {
		if id != uuid.Nil {
			args = append(args, id)
			sql += ` and ` + condition + ` $` + strconv.Itoa(len(args))
		}
	}
	narrow(`u.event_id =`, f.Event)
	narrow(`u.account_id =`, f.Actor)
	narrow(`u.id <`, f.Before)
	tenantdb.Many(b, out, sql+` order by u.id desc limit $1`, args...)
}

// EntryChange holds who changed an entry last, and when.
type EntryChange struct {
	Entry int
	Actor string // name; "" for the program itself, and for who has no account
	At    time.Time
}

// LoadLastChanges queues the last change of each of some entries of an event, alone or with others at once. An entry that
// nobody has changed is not among them.
func LoadLastChanges(b *pgx.Batch, out *[]EntryChange, event league.EventID, entries []int) {
	tenantdb.Many(b, out, `select n.entry, coalesce(a.name, '') as actor, c.at from unnest($2::integer[]) as n (entry)
		join lateral (select u.account_id, u.at from league.audit u where u.event_id = $1
			and (u.subject = 'entry ' || n.entry or u.subject like 'entries %' and u.after ? n.entry::text) order by u.id desc limit 1) c on true
		left join platform.accounts a on a.id = c.account_id order by n.entry`, event.UUID, entries)
}

// LogRecord is one fact of the tenant's log.
type LogRecord struct {
	Sequence int64
	At       time.Time
	Kind     string
	EventID  *uuid.UUID
	Data     json.RawMessage
}

// LogFilter narrows a list of facts; zero fields do not.
type LogFilter struct {
	After  int64  // sequence number of the last one seen
	Kind   string // a kind, or its first word for all that begin with it
	Event  uuid.UUID
	Except []string // first words of kinds of which none are listed
	Limit  int
}

// LoadLog queues facts in order.
func LoadLog(b *pgx.Batch, out *[]LogRecord, f LogFilter) {
	sql, args := `select sequence, at, kind, event_id, data from league.log where sequence > $1`, []any{f.After, f.Limit}
	narrow := func(condition string, value any) {
		args = append(args, value)
		sql += ` and ` + strings.ReplaceAll(condition, `$`, `$`+strconv.Itoa(len(args)))
	}
	switch {
	case strings.Contains(f.Kind, "."):
		narrow(`kind collate "C" = $`, f.Kind)
	case f.Kind != "": // a slash follows the point
		narrow(`kind collate "C" >= $ || '.' and kind collate "C" < $ || '/'`, f.Kind)
	}
	if f.Event != uuid.Nil {
		narrow(`event_id = $`, f.Event)
	}
	if len(f.Except) > 0 {
		narrow(`split_part(kind, '.', 1) <> all($::text[])`, f.Except)
	}
	tenantdb.Many(b, out, sql+` order by sequence limit $2`, args...)
}
