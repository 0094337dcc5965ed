package bans

import (
	"slices"
	"strings"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// Refusals of an appeal and of a revocation that were made already: each is made once, and of
// two at the same moment one is refused.
var (
	ErrAppealed = league.NotNow("ban-appealed")
	ErrRevoked  = league.NotNow("exclusion-revoked")
)

// Appeal makes the case as it is when the person has said something to the decision that
// stands. Each ban is answered once.
func Appeal(ban facts.Ban, text string, now time.Time) (facts.Ban, error) {
	stands := ban.Stands()
	switch {
	case stands.Outcome == facts.NoBan:
		return ban, league.NotNow("no-ban-stands")
	case stands.AppealedAt != nil:
		return ban, ErrAppealed
	}
	stands.Appeal, stands.AppealedAt = strings.TrimSpace(text), &now
	ban.Decisions = slices.Clone(ban.Decisions)
	ban.Decisions[len(ban.Decisions)-1] = stands
	return ban, nil
}

// Revoke makes an exclusion as it is when it has ended, as if it had never been (CN09 1.5).
func Revoke(x facts.Exclusion, reason string, now time.Time) (facts.Exclusion, error) {
	if x.RevokedAt != nil {
		return x, ErrRevoked
	}
	x.RevokedAt, x.RevokedReason = &now, reason
	return x, nil
}
