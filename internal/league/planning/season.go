package planning

import (
	"cmp"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// KeptEvent is an event that stays as it is when its season changes.
type KeptEvent struct {
	Event facts.Event
	Why   league.Faults // what the season refuses of it now; none where it has a ruleset of its own
}

// The states of a season.
const (
	SeasonDraft   = "draft"   // seen by those who set it up
	SeasonRunning = "running" // public
	SeasonClosed  = "closed"  // public; what follows from its facts is kept as it was
)

// Setup holds a season as it was set up, with the ruleset in force.
type Setup struct {
	facts.SeasonSetup
	Rules   *rules.Ruleset
	Version facts.RulesetVersion
}

// SeasonAnnouncement describes a season, as far as that may be changed.
type SeasonAnnouncement struct {
	Title     string
	Game      string
	PlaysFrom time.Time
	PlaysTo   time.Time
	FinalsBy  time.Time
	TimeZone  string          // where days begin and end that are of no venue
	Champion  league.PlayerID // reigning champion; the zero id for none
	Contact   string
}

// WithoutSeason is the fault of a ruleset that says nothing of seasons.
func WithoutSeason(r *rules.Ruleset) league.Fault {
	return league.Fault{Field: "/ruleset", Grounds: r.Grounds("", "ruleset-without-season", "ruleset", r.ID)}
}

// Fill takes the days and the time zone that were not given from the ruleset. Where it has no
// regional finals, nothing comes after the last day of the events.
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

// Announce sets what is said of the season. Its reigning champion is named with it, nil where
// nobody is known by that id. It returns [league.Faults] for what cannot be.
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

// SeasonAnnouncementOf returns what is said of a season now, to change a part of it.
func SeasonAnnouncementOf(s facts.Season) SeasonAnnouncement {
	a := SeasonAnnouncement{
		Title: s.Title, Game: s.Game, PlaysFrom: s.PlaysFrom, PlaysTo: s.PlaysTo, FinalsBy: s.FinalsBy, TimeZone: s.TimeZone, Contact: s.Contact,
	}
	if s.ChampionID != nil {
		a.Champion = *s.ChampionID
	}
	return a
}

// Moved reports whether the season goes to other days than before. One that is public is moved
// with a reason (CN09 1.4).
func (s *Setup) Moved(before facts.Season, reason string) (bool, error) {
	moved := !s.Season.PlaysFrom.Equal(before.PlaysFrom) || !s.Season.PlaysTo.Equal(before.PlaysTo) || !s.Season.FinalsBy.Equal(before.FinalsBy)
	if moved && before.State == SeasonRunning && reason == "" {
		return moved, league.Faults{{Field: "/reason", Grounds: s.Rules.Grounds(s.Rules.Season.Calendar.Paragraph, "reason-for-moving-missing")}}
	}
	return moved, nil
}

// LeftOutside finds, of events that have not started, those that lie outside of the season's
// days, with why, by time. It sorts the events given.
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
