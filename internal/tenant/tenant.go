// Package tenant holds the nouns of tenancy: a federation or a club that uses
// the platform, whose people and events nobody else's people see.
package tenant

import (
	"errors"
	"time"

	"github.com/google/uuid"
)

// Kind distinguishes federations and clubs.
type Kind string

// The kinds of tenants.
const (
	Federation Kind = "federation" // runs seasons, sanctions events of clubs
	Club       Kind = "club"       // hosts stages, runs events of its own
)

// ErrNotFound says that there is no tenant by that slug or id.
var ErrNotFound = errors.New("no such tenant")

// Tenant is one federation or club.
type Tenant struct {
	ID   uuid.UUID
	Slug string // in addresses; never changes
	Name string
	Kind Kind
	// Languages it publishes in, the first by default: en, it, bg.
	Languages []string
	CreatedAt time.Time
	Version   int
	// DeleteAt is the moment from which on its data are deleted, of a tenant that is closed; nil for all others.
	DeleteAt *time.Time
}
