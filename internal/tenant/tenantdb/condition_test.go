package tenantdb_test

import (
	"testing"
	"time"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// The database reports by how much a clock differs from its own, in either direction, and that archiving does not
// fail if it is off.
func TestCondition(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.Open(t, tenantdbtest.Create(t))
	for _, off := range []time.Duration{-time.Hour, 0, time.Hour} {
		c, err := tenantdb.AskCondition(t.Context(), db, func() time.Time { return time.Now().Add(off) })
		if err != nil || (c.Ahead-off).Abs() > time.Minute || c.ArchiveFails {
			t.Errorf("a clock that is off by %v: %+v, %v", off, c, err)
		}
	}
	db.Close()
	if _, err := tenantdb.AskCondition(t.Context(), db, time.Now); err == nil {
		t.Error("a database that is away says something")
	}
}
