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

// Act is the deed of a person: who does it, when, how far their office reaches, and where it is
// written down.
type Act struct {
	By  uuid.UUID // account; uuid.Nil where it is done by a link
	Now time.Time
	// Authority may be nil where the gate has decided all that is asked.
	Authority Authority
	// Record takes the fact for the tenant's log and the entry of the audit.
	Record Recorder
}

// Authority is the reach of the office by which somebody acts. It returns nil for a
// region that it covers, and why not for another. The zero region stands for all of the
// tenant, as the championship manager's office covers it.
//
// It must be asked after the act has loaded something, because the gate learns who acts
// with the first answer of the database.
type Authority func(region league.RegionID) error

// OwnAffair is the authority of people who act for themselves, in any region.
func OwnAffair(league.RegionID) error { return nil }

// errNoAuthority says that a handler has named no authority for an act that needs one.
var errNoAuthority = errors.New("desk: an act without authority")

// Covers refuses a region that the office does not cover; without an authority, each.
func (a Authority) Covers(region league.RegionID) error {
	if a == nil {
		return errNoAuthority
	}
	return a(region)
}

// Everywhere reports whether the office covers all of the tenant.
func (a Authority) Everywhere() bool { return a.Covers(league.RegionID{}) == nil }

// Version is the state of a thing that a change starts from, counted from 0. A change that
// starts from another than the one that stands is refused with [ErrStale].
type Version int

const (
	// AnyVersion is the one that stands, whichever that is: a preview starts from it.
	AnyVersion Version = -1
	// NoVersion never stands.
	NoVersion Version = -2
)

// Stale reports whether the version that stands now is another.
func (v Version) Stale(now int) bool { return v != AnyVersion && v != Version(now) }

// Recorder keeps log and audit of an act; they are written with its commit.
type Recorder interface {
	// Log appends a fact about an event; about none with uuid.Nil.
	Log(event uuid.UUID, fact logfact.Fact)
	// Audit records a change and its reason, with the state before and after.
	Audit(subject, reason string, before, after any)
}

// Signed has the name of who acts, and whether they are shown by the initials, written where
// the event at hand shows it: as the act is committed, because they are read with it.
func Signed(tx tenantdb.Tx, act Act, write func(name string, initials bool)) {
	if act.By == uuid.Nil { // done by a table itself
		return
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.LoadSigner(b, act.By, write) })
}
