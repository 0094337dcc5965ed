package desk

import (
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/officiating"
	"referto/internal/league/tournament"
	"referto/internal/logfact"
	"referto/internal/tenant/tenantdb"
)

// Preview is the outcome of an act that was done to see it, and taken back.
type Preview struct {
	// Before is the event as it is, After as it would be. The revision of neither
	// is one that the event has had.
	Before, After *officiating.Situation
	Change        tournament.Change
}

// Preview does an act, any use case of the desk, with everything that it does and
// refuses, and returns the event before and after it. The transaction must be one
// that is taken back (tenantdb.Preview); what the act writes to log and audit
// goes nowhere.
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

// Unrecorded is the act in a preview: what it writes to log and audit goes
// nowhere.
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
