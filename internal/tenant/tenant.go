// Package tenant holds the nouns of tenancy. A tenant is a federation or a club that uses the platform; its people
// and events are invisible to other tenants.
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

// ErrNotFound means that there is no tenant by that slug or id.
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
	Logo
}

// Logo describes the pictures of a tenant's logo; the zero value is none.
type Logo struct {
	LogoDigest string // SHA-256 of both pictures, hexadecimal
	LogoAlt    string // description of the picture; "" uses the name of the tenant
	// LogoWidth and LogoHeight are the size of the larger picture, in pixels. The smaller has the same proportions.
	LogoWidth, LogoHeight int
}
