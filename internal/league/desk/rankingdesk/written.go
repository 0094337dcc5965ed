package rankingdesk

import (
	"fmt"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// Writer writes rows for readers of one kind, so that they can be kept as they are written.
type Writer struct {
	// Form names everything about the reader on which a row depends. It is called again once the database has
	// answered, because only then the reader is known for certain.
	Form func() string
	// Rows writes rows of a ranking, parallel to them.
	Rows func(Ranking, []Row) ([][]byte, error)
}

// Written returns, as [Desk.Page] does, a page of the current ranking in the order of the ranking, with written
// rows in place of [Page.Rows]. Rows that were written at this revision before are neither loaded nor written
// again: then the only statement compares the revision, and the reader is checked in the same round trip.
func (d Desk) Written(door tenantdb.Door, id league.RankingID, a Ask, by Writer) (Page, [][]byte, error) {
	for range attempts {
		form := by.Form()
		out, w, err := d.find(door, id, a, form, nil)
		if err != nil {
			return Page{}, nil, err
		}
		if by.Form() != form {
			continue
		}
		rows, err := w.rows(door)
		if err != nil {
			return Page{}, nil, err
		}
		fresh, err := by.Rows(out.Ranking, rows)
		if err != nil {
			return Page{}, nil, err
		}
		return out, w.complete(door, form, fresh), nil
	}
	return Page{}, nil, fmt.Errorf("ranking %s: who reads it changes: %w", id, tenantdb.ErrBusy)
}

// memory keeps parts of a ranking that has been opened, beside its order.
type memory struct {
	desk *desk.Desk
	// used reports that a part of the answer comes from this memory; checked reports that the revision was read
	// after the ranking had been opened, and is that of the ladder.
	used, checked bool
}

// memoryOf returns the memory of a current ranking; nil if nothing is cached for the door, or for such a
// reading.
func (d Desk) memoryOf(door tenantdb.Door, r *reading) *memory {
	if !desk.Recalls(door) || r.whole() || r.day() != "" {
		return nil
	}
	return &memory{desk: d.Desk}
}

// remembers reports whether the answer rests on the revision that was opened.
func (r *reading) remembers() bool { return r.memory != nil && r.memory.used }

// settled reports whether the ranking is known to be as it was opened, and a batch is empty.
func (r *reading) settled(b *tenantdb.Batch) bool {
	return r.remembers() && r.memory.checked && b.Len() == 0
}

// stood reports whether the ranking is still as it was opened, so that everything read since belongs to its
// revision.
func (r *reading) stood() bool {
	return !r.whole() && r.day() == "" && r.ranking.Revision == r.ladder.Ranking.Revision
}

func (r *reading) rowsPlace(form string) desk.RowsPlace {
	return desk.RowsPlace{Ranking: r.ranking.ID, Revision: r.ladder.Ranking.Revision, Form: form}
}

// recall takes the rows that are kept as written in a form, and leaves the other lines.
func (w *writing) recall(door tenantdb.Door, form string) {
	w.written = make([]desk.WrittenRow, len(w.lines))
	for i, l := range w.lines {
		w.written[i] = desk.WrittenRow{Position: l.Position, Player: l.Player}
	}
	m := w.now.memory
	if m == nil || form == "" {
		return
	}
	m.desk.RecallRows(door, w.now.rowsPlace(form), w.written)
	var left []line
	for i, l := range w.lines {
		if w.written[i].Text == nil {
			left = append(left, l)
		}
	}
	m.used = m.used || len(left) < len(w.lines)
	w.lines = left
}

// complete puts freshly written rows, which are parallel to the lines, in their places on the page, and keeps them.
func (w *writing) complete(door tenantdb.Door, form string, fresh [][]byte) [][]byte {
	made := make([]desk.WrittenRow, len(fresh))
	for i, l := range w.lines {
		made[i] = desk.WrittenRow{Position: l.Position, Player: l.Player, Text: fresh[i]}
	}
	if w.now.stood() {
		w.now.desk.RememberRows(door, w.now.rowsPlace(form), made)
	}
	rows := make([][]byte, len(w.written))
	for i, r := range w.written {
		if r.Text == nil {
			r.Text, fresh = fresh[0], fresh[1:]
		}
		rows[i] = r.Text
	}
	return rows
}

// person finds the person, named by a record, who is to be in the middle of the page, and, if the ranking is in
// memory, the key by which they stand.
func (w *writing) person(door tenantdb.Door, record league.PlayerID) (*league.PlayerID, error) {
	b := &tenantdb.Batch{}
	m := w.now.memory
	if m == nil {
		leaguedb.LoadKept(b, &w.around.Person, record)
		err := door.Send(b)
		return &w.around.Person, err
	}
	if s, known := m.desk.RecallStanding(door, w.now.personPlace(record)); known {
		m.used, w.around = true, s
		return &w.around.Person, nil
	}
	var found leaguedb.PlayerKey
	var revision int64
	leaguedb.LoadStanding(b, &found, w.now.ranking.ID, record)
	leaguedb.LoadRankingRevision(b, &revision, w.now.ranking.ID)
	err := door.Send(b)
	w.around = desk.Standing{Person: found.PlayerID, Key: string(found.Key)}
	m.checked = revision == w.now.ladder.Ranking.Revision
	return &w.around.Person, err
}

// findKey finds the key of the person who is to be in the middle of the page, unless it is known.
func (w *writing) findKey(door tenantdb.Door) (err error) {
	if w.around.Key == "" {
		w.around.Key, err = w.keyOf(door, w.around.Person)
	}
	return err
}

func (r *reading) personPlace(record league.PlayerID) desk.PersonPlace {
	return desk.PersonPlace{Ranking: r.ranking.ID, Revision: r.ladder.Ranking.Revision, Record: record}
}

// rememberStanding caches the position of a person named by a record.
func (r *reading) rememberStanding(door tenantdb.Door, record league.PlayerID, s desk.Standing) {
	if s.Key != "" && r.stood() {
		r.desk.RememberStanding(door, r.personPlace(record), s)
	}
}
