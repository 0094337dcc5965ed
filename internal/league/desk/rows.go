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

// RowsPlace names the written rows of a ranking at a revision, in a form: the language and the kind of names that
// the reader may read.
type RowsPlace struct {
	Ranking  league.RankingID
	Revision int64
	Form     string
}

// WrittenRow is the row of a player at a position of a ranking, from 0; without text if it is not cached.
type WrittenRow struct {
	Position int
	Player   league.PlayerID
	Text     []byte
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

// The caches beside the order of rankings are bounded: rows by their bytes, some million of them,
// lists of chosen players likewise, some half million of them, and people by their number, in some 10 MB.
const (
	mostRowBytes    = 128 << 20
	mostChosenBytes = 48 << 20
	mostStanding    = 50_000
)

// rows keeps them. It is safe for concurrent use.
type rows struct {
	written  *recent.Cache[of[blockPlace], *block]
	standing *recent.Cache[of[PersonPlace], Standing]
	chosen   *recent.Cache[of[ChosenPlace], Chosen]
	loading  sync.Map // of[ChosenPlace]: a channel that is closed when the list has been loaded
}

func newRows(most int) *rows {
	const around = 340 // the key, and the place in the cache
	return &rows{
		written:  recent.Sized(most, func(_ of[blockPlace], b *block) int { return b.size() + around }),
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

// RecallRows sets the texts of those rows that are cached.
func (d *Desk) RecallRows(door tenantdb.Door, place RowsPlace, rows []WrittenRow) {
	const usual = 400 // bytes of a row
	var last of[blockPlace]
	var known *block
	var text []byte // of all rows, one behind the other
	for i, r := range rows {
		if at := place.block(door, r.Position); i == 0 || at != last {
			last = at
			known, _ = d.rows.written.Get(at)
		}
		short := known.short(r.Position % blockRows)
		if len(short) == 0 {
			continue
		}
		if text == nil {
			text = make([]byte, 0, (len(rows)-i)*usual)
		}
		begin := len(text)
		text = lengthen(text, short, r)
		rows[i].Text = text[begin:len(text):len(text)]
	}
}

// RememberRows caches written rows, which must belong to the revision and be in the order of the ranking.
func (d *Desk) RememberRows(door tenantdb.Door, place RowsPlace, rows []WrittenRow) {
	if !Recalls(door) {
		return
	}
	for len(rows) > 0 {
		at, n := place.block(door, rows[0].Position), 1
		for n < len(rows) && place.block(door, rows[n].Position) == at {
			n++
		}
		known, _ := d.rows.written.Get(at)
		d.rows.written.Put(at, known.with(rows[:n]))
		rows = rows[n:]
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
