package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Ranking is a ranking of the players of a tenant over a lifetime. It is the row of
// league.rankings.
type Ranking struct {
	ID               league.RankingID
	Slug             string
	Title            string
	RulesetVersionID uuid.UUID
	Readings         map[string]string // that differ from the ruleset's own
	// Counted are the kinds of events that count, National those whose points are national
	// ones; no kind is both.
	Counted  []string
	National []string
	// FromDay and UntilDay are the days of the events that count; "" sets no limit.
	FromDay   rules.Day
	UntilDay  rules.Day
	Revision  int64
	CreatedBy uuid.UUID
	CreatedAt time.Time
}

// Takes reports whether an event of a kind on a day is posted to the ranking, and
// whether its points are national ones.
func (r Ranking) Takes(kind string, day rules.Day) (national, ok bool) {
	if r.FromDay != "" && day < r.FromDay || r.UntilDay != "" && day > r.UntilDay {
		return false, false
	}
	for _, k := range r.National {
		if k == kind {
			return true, true
		}
	}
	for _, k := range r.Counted {
		if k == kind {
			return false, true
		}
	}
	return false, false
}

// RankingOpening holds the figures that a player brought along when a ranking began to be kept here.
type RankingOpening struct {
	PlayerID league.PlayerID
	Number   int      // of what was recorded of the player, from 1: the last counts
	Figures  []string // exact numbers, parallel to the columns of the ruleset; nil: taken back
	National string
	Reason   string
}

// EventPosting tells that an event was posted to a ranking, or taken out of it.
type EventPosting struct {
	RankingID league.RankingID
	EventID   league.EventID
	Number    int // of the event in the ranking, from 1: the last counts
	Counts    bool
	National  bool
	Day       rules.Day // at the venue
	StartsAt  time.Time
	PostedAt  time.Time
}

// Posting holds the gain of a player from an event.
type Posting struct {
	PlayerID league.PlayerID
	Place    int      // in the final order; 0: none
	Figures  []string // as those of an opening
}

// RankedPosting is a posting that counts, with its event.
type RankedPosting struct {
	EventID  league.EventID
	National bool
	Day      rules.Day
	StartsAt time.Time
	Posting
}
