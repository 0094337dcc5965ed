package planning

import (
	"maps"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Chosen is a ruleset with its stored version and the readings chosen.
type Chosen struct {
	Rules    *rules.Ruleset
	Version  facts.RulesetVersion
	Readings map[string]string
}

// RequireSeason refuses a ruleset without a season part, by [league.Faults].
func (c Chosen) RequireSeason() error {
	if c.Rules.Season == nil {
		return league.Faults{WithoutSeason(c.Rules)}
	}
	return nil
}

// InForceFrom returns the record that a season is played by the ruleset from a moment on.
func (c Chosen) InForceFrom(now time.Time, ordinal int, reason string) facts.SeasonRuleset {
	out := facts.SeasonRuleset{Ordinal: ordinal, VersionID: c.Version.ID, Readings: c.Readings, Reason: reason, DecidedAt: now}
	if out.Readings == nil {
		out.Readings = map[string]string{}
	}
	return out
}

// GoOnBy continues the season by another ruleset, and returns the records of the former and the new
// one. It returns [league.Faults] if the ruleset has no season part, and a [league.StateError] if
// it is in force already with the same readings.
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

// plays reports whether a season's ruleset is a given version with given readings.
func plays(in facts.SeasonRuleset, version uuid.UUID, readings map[string]string) bool {
	return in.VersionID == version && maps.Equal(in.Readings, readings)
}

// Follows reports whether an event is played by the ruleset of its season; an event for which
// another was chosen keeps its own when the season's changes.
func Follows(e facts.Event, in facts.SeasonRuleset) bool {
	return plays(in, e.RulesetVersionID, e.Readings)
}

// WithRuleset returns an event of the season that has not started with the ruleset now in force,
// and the faults that it then has: with faults, it keeps its own ruleset. Finals are those of the
// season.
func (s *Setup) WithRuleset(e facts.Event, finals []facts.SeasonFinal) (facts.Event, league.Faults) {
	a, in := AnnouncementOf(e), s.InForce()
	e.RulesetVersionID, e.Readings = in.VersionID, in.Readings
	a.Apply(&e, s.Rules)
	return e, append(a.Check(s.Rules, e), s.Refusals(e, s.Rules, finals)...)
}
