package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// Distinction is the fact that two similar records of the register belong to two people, or the
// revocation of that. Of the facts about a pair the latest counts.
type Distinction struct {
	OneID     league.PlayerID // the lower id of the two
	OtherID   league.PlayerID
	Number    int  // of the facts about the pair, from 1
	TwoPeople bool // false: revoked
	Reason    string
	DecidedBy uuid.UUID // account
	DecidedAt time.Time
}

// TwoPeople lists the pairs of kept records that were declared to be two people, in either order.
type TwoPeople [][2]league.PlayerID

// Are reports whether two records were declared to be two people.
func (t TwoPeople) Are(one, other league.PlayerID) bool {
	for _, pair := range t {
		if pair == [2]league.PlayerID{one, other} || pair == [2]league.PlayerID{other, one} {
			return true
		}
	}
	return false
}
