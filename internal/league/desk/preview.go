package desk

import (
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/officiating"
	"referto/internal/league/tournament"
	"referto/internal/logfact"
	"referto/internal/tenant/tenantdb"
)

// Preview is the outcome of an act that was done as a preview, and rolled back.
type Preview struct {
	// Before is the current event, After the event as the act would leave it. Neither revision is one that the
	// event has had.
	Before, After *officiating.Situation
	Change        tournament.Change
}

// Preview does an act, any use case of the desk, with all its consequences and refusals, and returns the event
// before and after it. The transaction must be one that is rolled back (tenantdb.Preview); the records that the
// act writes to log and audit are dropped.
func (d *Desk) Preview(tx tenantdb.Tx, act Act, id league.EventID, do func(Act) (*officiating.Situation, error)) (Preview, error) {
	before, err := d.Open(tx, id)
	if err != nil {
		return Preview{}, err
	}
	after, err := do(act.Unrecorded())
	if err != nil {
		return Preview{}, err
	}
	return Preview{Before: before, After: after, Change: tournament.Consequences(before.State, after.State)}, nil
}

// Unrecorded returns the act for a preview: the records that it writes to log and audit are dropped.
func (a Act) Unrecorded() Act {
	a.Record = nowhere{}
	return a
}

// nowhere drops the records of a preview.
type nowhere struct{}

// Log forgets the fact.
func (nowhere) Log(uuid.UUID, logfact.Fact) {}

// Audit forgets the entry.
func (nowhere) Audit(string, string, any, any) {}
