package facts

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// ImportState is the state of an import.
type ImportState string

// The states of an import.
const (
	ImportWaiting ImportState = "waiting" // for a worker
	ImportFaulty  ImportState = "faulty"
	ImportClean   ImportState = "clean" // for its application
	ImportStored  ImportState = "stored"
)

// Import is an event that came in as a file.
type Import struct {
	ID         uuid.UUID
	State      ImportState
	Form       string
	Bytes      int
	File       []byte          // nil once it is stored, found faulty or deleted
	Decided    json.RawMessage // the decisions about it
	Lines      int
	Phase      string // reading, matching, storing; "" before and after
	Done       int    // lines done in the phase
	Entries    int
	Rounds     int
	Tables     int
	Results    int
	Derived    []string
	Title      string
	Ruleset    string
	Faults     json.RawMessage
	People     json.RawMessage
	EventID    *league.EventID
	CreatedBy  uuid.UUID
	Session    uuid.UUID
	Language   string
	CreatedAt  time.Time
	FinishedAt *time.Time
}
