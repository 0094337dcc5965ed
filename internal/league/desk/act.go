package desk

import (
	"errors"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/logfact"
	"referto/internal/tenant/tenantdb"
)

// Act describes one deed of a person: the account, the time, the reach of their office, and the recorder of log
// and audit.
type Act struct {
	By  uuid.UUID // account; uuid.Nil where it is done by a link
	Now time.Time
	// Authority may be nil if the gate has checked all permissions that the act needs.
	Authority Authority
	// Record takes the fact for the tenant's log and the entry of the audit.
	Record Recorder
}

// Authority checks the reach of the office by which a person acts. It returns nil for a region that the office
// covers, and otherwise an error with the reason. The zero region stands for the whole tenant, which the
// championship manager's office covers.
//
// Call it only after the act has loaded something, because the gate learns the acting account with the first
// answer of the database.
type Authority func(region league.RegionID) error

// OwnAffair is the authority of people who act for themselves; it covers every region.
func OwnAffair(league.RegionID) error { return nil }

// errNoAuthority is returned if an act needs an authority and its handler has named none.
var errNoAuthority = errors.New("desk: an act without authority")

// Covers refuses a region that the office does not cover; without an authority it refuses every region.
func (a Authority) Covers(region league.RegionID) error {
	if a == nil {
		return errNoAuthority
	}
	return a(region)
}

// Everywhere reports whether the office covers all of the tenant.
func (a Authority) Everywhere() bool { return a.Covers(league.RegionID{}) == nil }

// Version is the state from which a change starts, counted from 0. A change that does not start from the
// current one is refused with [ErrStale].
type Version int

const (
	// AnyVersion equals any current version: a preview starts from it.
	AnyVersion Version = -1
	// NoVersion equals no version.
	NoVersion Version = -2
)

// Stale reports whether the current version is a different one.
func (v Version) Stale(now int) bool { return v != AnyVersion && v != Version(now) }

// Recorder keeps log and audit of an act; they are written with its commit.
type Recorder interface {
	// Log appends a fact about an event; about none with uuid.Nil.
	Log(event uuid.UUID, fact logfact.Fact)
	// Audit records a change and its reason, with the state before and after.
	Audit(subject, reason string, before, after any)
}

// Signed passes the name of the acting person, and whether they are shown by their initials, to a function that
// writes both where the event at hand shows them. The function runs when the act is committed, because the name
// is read with the commit.
func Signed(tx tenantdb.Tx, act Act, write func(name string, initials bool)) {
	if act.By == uuid.Nil { // done by a table itself
		return
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.LoadSigner(b, act.By, write) })
}
