package planning

import (
	"cmp"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// KeptEvent is an event that stays the same when its season changes.
type KeptEvent struct {
	Event facts.Event
	Why   league.Faults // the season's present objections; none if it has a ruleset of its own
}

// The states of a season.
const (
	SeasonDraft   = "draft"   // visible to those who set it up
	SeasonRunning = "running" // public
	SeasonClosed  = "closed"  // public; its state is frozen
)

// Setup holds the settings of a season with the ruleset in force.
type Setup struct {
	facts.SeasonSetup
	Rules   *rules.Ruleset
	Version facts.RulesetVersion
}

// SeasonAnnouncement holds the settings of a season that can be changed.
type SeasonAnnouncement struct {
	Title     string
	Game      string
	PlaysFrom time.Time
	PlaysTo   time.Time
	FinalsBy  time.Time
	TimeZone  string          // zone of days that belong to no venue
	Champion  league.PlayerID // reigning champion; the zero id for none
	Contact   string
}

// WithoutSeason returns the fault of a ruleset without a season part.
func WithoutSeason(r *rules.Ruleset) league.Fault {
	return league.Fault{Field: "/ruleset", Grounds: r.Grounds("", "ruleset-without-season", "ruleset", r.ID)}
}

// Fill sets missing days and a missing time zone from the ruleset. Without regional finals,
// FinalsBy is the last day of the events.
func (a *SeasonAnnouncement) Fill(r *rules.Season) {
	fill := func(to *time.Time, day rules.Day) {
		if to.IsZero() {
			*to = day.Midnight()
		}
	}
	fill(&a.PlaysFrom, r.Calendar.From)
	fill(&a.PlaysTo, r.Calendar.To)
	fill(&a.FinalsBy, cmp.Or(r.Final.By, rules.DayOf(a.PlaysTo)))
	a.TimeZone = cmp.Or(a.TimeZone, r.Calendar.TimeZone, time.UTC.String())
}

// Announce sets the settings of the season. The champion is the player with the announced id, nil
// if there is none. It returns [league.Faults] for impossible settings.
func (s *Setup) Announce(a SeasonAnnouncement, champion *facts.PlayerName) error {
	to := &s.Season
	to.Title, to.Game, to.Contact = a.Title, a.Game, a.Contact
	to.PlaysFrom, to.PlaysTo, to.FinalsBy, to.TimeZone = a.PlaysFrom, a.PlaysTo, a.FinalsBy, a.TimeZone
	var faults league.Faults
	if !league.IsTimeZone(a.TimeZone) {
		faults = append(faults, league.Fault{Field: "/timeZone", Grounds: s.Rules.Grounds("", "unknown-time-zone", "zone", a.TimeZone)})
	}
	if to.PlaysTo.Before(to.PlaysFrom) {
		faults = append(faults, league.Fault{Field: "/playsTo", Grounds: s.Rules.Grounds(s.Rules.Season.Calendar.Paragraph, "ends-before-it-begins")})
	}
	if to.FinalsBy.Before(to.PlaysFrom) {
		faults = append(faults, league.Fault{Field: "/finalsBy", Grounds: s.Rules.Grounds(s.Rules.Season.Final.Paragraph, "ends-before-it-begins")})
	}
	if to.ChampionID, s.Champion = nil, nil; a.Champion != (league.PlayerID{}) {
		if champion == nil {
			faults = append(faults, league.Fault{Field: "/champion", Grounds: league.Grounds{Reason: "unknown-player"}})
		}
		to.ChampionID, s.Champion = &a.Champion, champion
	}
	return faults.OrNil()
}

// TakesPart reports whether a region takes part in the season.
func (s *Setup) TakesPart(region league.RegionID) bool {
	return slices.ContainsFunc(s.Regions, func(r facts.SeasonRegion) bool { return r.ID == region })
}

// InForce returns the ruleset by which the season is played now.
func (s *Setup) InForce() facts.SeasonRuleset { return s.Rulesets[len(s.Rulesets)-1] }

// SeasonAnnouncementOf returns the present settings of a season, for a partial change.
func SeasonAnnouncementOf(s facts.Season) SeasonAnnouncement {
	a := SeasonAnnouncement{
		Title: s.Title, Game: s.Game, PlaysFrom: s.PlaysFrom, PlaysTo: s.PlaysTo, FinalsBy: s.FinalsBy, TimeZone: s.TimeZone, Contact: s.Contact,
	}
	if s.ChampionID != nil {
		a.Champion = *s.ChampionID
	}
	return a
}

// Moved reports whether the days of the season differ from those before. It returns [league.Faults]
// if a public season is moved without a reason (CN09 1.4).
func (s *Setup) Moved(before facts.Season, reason string) (bool, error) {
	moved := !s.Season.PlaysFrom.Equal(before.PlaysFrom) || !s.Season.PlaysTo.Equal(before.PlaysTo) || !s.Season.FinalsBy.Equal(before.FinalsBy)
	if moved && before.State == SeasonRunning && reason == "" {
		return moved, league.Faults{{Field: "/reason", Grounds: s.Rules.Grounds(s.Rules.Season.Calendar.Paragraph, "reason-for-moving-missing")}}
	}
	return moved, nil
}

// LeftOutside returns those of the given events, which have not started, that lie outside the
// season's days, with the reason, by time. It sorts the given slice.
func (s *Setup) LeftOutside(events []facts.Event) []KeptEvent {
	slices.SortStableFunc(events, func(a, b facts.Event) int { return a.StartsAt.Compare(b.StartsAt) })
	var out []KeptEvent
	for _, e := range events {
		if why, _, off := OffCalendar(s.Season, e, s.Rules); off {
			out = append(out, KeptEvent{Event: e, Why: league.Faults{{Grounds: why}}})
		}
	}
	return out
}
