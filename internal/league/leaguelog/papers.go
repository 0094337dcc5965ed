package leaguelog

import (
	"github.com/google/uuid"

	"referto/internal/league/rules"
	"referto/internal/logfact"
)

// StaffNow is a member of the staff of an event.
type StaffNow struct {
	Staff uuid.UUID `json:"staff"` // id of the line of the staff
	Role  string    `json:"role"`  // of that line
}

// StaffAdded records a new member of the staff of an event.
type StaffAdded struct{ StaffNow }

// Kind is staff.added.
func (StaffAdded) Kind() string { return "staff.added" }

// StaffRemoved records that a member has left the staff of an event.
type StaffRemoved struct{ StaffNow }

// Kind is staff.removed.
func (StaffRemoved) Kind() string { return "staff.removed" }

// PhotoReceived records that all of a photo has come.
type PhotoReceived struct {
	Photo     uuid.UUID `json:"photo"` // id
	PhotoKind string    `json:"kind"`  // the scene that it documents
	Round     *int      `json:"round"` // of the event; null where it is of none
	Bytes     int       `json:"bytes"` // length of the file
}

// Kind is photo.received.
func (PhotoReceived) Kind() string { return "photo.received" }

// PhotoChanged records that the description of a photo was changed.
type PhotoChanged struct {
	Photo     uuid.UUID `json:"photo"`  // id
	PhotoKind string    `json:"kind"`   // the scene that it documents
	Round     *int      `json:"round"`  // of the event; null where it is of none
	Public    bool      `json:"public"` // anybody may see it
}

// Kind is photo.changed.
func (PhotoChanged) Kind() string { return "photo.changed" }

// PhotoRemoved records that a photo was deleted.
type PhotoRemoved struct {
	Photo     uuid.UUID `json:"photo"` // id
	PhotoKind string    `json:"kind"`  // the scene that it documented
}

// Kind is photo.removed.
func (PhotoRemoved) Kind() string { return "photo.removed" }

// ReportSent records that the report of an event was sent.
type ReportSent struct {
	Number   int       `json:"number"`   // from 1 in the event
	Received rules.Day `json:"received"` // day at the venue on which it came
	Late     bool      `json:"late"`     // after the ruleset's time for it
	Digest   string    `json:"digest"`   // SHA-256 of the document, hexadecimal
}

// Kind is report.sent.
func (ReportSent) Kind() string { return "report.sent" }

// Verdict is the decision about the report of an event.
type Verdict struct {
	Number     int      `json:"number"`     // from 1 in the event
	Waived     []string `json:"waived"`     // demands that need not be met
	Unsound    bool     `json:"unsound"`    // the results were found not to be sound
	ForContact bool     `json:"forContact"` // the championship manager decided in the place of the regional contact
}

// EventHomologated records that an event counts.
type EventHomologated struct{ Verdict }

// Kind is homologation.homologated.
func (EventHomologated) Kind() string { return "homologation.homologated" }

// EventInvalidated records that an event was declared invalid.
type EventInvalidated struct{ Verdict }

// Kind is homologation.invalidated.
func (EventInvalidated) Kind() string { return "homologation.invalidated" }

// ReportReturned records that a report is to be sent again.
type ReportReturned struct{ Verdict }

// Kind is homologation.returned.
func (ReportReturned) Kind() string { return "homologation.returned" }

// DemandsWaived records that an event need not meet some demands.
type DemandsWaived struct{ Verdict }

// Kind is homologation.waived.
func (DemandsWaived) Kind() string { return "homologation.waived" }

// VerdictReversed records that the latest verdict was reversed.
type VerdictReversed struct{ Verdict }

// Kind is homologation.reversed.
func (VerdictReversed) Kind() string { return "homologation.reversed" }

// verdicts make the fact of a verdict, by its kind.
var verdicts = makers[Verdict]{
	"homologated": func(v Verdict) logfact.Fact { return EventHomologated{v} },
	"invalidated": func(v Verdict) logfact.Fact { return EventInvalidated{v} },
	"returned":    func(v Verdict) logfact.Fact { return ReportReturned{v} },
	"waived":      func(v Verdict) logfact.Fact { return DemandsWaived{v} },
	"reversed":    func(v Verdict) logfact.Fact { return VerdictReversed{v} },
}

// VerdictGiven is the fact of a verdict of a kind: homologated, invalidated, returned,
// waived or reversed.
func VerdictGiven(kind string, v Verdict) logfact.Fact { return verdicts.make(kind, v) }

// RulesetCreated records that the tenant has a ruleset of its own.
type RulesetCreated struct {
	Ruleset string `json:"ruleset"` // id in the document
}

// Kind is ruleset.created.
func (RulesetCreated) Kind() string { return "ruleset.created" }

// RulesetChanged records that the draft of a ruleset was changed.
type RulesetChanged struct {
	Ruleset string `json:"ruleset"` // id in the document
	Draft   int    `json:"draft"`   // version of the draft, from 1
}

// Kind is ruleset.changed.
func (RulesetChanged) Kind() string { return "ruleset.changed" }

// RulesetPublished records that events can be played by the draft of a ruleset.
type RulesetPublished struct {
	Ruleset string `json:"ruleset"` // id in the document
	Version int    `json:"version"` // that was published, from 1
}

// Kind is ruleset.published.
func (RulesetPublished) Kind() string { return "ruleset.published" }

// RulesetArchived records that no further event is played by a ruleset.
type RulesetArchived struct {
	Ruleset string `json:"ruleset"` // id in the document
}

// Kind is ruleset.archived.
func (RulesetArchived) Kind() string { return "ruleset.archived" }

// ImportReceived records that a file with an event has come.
type ImportReceived struct {
	Import uuid.UUID `json:"import"` // id
	Bytes  int       `json:"bytes"`  // length of the file
}

// Kind is import.received.
func (ImportReceived) Kind() string { return "import.received" }

// HistoryNow is a table with some of the federation's past.
type HistoryNow struct {
	History uuid.UUID `json:"history"` // id of the import
	Subject string    `json:"subject"` // kind of table: players, openings or results
	Digest  string    `json:"digest"`  // SHA-256 of the file, hexadecimal
}

// HistoryReceived records that a table with some of the federation's past has come.
type HistoryReceived struct{ HistoryNow }

// Kind is history.received.
func (HistoryReceived) Kind() string { return "history.received" }

// HistoryStored records that a table was stored as a whole. The log does not hold its lines.
type HistoryStored struct {
	HistoryNow
	Players  int `json:"players"`  // added to the register
	Openings int `json:"openings"` // recorded
	Events   int `json:"events"`   // stored with their rankings
	Results  int `json:"results"`  // of people at these events
}

// Kind is history.stored.
func (HistoryStored) Kind() string { return "history.stored" }

// HistoryUndone records that everything stored from a table was removed again.
type HistoryUndone struct{ HistoryNow }

// Kind is history.undone.
func (HistoryUndone) Kind() string { return "history.undone" }
