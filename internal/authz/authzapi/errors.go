package authzapi

import "errors"

// Refusals of this package. Test for them with errors.Is.
var (
	// ErrCredentials: no account has this address with this password.
	ErrCredentials = errors.New("authzapi: address or password wrong")
	// ErrNotConfirmed: the password is right, the address not yet confirmed.
	ErrNotConfirmed = errors.New("authzapi: address not confirmed")
	// ErrSuspended: the password is right, the account suspended.
	ErrSuspended = errors.New("authzapi: account suspended")
	// ErrPassword: the current password given with a new one is not it.
	ErrPassword = errors.New("authzapi: current password wrong")
	// ErrScope: a region or event without its id, or one the tenant does not have.
	ErrScope = errors.New("authzapi: no such scope")
	// ErrUntil: a role would end before it begins.
	ErrUntil = errors.New("authzapi: ends in the past")
	// ErrLastManager: the tenant would be left without a championship manager.
	ErrLastManager = errors.New("authzapi: last championship manager")
)
