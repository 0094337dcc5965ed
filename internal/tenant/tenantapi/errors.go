package tenantapi

import "errors"

// Refusals of this package. Test for them with errors.Is; the errors of packages tenant and registrydb are returned
// unchanged.
var (
	// ErrSlug: the slug reads like an id.
	ErrSlug = errors.New("tenantapi: slug reads like an id")
	// ErrSlugReserved: the slug would pass for the platform itself.
	ErrSlugReserved = errors.New("tenantapi: slug is reserved")
	// ErrSlugUnmade: no slug can be made from the name.
	ErrSlugUnmade = errors.New("tenantapi: no slug from the name")
	// ErrNotClub: only a club asks for affiliation.
	ErrNotClub = errors.New("tenantapi: not a club")
	// ErrNotFederation: only a federation can be asked.
	ErrNotFederation = errors.New("tenantapi: not a federation")
)
