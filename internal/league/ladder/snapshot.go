package ladder

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"referto/internal/counted"
	"referto/internal/league"
	"referto/internal/league/ranking"
)

// Snapshot is the order of a ranking and its hall at one moment. It never changes; all
// methods are safe for concurrent use.
type Snapshot struct {
	tree   *counted.Tree // the ranking, then the hall
	ranked int           // players of the ranking
}

// Place is the place of a player in the ranking or in the hall.
type Place struct {
	Position int // from 0
	Rank     int // from 1, shared by all players of one key
	Player   league.PlayerID
	Key      string
}

// Change is that a player has another key. "" is none: somebody who was not in the ranking,
// or is no more.
type Change struct {
	Player        league.PlayerID
	Before, After string
}

// ErrUnlike says that changes do not continue a snapshot.
var ErrUnlike = errors.New("ladder: the changes do not continue the snapshot")

// Build makes a snapshot of players with their keys, in any order. Those that come in the
// order of the list cost least.
func Build(items []counted.Item) (*Snapshot, error) {
	tree, err := counted.Build(items)
	if err != nil {
		return nil, fmt.Errorf("ladder: %w", err)
	}
	return of(tree), nil
}

func of(tree *counted.Tree) *Snapshot {
	return &Snapshot{tree, tree.Rank(ranking.InRanking) - 1}
}

// With is the snapshot after some changes, which are in the order in which they were made;
// one player may have several. The error is [ErrUnlike] where somebody had another key
// before than a change says, and the snapshot has to be made anew.
func (s *Snapshot) With(changes []Change) (*Snapshot, error) {
	if len(changes) == 0 {
		return s, nil
	}
	all := make(map[league.PlayerID]Change, len(changes))
	for _, c := range changes {
		if earlier, again := all[c.Player]; again {
			if earlier.After != c.Before {
				return nil, ErrUnlike
			}
			c.Before = earlier.Before
		}
		all[c.Player] = c
	}
	gone, come := make([]counted.Item, 0, len(all)), make([]counted.Item, 0, len(all))
	for player, c := range all {
		if c.Before == c.After {
			continue
		}
		if c.Before != "" {
			gone = append(gone, counted.Item{Key: c.Before, ID: player.UUID})
		}
		if c.After != "" {
			come = append(come, counted.Item{Key: c.After, ID: player.UUID})
		}
	}
	tree, err := s.tree.With(gone, come)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnlike, err)
	}
	return of(tree), nil
}

// Bytes is the memory that the snapshot holds, with all that it shares with others.
func (s *Snapshot) Bytes() int { return s.tree.Bytes() }

// Players is the number of players in the ranking, or in the hall.
func (s *Snapshot) Players(hall bool) int {
	if hall {
		return s.tree.Len() - s.ranked
	}
	return s.ranked
}

// Page lists n players from a position on. What lies before the list or behind it is left
// out: a page at -1 of three has the first two.
func (s *Snapshot) Page(hall bool, from, n int) []Place {
	to := min(from+n, s.Players(hall))
	from = max(from, 0)
	if from >= to {
		return nil
	}
	above := s.above(hall)
	places := make([]Place, 0, to-from)
	for row := range s.tree.Page(above+from, to-from) {
		places = append(places, Place{row.Position - above, row.Rank - above, league.PlayerID{UUID: row.ID}, row.Key})
	}
	return places
}

// Find is the position of a player with a key, and whether they stand there; if not, where
// they would.
func (s *Snapshot) Find(key string, player league.PlayerID) (position int, found bool) {
	position, found = s.tree.Position(counted.Item{Key: key, ID: player.UUID})
	return position - s.above(InHall(key)), found
}

// Rank is the rank that players with this key share, or would share.
func (s *Snapshot) Rank(key string) int { return s.tree.Rank(key) - s.above(InHall(key)) }

// InHall reports whether who has a key is in the hall.
func InHall(key string) bool { return key < ranking.InRanking }

// above is the number of players of the list before this one.
func (s *Snapshot) above(hall bool) int {
	if hall {
		return s.ranked
	}
	return 0
}

// Ordinal is a key that says nothing but a rank, for those whose careers have no keys.
func Ordinal(hall bool, rank int) string {
	list := ranking.InRanking
	if hall {
		list = ranking.InHall
	}
	return string(binary.BigEndian.AppendUint32([]byte(list), math.MaxUint32-uint32(rank)))
}
