package desk

import (
	"sync"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/recent"
	"referto/internal/tenant/tenantdb"
)

// Written rows of a ranking and the positions of people in it are cached. All of this follows from the revision
// of the ranking, which is raised in the same transaction as any change of a name, club or figure that a row
// shows. A cached value is used only by readers who load in the same request that the revision is still the
// same.

// RowPlace names the row at a position of a ranking, from 0, at a revision, in a form: the language and the
// kind of names that the reader may read.
type RowPlace struct {
	Ranking  league.RankingID
	Revision int64
	Form     string
	Position int
}

// PersonPlace names a person, by any record of theirs, in a ranking at a revision.
type PersonPlace struct {
	Ranking  league.RankingID
	Revision int64
	Record   league.PlayerID
}

// Standing is a person with the key that gives their position in a ranking; "" in none of its lists.
type Standing struct {
	Person league.PlayerID
	Key    string
}

// of is a place within a tenant: another tenant may have the same ids.
type of[P comparable] struct {
	tenant uuid.UUID
	place  P
}

// ChosenPlace names the list of those players of a ranking or its hall who are in a club, in a year category,
// or both. A category consists of other people every year.
type ChosenPlace struct {
	Ranking  league.RankingID
	Hall     bool
	Club     league.ClubID // the zero one: of any, or of none
	Category string        // "": of any, or of none
	Year     int
}

// Chosen is such a list at a revision of the ranking, in the order of the ranking.
type Chosen struct {
	Revision int64
	Players  []leaguedb.PlayerKey
}

// The caches beside the order of rankings are bounded: rows by their bytes, some hundred thousand of them,
// lists of chosen players likewise, some half million of them, and people by their number, in some 10 MB.
const (
	mostRowBytes    = 64 << 20
	mostChosenBytes = 48 << 20
	mostStanding    = 50_000
)

// rows keeps them. It is safe for concurrent use.
type rows struct {
	written  *recent.Cache[of[RowPlace], []byte]
	standing *recent.Cache[of[PersonPlace], Standing]
	chosen   *recent.Cache[of[ChosenPlace], Chosen]
	loading  sync.Map // of[ChosenPlace]: a channel that is closed when the list has been loaded
}

func newRows(most int) *rows {
	const around = 340 // the key, and the place in the cache
	return &rows{
		written:  recent.Sized(most, func(_ of[RowPlace], row []byte) int { return cap(row) + around }),
		standing: recent.New[of[PersonPlace], Standing](mostStanding),
		chosen:   recent.Sized(mostChosenBytes, func(_ of[ChosenPlace], c Chosen) int { return c.size() + around }),
	}
}

// size is the memory of a list, in bytes. All keys of a ranking are of one length but for the halls of events.
func (c Chosen) size() int {
	if len(c.Players) == 0 {
		return 0
	}
	const one = 40 // the id, and where the key is
	return len(c.Players) * (one + cap(c.Players[0].Key))
}

// Recalls reports whether a door may be answered from the cache: a reading door, which sees committed data
// only.
func Recalls(door tenantdb.Door) bool {
	_, reading := door.(*tenantdb.Reader)
	return reading && door.Tenant() != uuid.Nil
}

// RecallRow returns a written row, nil if it is not cached.
func (d *Desk) RecallRow(door tenantdb.Door, place RowPlace) []byte {
	row, _ := d.rows.written.Get(of[RowPlace]{door.Tenant(), place})
	return row
}

// RememberRow caches a written row, which must belong to the revision.
func (d *Desk) RememberRow(door tenantdb.Door, place RowPlace, row []byte) {
	if Recalls(door) {
		d.rows.written.Put(of[RowPlace]{door.Tenant(), place}, row)
	}
}

// RecallStanding returns a kept place in the standings.
func (d *Desk) RecallStanding(door tenantdb.Door, place PersonPlace) (Standing, bool) {
	return d.rows.standing.Get(of[PersonPlace]{door.Tenant(), place})
}

// RememberStanding caches the position of a person, which must be the one at the revision.
func (d *Desk) RememberStanding(door tenantdb.Door, place PersonPlace, s Standing) {
	if Recalls(door) {
		d.rows.standing.Put(of[PersonPlace]{door.Tenant(), place}, s)
	}
}

// ChosenOf returns the list of chosen players of a ranking: the cached one if it has the given revision,
// otherwise the one that a function loads together with its revision. If many callers ask at once for a list
// that is not cached, one loads it and the others wait: loading a tenth of a large register takes longer than
// any page. A waiting caller holds no connection.
func (d *Desk) ChosenOf(door tenantdb.Door, place ChosenPlace, revision int64, load func() (Chosen, error)) (Chosen, error) {
	reader, reading := door.(*tenantdb.Reader)
	if !reading || !Recalls(door) {
		return load()
	}
	at := of[ChosenPlace]{door.Tenant(), place}
	for {
		if c, known := d.rows.chosen.Get(at); known && c.Revision == revision {
			return c, nil
		}
		done := make(chan struct{})
		others, taken := d.rows.loading.LoadOrStore(at, done)
		if !taken {
			return d.loadChosen(at, revision, done, load)
		}
		select {
		case <-others.(chan struct{}):
		case <-reader.Context().Done():
			return Chosen{}, reader.Context().Err()
		}
		if c, known := d.rows.chosen.Get(at); known && c.Revision > revision {
			return c, nil // the caller finds that the ranking has changed
		}
	}
}

// loadChosen loads a list while others wait, and caches it unless a later one is there. Another request may
// have finished loading after this one had looked: then there is nothing to load.
func (d *Desk) loadChosen(at of[ChosenPlace], revision int64, done chan struct{}, load func() (Chosen, error)) (Chosen, error) {
	defer close(done)
	defer d.rows.loading.Delete(at)
	if c, known := d.rows.chosen.Get(at); known && c.Revision == revision {
		return c, nil
	}
	c, err := load()
	if err == nil && c.Revision > 0 {
		d.rows.chosen.PutUnless(at, c, func(known Chosen) bool { return known.Revision > c.Revision })
	}
	return c, err
}
