package facts

import (
	"cmp"
	"encoding/json"
	"math"
	"time"

	"referto/internal/league"
)

// Report is one version of an event's report, as sent.
type Report struct {
	Number     int
	ReceivedAt time.Time
	SentBy     string // name
	SentAt     time.Time
	Notes      string
	Digest     string          // SHA-256 of the document sent, hexadecimal
	Document   json.RawMessage `db:"document"`
}

// Decision is a verdict with the name of the person who gave it.
type Decision struct {
	Verdict
	DecidedBy string // name
}

// DocumentKind records that an event has a photo of a kind.
type DocumentKind struct {
	EventID league.EventID
	Kind    string
	Round   *int // in which it was taken; nil if not given
}

// Compare orders by kind and round, photos without a round last.
func (d DocumentKind) Compare(o DocumentKind) int {
	round := func(r *int) int {
		if r == nil {
			return math.MaxInt
		}
		return *r
	}
	return cmp.Or(cmp.Compare(d.Kind, o.Kind), cmp.Compare(round(d.Round), round(o.Round)))
}
