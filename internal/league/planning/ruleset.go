package planning

import (
	"maps"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Chosen is a ruleset with the stored version of it and the readings by which it was read.
type Chosen struct {
	Rules    *rules.Ruleset
	Version  facts.RulesetVersion
	Readings map[string]string
}

// RequireSeason refuses a ruleset that says nothing of seasons, by [league.Faults].
func (c Chosen) RequireSeason() error {
	if c.Rules.Season == nil {
		return league.Faults{WithoutSeason(c.Rules)}
	}
	return nil
}

// InForceFrom makes the ruleset by which a season is played from a moment on.
func (c Chosen) InForceFrom(now time.Time, ordinal int, reason string) facts.SeasonRuleset {
	out := facts.SeasonRuleset{Ordinal: ordinal, VersionID: c.Version.ID, Readings: c.Readings, Reason: reason, DecidedAt: now}
	if out.Readings == nil {
		out.Readings = map[string]string{}
	}
	return out
}

// GoOnBy lets the season go on by another ruleset, and returns what was in force and what is
// now. It is refused by [league.Faults] where the ruleset says nothing of seasons, and by a
// [league.StateError] where it is in force already with the same readings.
func (s *Setup) GoOnBy(c Chosen, reason string, now time.Time) (was, is facts.SeasonRuleset, err error) {
	if err := c.RequireSeason(); err != nil {
		return was, is, err
	}
	was, is = s.InForce(), c.InForceFrom(now, len(s.Rulesets)+1, reason)
	if plays(was, is.VersionID, is.Readings) {
		return was, is, league.NotNow("season-ruleset-in-force")
	}
	s.Rules, s.Version, s.Rulesets = c.Rules, c.Version, append(s.Rulesets, is)
	return was, is, nil
}

// plays reports whether a season's ruleset is a version with readings.
func plays(in facts.SeasonRuleset, version uuid.UUID, readings map[string]string) bool {
	return in.VersionID == version && maps.Equal(in.Readings, readings)
}

// Follows reports whether an event is played by a ruleset of its season: where another was chosen
// for it, it keeps that when the season goes on by another.
func Follows(e facts.Event, in facts.SeasonRuleset) bool {
	return plays(in, e.RulesetVersionID, e.Readings)
}

// WithRuleset makes an event of the season, which has not started, as it is by the ruleset in
// force now, and lists what that refuses of it: then it keeps its own. Finals are those of the
// season.
func (s *Setup) WithRuleset(e facts.Event, finals []facts.SeasonFinal) (facts.Event, league.Faults) {
	a, in := AnnouncementOf(e), s.InForce()
	e.RulesetVersionID, e.Readings = in.VersionID, in.Readings
	a.Apply(&e, s.Rules)
	return e, append(a.Check(s.Rules, e), s.Refusals(e, s.Rules, finals)...)
}
