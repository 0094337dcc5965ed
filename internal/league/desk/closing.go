package desk

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"

	"referto/internal/league/facts"
	"referto/internal/league/frozen"
	"referto/internal/league/leaguedb"
	"referto/internal/league/planning"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// errNotAsClosed reports that the stored state of a closed season differs from the state derived when it was
// closed: no register is better than a wrong one.
var errNotAsClosed = errors.New("the register is not the one that was closed")

// keptState loads the derived state that was stored when a season was closed, with the records of people
// resolved by the aliases. It returns nil for a season that is not closed, or that was closed before this form
// of storage existed. A merge changes nothing of the stored state: it only changes which person is behind a
// record.
func keptState(door tenantdb.Door, s facts.Season, aliases facts.Aliases) (*season.State, error) {
	if s.State != planning.SeasonClosed {
		return nil, nil
	}
	var c *facts.SeasonClosing
	b := &tenantdb.Batch{}
	leaguedb.LoadSeasonClosing(b, &c, s.ID)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	if c == nil {
		return nil, nil
	}
	if digest := sha256.Sum256(c.Document); !bytes.Equal(digest[:], c.Digest) {
		return nil, fmt.Errorf("closed as version %d: %w", c.Version, errNotAsClosed)
	}
	state, err := frozen.Thaw(c.Document)
	if err == nil && len(aliases) > 0 {
		state = state.Persons(aliases.Of)
	}
	return &state, err
}
