package authz

import (
	"errors"
	"strings"
)

// The two kinds of refusal: 401 and 403.
var (
	ErrSignInRequired = errors.New("sign in")
	ErrForbidden      = errors.New("forbidden")
)

// Refusal is a decision that refused, as an error. It is [ErrSignInRequired] or
// [ErrForbidden] to errors.Is.
type Refusal struct {
	Permission Permission
	Reason     Reason
	Needs      []Role // roles that would have allowed it
}

// Err returns nil if the decision allowed, otherwise a [*Refusal].
func (d Decision) Err() error {
	if d.Allowed {
		return nil
	}
	return &Refusal{Permission: d.Permission, Reason: d.Reason, Needs: d.Needs()}
}

// Error returns the name of the refused act and the roles that may do it, in the words of policy.csv.
func (r *Refusal) Error() string {
	var b strings.Builder
	if r.Permission != "" {
		b.WriteString(string(r.Permission) + ": ")
	}
	b.WriteString(string(r.Reason))
	for i, role := range r.Needs {
		switch {
		case i == 0:
			b.WriteString(", needs role ")
		case i == len(r.Needs)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(string(role))
	}
	return b.String()
}

// Unwrap is the kind of the refusal.
func (r *Refusal) Unwrap() error {
	if r.Reason == ReasonSignInRequired {
		return ErrSignInRequired
	}
	return ErrForbidden
}
