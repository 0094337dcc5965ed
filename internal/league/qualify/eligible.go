package qualify

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Exclusions returns the reasons why a person may not take part in an event, in the order of the
// ruleset (CN09 1.5); nil if they may. facts are the known facts about the person; a ruleset may
// apply only some of them.
func Exclusions(r *rules.Ruleset, facts []rules.ExclusionReason) []league.Grounds {
	var out []league.Grounds
	for _, e := range r.Eligibility {
		if slices.Contains(facts, e.Reason) {
			out = append(out, r.Grounds(e.Paragraph, string(e.Reason)))
		}
	}
	return out
}

// RefereeNotice returns a notice if an event has fewer referees than the ruleset recommends for its
// entrants (CN09 1.3). The notice blocks nothing.
func RefereeNotice(r *rules.Ruleset, entrants, referees int) (notice league.Grounds, short bool) {
	ratio := r.Officials.EntrantsPerReferee
	if ratio == 0 || referees*ratio >= entrants {
		return league.Grounds{}, false
	}
	needed := (entrants + ratio - 1) / ratio
	return r.Grounds(r.Officials.Paragraph, "fewer-referees-than-recommended",
		"entrants", strconv.Itoa(entrants), "referees", strconv.Itoa(referees), "recommended", strconv.Itoa(needed)), true
}
