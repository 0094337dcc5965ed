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

// errNotAsClosed says that what was kept of a season is not what was derived when it
// was closed: better no register than a wrong one.
var errNotAsClosed = errors.New("the register is not the one that was closed")

// keptState loads what follows from the facts of a closed season, as it was kept when it was
// closed, about people; nil for a season that is not closed, or was before that was kept as it
// is now. A merge changes nothing of what is kept: it says who is behind a record.
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
