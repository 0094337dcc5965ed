package season

import (
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Facts hold what happened in a season and what was decided.
type Facts struct {
	// Rules is the ruleset in force: finals, substitutes and refunds are decided by
	// it. Its season part is there.
	Rules  *rules.Ruleset `json:"-"`
	Period Period         `json:"period"`
	// Regions are those that take part, in the order in which they are listed.
	Regions []league.RegionID `json:"regions,omitempty"`
	// Champion is the reigning champion; the zero id where there is none.
	Champion league.PlayerID `json:"champion,omitzero"`
	// Bars are the times in which people may take part in nothing.
	Bars []Bar `json:"bars,omitempty"`
	// Events are those of the season in any order: its stages, its open and its
	// online events.
	Events []Event `json:"events,omitempty"`
	// Merges are the regions that the manager had play with another; the last
	// word on a region counts.
	Merges []Merge `json:"merges,omitempty"`
	// Finals are the regional finals that were played; the last one of a region
	// counts.
	Finals []Final `json:"finals,omitempty"`
	// Unavailable are those who cannot come to a final, in the order in which they
	// said so or were taken to have said so.
	Unavailable []Unavailability `json:"unavailable,omitempty"`
	// Convocations are in the order in which they were sent.
	Convocations []Convocation `json:"convocations,omitempty"`
	// Decisions are the manager's where the regulation has no rule; the last one
	// on a region counts.
	Decisions []Decision `json:"decisions,omitempty"`
}

// Period limits the days on which the season is played. A season may be moved without another
// ruleset.
type Period struct {
	From     rules.Day `json:"from"`               // first day of its events
	To       rules.Day `json:"to"`                 // last day of its events
	FinalsBy rules.Day `json:"finalsBy,omitempty"` // last day of the regional finals
	// NationalFinal is the day of the national final; "" while it is not set. Who is
	// barred on it has no place there.
	NationalFinal rules.Day `json:"nationalFinal,omitempty"`
}

// Bar is a time in which somebody may not take part.
type Bar struct {
	Player league.PlayerID       `json:"player"`
	Reason rules.ExclusionReason `json:"reason"`
	// Decided is the day on which it was; left out it counts as decided when it begins.
	Decided rules.Day `json:"decided,omitempty"`
	From    rules.Day `json:"from,omitempty"`  // first day; "" since ever
	Until   rules.Day `json:"until,omitempty"` // last day; "" for ever
	// Circuits are those from whose events it bars, and Finals the finals; where there
	// are neither it bars from everything.
	Circuits []rules.Circuit     `json:"circuits"` // none is another thing than null
	Finals   []rules.SeasonFinal `json:"finals"`
}

// occasion is an event of a circuit, or a final, in which somebody would take part.
type occasion struct {
	day     rules.Day
	circuit rules.Circuit     // "" for a final
	final   rules.SeasonFinal // "" for an event of a circuit
}

// holds reports whether the bar is there on an occasion.
func (b Bar) holds(o occasion) bool {
	return b.From <= o.day && (b.Until == "" || o.day <= b.Until) &&
		(b.Circuits == nil && b.Finals == nil || slices.Contains(b.Circuits, o.circuit) || slices.Contains(b.Finals, o.final))
}

// Event is an event of the season that leads to its finals.
type Event struct {
	ID league.EventID `json:"id"`
	// Rules is the ruleset that it is played by, whose season part says what
	// makes it valid and where it leads; nil is that of the season.
	Rules   *rules.Ruleset  `json:"-"`
	Circuit rules.Circuit   `json:"circuit"` // one for which its ruleset has tiers
	Region  league.RegionID `json:"region"`  // of a regional event
	Day     rules.Day       `json:"day"`     // of its start, at its venue
	// Ended is the last day on which it was played; "" is that of its start.
	Ended rules.Day `json:"ended,omitempty"`
	// Announced is the day on which it was made public with the place, day and formula with
	// which it is played; "" before.
	Announced rules.Day `json:"announced,omitempty"`
	// NewOrganizer reports whether its organizer has held none before.
	NewOrganizer bool              `json:"newOrganizer,omitempty"`
	Entrants     []facts.Entrant   `json:"entrants,omitempty"`
	Referees     []league.PlayerID `json:"referees,omitempty"`
	// Ranking is the order in which entrants ended, as far as it is known; nil
	// before its end. Entrants who may not take part are no part of it: who comes
	// after them moves up.
	Ranking []league.PlayerID `json:"ranking"`
	Report  *Report           `json:"report,omitempty"` // nil before it is sent
	// Waived are the demands that were waived before it is decided.
	Waived  []Demand `json:"waived,omitempty"`
	Verdict *Verdict `json:"verdict,omitempty"`
	Prizes  *Prizes  `json:"prizes,omitempty"` // sent for it; nil where there are none
}

// Report are the papers of an event.
type Report struct {
	Received rules.Day `json:"received"` // day at the venue when they came complete or not
	// Documents are the kinds of photos that came with it.
	Documents []string `json:"documents,omitempty"`
	// Unsound reports whether whoever checked it found its results incomplete,
	// illegible, wrong or come about by improper conduct.
	Unsound bool `json:"unsound,omitempty"`
}

// Verdict is a decision of whoever homologates an event; the last one counts.
type Verdict struct {
	Valid bool `json:"valid"`
	// Waived are the demands in spite of which it is valid, or which are no reason against
	// it where it is invalid for others.
	Waived []Demand  `json:"waived,omitempty"`
	At     time.Time `json:"at"`
}

// Prizes are those sent for an event.
type Prizes struct {
	// Kept reports whether they may be kept for a next event if this one is invalid.
	Kept  bool         `json:"kept,omitempty"`
	Price league.Money `json:"price"` // with the carriage: what is due where they do not come back
	// Settled reports whether they came back or were paid.
	Settled bool `json:"settled,omitempty"`
}

// Merge lets a region play its final with another.
type Merge struct {
	Region league.RegionID `json:"region"`
	Into   league.RegionID `json:"into"`
	At     time.Time       `json:"at"`
}

// Final is a regional final that was played.
type Final struct {
	Region  league.RegionID   `json:"region"` // that held it
	Event   league.EventID    `json:"event"`
	Day     rules.Day         `json:"day"`             // of its start
	Ended   rules.Day         `json:"ended,omitempty"` // last day; "" is that of its start
	Ranking []league.PlayerID `json:"ranking"`
	Report  *Report           `json:"report,omitempty"`  // nil before it is sent
	Waived  []Demand          `json:"waived,omitempty"`  // before it is decided
	Verdict *Verdict          `json:"verdict,omitempty"` // nil before it is homologated
}

// Unavailability records that somebody cannot come to a final: they said so, or
// did not answer in time and the manager took that for a no.
type Unavailability struct {
	Player league.PlayerID   `json:"player"`
	To     rules.SeasonFinal `json:"to"`
	At     time.Time         `json:"at"`
	// Lapsed reports whether they did not answer in time.
	Lapsed bool `json:"lapsed,omitempty"`
}

// Convocation is a call to take a place in a final.
type Convocation struct {
	Place    PlaceID           `json:"place"` // that it calls to
	Player   league.PlayerID   `json:"player"`
	To       rules.SeasonFinal `json:"to"`
	At       time.Time         `json:"at"`
	AnswerBy time.Time         `json:"answerBy"`
	Accepted *time.Time        `json:"accepted,omitempty"` // when they said that they come; nil while they have not
}

// Decision is the word of the manager on the final of a region where the
// regulation has no rule, and why.
type Decision struct {
	Region league.RegionID `json:"region"` // that holds the final
	// CalledUp are brought in.
	CalledUp []league.PlayerID `json:"calledUp,omitempty"`
	// Kind is [Table], [Tournament] or [ToMerge].
	Kind       FinalKind `json:"kind"`
	Semifinals int       `json:"semifinals,omitempty"`
	At         time.Time `json:"at"`
	Why        string    `json:"why,omitempty"`
}
