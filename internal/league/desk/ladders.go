package desk

import (
	"sync"

	"github.com/google/uuid"

	"referto/internal/counted"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/ladder"
	"referto/internal/league/leaguedb"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/recent"
	"referto/internal/tenant/tenantdb"
)

// The order of a ranking is kept in memory once it has been requested; of many rankings, the most recently
// requested ones are kept. It is never trusted blindly: each reader loads the changes since then in the same
// round trip as everything else, and applies them.

// Ladder is a ranking in memory: its order after one of its changes.
type Ladder struct {
	Ranking facts.Ranking // as it was read then
	Kept
	// Day is the day at whose end this was the order; "" means now.
	Day rules.Day
	// Changed is the revision of the last change that it has.
	Changed int64
	*ladder.Snapshot
}

// ladderPlace names a kept ladder.
type ladderPlace struct {
	tenant  uuid.UUID
	ranking league.RankingID
	day     rules.Day
}

// mostLadderBytes bounds the memory of all ladders together: five of a million players.
const mostLadderBytes = 256 << 20

// ladders keeps them. It is safe for concurrent use.
type ladders struct {
	kept    *recent.Cache[ladderPlace, *Ladder]
	loading sync.Map // keys are ladderPlace: ladders that are being loaded
}

func newLadders(most int) *ladders {
	return &ladders{kept: recent.Sized(most, func(_ ladderPlace, l *Ladder) int { return l.size() })}
}

// size is the memory of a ladder, in bytes. Nodes shared with other ladders count in each.
func (l *Ladder) size() int {
	const around = 2 << 10 // the row, and its place in the cache
	return l.Bytes() + around
}

// Recall returns the ladder of a ranking that is in memory, nil if there is none. It was current once, and may
// have changed since.
func (d *Desk) Recall(door tenantdb.Door, id league.RankingID, day rules.Day) *Ladder {
	l, _ := d.ladders.kept.Get(ladderPlace{door.Tenant(), id, day})
	return l
}

// Remember keeps a ladder, unless a later one is kept already. Only committed data may be kept, never the view
// of a transaction.
func (d *Desk) Remember(door tenantdb.Door, l *Ladder) {
	if !Recalls(door) {
		return
	}
	d.ladders.kept.PutUnless(ladderPlace{door.Tenant(), l.Ranking.ID, l.Day}, l, func(known *Ladder) bool {
		return known.Ranking.Rebuilt > l.Ranking.Rebuilt || known.Ranking.Rebuilt == l.Ranking.Rebuilt && known.Changed > l.Changed
	})
}

// Forget drops the ladder of a ranking because it does not lead to the current order.
func (d *Desk) Forget(door tenantdb.Door, id league.RankingID, day rules.Day) {
	d.ladders.kept.Forget(ladderPlace{door.Tenant(), id, day})
}

// LoadAlone runs a function that loads a ladder, unless another caller is loading it: then it returns false,
// and the caller answers from the database meanwhile.
func (d *Desk) LoadAlone(door tenantdb.Door, id league.RankingID, load func() error) (alone bool, err error) {
	place := ladderPlace{tenant: door.Tenant(), ranking: id}
	if _, taken := d.ladders.loading.LoadOrStore(place, nil); taken {
		return false, nil
	}
	defer d.ladders.loading.Delete(place)
	return true, load()
}

// LoadLadder loads the current order of a ranking that has stored careers.
func (d *Desk) LoadLadder(door tenantdb.Door, r facts.Ranking, kept Kept) (*Ladder, error) {
	l := &Ladder{Ranking: r, Kept: kept}
	var items []counted.Item
	var keys []byte // of all, one behind the other
	var ends []int
	b := &tenantdb.Batch{}
	leaguedb.LoadRanking(b, &l.Ranking, r.ID)
	leaguedb.LoadLastChange(b, &l.Changed, r.ID, "")
	leaguedb.LoadKeys(b, r.ID, func(player [16]byte, key []byte) {
		items = append(items, counted.Item{ID: player})
		keys = append(keys, key...)
		ends = append(ends, len(keys))
	})
	if err := door.Send(b); err != nil {
		return nil, err
	}
	text, begin := string(keys), 0
	for i, end := range ends {
		items[i].Key, begin = text[begin:end], end
	}
	var err error
	if l.Snapshot, err = ladder.Build(items); err != nil {
		return nil, err
	}
	d.Remember(door, l)
	return l, nil
}

// Advanced returns a ladder after further changes. It returns [ladder.ErrUnlike] if the changes do not continue
// it.
func (l *Ladder) Advanced(r facts.Ranking, changes []facts.RankingChange) (*Ladder, error) {
	var list []ladder.Change
	for _, c := range changes {
		for i, player := range c.Players {
			list = append(list, ladder.Change{Player: player, Before: string(c.Before[i]), After: string(c.After[i])})
		}
	}
	next, err := l.With(list)
	if err != nil {
		return nil, err
	}
	out := *l
	out.Ranking, out.Snapshot, out.Changed = r, next, changes[len(changes)-1].Revision
	return &out, nil
}

// Derived returns the ladder of a ranking without stored careers, added up from everything posted to it up to a
// day; "" means now. Its keys express the order of the players and nothing else.
func Derived(r facts.Ranking, kept Kept, table ranking.Table, day rules.Day) (*Ladder, map[league.PlayerID]string, error) {
	keys := make(map[league.PlayerID]string, len(table.Ranking)+len(table.Hall))
	items := make([]counted.Item, 0, len(table.Ranking)+len(table.Hall))
	for hall, rows := range [][]ranking.Row{table.Ranking, table.Hall} {
		for _, row := range rows {
			key := ladder.Ordinal(hall == 1, row.Rank)
			items = append(items, counted.Item{Key: key, ID: row.Player.UUID})
			keys[row.Player] = key
		}
	}
	s, err := ladder.Build(items)
	return &Ladder{Ranking: r, Kept: kept, Day: day, Snapshot: s}, keys, err
}
