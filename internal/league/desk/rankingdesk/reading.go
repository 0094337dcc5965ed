package rankingdesk

import (
	"errors"
	"fmt"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// reading is a ranking opened for reading: in its current state, or in that at the end of a day.
type reading struct {
	places
	desk    *desk.Desk
	ranking Ranking // in its current state
	ladder  *desk.Ladder
	// gathered are the careers of all players if none are stored; otherwise nil.
	gathered map[league.PlayerID]desk.Gathered
	// memory holds the cached pages of the ranking at the revision of the ladder; nil if they must not be used.
	memory *memory
	// chosen reports that the players of the answer were chosen at the revision of the ladder: at the next one
	// other players may be in a club or a category, even if the order is the same.
	chosen bool
}

// day returns the day at whose end the ranking is read; "" means now.
func (r *reading) day() rules.Day { return r.ladder.Day }

// made returns a number that stays the same as long as keys keep their meaning: until careers are computed
// anew, and for a derived ranking during one revision.
func (r *reading) made() int64 {
	if r.gathered != nil {
		return -r.ladder.Ranking.Revision
	}
	return r.ladder.Ranking.Rebuilt
}

// attempts bounds how often a question is run again because of changes meanwhile.
const attempts = 10

// errMoved is returned if a ranking has changed while it was read.
var errMoved = errors.New("the ranking has changed")

// ask opens a ranking as of some days and runs a question on it, again if the ranking has changed meanwhile, so
// that the answer belongs to one revision, the current one. The question queues the loading of whatever it
// needs beside the order, and may be run several times.
func (d Desk) ask(door tenantdb.Door, id league.RankingID, days []rules.Day, question func([]*reading, *tenantdb.Batch) error) error {
	var ahead *desk.Ladder
	for attempt := range attempts {
		var open []*reading
		for _, day := range days {
			r, err := d.open(door, id, day, ahead)
			if errors.Is(err, errMoved) {
				break
			}
			if err != nil {
				return err
			}
			open = append(open, r)
		}
		if len(open) < len(days) {
			continue
		}
		if attempt == 0 && len(open) == 1 {
			open[0].memory = d.memoryOf(door, open[0])
		}
		b := &tenantdb.Batch{}
		refused := question(open, b)
		if refused != nil {
			b = &tenantdb.Batch{} // it may be right by now
		}
		settle := d.standing(b, id, open)
		if !open[0].settled(b) {
			if err := door.Send(b); err != nil {
				return err
			}
		}
		var moved bool
		if ahead, moved = settle(door); !moved && !errors.Is(refused, errMoved) {
			return refused
		}
	}
	return fmt.Errorf("ranking %s: %w: %w", id, errMoved, tenantdb.ErrBusy)
}

// open opens a ranking from memory, where it need not be current, or loads it. Ahead is a later state of
// today's ranking that is known already, or nil.
func (d Desk) open(door tenantdb.Door, id league.RankingID, day rules.Day, ahead *desk.Ladder) (*reading, error) {
	l := d.Recall(door, id, day)
	if day == "" && ahead != nil {
		l = ahead
	}
	if l != nil {
		return &reading{desk: d.Desk, places: inMemory{l.Snapshot}, ranking: Ranking{l.Ranking, l.Kept}, ladder: l}, nil
	}
	found, err := d.Find(door, id)
	if err != nil {
		return nil, err
	}
	if found.Form != desk.KeyForm {
		return d.derive(door, id, day)
	}
	l = &desk.Ladder{Ranking: found.Ranking, Kept: found.Kept}
	if day != "" {
		if l, err = d.past(door, found, day); err != nil {
			return nil, err
		}
		return &reading{desk: d.Desk, places: inMemory{l.Snapshot}, ranking: found, ladder: l}, nil
	}
	if _, acting := door.(tenantdb.Tx); acting { // the view of a transaction is never cached
		return &reading{desk: d.Desk, places: inDatabase{door, id}, ranking: found, ladder: l}, nil
	}
	alone, err := d.LoadAlone(door, id, func() (err error) {
		l, err = d.LoadLadder(door, found.Ranking, found.Kept)
		return err
	})
	if err != nil || !alone {
		return &reading{desk: d.Desk, places: inDatabase{door, id}, ranking: found, ladder: l}, err
	}
	return &reading{desk: d.Desk, places: inMemory{l.Snapshot}, ranking: found, ladder: l}, nil
}

// standing queues the check that rankings are still as they were opened. The returned function is called after
// the answers: it reports whether one has moved, and returns today's ladder with the changes applied if it is
// known.
func (d Desk) standing(b *tenantdb.Batch, id league.RankingID, open []*reading) func(tenantdb.Door) (ahead *desk.Ladder, moved bool) {
	if r := open[0]; r.remembers() && b.Len() == 0 {
		revision := r.ladder.Ranking.Revision
		if !r.settled(b) {
			leaguedb.LoadRankingRevision(b, &revision, id)
		}
		return func(tenantdb.Door) (*desk.Ladder, bool) {
			r.ranking.Ranking = r.ladder.Ranking
			return nil, revision != r.ladder.Ranking.Revision
		}
	}
	var now facts.Ranking
	changes, last := make([][]facts.RankingChange, len(open)), make([]int64, len(open))
	for i, r := range open {
		switch {
		case r.whole():
		case r.day() == "":
			leaguedb.LoadRankingChanges(b, &changes[i], id, r.ladder.Changed)
		default:
			leaguedb.LoadLastChange(b, &last[i], id, r.day())
		}
	}
	leaguedb.LoadRanking(b, &now, id)
	return func(door tenantdb.Door) (ahead *desk.Ladder, moved bool) {
		for i, r := range open {
			was := r.ladder.Ranking
			r.ranking.Ranking = now
			switch {
			case now.Form != was.Form || now.Rebuilt != was.Rebuilt || r.day() != "" && !r.whole() && last[i] != r.ladder.Changed:
				d.Forget(door, id, r.day())
				moved = true
			case r.whole() && now.Revision != was.Revision:
				moved = true
			case r.whole() || now.Revision == was.Revision:
			case len(changes[i]) > 0:
				moved = true
				if ahead = d.advance(door, r.ladder, now, changes[i]); ahead == nil {
					d.Forget(door, id, "")
				}
			case r.day() == "": // they stand where they stood, and show something else
				next := *r.ladder
				next.Ranking = now
				d.Remember(door, &next)
				moved = moved || r.remembers() || r.chosen
			}
		}
		return ahead, moved
	}
}

// whole reports whether the ranking was read at one revision as a whole and cannot be used at another.
func (r *reading) whole() bool { return r.ladder.Snapshot == nil || r.gathered != nil }

// advance applies changes to a ladder, keeps the result and returns it; nil if the changes do not continue the
// ladder, so that it has to be loaded anew.
func (d Desk) advance(door tenantdb.Door, l *desk.Ladder, now facts.Ranking, changes []facts.RankingChange) *desk.Ladder {
	next, err := l.Advanced(now, changes)
	if err != nil {
		return nil
	}
	d.Remember(door, next)
	return next
}

// derive adds up a ranking without stored careers from everything posted to it.
func (d Desk) derive(door tenantdb.Door, id league.RankingID, day rules.Day) (*reading, error) {
	loaded, err := d.load(door, id, day)
	if err != nil {
		return nil, err
	}
	l, keys, err := desk.Derived(loaded.Ranking.Ranking, loaded.Kept, loaded.Table, day)
	if err != nil {
		return nil, err
	}
	r := &reading{desk: d.Desk, places: inMemory{l.Snapshot}, ranking: loaded.Ranking, ladder: l, gathered: make(map[league.PlayerID]desk.Gathered, len(keys))}
	for _, rows := range [][]ranking.Row{loaded.Table.Ranking, loaded.Hall} {
		for _, row := range rows {
			g := desk.Gathered{Career: row.Career, Key: keys[row.Player]}
			if row.Since > 0 {
				g.Arrived.Event = loaded.Events[row.Since-1]
			}
			r.gathered[row.Player] = g
		}
	}
	return r, nil
}
