package baselinedb

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Stage is an event of a tenant.
type Stage struct{ Tenant, Event uuid.UUID }

// Act is the data that recording one result writes, besides keys: the values the
// baselines write too, so that their rows are as long as the product's.
type Act struct {
	Seats       json.RawMessage // of the result
	After       json.RawMessage // of the audit record
	Data        json.RawMessage // of the fact in the log
	Principal   string          // of the idempotency key
	Fingerprint []byte
	Header      json.RawMessage
	Body        []byte
}

// loadAct reads the rows that a stage's only recorded result has written.
func loadAct(ctx context.Context, super *pgxpool.Pool, s Stage) (Act, error) {
	var a Act
	err := super.QueryRow(ctx, `
		select r.seats, u.after, l.data, i.principal, i.fingerprint, i.header, i.body
		from league.results r
			join league.audit u on u.tenant_id = r.tenant_id and u.event_id = r.event_id and u.operation = 'RecordResult'
			join league.log l on l.tenant_id = r.tenant_id and l.event_id = r.event_id and l.kind = 'result.recorded'
			join league.idempotency i on i.tenant_id = r.tenant_id and i.operation = 'RecordResult'
		where r.tenant_id = $1 and r.event_id = $2`, s.Tenant, s.Event).
		Scan(&a.Seats, &a.After, &a.Data, &a.Principal, &a.Fingerprint, &a.Header, &a.Body)
	if err != nil {
		return a, fmt.Errorf("baselinedb: what a result writes: %w", err)
	}
	return a, nil
}

// Result is a result to be written down.
type Result struct {
	Stage
	Table   int
	Version int
	Ended   string
	By      int // declarer of victory
	Key     string
	Account uuid.UUID // the recording account
	At      time.Time
}

// Pipeline writes a result and everything the product writes with it (revision,
// audit record, fact in the log, remembered answer) in one round trip under
// row-level security. It returns the remembered answer.
func (db *DB) Pipeline(ctx context.Context, r Result) ([]byte, error) {
	a := &db.act
	b := &pgx.Batch{}
	b.Queue(`select set_config('app.tenant_id', $1, true)`, r.Tenant.String())
	b.Queue(`insert into league.results (event_id, round, table_number, version, ended, declared_by, seats, reason, entered_by, entered_at)
		values ($1, 1, $2, $3, $4, $5, $6, '', $7, $8)`, r.Event, r.Table, r.Version, r.Ended, r.By, a.Seats, r.Account, r.At)
	b.Queue(`update league.events set revision = revision + 1 where id = $1`, r.Event)
	b.Queue(`insert into league.audit (id, at, account_id, operation, event_id, subject, after, request_id)
		values ($1, $2, $3, 'RecordResult', $4, 'round 1 table 1', $5, $6)`,
		uuid.Must(uuid.NewV7()), r.At, r.Account, r.Event, a.After, r.Key)
	b.Queue(`with counter as (
			insert into league.log_counters (last) values (1)
			on conflict (tenant_id) do update set last = league.log_counters.last + 1 returning last)
		insert into league.log (sequence, at, kind, event_id, data)
		select counter.last, $1, 'result.recorded', $2, $3 from counter`, r.At, r.Event, a.Data)
	b.Queue(`insert into league.idempotency (principal, operation, key, fingerprint, status, header, body, created_at)
		values ($1, 'RecordResult', $2, $3, 201, $4, $5, $6)`, a.Principal, r.Key, a.Fingerprint, a.Header, a.Body, r.At)
	if err := db.app.SendBatch(ctx, b).Close(); err != nil {
		return nil, fmt.Errorf("pipeline: %w", err)
	}
	return a.Body, nil
}
