package tenant

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
)

// The times of a deletion.
const (
	// DeletionGrace is the time from the closing of a tenant to the deletion of its data. The database holds it too.
	DeletionGrace = 30 * 24 * time.Hour
	// AloneAfter is the time after which a tenant's only manager may confirm a deletion that they asked for
	// themselves.
	AloneAfter = 7 * 24 * time.Hour
	// AskedFor is the time for which a deletion that was asked for can be confirmed.
	AskedFor = 30 * 24 * time.Hour
	// SlugKept is the time for which no other tenant may take the short name of a deleted tenant, because links and
	// printed codes still lead to it.
	SlugKept = 365 * 24 * time.Hour
)

// Deletion is the deletion of a tenant: one manager asks for it; another confirms it, which closes the tenant; after
// the days of grace the data is deleted, unless a manager withdraws the deletion.
type Deletion struct {
	ID     uuid.UUID
	Slug   string
	Name   string
	Reason string
	Counts DeletionCounts
	// AskedBy is the account that asks, and Asker its name.
	AskedBy uuid.UUID
	Asker   string
	AskedAt time.Time
	// ClosedAt and DueAt are nil until the deletion is confirmed.
	ClosedAt, DueAt *time.Time
	// BegunAt is when the first row was deleted: then nothing leads back.
	BegunAt *time.Time
	// Managers are the accounts that manage the tenant now.
	Managers []uuid.UUID
}

// DeletionCounts are the numbers of things that are deleted with a tenant.
type DeletionCounts struct {
	Events   int `json:"events"`
	Seasons  int `json:"seasons"`
	Rankings int `json:"rankings"`
	Players  int `json:"players"`
	Photos   int `json:"photos"`
	// Accounts are people with an account who lose a role or a record.
	Accounts int `json:"accounts"`
}

// Why a step of a deletion is refused.
var (
	// ErrDeletionOpen: a deletion is asked for already.
	ErrDeletionOpen = errors.New("tenant: a deletion is asked for")
	// ErrNoDeletion: no deletion is asked for that could be confirmed or taken back.
	ErrNoDeletion = errors.New("tenant: no deletion is asked for")
	// ErrOwnDeletion: another manager has to confirm.
	ErrOwnDeletion = errors.New("tenant: another manager confirms")
	// ErrAloneTooSoon: the only manager confirms some days later.
	ErrAloneTooSoon = errors.New("tenant: the only manager confirms later")
	// ErrDeletionConfirmed: it is confirmed already.
	ErrDeletionConfirmed = errors.New("tenant: the deletion is confirmed")
	// ErrDeletionBegun: a deletion that has begun cannot be withdrawn.
	ErrDeletionBegun = errors.New("tenant: the deletion has begun")
	// ErrOtherName: the typed name is not the short name of the tenant.
	ErrOtherName = errors.New("tenant: another short name was typed")
)

// ErrClosed is the error for a tenant that is closed because it is to be deleted; it is returned as a [ClosedError].
var ErrClosed = errors.New("tenant: closed")

// ClosedError is [ErrClosed] with the moment from which on the data are deleted.
type ClosedError struct{ DeleteAt time.Time }

// Error names the moment.
func (e *ClosedError) Error() string {
	return fmt.Sprintf("tenant: closed, to be deleted at %s", e.DeleteAt.Format(time.RFC3339))
}

// Unwrap is [ErrClosed].
func (e *ClosedError) Unwrap() error { return ErrClosed }

// Closed reports whether the deletion is confirmed.
func (d *Deletion) Closed() bool { return d.ClosedAt != nil }

// Lapsed reports whether the deletion was not confirmed in time. A lapsed deletion has no effect.
func (d *Deletion) Lapsed(now time.Time) bool {
	return !d.Closed() && !now.Before(d.AskedAt.Add(AskedFor))
}

// Alone reports whether the manager who asked is the only manager.
func (d *Deletion) Alone() bool {
	return !slices.ContainsFunc(d.Managers, func(m uuid.UUID) bool { return m != d.AskedBy })
}

// ConfirmableFrom is the moment from which on an account may confirm; false where it never may.
func (d *Deletion) ConfirmableFrom(by uuid.UUID) (time.Time, bool) {
	switch {
	case d.Closed():
		return time.Time{}, false
	case by != d.AskedBy:
		return d.AskedAt, true
	case d.Alone():
		return d.AskedAt.Add(AloneAfter), true
	}
	return time.Time{}, false
}

// Confirm closes the tenant, by an account that manages it: another than the one that has asked, or the only one
// after [AloneAfter].
func (d *Deletion) Confirm(by uuid.UUID, now time.Time) error {
	from, may := d.ConfirmableFrom(by)
	switch {
	case d.Lapsed(now):
		return ErrNoDeletion
	case d.Closed():
		return ErrDeletionConfirmed
	case !may:
		return ErrOwnDeletion
	case now.Before(from):
		return ErrAloneTooSoon
	}
	due := now.Add(DeletionGrace)
	d.ClosedAt, d.DueAt = &now, &due
	return nil
}

// Withdraw takes the deletion back, which is possible until it begins.
func (d *Deletion) Withdraw(now time.Time) error {
	switch {
	case d.Lapsed(now):
		return ErrNoDeletion
	case d.BegunAt != nil:
		return ErrDeletionBegun
	}
	return nil
}
