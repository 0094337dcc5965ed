package bans

import (
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/qualify"
)

// Errors for those who would decide about a case in which they have a part. Test for them with errors.Is.
var (
	// ErrOwnExpulsion says that who expelled somebody does not decide what follows from it.
	ErrOwnExpulsion = errors.New("bans: own expulsion")
	// ErrOwnReport says that who reported that somebody has left does not decide what follows
	// from it.
	ErrOwnReport = errors.New("bans: own report")
)

// ErrUnknownSeason refuses a ban from the events of a season that does not exist.
var ErrUnknownSeason = fault("season", "unknown-season")

// Decision is a decision of the championship manager about a case (CN09 5.5).
type Decision struct {
	Outcome facts.BanOutcome
	qualify.Term
	Kinds  []string        // of events; nil is all of the tenant
	Season league.SeasonID // whose events; the zero id is none in particular
	Reason string
}

// Check refuses a ban without a beginning or with an end before it, and a term where nobody
// is banned.
func (d Decision) Check() error {
	switch {
	case d.Outcome == facts.Banned && d.From == "":
		return fault("from", "ban-begin-missing")
	case d.Outcome == facts.NoBan && d.limited():
		return fault("outcome", "no-ban-no-term")
	}
	return CheckTerm(d.Term)
}

// limited reports whether the decision says for how long, or from what.
func (d Decision) limited() bool {
	return d.From != "" || d.Until != "" || len(d.Kinds) > 0 || d.Season != league.SeasonID{}
}

// CheckTerm refuses a term that ends before it begins.
func CheckTerm(t qualify.Term) error {
	if t.Until != "" && t.Until < t.From {
		return fault("until", "ends-before-it-begins")
	}
	return nil
}

// fault refuses a member of a decision.
func fault(member, reason string) error {
	return league.Faults{{Field: "/" + member, Grounds: league.Grounds{Reason: reason}}}
}

// RequireUndecided refuses to open a second case about an expulsion or a leaving. Decided
// reports that there is one.
func RequireUndecided(about facts.Ban, decided bool) error {
	switch {
	case !decided:
		return nil
	case about.WithdrawalID != nil:
		return league.NotNow("leaving-decided")
	}
	return league.NotNow("expulsion-decided")
}

// RequireOther refuses who has a part in a case (CN09 5.5, BG 1.1.7): who expelled somebody
// or confirmed it, or who reported that they left. By are those accounts. Whom it is about
// is refused by others, for any decision about them.
func RequireOther(ban facts.Ban, by []uuid.UUID, account uuid.UUID) error {
	switch {
	case !slices.Contains(by, account):
		return nil
	case ban.WithdrawalID != nil:
		return ErrOwnReport
	}
	return ErrOwnExpulsion
}

// MayRevise refuses to lift a ban that does not stand.
func MayRevise(ban facts.Ban, d Decision) error {
	if d.Outcome == facts.NoBan && ban.Stands().Outcome == facts.NoBan {
		return league.NotNow("no-ban-stands")
	}
	return nil
}

// Decide makes the next decision of a case, which stands from then on. Title is that of the
// season whose events it is about.
func Decide(ban facts.Ban, d Decision, title string, now time.Time) facts.BanDecision {
	next := facts.BanDecision{
		BanID: ban.ID, Ordinal: len(ban.Decisions) + 1, Outcome: d.Outcome, Kinds: append([]string{}, d.Kinds...),
		FromDay: d.From, UntilDay: d.Until, Reason: d.Reason, DecidedAt: now,
	}
	if d.Season != (league.SeasonID{}) {
		next.SeasonID, next.Season = &d.Season, title
	}
	return next
}
