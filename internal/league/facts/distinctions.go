package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// Distinction is the fact that two records of the register, which look like one person's, are
// of two people, or are not said to be any more. Of the facts about a pair the latest counts.
type Distinction struct {
	OneID     league.PlayerID // the lower id of the two
	OtherID   league.PlayerID
	Number    int  // of the facts about the pair, from 1
	TwoPeople bool // false: taken back
	Reason    string
	DecidedBy uuid.UUID // account
	DecidedAt time.Time
}

// TwoPeople are pairs of which somebody has said that they are two people, each by the ids of
// the records that are kept for the two, in either order.
type TwoPeople [][2]league.PlayerID

// Are reports whether that was said of two people.
func (t TwoPeople) Are(one, other league.PlayerID) bool {
	for _, pair := range t {
		if pair == [2]league.PlayerID{one, other} || pair == [2]league.PlayerID{other, one} {
			return true
		}
	}
	return false
}
