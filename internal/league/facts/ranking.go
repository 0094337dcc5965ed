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
	Readings         map[string]string // those that differ from the ruleset's own
	// Counted are the kinds of events that count, National those whose points are national; no kind
	// is both.
	Counted  []string
	National []string
	// Games are the games whose events count, and whose points are national; nil for all.
	Games []PlayedGame
	// FromDay and UntilDay are the first and the last day of the events that count; "" sets no
	// limit.
	FromDay  rules.Day
	UntilDay rules.Day
	Revision int64
	// Form is the version of the stored keys of its players, 0 if there are none; Rebuilt is the
	// revision at which they were last rebuilt.
	Form      int
	Rebuilt   int64
	CreatedBy uuid.UUID
	CreatedAt time.Time
}

// PlayedGame is the game that an event plays, as its ruleset names it, with the variant, such as an
// expansion. In a ranking, no variant stands for all of them.
type PlayedGame struct {
	Game    string `json:"game"`              // "I coloni di Catan"
	Variant string `json:"variant,omitempty"` // "seafarers"
	// Title is the name of the variant in the language of its ruleset, "Marinai"; "" without a
	// variant.
	Title string `json:"title,omitempty"`
}

// RankingOpening holds the figures that a player brought along when a ranking began to be kept here.
type RankingOpening struct {
	PlayerID league.PlayerID
	Number   int      // of the player's openings, from 1: the last counts
	Figures  []string // exact numbers, parallel to the columns of the ruleset; nil: revoked
	National string
	Reason   string
}

// AddOpenings adds up the openings of two records of one person. It returns an error for a figure
// that is no number.
func AddOpenings(a, b RankingOpening) (RankingOpening, error) {
	sum := func(x, y string) (string, error) {
		one, err := league.ParseFrac(x)
		if err != nil {
			return "", err
		}
		other, err := league.ParseFrac(y)
		return one.Add(other).String(), err
	}
	out := RankingOpening{PlayerID: a.PlayerID, Number: max(a.Number, b.Number), Figures: make([]string, len(a.Figures)), Reason: a.Reason + "; " + b.Reason}
	var err error
	for i := range a.Figures {
		if out.Figures[i], err = sum(a.Figures[i], b.Figures[i]); err != nil {
			return out, err
		}
	}
	out.National, err = sum(a.National, b.National)
	return out, err
}

// EventPosting records that an event was posted to a ranking, or removed from it.
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

// Posting is the gain of a player from an event.
type Posting struct {
	PlayerID league.PlayerID
	Place    int      // in the final order; 0 for none
	Figures  []string // as those of an opening
	// Penalties are the penalties whose points are included in the figures; nil if there are none.
	Penalties []PostedPenalty
}

// PostedPenalty is a penalty in points that stood when its event was posted.
type PostedPenalty struct {
	Round     int    `json:"round"`     // during or after which it was given
	Points    string `json:"points"`    // exact, mostly less than 0
	Code      string `json:"code"`      // of the event's regulation, "SQ00"
	Paragraph string `json:"paragraph"` // of the penalty
}

// RankedPosting is a posting that counts, with its event.
type RankedPosting struct {
	EventID  league.EventID
	Number   int // of the event in the ranking, from 1: more than 1 if it was posted again
	National bool
	Day      rules.Day
	StartsAt time.Time
	Posting
}

// EventValidity is a decision that an event outside of seasons is void, or counts after all (D003-15).
type EventValidity struct {
	Number int // of the event's decisions, from 1: the last counts
	Valid  bool
	Reason string
}
