package facts

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// HistoryState names a step on the way of a table with a federation's past.
type HistoryState string

// The states of such a table.
const (
	HistoryReceived  HistoryState = "received"  // waits to be told how it is to be read
	HistoryChecking  HistoryState = "checking"  // waits for a worker
	HistoryFaulty    HistoryState = "faulty"    // cannot be stored as it is read
	HistoryQuestions HistoryState = "questions" // somebody has to say who people are
	HistoryClean     HistoryState = "clean"     // can be stored
	HistoryStoring   HistoryState = "storing"
	HistoryStored    HistoryState = "stored"
	HistoryUndoing   HistoryState = "undoing"
	HistoryUndone    HistoryState = "undone"
	HistoryStopped   HistoryState = "stopped" // work on it was cut off for good: it goes on or is undone when asked again
)

// The phases of work on a table.
const (
	HistoryPeople       = "people" // are added to the register
	HistoryLines        = "lines"  // become openings or events
	HistoryUndoLines    = "undoing-lines"
	HistoryUndoPeople   = "undoing-people"
	HistoryBeingChecked = "checking"
)

// History is a table with some of a federation's past. It is the row of league.histories.
type History struct {
	ID          uuid.UUID
	Subject     string
	Name        string // of the file
	State       HistoryState
	Digest      string // SHA-256 of the file, hexadecimal
	Bytes       int
	File        []byte // nil once it is stored or forgotten
	Headings    []string
	Sample      json.RawMessage
	RankingID   *league.RankingID
	Settings    json.RawMessage // how it is read, and what was decided about its people
	Phase       string
	Done        int // of the phase
	Total       int
	Counts      json.RawMessage
	Faults      json.RawMessage
	Questions   json.RawMessage
	Differences json.RawMessage
	Reason      string // for which it was undone
	CreatedBy   uuid.UUID
	Session     uuid.UUID
	Language    string
	CreatedAt   time.Time
	FinishedAt  *time.Time
}

// HistoryPerson identifies a person of a table.
type HistoryPerson struct {
	Line     int // that has them first
	PlayerID league.PlayerID
	Added    bool // the register did not have them
	Born     int  // year; 0: not told
	Member   string
}

// EnteredPoints holds the points that an event gave to its players, as somebody entered them: its games are not known.
type EnteredPoints struct {
	Columns []string // figures
	Gains   []Posting
}

// HistoryRecord is a person of the register with whom those of a table are compared.
type HistoryRecord struct {
	Record          league.PlayerID
	Player          league.PlayerID // the record that is kept for this one
	Name, Key, Club string          // Key is the folded name, Club the one of today
	Clubs           []string        // in which they were at any time
	Mail            string          // in small letters
	Member          string          // number by which the federation knows them, as a table told it
	Born            int             // year, as the register has it, or a table told it; 0: not known
}
