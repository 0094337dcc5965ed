package series

import (
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Misfit returns the reason why an event may not belong to a series; nil if it may. A draft may not, nor an
// event outside the days or the year of the series, or of another season, circuit or region.
func Misfit(s facts.Series, e facts.Event) *league.Grounds {
	day := rules.DayOf(e.LocalDate())
	no := func(reason string, params ...string) *league.Grounds {
		g := (&rules.Ruleset{}).Grounds("", reason, params...)
		return &g
	}
	switch {
	case e.State == facts.Draft:
		return no("series-of-draft")
	case s.FromDay != "" && day < s.FromDay:
		return no("series-before-first-day", "day", string(day), "first", string(s.FromDay))
	case s.UntilDay != "" && day > s.UntilDay:
		return no("series-after-last-day", "day", string(day), "last", string(s.UntilDay))
	case s.Year != 0 && e.LocalDate().Year() != s.Year:
		return no("series-of-other-year", "day", string(day), "year", strconv.Itoa(s.Year))
	case s.SeasonID != nil && (e.SeasonID == nil || *e.SeasonID != *s.SeasonID):
		return no("series-of-other-season")
	case s.Circuit != "" && e.Circuit != s.Circuit:
		return no("series-of-other-circuit", "circuit", s.Circuit)
	case s.RegionID != nil && (e.RegionID == nil || *e.RegionID != *s.RegionID):
		return no("series-of-other-region")
	}
	return nil
}

// RefuseEvent returns the reason why an event may not be added to a series; nil if it may. Member says that the
// series has it already; figures is the refusal of figures that the points of the series name and the event does
// not have; nil if it has them all.
func RefuseEvent(s facts.Series, e facts.Event, member bool, figures *league.RuleError) *league.Grounds {
	if member {
		return &league.Grounds{Reason: "series-has-event"}
	}
	if misfit := Misfit(s, e); misfit != nil {
		return misfit
	}
	if figures != nil {
		return &figures.Grounds
	}
	return nil
}

// Status is the state of an event in a series: counted now or not, with the reason.
type Status struct {
	Counts  bool
	Grounds league.Grounds
}

// StatusOf returns whether an event counts in its series. It counts once it has been posted, for as long as it
// fits. Only events that have ended are posted, and events of a season only when they are homologated.
func StatusOf(r *rules.Ruleset, s facts.Series, e facts.Event, known facts.SeriesEvent) Status {
	if misfit := Misfit(s, e); misfit != nil {
		return Status{Grounds: *misfit}
	}
	not := func(reason string, params ...string) Status { return Status{Grounds: r.Grounds("", reason, params...)} }
	switch {
	case e.State == facts.Cancelled:
		return not("series-event-cancelled")
	case known.Counts:
		return Status{Counts: true, Grounds: r.Grounds(r.Series.Paragraph, "series-event-counts")}
	case e.State == facts.Running && e.ProcessedAt != nil:
		return not("series-event-reopened")
	case e.State == facts.Running:
		return not("series-event-running")
	case e.State != facts.Finished:
		return not("series-event-to-come", "day", string(rules.DayOf(e.LocalDate())))
	case known.Refused != nil:
		return Status{Grounds: *known.Refused}
	case e.Elsewhere && !known.Entered:
		return not("series-event-elsewhere")
	case known.Verdict == facts.VerdictInvalidated || known.Void:
		return not("series-event-void")
	case e.Elsewhere && (e.SeasonID == nil || known.Verdict == facts.VerdictHomologated): // its points were entered when series did not count them
		return not("series-event-to-post")
	}
	return not("series-event-not-homologated")
}
