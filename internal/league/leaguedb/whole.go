package leaguedb

import (
	"fmt"

	"referto/internal/tenant/tenantdb"
)

// mostTears bounds how often something that keeps changing is loaded anew.
const mostTears = 10

// whole calls load until its rows are of one moment. A reading door sees one moment per batch anyway; each statement of a
// transaction sees what is committed when it begins, so that an act of somebody else between two of them would give a table of a
// round that is not there. Every act raises the revision with its commit: load returns the revision that its first statement has seen
// and the one that its last has. Those of a thing whose row the transaction holds are equal.
func whole(load func() (first, last int64, err error)) error {
	for range mostTears {
		first, last, err := load()
		if err != nil || first == last {
			return err
		}
	}
	return fmt.Errorf("leaguedb: changed %d times while it was loaded: %w", mostTears, tenantdb.ErrBusy)
}
