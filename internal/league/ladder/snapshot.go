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

// Snapshot is the order of a ranking and its hall at one moment. It never changes; all methods are
// safe for concurrent use.
type Snapshot struct {
	tree   *counted.Tree // the ranking, then the hall
	ranked int           // players of the ranking
}

// Place is the place of a player in the ranking or in the hall.
type Place struct {
	Position int // from 0
	Rank     int // from 1; players with the same key share it
	Player   league.PlayerID
	Key      string
}

// Change is a change of a player's key. "" means no key: the player was not listed before, or is
// not listed after.
type Change struct {
	Player        league.PlayerID
	Before, After string
}

// ErrUnlike means that the changes do not continue the snapshot.
var ErrUnlike = errors.New("ladder: the changes do not continue the snapshot")

// Build returns a snapshot of players with their keys, in any order. Items in list order are
// fastest.
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

// With returns the snapshot after some changes, in the order in which they were made; one player
// may have several. It returns [ErrUnlike] if a player's key before a change differs from the one
// in the change; the caller must then build a new snapshot.
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

// Bytes returns the memory used by the snapshot, including parts shared with others.
func (s *Snapshot) Bytes() int { return s.tree.Bytes() }

// Players returns the number of players in the ranking, or in the hall.
func (s *Snapshot) Players(hall bool) int {
	if hall {
		return s.tree.Len() - s.ranked
	}
	return s.ranked
}

// Page lists n players starting at a position. Positions outside the list are left out: three from
// -1 gives the first two.
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

// Find returns the position of a player with a key, and whether the player is there. If not, it
// returns the position that the player would have.
func (s *Snapshot) Find(key string, player league.PlayerID) (position int, found bool) {
	position, found = s.tree.Position(counted.Item{Key: key, ID: player.UUID})
	return position - s.above(InHall(key)), found
}

// Rank returns the rank of the players with a key, or the rank that they would have.
func (s *Snapshot) Rank(key string) int { return s.tree.Rank(key) - s.above(InHall(key)) }

// InHall reports whether a key belongs to the hall.
func InHall(key string) bool { return key < ranking.InRanking }

// above returns the number of players in the lists before this one.
func (s *Snapshot) above(hall bool) int {
	if hall {
		return s.ranked
	}
	return 0
}

// Ordinal returns a key made from a rank only, for players whose careers have no keys.
func Ordinal(hall bool, rank int) string {
	list := ranking.InRanking
	if hall {
		list = ranking.InHall
	}
	return string(binary.BigEndian.AppendUint32([]byte(list), math.MaxUint32-uint32(rank)))
}
