// Package tenantapi answers the operations on tenants: founding and changing
// them, their regions, and the affiliation of clubs with federations.
package tenantapi

import (
	"context"
	"time"

	"referto/internal/authz/gate"
	"referto/internal/cursor"
	"referto/internal/media"
	"referto/internal/media/blob"
	"referto/internal/outbox"
	"referto/internal/sealed"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
)

// Config holds everything that the handlers need. All fields are required.
type Config struct {
	// Tenants is the finder the gate uses too, so that a change is seen at once.
	Tenants *registrydb.Finder
	Cursors cursor.Codec
	Outbox  *outbox.Outbox
	// Studio makes the pictures of logos.
	Studio *media.Studio
	// Spend counts each tenant that the caller founds, and refuses when the limit is reached.
	Spend func(*gate.Call) error
	// Confirm asks the signed-in person for their password once more.
	Confirm func(ctx context.Context, call *gate.Call, typed string) error
	// Archiving counts an archive of the tenant of a call, and refuses one too many.
	Archiving func(*gate.Call) error
	// Files keeps the files of tenants, and Keys encrypt archives among them.
	Files blob.Store
	Keys  sealed.Keys
	DB    *tenantdb.DB
	Now   func() time.Time
}

// API are the handlers of the tag tenants.
type API struct{ Config }

// New makes the handlers.
func New(c Config) *API { return &API{c} }
