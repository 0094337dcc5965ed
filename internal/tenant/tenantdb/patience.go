package tenantdb

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Timeouts of every connection: a statement that takes longer has gone wrong, and a wait for a lock is worth a retry
// by the caller, not a hanging request. Work that is not a request may have longer ones ([Unhurried]).
const (
	statementTimeout = 5 * time.Second
	lockTimeout      = 2 * time.Second
	idleInTxTimeout  = 5 * time.Second

	// waitForConnection is the time for which a request waits for a connection.
	waitForConnection = time.Second

	unhurriedStatements = 25 * time.Second
	unhurriedLocks      = 10 * time.Second
	unhurriedIdle       = 25 * time.Second
	unhurriedWait       = 20 * time.Second
)

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

type (
	purposeKey   struct{}
	unhurriedKey struct{}
	momentKey    struct{}
)

// For returns a context that names the purpose of its connections: an operation, a page, a kind of
// job. One purpose that hangs leaves connections to the others.
func For(ctx context.Context, purpose string) context.Context {
	return context.WithValue(ctx, purposeKey{}, purpose)
}

// Unhurried is the context of work that answers no request: its doors wait longer for a connection
// and a lock, and their statements may take longer.
func Unhurried(ctx context.Context) context.Context {
	return context.WithValue(ctx, unhurriedKey{}, true)
}

func unhurried(ctx context.Context) bool {
	is, _ := ctx.Value(unhurriedKey{}).(bool)
	return is
}

// OfOneMoment is the context of work that reads much and changes nothing: its transactions see the rows of one
// moment, however many statements they send.
func OfOneMoment(ctx context.Context) context.Context {
	return context.WithValue(ctx, momentKey{}, true)
}

// opening is the statement that opens a transaction of a context.
func opening(ctx context.Context) string {
	if is, _ := ctx.Value(momentKey{}).(bool); is {
		return "begin isolation level repeatable read read only"
	}
	return "begin isolation level read committed"
}

// line is a place at the pool and for how long its holder waits.
type line struct {
	slots   *slots
	purpose string
}

// queue takes a place at the pool for a context and bounds the waiting for a connection.
// The caller ends the bounded context and gives the place back.
func (db *DB) queue(ctx context.Context) (bounded context.Context, end context.CancelFunc, l line, err error) {
	wait := db.wait
	if unhurried(ctx) {
		wait = unhurriedWait
	}
	purpose, _ := ctx.Value(purposeKey{}).(string)
	l = line{db.slots, purpose}
	bounded, end = context.WithTimeout(ctx, wait)
	if err := db.slots.take(ctx, purpose, wait); err != nil {
		end()
		return nil, nil, l, err
	}
	return bounded, end, l, nil
}

// leave gives a place back. An error reports whether it was held in vain.
func (l line) leave(err error) { l.slots.giveBack(l.purpose, late(err)) }

// late reports whether an error means that a connection was held in vain: waiting for a lock, or until a deadline.
func late(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "55P03" || pg.Code == "57014") || errors.Is(err, context.DeadlineExceeded)
}

// unconnected is the error of a connection that was not to be had: that the time for it
// was over is no fault of the request's own deadline.
func unconnected(ctx context.Context, err error) error {
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w: no connection in time", ErrUnavailable)
	}
	return Translate(err)
}

// queueUnhurried lifts the timeouts for the transaction of an unhurried context.
func queueUnhurried(ctx context.Context, b *pgx.Batch) {
	if unhurried(ctx) {
		b.Queue(`select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true), set_config('idle_in_transaction_session_timeout', $3, true)`,
			milliseconds(unhurriedStatements), milliseconds(unhurriedLocks), milliseconds(unhurriedIdle))
	}
}

// PlanAnew queues a statement by which the connection discards its plans, so that each statement is planned again
// when it is next sent. It is for imports of so many rows that plans from the time when the tables were small would
// cost far more. Plans for the checks of foreign keys, dozens for each row, are then made once and not for every row.
func PlanAnew(b *pgx.Batch) { b.Queue(`discard plans`) }

// Connect opens a connection outside of the pools, which the caller closes with [Hangup]. It is for work that must
// neither wait for requests nor take a connection from them.
func (db *DB) Connect(ctx context.Context) (*pgx.Conn, error) {
	conn, err := db.leader.connect(ctx, db.alone)
	if err != nil {
		return nil, Translate(err)
	}
	return conn, nil
}

// goodbye is the time in which a connection that may be dead is closed.
const goodbye = time.Second

// Hangup closes a connection, even if its other end is gone.
func Hangup(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), goodbye)
	defer cancel()
	_ = conn.Close(ctx)
}
