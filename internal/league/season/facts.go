package season

import (
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Facts tell what happened in a season and what was decided.
type Facts struct {
	// Rules is the ruleset in force: finals, substitutes and refunds are decided by
	// it. Its season part is there.
	Rules  *rules.Ruleset
	Period Period
	// Regions are those that take part, in the order in which they are listed.
	Regions []league.RegionID
	// Champion is the reigning champion; the zero id where there is none.
	Champion league.PlayerID
	// Bars are the times in which people may take part in nothing.
	Bars []Bar
	// Events are those of the season in any order: its stages, its open and its
	// online events.
	Events []Event
	// Merges are the regions that the manager had play with another; the last
	// word on a region counts.
	Merges []Merge
	// Finals are the regional finals that were played; the last one of a region
	// counts.
	Finals []Final
	// Unavailable are those who cannot come to a final, in the order in which they
	// said so or were taken to have said so.
	Unavailable []Unavailability
	// Convocations are in the order in which they were sent.
	Convocations []Convocation
	// Decisions are the manager's where the regulation has no rule; the last one
	// on a region counts.
	Decisions []Decision
}

// Period limits the days on which the season is played. A season may be moved without another
// ruleset.
type Period struct {
	From     rules.Day // first day of its events
	To       rules.Day // last day of its events
	FinalsBy rules.Day // last day of the regional finals
	// NationalFinal is the day of the national final; "" while it is not set. Who is
	// barred on it has no place there.
	NationalFinal rules.Day
}

// Bar is a time in which somebody may not take part.
type Bar struct {
	Player league.PlayerID
	Reason rules.ExclusionReason
	// Decided is the day on which it was; left out it counts as decided when it begins.
	Decided rules.Day
	From    rules.Day // first day; "" since ever
	Until   rules.Day // last day; "" for ever
	// Circuits are those from whose events it bars, and Finals the finals; where there
	// are neither it bars from everything.
	Circuits []rules.Circuit
	Finals   []rules.SeasonFinal
}

// occasion is an event of a circuit, or a final, in which somebody would take part.
type occasion struct {
	day     rules.Day
	circuit rules.Circuit     // "" for a final
	final   rules.SeasonFinal // "" for an event of a circuit
}

// holds tells whether the bar is there on an occasion.
func (b Bar) holds(o occasion) bool {
	return b.From <= o.day && (b.Until == "" || o.day <= b.Until) &&
		(b.Circuits == nil && b.Finals == nil || slices.Contains(b.Circuits, o.circuit) || slices.Contains(b.Finals, o.final))
}

// Event is an event of the season that leads to its finals.
type Event struct {
	ID league.EventID
	// Rules is the ruleset that it is played by, whose season part says what
	// makes it valid and where it leads; nil is that of the season.
	Rules   *rules.Ruleset
	Circuit rules.Circuit   // one for which its ruleset has tiers
	Region  league.RegionID // of a regional event
	Day     rules.Day       // of its start, at its venue
	// Ended is the last day on which it was played; "" is that of its start.
	Ended rules.Day
	// Announced is the day on which it was made public with the place, day and formula with
	// which it is played; "" before.
	Announced rules.Day
	// NewOrganizer tells that its organizer has held none before.
	NewOrganizer bool
	Entrants     []facts.Entrant
	Referees     []league.PlayerID
	// Ranking is the order in which entrants ended, as far as it is known; nil
	// before its end. Entrants who may not take part are no part of it: who comes
	// after them moves up.
	Ranking []league.PlayerID
	Report  *Report // nil before it is sent
	// Waived are the demands that were waived before it is decided.
	Waived  []Demand
	Verdict *Verdict
	Prizes  *Prizes // sent for it; nil where there are none
}

// Report are the papers of an event.
type Report struct {
	Received rules.Day // day at the venue when they came complete or not
	// Documents are the kinds of photos that came with it.
	Documents []string
	// Unsound tells that whoever checked it found its results incomplete,
	// illegible, wrong or come about by improper conduct.
	Unsound bool
}

// Verdict is a decision of whoever homologates an event; the last one counts.
type Verdict struct {
	Valid bool
	// Waived are the demands in spite of which it is valid, or which are no reason against
	// it where it is invalid for others.
	Waived []Demand
	At     time.Time
}

// Prizes are those sent for an event.
type Prizes struct {
	// Kept tells that they may be kept for a next event if this one is invalid.
	Kept  bool
	Price league.Money // with the carriage: what is due where they do not come back
	// Settled tells that they came back or were paid.
	Settled bool
}

// Merge lets a region play its final with another.
type Merge struct {
	Region, Into league.RegionID
	At           time.Time
}

// Final is a regional final that was played.
type Final struct {
	Region  league.RegionID // that held it
	Event   league.EventID
	Day     rules.Day // of its start
	Ended   rules.Day // last day; "" is that of its start
	Ranking []league.PlayerID
	Report  *Report  // nil before it is sent
	Waived  []Demand // before it is decided
	Verdict *Verdict // nil before it is homologated
}

// Unavailability is that somebody cannot come to a final: he said so, or did not
// answer in time and the manager took that for a no.
type Unavailability struct {
	Player league.PlayerID
	To     rules.SeasonFinal
	At     time.Time
	// Lapsed tells that he did not answer in time.
	Lapsed bool
}

// Convocation is a call to take a place in a final.
type Convocation struct {
	Place    PlaceID // that it calls to
	Player   league.PlayerID
	To       rules.SeasonFinal
	At       time.Time
	AnswerBy time.Time
	Accepted *time.Time // when he said that he comes; nil while he has not
}

// Decision tells what the manager decided about the final of a region where the
// regulation has no rule, and why.
type Decision struct {
	Region league.RegionID // that holds the final
	// CalledUp are brought in.
	CalledUp []league.PlayerID
	// Kind is [Table], [Tournament] or [ToMerge].
	Kind       FinalKind
	Semifinals int
	At         time.Time
	Why        string
}
