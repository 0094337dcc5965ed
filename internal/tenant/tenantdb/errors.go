package tenantdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"

	"referto/internal/tenant"
)

// Errors of the doors. Test for them with errors.Is; the cause stays wrapped.
var (
	// ErrNotFound: no such row, or none of this tenant.
	ErrNotFound = errors.New("no such row")
	// ErrBusy: other transactions hold locks that this one needs, or it lost a race too often. Trying again later
	// helps.
	ErrBusy = errors.New("busy")
	// ErrUnavailable: the database does not answer, restarts or takes no writes.
	ErrUnavailable = errors.New("database unavailable")

	errLostRace = fmt.Errorf("lost a race: %w", ErrBusy)
)

// ConstraintError is the refusal of a row by a constraint. Callers decide by its name, which names the rule.
type ConstraintError struct {
	Name   string // of the constraint or unique index
	Unique bool   // the row exists already
	cause  error
}

// Error names the constraint.
func (e *ConstraintError) Error() string { return "constraint " + e.Name }

// Unwrap is the database's error.
func (e *ConstraintError) Unwrap() error { return e.cause }

// Violates reports whether err is the refusal by the named constraint.
func Violates(err error, constraint string) bool {
	var c *ConstraintError
	return errors.As(err, &c) && c.Name == constraint
}

// Translate turns the errors of pgx and gorm into the errors of this package; it returns an unknown error unchanged,
// and nil for nil.
func Translate(err error) error {
	var pg *pgconn.PgError
	var network *net.OpError
	var connect *pgconn.ConnectError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pgx.ErrNoRows), errors.Is(err, gorm.ErrRecordNotFound):
		return fmt.Errorf("%w: %w", ErrNotFound, err)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &pg):
		return translateState(pg, err)
	case errors.As(err, &connect), errors.As(err, &network), pgconn.SafeToRetry(err), pgconn.Timeout(err),
		errors.Is(err, io.ErrUnexpectedEOF): // the line has ended in the middle of an answer
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	default:
		return err
	}
}

// closedState is the state with which platform.insist_open fails the transaction of a tenant that is closed.
const closedState = "RT410"

func translateState(pg *pgconn.PgError, err error) error {
	switch pg.Code {
	case "40001", "40P01": // serialization failure, deadlock
		return fmt.Errorf("%w: %w", errLostRace, err)
	case "55P03", "57014": // lock timeout, statement timeout
		return fmt.Errorf("%w: %w", ErrBusy, err)
	case "23505", "23503", "23514", "23P01", "23502":
		return &ConstraintError{Name: pg.ConstraintName, Unique: pg.Code == "23505", cause: err}
	case closedState:
		deleteAt, parsed := time.Parse(time.RFC3339, pg.Detail)
		return errors.Join(&tenant.ClosedError{DeleteAt: deleteAt}, parsed)
	case "25006": // takes no writes
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	switch class := pg.Code[:min(len(pg.Code), 2)]; {
	case class == "08", class == "53", class == "58", // the line, space and memory, the machine
		// An error that ends the connection is no answer to a statement: logins are refused, the database stops, or
		// it has not heard from the program for too long.
		pg.SeverityUnlocalized == "FATAL", pg.SeverityUnlocalized == "PANIC":
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return err
}
