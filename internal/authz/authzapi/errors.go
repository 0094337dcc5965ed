package authzapi

import (
	"errors"
	"fmt"
	"time"
)

// Refusals of this package. Test for them with errors.Is.
var (
	// ErrCredentials: nobody has this address with this password.
	ErrCredentials = errors.New("authzapi: address or password wrong")
	// ErrNotConfirmed: the password is right, the address not yet confirmed.
	ErrNotConfirmed = errors.New("authzapi: address not confirmed")
	// ErrSuspended: the password is right, the account suspended.
	ErrSuspended = errors.New("authzapi: account suspended")
	// ErrPassword: the current password given with a new one is not it.
	ErrPassword = errors.New("authzapi: current password wrong")
	// ErrTooMany: too many attempts; see [TooManyError] for how long to wait.
	ErrTooMany = errors.New("authzapi: too many attempts")
	// ErrScope: a region or event without its id, or one the tenant does not have.
	ErrScope = errors.New("authzapi: no such scope")
	// ErrUntil: a role would end before it begins.
	ErrUntil = errors.New("authzapi: ends in the past")
	// ErrLastManager: the tenant would be left without a championship manager.
	ErrLastManager = errors.New("authzapi: last championship manager")
)

// TooManyError is [ErrTooMany] with the time after which to try again.
type TooManyError struct{ Wait time.Duration }

// Error names the time to wait.
func (e *TooManyError) Error() string { return fmt.Sprintf("%v: wait %s", ErrTooMany, e.Wait) }

// Unwrap is ErrTooMany.
func (e *TooManyError) Unwrap() error { return ErrTooMany }
