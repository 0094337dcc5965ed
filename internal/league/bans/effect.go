package bans

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
)

// Barred reports whether a ban keeps a player out of an event (CN09 1.5, BG 1.1.7). It is false if
// the ruleset does not apply bans.
func Barred(s *officiating.Situation, known *officiating.Background, player league.PlayerID) bool {
	return slices.ContainsFunc(s.Excludes(known, player, nil), func(g league.Grounds) bool { return g.Reason == string(rules.Banned) })
}

// Cancels returns the entry that a ban cancels, and the reason. It returns nil if the player has no
// waiting entry, or if the event has started or is cancelled: in a started event the player
// continues unless expelled there.
func Cancels(s *officiating.Situation, known *officiating.Background, player league.PlayerID) (*facts.Entry, league.Grounds) {
	i := slices.IndexFunc(s.Entries, func(e facts.Entry) bool { return e.PlayerID == player && e.Waits() })
	if i < 0 || s.Event.Started() || s.Event.State == facts.Cancelled || !Barred(s, known, player) {
		return nil, league.Grounds{}
	}
	return &s.Entries[i], qualify.Exclusions(s.Rules, []rules.ExclusionReason{rules.Banned})[0]
}
