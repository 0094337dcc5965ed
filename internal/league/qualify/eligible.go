package qualify

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Exclusions are the reasons for which somebody may not take part in an event,
// in the order of the ruleset (CN09 1.5); nil if they may. Facts are what is known
// about the person, of which the ruleset may heed only some.
func Exclusions(r *rules.Ruleset, facts []rules.ExclusionReason) []league.Grounds {
	var out []league.Grounds
	for _, e := range r.Eligibility {
		if slices.Contains(facts, e.Reason) {
			out = append(out, r.Grounds(e.Paragraph, string(e.Reason)))
		}
	}
	return out
}

// RefereeNotice returns a notice where an event has fewer referees than the ruleset
// recommends for its entrants (CN09 1.3). It blocks nothing.
func RefereeNotice(r *rules.Ruleset, entrants, referees int) (notice league.Grounds, short bool) {
	ratio := r.Officials.EntrantsPerReferee
	if ratio == 0 || referees*ratio >= entrants {
		return league.Grounds{}, false
	}
	needed := (entrants + ratio - 1) / ratio
	return r.Grounds(r.Officials.Paragraph, "fewer-referees-than-recommended",
		"entrants", strconv.Itoa(entrants), "referees", strconv.Itoa(referees), "recommended", strconv.Itoa(needed)), true
}
