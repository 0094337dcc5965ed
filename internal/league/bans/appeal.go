package bans

import (
	"slices"
	"strings"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// ErrAppealed and ErrRevoked refuse an appeal or a revocation that was already made. Each is made
// once; of two at the same moment one is refused.
var (
	ErrAppealed = league.NotNow("ban-appealed")
	ErrRevoked  = league.NotNow("exclusion-revoked")
)

// Appeal adds the person's text to the decision in force and returns the case. A decision can be
// appealed once.
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

// Revoke ends an exclusion as if it had never existed (CN09 1.5).
func Revoke(x facts.Exclusion, reason string, now time.Time) (facts.Exclusion, error) {
	if x.RevokedAt != nil {
		return x, ErrRevoked
	}
	x.RevokedAt, x.RevokedReason = &now, reason
	return x, nil
}
