package authzdb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
)

// Answer is the remembered answer to one act under an Idempotency-Key.
type Answer struct {
	Principal, Operation, Key string
	Fingerprint               []byte // of the request
	Status                    int
	Header                    []byte // JSON
	Body                      []byte
}

// Answers is the table in which answers are remembered.
type Answers string

// The tables of remembered answers.
const (
	TenantAnswers   Answers = "league.idempotency"   // of acts in a tenant
	PlatformAnswers Answers = "platform.idempotency" // of acts outside of tenants
)

// Find queues the search for an earlier act under the key and calls found if there is one. An error of found is
// returned by the door. Until the transaction ends no other transaction gets past this point with the same key: a
// repeat that comes while the act is under way waits for its outcome.
func (t Answers) Find(b *tenantdb.Batch, principal, operation, key string, found func(Answer) error) {
	b.Queue(`select `+locked(`$1`), LockOf(principal, operation, key))
	b.Queue(`select fingerprint, status, header, body from `+string(t)+` where principal = $1 and operation = $2 and key = $3`,
		principal, operation, key).
		Query(func(rows pgx.Rows) error {
			for rows.Next() {
				a := Answer{Principal: principal, Operation: operation, Key: key}
				if err := rows.Scan(&a.Fingerprint, &a.Status, &a.Header, &a.Body); err != nil {
					return err
				}
				if err := found(a); err != nil {
					return err
				}
			}
			return rows.Err()
		})
}

// LockOf returns the name of the lock under which an act with a key is done: no other transaction gets past it until
// this one ends. A transaction that has not looked for an earlier act only waits there, because [Answers.Keep] fails
// if there was one.
func LockOf(principal, operation, key string) string {
	return principal + " " + operation + " " + key
}

// locked waits for the lock with the name in a parameter and takes it, as SQL.
func locked(name string) string { return `pg_advisory_xact_lock(hashtextextended(` + name + `, 0))` }

// Keep queues the storing of an answer.
func (t Answers) Keep(b *tenantdb.Batch, a Answer, now time.Time) {
	b.Queue(`insert into `+string(t)+` (principal, operation, key, fingerprint, status, header, body, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
		a.Principal, a.Operation, a.Key, a.Fingerprint, a.Status, a.Header, a.Body, now)
}

// Touch queues a write without effect, so that the commit of its transaction waits for standbys like the commit of
// any other write.
func (t Answers) Touch(b *tenantdb.Batch) {
	key := uuid.NewString()
	b.Queue(`insert into `+string(t)+` (principal, operation, key, fingerprint, status, header, body, created_at) values ('', '', $1, '', 0, '{}', '', now())`, key)
	b.Queue(`delete from `+string(t)+` where principal = '' and operation = '' and key = $1`, key)
}
