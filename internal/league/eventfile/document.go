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
	// Entries are all entries by start number, including those that did not start.
	Entries []Entry `json:"entries"`
	// Facts hold the facts of play. Their entrants are the entries that played; if missing, they
	// are taken from there.
	Facts tournament.Facts `json:"facts"`
	// Outcome is the outcome of an event that was played without the program; nil for one whose
	// games are in the facts.
	Outcome *Outcome `json:"outcome,omitempty"`
	// Reports are the reports that were sent for its homologation, in order.
	Reports []Report `json:"reports,omitempty"`
}

// Outcome is the outcome of an event of which no game is known.
type Outcome struct {
	// Ranking is the final order, as far as it is known.
	Ranking []league.Entry `json:"ranking"`
	// Points are the figures that the event gave to entries that played, by their names; nil if they are not known.
	Points map[league.Entry]map[string]league.Frac `json:"points,omitempty"`
}

// Report records that an event's report was sent. It does not contain the papers: they can be
// derived from the event at that time.
type Report struct {
	ReceivedAt time.Time `json:"receivedAt"`
	SentAt     time.Time `json:"sentAt"`
	Notes      string    `json:"notes,omitempty"`
	// Digest is the SHA-256 of the papers sent, hexadecimal.
	Digest string `json:"digest"`
}

// Announcement holds the data of the event that were announced before it started.
type Announcement struct {
	Title string `json:"title"`
	// Kind is one of [Kinds].
	Kind     string    `json:"kind"`
	StartsAt time.Time `json:"startsAt"`
	// TimeZone is the IANA name of the venue's zone.
	TimeZone string `json:"timeZone"`
	Venue    Venue  `json:"venue"`
	// Fee is nil if none was stated.
	Fee              *Fee   `json:"fee,omitempty"`
	Capacity         int    `json:"capacity,omitempty"` // 0 stands for the ruleset's
	TimeLimitMinutes int    `json:"timeLimitMinutes,omitempty"`
	Notes            string `json:"notes,omitempty"`
}

// Venue is the place of the event.
type Venue struct {
	Name    string `json:"name"`
	Address string `json:"address,omitempty"`
	City    string `json:"city"`
	// Latitude and Longitude are degrees north and east, with at most six decimals; nil if not
	// given.
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
	// Version and Digest identify the document that the event keeps; 0 and "" stand for the one in
	// use.
	Version int    `json:"version,omitempty"`
	Digest  string `json:"digest,omitempty"`
	// Readings are those that differ from the ruleset's own.
	Readings map[string]string `json:"readings,omitempty"`
}

// Entry is one entry.
type Entry struct {
	Number league.Entry `json:"number"`
	Name   string       `json:"name"`
	Club   string       `json:"club,omitempty"`
	// State is "" for an entry that played.
	State EntryState `json:"state,omitempty"`
}

// EntryState is the final state of an entry.
type EntryState string

// The states of entries in a document.
const (
	Played    EntryState = ""
	NoShow    EntryState = "no-show"
	Cancelled EntryState = "cancelled"
	Waiting   EntryState = "waiting" // on the waiting list to the end
)

// Kinds lists the kinds of events.
func Kinds() []string {
	return []string{"stage", "open", "online", "regional-final", "national-final", "ranking", "club"}
}

// Languages lists the languages for the numbers and dates of a workbook.
func Languages() []string { return []string{"en", "it", "bg"} }

// decimalComma reports whether a language writes decimals with a comma.
func decimalComma(language string) bool { return language == "it" || language == "bg" }
