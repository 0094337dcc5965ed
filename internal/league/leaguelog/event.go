package leaguelog

import (
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// EventNow is the state of an event from now on.
type EventNow struct {
	State   string    `json:"state"`   // draft, announced, open, closed, running, finished or cancelled
	Version int       `json:"version"` // of the announced data
	Kind    string    `json:"kind"`    // of event, as in its announcement
	Day     rules.Day `json:"day"`     // of its start, at the venue
	Ended   rules.Day `json:"ended"`   // the last day of it, as far as it is known
	*OfSeason
	Region    *league.RegionID `json:"region,omitempty"`    // region of the tenant
	Announced rules.Day        `json:"announced,omitempty"` // since when it is public with the place, day and formula that it has
}

// OfSeason is the position of an event in a season. An event by itself has none.
type OfSeason struct {
	Season       league.SeasonID `json:"season"`       // season to which the event belongs
	Circuit      rules.Circuit   `json:"circuit"`      // of the season; "" for a final
	NewOrganizer bool            `json:"newOrganizer"` // its organizer has held none before
}

// EventCreated records that an event was drafted.
type EventCreated struct {
	EventKind string `json:"kind"` // of event
	Slug      string `json:"slug"` // by which its pages are found
}

// Kind is event.created.
func (EventCreated) Kind() string { return "event.created" }

// EventChanged records that the announcement of an event was changed.
type EventChanged struct{ EventNow }

// Kind is event.changed.
func (EventChanged) Kind() string { return "event.changed" }

// EventAnnounced records that an event was made public.
type EventAnnounced struct{ EventNow }

// Kind is event.announced.
func (EventAnnounced) Kind() string { return "event.announced" }

// EntriesOpened records that an event takes entries from now on.
type EntriesOpened struct{ EventNow }

// Kind is event.entries-opened.
func (EntriesOpened) Kind() string { return "event.entries-opened" }

// EntriesClosed records that an event takes no entries any more.
type EntriesClosed struct{ EventNow }

// Kind is event.entries-closed.
func (EntriesClosed) Kind() string { return "event.entries-closed" }

// EventCancelled records that an event was called off.
type EventCancelled struct{ EventNow }

// Kind is event.cancelled.
func (EventCancelled) Kind() string { return "event.cancelled" }

// EventReopened records that a finished event runs again, to be corrected.
type EventReopened struct{ EventNow }

// Kind is event.reopened.
func (EventReopened) Kind() string { return "event.reopened" }

// EventFinished records that an event is over, with its ranking.
type EventFinished struct {
	EventNow
	Outcome
}

// Kind is event.finished.
func (EventFinished) Kind() string { return "event.finished" }

// Outcome lists those who were at an event and how it ended for them.
type Outcome struct {
	Entrants []league.PlayerID `json:"entrants"` // players who had entered
	Absent   []league.PlayerID `json:"absent"`   // players of them who did not play
	Ranking  []league.PlayerID `json:"ranking"`  // players in the order of their places
}

// EventStarted records that an event has started, with its players and the lots drawn.
type EventStarted struct {
	Players int    `json:"players"` // number of those who play
	Draw    string `json:"draw"`    // how lots were drawn: drawn from the secret, or by-hand
	// Seed is the number from which draws are computed, hexadecimal. It is public from the
	// start on.
	Seed      string           `json:"seed" since:"2"`
	Variant   string           `json:"variant" since:"2"`             // game played; "" is the ruleset's first
	Formula   string           `json:"formula" since:"2"`             // table of structures; "" is the ruleset's first
	Pairing   string           `json:"pairing" since:"2"`             // how rounds are seated; "" is the ruleset's first
	Target    int              `json:"target" since:"2"`              // points that win, where another number than the variant's was announced; 0 otherwise
	Structure *rules.Structure `json:"structure,omitempty" since:"2"` // agreed instead of the formula's
	Entrants  []Drawn          `json:"entrants" since:"2"`            // those who play, by start number
	// Previous are entries in the order of the standings of the event before, where
	// those seat the first round. Some of them may not play.
	Previous []league.Entry `json:"previous,omitempty" since:"2"`
}

// Kind is event.started.
func (EventStarted) Kind() string { return "event.started" }

// Drawn is the lot drawn for a player.
type Drawn struct {
	Entry    league.Entry `json:"entry"`
	Lot      int          `json:"lot"`             // that breaks ties: the lower prevails
	Position int          `json:"position"`        // in the order drawn for the first round, from 1
	Place    int          `json:"place,omitempty"` // of a fixed schedule
}

// EventImported records that an event was stored from a file. The log does not hold the
// games in it.
type EventImported struct {
	Players int    `json:"players"` // number of those who played
	Rounds  int    `json:"rounds"`  // number of rounds
	State   string `json:"state"`   // of the event: running or finished
}

// Kind is event.imported.
func (EventImported) Kind() string { return "event.imported" }

// EventRulesetChanged records that an event that had not started is played by another
// version of its ruleset.
type EventRulesetChanged struct {
	Version int `json:"version"` // of the announced data
}

// Kind is event.ruleset-changed.
func (EventRulesetChanged) Kind() string { return "event.ruleset-changed" }

// RecordedOutcome is the outcome of an event that was played elsewhere.
type RecordedOutcome struct {
	EventNow
	Outcome
	Referees []league.PlayerID `json:"referees"` // players who were referees there
	Refused  []league.PlayerID `json:"refused"`  // entrants who had a place already and may not qualify again
}

// OutcomeRecorded records how an event went that was played elsewhere.
type OutcomeRecorded struct{ RecordedOutcome }

// Kind is outcome.recorded.
func (OutcomeRecorded) Kind() string { return "outcome.recorded" }

// OutcomeCorrected records anew how an event went that was played elsewhere.
type OutcomeCorrected struct{ RecordedOutcome }

// Kind is outcome.corrected.
func (OutcomeCorrected) Kind() string { return "outcome.corrected" }

// OutcomeWithdrawn records that a recorded outcome was taken back.
type OutcomeWithdrawn struct{ EventNow }

// Kind is outcome.withdrawn.
func (OutcomeWithdrawn) Kind() string { return "outcome.withdrawn" }

// StructureNow is the format of its own that an event has from now on, and since when
// it is public so.
type StructureNow struct {
	*OwnStructure
	Announced rules.Day `json:"announced,omitempty"` // since when the event is public with the place, day and formula that it has
}

// OwnStructure is a structure that takes the place of the formula's.
type OwnStructure struct {
	Structure uuid.UUID `json:"structure"` // id of the proposal
	Rounds    int       `json:"rounds"`    // number of preliminary rounds
}

// StructureProposed records that another structure than the formula's was proposed.
type StructureProposed struct{ StructureNow }

// Kind is structure.proposed.
func (StructureProposed) Kind() string { return "structure.proposed" }

// StructureWithdrawn records that a proposed structure was taken back.
type StructureWithdrawn struct{ StructureNow }

// Kind is structure.withdrawn.
func (StructureWithdrawn) Kind() string { return "structure.withdrawn" }

// StructureApproved records that a proposed structure was approved.
type StructureApproved struct{ StructureNow }

// Kind is structure.approved.
func (StructureApproved) Kind() string { return "structure.approved" }

// PreviousStandingsSet records that the standings were given by which the first round is
// seated. Their order stands in [EventStarted].
type PreviousStandingsSet struct {
	Players int `json:"players"` // number of those who stand there
}

// Kind is previous-standings.set.
func (PreviousStandingsSet) Kind() string { return "previous-standings.set" }
