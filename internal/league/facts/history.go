package facts

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// HistoryState is the state of a table with a federation's past.
type HistoryState string

// The states of such a table.
const (
	HistoryReceived  HistoryState = "received"  // waits for its settings
	HistoryChecking  HistoryState = "checking"  // waits for a worker
	HistoryFaulty    HistoryState = "faulty"    // cannot be stored as it is read
	HistoryQuestions HistoryState = "questions" // the staff has to identify people
	HistoryClean     HistoryState = "clean"     // can be stored
	HistoryStoring   HistoryState = "storing"
	HistoryStored    HistoryState = "stored"
	HistoryUndoing   HistoryState = "undoing"
	HistoryUndone    HistoryState = "undone"
	HistoryStopped   HistoryState = "stopped" // work was interrupted for good; it continues or is undone on request
)

// The phases of work on a table.
const (
	HistoryPeople       = "people" // are added to the register
	HistoryLines        = "lines"  // become openings or events
	HistoryUndoLines    = "undoing-lines"
	HistoryUndoPeople   = "undoing-people"
	HistoryBeingChecked = "checking"
)

// History is a table with a part of a federation's past. It is the row of league.histories.
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
	Settings    json.RawMessage // how it is read, with the decisions about its people
	Phase       string
	Done        int // of the phase
	Total       int
	Counts      json.RawMessage
	Faults      json.RawMessage
	Questions   json.RawMessage
	Differences json.RawMessage
	Reason      string // of undoing it
	CreatedBy   uuid.UUID
	Session     uuid.UUID
	Language    string
	CreatedAt   time.Time
	FinishedAt  *time.Time
}

// HistoryPerson identifies a person of a table.
type HistoryPerson struct {
	Line     int // first line with the person
	PlayerID league.PlayerID
	Added    bool // not in the register before
	Born     int  // year; 0 if not given
	Member   string
}

// EnteredPoints holds the points that an event gave to its players, entered by a table or with its outcome
// because its games are not known.
type EnteredPoints struct {
	Columns []string // figures
	Gains   []EnteredGain
}

// EnteredGain holds the points of one of the event's players.
type EnteredGain struct {
	PlayerID league.PlayerID
	Place    int      // in the final order; 0 for none
	Figures  []string // exact numbers, parallel to the columns
}

// HistoryRecord is a person of the register with whom the people of a table are compared.
type HistoryRecord struct {
	Record          league.PlayerID
	Player          league.PlayerID // the kept record of the person
	Name, Key, Club string          // Key is the folded name, Club the present one
	Clubs           []string        // all clubs, present and past
	Mail            string          // in small letters
	Member          string          // number in the federation, as given by a table
	Born            int             // year, from the register or a table; 0 if unknown
}
