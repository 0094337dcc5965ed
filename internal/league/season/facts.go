package season

import (
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Facts hold the events and decisions of a season.
type Facts struct {
	// Rules is the ruleset in force, which decides about finals, substitutes and refunds. It must
	// have a season part.
	Rules  *rules.Ruleset `json:"-"`
	Period Period         `json:"period"`
	// Regions are the regions of the season, in the order of their list.
	Regions []league.RegionID `json:"regions,omitempty"`
	// Champion is the reigning champion; the zero id if there is none.
	Champion league.PlayerID `json:"champion,omitzero"`
	// Bars are the periods in which people may not take part.
	Bars []Bar `json:"bars,omitempty"`
	// Events are the stages, open events and online events of the season, in any order.
	Events []Event `json:"events,omitempty"`
	// Merges are the manager's decisions that a region plays with another; the last one on a region
	// counts.
	Merges []Merge `json:"merges,omitempty"`
	// Finals are the regional finals that were played; the last one of a region counts.
	Finals []Final `json:"finals,omitempty"`
	// Unavailable lists the players who cannot come to a final, in the order in which they declined
	// or their answers lapsed.
	Unavailable []Unavailability `json:"unavailable,omitempty"`
	// Convocations are in the order in which they were sent.
	Convocations []Convocation `json:"convocations,omitempty"`
	// Decisions are the manager's decisions about finals for which the regulation has no rule; the
	// last one on a region counts.
	Decisions []Decision `json:"decisions,omitempty"`
}

// Period limits the days on which the season is played. It can be moved without changing the
// ruleset.
type Period struct {
	From     rules.Day `json:"from"`               // first day of its events
	To       rules.Day `json:"to"`                 // last day of its events
	FinalsBy rules.Day `json:"finalsBy,omitempty"` // last day of the regional finals
	// NationalFinal is the day of the national final; "" while it is not set. A player who is
	// barred on that day has no place there.
	NationalFinal rules.Day `json:"nationalFinal,omitempty"`
}

// Bar is a period in which a player may not take part.
type Bar struct {
	Player league.PlayerID       `json:"player"`
	Reason rules.ExclusionReason `json:"reason"`
	// Decided is the day of the decision; "" stands for the first day of the bar.
	Decided rules.Day `json:"decided,omitempty"`
	From    rules.Day `json:"from,omitempty"`  // first day; "" if it has no beginning
	Until   rules.Day `json:"until,omitempty"` // last day; "" if it has no end
	// Circuits and Finals are the circuits whose events and the finals from which it bars; if both
	// are nil it bars from everything.
	Circuits []rules.Circuit     `json:"circuits"` // an empty list is different from null
	Finals   []rules.SeasonFinal `json:"finals"`
}

// occasion is an event of a circuit, or a final, in which a player would take part.
type occasion struct {
	day     rules.Day
	circuit rules.Circuit     // "" for a final
	final   rules.SeasonFinal // "" for an event of a circuit
}

// holds reports whether the bar applies to an occasion.
func (b Bar) holds(o occasion) bool {
	return b.From <= o.day && (b.Until == "" || o.day <= b.Until) &&
		(b.Circuits == nil && b.Finals == nil || slices.Contains(b.Circuits, o.circuit) || slices.Contains(b.Finals, o.final))
}

// Event is an event of the season that leads to its finals.
type Event struct {
	ID league.EventID `json:"id"`
	// Rules is the ruleset that it is played by, whose season part determines its validity and the
	// places that it gives; nil for the season's ruleset.
	Rules   *rules.Ruleset  `json:"-"`
	Circuit rules.Circuit   `json:"circuit"` // its ruleset has tiers for it
	Region  league.RegionID `json:"region"`  // only for a regional event
	Day     rules.Day       `json:"day"`     // day of its start, at its venue
	// Ended is the last day of play; "" if it is the day of the start.
	Ended rules.Day `json:"ended,omitempty"`
	// Announced is the day on which its place, day and formula were made public; "" before.
	Announced rules.Day `json:"announced,omitempty"`
	// NewOrganizer reports whether its organizer has never held an event before.
	NewOrganizer bool              `json:"newOrganizer,omitempty"`
	Entrants     []facts.Entrant   `json:"entrants,omitempty"`
	Referees     []league.PlayerID `json:"referees,omitempty"`
	// Ranking is the final order of the entrants, as far as it is known; nil before the end.
	// Entrants who may not take part are ignored in it: those behind them move up.
	Ranking []league.PlayerID `json:"ranking"`
	Report  *Report           `json:"report,omitempty"` // nil before it is sent
	// Waived are the demands waived before the verdict.
	Waived  []Demand `json:"waived,omitempty"`
	Verdict *Verdict `json:"verdict,omitempty"`
	Prizes  *Prizes  `json:"prizes,omitempty"` // sent for it; nil if there are none
}

// Report describes the papers of an event.
type Report struct {
	Received rules.Day `json:"received"` // day of receipt at the venue, complete or not
	// Documents are the kinds of photos in the report.
	Documents []string `json:"documents,omitempty"`
	// Unsound reports whether the person who checked the report found the results incomplete,
	// illegible, wrong, or due to improper conduct.
	Unsound bool `json:"unsound,omitempty"`
}

// Verdict is a decision on the homologation of an event; the last one counts.
type Verdict struct {
	Valid bool `json:"valid"`
	// Waived are the failed demands that do not count against it, whether it is valid or invalid
	// for another reason.
	Waived []Demand  `json:"waived,omitempty"`
	At     time.Time `json:"at"`
}

// Prizes describes the prizes sent for an event.
type Prizes struct {
	// Kept reports whether they may be kept for another event if this one is invalid.
	Kept  bool         `json:"kept,omitempty"`
	Price league.Money `json:"price"` // with the carriage: due if they are not returned
	// Settled reports whether they were returned or paid for.
	Settled bool `json:"settled,omitempty"`
}

// Merge is the decision that a region plays its final with another.
type Merge struct {
	Region league.RegionID `json:"region"`
	Into   league.RegionID `json:"into"`
	At     time.Time       `json:"at"`
}

// Final is a regional final that was played.
type Final struct {
	Region  league.RegionID   `json:"region"` // the region that held it
	Event   league.EventID    `json:"event"`
	Day     rules.Day         `json:"day"`             // day of its start
	Ended   rules.Day         `json:"ended,omitempty"` // last day of play; "" if it is the day of the start
	Ranking []league.PlayerID `json:"ranking"`
	Report  *Report           `json:"report,omitempty"`  // nil before it is sent
	Waived  []Demand          `json:"waived,omitempty"`  // before the verdict
	Verdict *Verdict          `json:"verdict,omitempty"` // nil before the verdict
}

// Unavailability records that a player cannot come to a final: they declined, or did not answer in
// time and the manager counted that as a no.
type Unavailability struct {
	Player league.PlayerID   `json:"player"`
	To     rules.SeasonFinal `json:"to"`
	At     time.Time         `json:"at"`
	// Lapsed reports whether the player did not answer in time.
	Lapsed bool `json:"lapsed,omitempty"`
}

// Convocation is a call to take a place in a final.
type Convocation struct {
	Place    PlaceID           `json:"place"` // the place that it offers
	Player   league.PlayerID   `json:"player"`
	To       rules.SeasonFinal `json:"to"`
	At       time.Time         `json:"at"`
	AnswerBy time.Time         `json:"answerBy"`
	Accepted *time.Time        `json:"accepted,omitempty"` // time of the acceptance; nil before
}

// Decision is the manager's decision on the final of a region for which the regulation has no rule,
// with the reason.
type Decision struct {
	Region league.RegionID `json:"region"` // the region that holds the final
	// CalledUp are the players brought in.
	CalledUp []league.PlayerID `json:"calledUp,omitempty"`
	// Kind is [Table], [Tournament] or [ToMerge].
	Kind       FinalKind `json:"kind"`
	Semifinals int       `json:"semifinals,omitempty"`
	At         time.Time `json:"at"`
	Why        string    `json:"why,omitempty"`
}
