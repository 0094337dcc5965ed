package gate

import (
	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/recent"
)

// Standings caches the standings of recent callers, each by session and tenant. A cached standing is never trusted:
// each request reads the stamp of its caller, and reads the standing again if the stamp differs.
type Standings struct {
	kept *recent.Cache[visitor, *authzdb.Standing]
}

// visitor is a session in a tenant; in none with uuid.Nil.
type visitor struct{ account, session, tenant uuid.UUID }

// mostStandings bounds the cache, in standings and roles: some 10 MB.
const mostStandings = 50_000

// NewStandings returns an empty cache.
func NewStandings() *Standings {
	return &Standings{recent.Sized(mostStandings, func(_ visitor, s *authzdb.Standing) int { return 1 + len(s.Grants) })}
}

// recall returns the cached standing of a caller; nil for none.
func (s *Standings) recall(c *Call) *authzdb.Standing {
	if s == nil {
		return nil
	}
	known, _ := s.kept.Get(visitorOf(c))
	return known
}

// keep caches a caller whose session is valid.
func (s *Standings) keep(c *Call, standing *authzdb.Standing) {
	if s != nil && standing.Live(c.Now) {
		s.kept.Put(visitorOf(c), standing)
	}
}

func visitorOf(c *Call) visitor {
	return visitor{c.Principal.Account, c.Principal.Session, c.Tenant.ID}
}
