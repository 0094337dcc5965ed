package series

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// CheckSetup checks the settings of a series that is to be kept by a ruleset. It returns league.Faults.
func CheckSetup(r *rules.Ruleset, s facts.Series) error {
	var faults league.Faults
	add := func(field, reason string, params ...string) {
		faults = append(faults, league.Fault{Field: field, Grounds: r.Grounds("", reason, params...)})
	}
	if r.Series == nil {
		add("/ruleset", "ruleset-without-series")
	}
	if s.FromDay != "" && s.UntilDay != "" && s.UntilDay < s.FromDay {
		add("/until", "before-from")
	}
	if s.Year != 0 {
		for _, day := range []struct {
			field string
			day   rules.Day
		}{{"/from", s.FromDay}, {"/until", s.UntilDay}} {
			if day.day != "" && day.day.Midnight().Year() != s.Year {
				add(day.field, "series-of-other-year", "day", string(day.day), "year", strconv.Itoa(s.Year))
			}
		}
	}
	if s.SeasonID == nil && s.Circuit != "" {
		add("/circuit", "needs-season")
	}
	if s.SeasonID == nil && s.RegionID != nil {
		add("/region", "needs-season")
	}
	return faults.OrNil()
}

// NewPenalty is a penalty before it is imposed.
type NewPenalty struct {
	Points    *league.Frac // nil: the points of the offense
	Offense   string       // code in the ruleset's list; "" for an offense outside it
	Paragraph string       // "": the paragraph of the offense
	WholeYear bool         // applies in every series of the year
}

// CheckPenalty checks a penalty on the standings of a series against its ruleset. It returns the penalty with
// the missing values filled in from its offense. A penalty must cite a paragraph of the ruleset. The error is
// league.Faults.
func CheckPenalty(r *rules.Ruleset, s facts.Series, n NewPenalty) (NewPenalty, error) {
	var faults league.Faults
	add := func(field, paragraph, reason string, params ...string) {
		faults = append(faults, league.Fault{Field: field, Grounds: r.Grounds(paragraph, reason, params...)})
	}
	offenses := r.Discipline.Offenses
	if i := slices.IndexFunc(offenses, func(o rules.Offense) bool { return o.Code == n.Offense }); i >= 0 {
		if n.Points == nil {
			n.Points = offenses[i].Points
		}
		if n.Paragraph == "" {
			n.Paragraph = offenses[i].Paragraph
		}
	} else if n.Offense != "" {
		add("/offense", "", "unknown-offense", "offense", n.Offense)
		return n, faults
	}
	switch {
	case n.Points == nil:
		add("/points", "", "points-missing", "offense", n.Offense)
	case n.Points.Cmp(league.Int(-rules.MaxPenalty)) < 0 || n.Points.Cmp(league.Int(rules.MaxPenalty)) > 0:
		add("/points", n.Paragraph, "outside-range", "min", strconv.Itoa(-rules.MaxPenalty), "max", strconv.Itoa(rules.MaxPenalty))
	case n.Points.Cmp(league.Int(0)) == 0:
		add("/points", n.Paragraph, "series-penalty-of-nothing")
	case !n.Points.Trunc(rules.PenaltyDecimals).Equal(*n.Points):
		add("/points", n.Paragraph, "too-many-decimals", "most", strconv.Itoa(rules.PenaltyDecimals))
	}
	if n.Paragraph == "" {
		add("/paragraph", "", "paragraph-missing")
	} else if _, known := r.Text(n.Paragraph); !known {
		add("/paragraph", "", "unknown-paragraph", "paragraph", n.Paragraph)
	}
	if n.WholeYear && s.Year == 0 {
		add("/wholeYear", "", "series-without-year")
	}
	return n, faults.OrNil()
}
