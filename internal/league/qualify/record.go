package qualify

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Occasion describes an event that a person may want to enter.
type Occasion struct {
	Day  rules.Day // at the venue
	Kind string    // kind of the event, such as "stage"
	// Season is the season of the event; the zero id is none.
	Season league.SeasonID
}

// Term is a period in calendar days; the first and the last day belong to it.
type Term struct {
	From  rules.Day
	Until rules.Day // "" is no end
}

// Holds reports whether a day is in the term.
func (t Term) Holds(day rules.Day) bool {
	return t.From <= day && (t.Until == "" || day <= t.Until)
}

// Ban keeps a person from events for a term (CN09 5.5).
type Ban struct {
	ID league.BanID
	Term
	// Kinds are the kinds of events that it covers; nil is all of them.
	Kinds []string
	// Season limits the ban to the events of one season; the zero id does not limit it.
	Season league.SeasonID
}

// Bars reports whether the ban keeps a person from an occasion.
func (b Ban) Bars(o Occasion) bool {
	return b.Holds(o.Day) &&
		(len(b.Kinds) == 0 || slices.Contains(b.Kinds, o.Kind)) &&
		(b.Season == league.SeasonID{} || b.Season == o.Season)
}

// Exclusion keeps a person from all events because of their role or their person, for a term (CN09 1.5).
type Exclusion struct {
	Reason rules.ExclusionReason
	Term
}

// Record holds the known facts about a person that may bar them.
type Record struct {
	Bans       []Ban
	Exclusions []Exclusion
	// Facts hold on every day.
	Facts []rules.ExclusionReason
}

// Reasons returns the facts about the person on an occasion, sorted and each once. [Exclusions] compares them
// with those that a ruleset applies.
func (r Record) Reasons(o Occasion) []rules.ExclusionReason {
	out := slices.Clone(r.Facts)
	for _, e := range r.Exclusions {
		if e.Holds(o.Day) {
			out = append(out, e.Reason)
		}
	}
	if slices.ContainsFunc(r.Bans, func(b Ban) bool { return b.Bars(o) }) {
		out = append(out, rules.Banned)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
