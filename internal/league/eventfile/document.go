package eventfile

import (
	"time"

	"referto/internal/league"
	"referto/internal/league/tournament"
)

// FormatName is the first member of every document: the format with its version.
const FormatName = "referto-event/1"

// Document is a whole event.
type Document struct {
	// Format is [FormatName].
	Format  string       `json:"format"`
	Event   Announcement `json:"event"`
	Ruleset Ruleset      `json:"ruleset"`
	// Entries are all who entered, by start number, those included who did not
	// start.
	Entries []Entry `json:"entries"`
	// Facts hold what happened. Their entrants are the entries that played; where
	// they are missing, they are taken from there.
	Facts tournament.Facts `json:"facts"`
	// Outcome is the end of an event that was played without the program; nil for one
	// whose games stand in the facts.
	Outcome *Outcome `json:"outcome,omitempty"`
	// Reports are those that were sent to whoever homologates it, the first first.
	Reports []Report `json:"reports,omitempty"`
}

// Outcome is the end of an event of which no game is known.
type Outcome struct {
	// Ranking is the order in which it ended, as far as that is known.
	Ranking []league.Entry `json:"ranking"`
}

// Report is a sending of an event's papers. The papers themselves are not in it:
// they follow from the event as it was then.
type Report struct {
	ReceivedAt time.Time `json:"receivedAt"`
	SentAt     time.Time `json:"sentAt"`
	Notes      string    `json:"notes,omitempty"`
	// Digest is the SHA-256 of the papers as they were sent, hexadecimal.
	Digest string `json:"digest"`
}

// Announcement is all that was announced of the event before it started.
type Announcement struct {
	Title string `json:"title"`
	// Kind is one of [Kinds].
	Kind     string    `json:"kind"`
	StartsAt time.Time `json:"startsAt"`
	// TimeZone is the IANA name of the venue's zone.
	TimeZone string `json:"timeZone"`
	Venue    Venue  `json:"venue"`
	// Fee is nil where nothing was said of one.
	Fee              *Fee   `json:"fee,omitempty"`
	Capacity         int    `json:"capacity,omitempty"` // 0 takes the ruleset's
	TimeLimitMinutes int    `json:"timeLimitMinutes,omitempty"`
	Notes            string `json:"notes,omitempty"`
}

// Venue is the place of the event.
type Venue struct {
	Name    string `json:"name"`
	Address string `json:"address,omitempty"`
	City    string `json:"city"`
	// Latitude and Longitude are degrees north and east, with at most six decimals; nil
	// where nobody said so.
	Latitude  *league.Frac `json:"latitude,omitempty"`
	Longitude *league.Frac `json:"longitude,omitempty"`
}

// Fee is an amount of money.
type Fee struct {
	Amount   league.Frac `json:"amount"`   // at most two decimals
	Currency string      `json:"currency"` // "EUR"
}

// Ruleset names the regulation that the event was played by.
type Ruleset struct {
	Key string `json:"key"`
	// Version and Digest are those of the document that the event keeps; 0 and ""
	// take the one in use.
	Version int    `json:"version,omitempty"`
	Digest  string `json:"digest,omitempty"`
	// Readings are those that differ from the ruleset's own.
	Readings map[string]string `json:"readings,omitempty"`
}

// Entry is one who entered.
type Entry struct {
	Number league.Entry `json:"number"`
	Name   string       `json:"name"`
	Club   string       `json:"club,omitempty"`
	// State is "" for who played.
	State EntryState `json:"state,omitempty"`
}

// EntryState is the state in which an entry ended.
type EntryState string

// The states of entries in a document.
const (
	Played    EntryState = ""
	NoShow    EntryState = "no-show"
	Cancelled EntryState = "cancelled"
	Waiting   EntryState = "waiting" // on the waiting list to the end
)

// Kinds are the kinds of events.
func Kinds() []string {
	return []string{"stage", "open", "online", "regional-final", "national-final", "ranking", "club"}
}

// Languages are those whose numbers and dates a workbook may be written in.
func Languages() []string { return []string{"en", "it", "bg"} }

// decimalComma reports whether numbers of a language have a comma where others
// have a point.
func decimalComma(language string) bool { return language == "it" || language == "bg" }
