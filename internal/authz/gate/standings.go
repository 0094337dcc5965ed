package gate

import (
	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/recent"
)

// Standings are those of callers who were here lately, each by session and tenant. What
// is remembered is never believed: each request reads the stamp of its caller, and asks
// again where another stands.
type Standings struct {
	kept *recent.Cache[visitor, *authzdb.Standing]
}

// visitor is a session in a tenant; in none with uuid.Nil.
type visitor struct{ account, session, tenant uuid.UUID }

// mostStandings bounds what is remembered, in standings and roles: some 10 MB.
const mostStandings = 50_000

// NewStandings remembers nobody yet.
func NewStandings() *Standings {
	return &Standings{recent.Sized(mostStandings, func(_ visitor, s *authzdb.Standing) int { return 1 + len(s.Grants) })}
}

// recall returns what is remembered of a caller; nil for nothing.
func (s *Standings) recall(c *Call) *authzdb.Standing {
	if s == nil {
		return nil
	}
	known, _ := s.kept.Get(visitorOf(c))
	return known
}

// keep remembers a caller whose session stands.
func (s *Standings) keep(c *Call, standing *authzdb.Standing) {
	if s != nil && standing.Live(c.Now) {
		s.kept.Put(visitorOf(c), standing)
	}
}

func visitorOf(c *Call) visitor {
	return visitor{c.Principal.Account, c.Principal.Session, c.Tenant.ID}
}
