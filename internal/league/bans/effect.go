package bans

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
)

// Barred reports whether a ban keeps somebody from an event (CN09 1.5, BG 1.1.7). A ruleset
// that does not heed bans takes no notice of them.
func Barred(s *officiating.Situation, known *officiating.Background, player league.PlayerID) bool {
	return slices.ContainsFunc(s.Excludes(known, player, nil), func(g league.Grounds) bool { return g.Reason == string(rules.Banned) })
}

// Cancels finds the entry that a ban takes from somebody, and why: in an event that has not
// started, if they still wait for it. Otherwise it is nil: an event that has begun goes on
// with them, unless they are expelled there.
func Cancels(s *officiating.Situation, known *officiating.Background, player league.PlayerID) (*facts.Entry, league.Grounds) {
	i := slices.IndexFunc(s.Entries, func(e facts.Entry) bool { return e.PlayerID == player && e.Waits() })
	if i < 0 || s.Event.Started() || s.Event.State == facts.Cancelled || !Barred(s, known, player) {
		return nil, league.Grounds{}
	}
	return &s.Entries[i], qualify.Exclusions(s.Rules, []rules.ExclusionReason{rules.Banned})[0]
}
