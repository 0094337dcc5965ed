package desk

import (
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/recent"
	"referto/internal/tenant/tenantdb"
)

// Rows of a ranking are kept as they were written, and where people stand in it. All of it
// follows from the revision of the ranking, which whoever changes a name, a club or a figure
// that a row shows counts on in the same transaction. What is kept is used only by who reads in
// the same request that the revision is still that one.

// RowPlace names the row at a position of a ranking, from 0, at a revision, in a form: the
// language, and which names the reader may read.
type RowPlace struct {
	Ranking  league.RankingID
	Revision int64
	Form     string
	Position int
}

// PersonPlace names somebody by any record of theirs, in a ranking at a revision.
type PersonPlace struct {
	Ranking  league.RankingID
	Revision int64
	Record   league.PlayerID
}

// Standing is a person with the key by which they stand in a ranking; "" in none of its lists.
type Standing struct {
	Person league.PlayerID
	Key    string
}

// of is a place within a tenant: ids of another may be the same.
type of[P comparable] struct {
	tenant uuid.UUID
	place  P
}

// What is kept of rankings beside their order is bounded: rows by their bytes, some hundred
// thousand of them, and people by their number, in some 10 MB.
const (
	mostRowBytes = 64 << 20
	mostStanding = 50_000
)

// rows keeps them. It is safe for concurrent use.
type rows struct {
	written  *recent.Cache[of[RowPlace], []byte]
	standing *recent.Cache[of[PersonPlace], Standing]
}

func newRows(most int) *rows {
	const around = 340 // the key, and the place in the cache
	return &rows{
		written:  recent.Sized(most, func(_ of[RowPlace], row []byte) int { return cap(row) + around }),
		standing: recent.New[of[PersonPlace], Standing](mostStanding),
	}
}

// Recalls reports whether a door may be answered from what is kept: it sees what was
// committed, and nothing else.
func Recalls(door tenantdb.Door) bool {
	_, reading := door.(*tenantdb.Reader)
	return reading && door.Tenant() != uuid.Nil
}

// RecallRow is a row as it was written, nil where it is not kept.
func (d *Desk) RecallRow(door tenantdb.Door, place RowPlace) []byte {
	row, _ := d.rows.written.Get(of[RowPlace]{door.Tenant(), place})
	return row
}

// RememberRow keeps a written row, which must be that of the revision.
func (d *Desk) RememberRow(door tenantdb.Door, place RowPlace, row []byte) {
	if Recalls(door) {
		d.rows.written.Put(of[RowPlace]{door.Tenant(), place}, row)
	}
}

// RecallStanding returns a kept place in the standings.
func (d *Desk) RecallStanding(door tenantdb.Door, place PersonPlace) (Standing, bool) {
	return d.rows.standing.Get(of[PersonPlace]{door.Tenant(), place})
}

// RememberStanding keeps where somebody stands, which must be so at the revision.
func (d *Desk) RememberStanding(door tenantdb.Door, place PersonPlace, s Standing) {
	if Recalls(door) {
		d.rows.standing.Put(of[PersonPlace]{door.Tenant(), place}, s)
	}
}
