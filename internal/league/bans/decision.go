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

// ErrOwnExpulsion and ErrOwnReport refuse people who took part in a case and want to decide it.
// Test for them with errors.Is.
var (
	// ErrOwnExpulsion means that the referee who expelled a player may not decide on a ban for it.
	ErrOwnExpulsion = errors.New("bans: own expulsion")
	// ErrOwnReport means that the account that reported a player leaving may not decide on a ban
	// for it.
	ErrOwnReport = errors.New("bans: own report")
)

// ErrUnknownSeason refuses a ban from the events of an unknown season.
var ErrUnknownSeason = fault("season", "unknown-season")

// Decision is the championship manager's decision in a case (CN09 5.5).
type Decision struct {
	Outcome facts.BanOutcome
	qualify.Term
	Kinds  []string        // event kinds; nil means all of the tenant
	Season league.SeasonID // season whose events are banned; zero means none in particular
	Reason string
}

// Check refuses a ban without a first day, a ban that ends before it begins, and a term or scope
// when nobody is banned.
func (d Decision) Check() error {
	switch {
	case d.Outcome == facts.Banned && d.From == "":
		return fault("from", "ban-begin-missing")
	case d.Outcome == facts.NoBan && d.limited():
		return fault("outcome", "no-ban-no-term")
	}
	return CheckTerm(d.Term)
}

// limited reports whether the decision sets a term or a scope.
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

// fault returns a fault in a field of a decision.
func fault(member, reason string) error {
	return league.Faults{{Field: "/" + member, Grounds: league.Grounds{Reason: reason}}}
}

// RequireUndecided refuses a second case about an expulsion or a leaving. decided reports whether a
// case exists.
func RequireUndecided(about facts.Ban, decided bool) error {
	switch {
	case !decided:
		return nil
	case about.WithdrawalID != nil:
		return league.NotNow("leaving-decided")
	}
	return league.NotNow("expulsion-decided")
}

// RequireOther refuses an account that took part in the case (CN09 5.5, BG 1.1.7): one that ordered
// or confirmed the expulsion, or reported the leaving. by lists those accounts. The person
// concerned is refused elsewhere, for any decision about them.
func RequireOther(ban facts.Ban, by []uuid.UUID, account uuid.UUID) error {
	switch {
	case !slices.Contains(by, account):
		return nil
	case ban.WithdrawalID != nil:
		return ErrOwnReport
	}
	return ErrOwnExpulsion
}

// MayRevise refuses to lift a ban when none is in force.
func MayRevise(ban facts.Ban, d Decision) error {
	if d.Outcome == facts.NoBan && ban.Stands().Outcome == facts.NoBan {
		return league.NotNow("no-ban-stands")
	}
	return nil
}

// Decide returns the next decision of a case, which is in force from then on. title is the title of
// the season that the ban is limited to.
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
