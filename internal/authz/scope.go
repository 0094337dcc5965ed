package authz

import "github.com/google/uuid"

// Scope is the kind of thing a grant reaches or an operation concerns; the
// contract names it by x-scope.
type Scope string

// The scopes, widest first.
const (
	ScopePlatform Scope = "platform"
	ScopeTenant   Scope = "tenant"
	ScopeRegion   Scope = "region"
	ScopeStage    Scope = "stage" // any single event
)

// scopeCount is the number of scopes; their indices run below it.
const scopeCount = 4

var scopes = [scopeCount]Scope{ScopePlatform, ScopeTenant, ScopeRegion, ScopeStage}

// Scopes returns every scope, widest first.
func Scopes() []Scope { return scopes[:len(scopes):len(scopes)] }

// Known reports whether s is one of the scopes, spelled exactly.
func (s Scope) Known() bool {
	_, ok := s.index()
	return ok
}

func (s Scope) index() (uint, bool) {
	switch s {
	case ScopePlatform:
		return 0, true
	case ScopeTenant:
		return 1, true
	case ScopeRegion:
		return 2, true
	case ScopeStage:
		return 3, true
	default:
		return 0, false
	}
}

// scopeSet is a set of scopes: bit i stands for scopes[i].
type scopeSet uint8

// has reports whether k is in the set. An unknown scope is in none.
func (s scopeSet) has(k Scope) bool {
	i, ok := k.index()
	return ok && s>>i&1 == 1
}

// Target is the thing that an operation concerns, with everything that contains it: a stage comes with its region (if
// it has one) and its tenant, so that grants over those reach it too. The zero value is the platform.
type Target struct {
	Tenant uuid.UUID
	Region uuid.UUID // uuid.Nil: not inside a region
	Stage  uuid.UUID // uuid.Nil: not inside a stage

	// Anywhere asks for less: a grant over the tenant or any region or stage of it will do. It is for data that stage
	// staff shares across the tenant, such as looking up a person in the register, and for lists that the use case
	// itself narrows to the reach of the grants.
	Anywhere bool

	// AnyRegion is between the two: a grant over the tenant or any region of it will do, one over a stage will not.
	// It is for data that the offices of a federation share but the staff of one event does not see, such as private
	// data of the register.
	AnyRegion bool
}
