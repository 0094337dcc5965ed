package people

import (
	"regexp"
	"strings"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// The refusals of an erasure: each names the matter that has to end first.
var (
	ErrErased       = league.NotNow("erasure-done")          // the record is erased already, or names nobody any more
	ErrOpenRefund   = league.NotNow("erasure-open-refund")   // a claim that is neither paid nor over
	ErrRunningBan   = league.NotNow("erasure-running-ban")   // a ban or an exclusion that keeps the person out
	ErrOpenCase     = league.NotNow("erasure-open-case")     // an expulsion or a leaving that waits for a decision
	ErrOpenFinal    = league.NotNow("erasure-open-final")    // a convocation to a final that was not played, or the champion's place
	ErrRunningEvent = league.NotNow("erasure-running-event") // an event under way in which the person plays
	ErrOpenEntry    = league.NotNow("erasure-open-entry")    // an entry in an event that has not begun
)

// Ties counts everything that keeps a record from being erased, by its kind.
type Ties struct {
	OpenRefunds   int
	RunningBans   int
	OpenCases     int
	OpenFinals    int
	RunningEvents int
	OpenEntries   int
	Erased        bool
}

// MayErase refuses to erase a record with open matters. A ban or a place is tied to a person by the
// name, a payment to a claim, and a player at a table has to be called by name.
func (t Ties) MayErase() error {
	switch {
	case t.Erased:
		return ErrErased
	case t.OpenRefunds > 0:
		return ErrOpenRefund
	case t.RunningBans > 0:
		return ErrRunningBan
	case t.OpenCases > 0:
		return ErrOpenCase
	case t.OpenFinals > 0:
		return ErrOpenFinal
	case t.RunningEvents > 0:
		return ErrRunningEvent
	case t.OpenEntries > 0:
		return ErrOpenEntry
	}
	return nil
}

// MayUse refuses any further use of an erased record: it names nobody. A person who comes back gets
// a new record.
func MayUse(record facts.Player) error {
	if record.ErasedAt != nil {
		return ErrErased
	}
	return nil
}

// neutral begins the stored name of an erased record.
const neutral = "Player "

// NeutralName returns the name of an erased record, always the same for a record. When it is shown,
// it is written in the reader's language.
func NeutralName(id league.PlayerID) string {
	text := id.String()
	return neutral + text[len(text)-4:]
}

// shortest is the least length of a name that is searched for in texts about others: shorter ones
// occur in half of all sentences.
const shortest = 4

// Naming returns a pattern, in the language of PostgreSQL, that finds texts which name a person: by
// the full name, in either order if it has two words, or by a mail address. It matches nothing if
// the person has neither.
func Naming(name string, addresses ...string) string {
	var ways []string
	words := strings.Fields(name)
	for i, w := range words {
		words[i] = regexp.QuoteMeta(w)
	}
	if len([]rune(name)) >= shortest {
		ways = append(ways, strings.Join(words, `\s+`))
		if len(words) == 2 {
			ways = append(ways, words[1]+`\s+`+words[0])
		}
	}
	for i, way := range ways {
		ways[i] = `(^|[^[:alpha:]])(` + way + `)($|[^[:alpha:]])`
	}
	for _, a := range addresses {
		if a != "" {
			ways = append(ways, regexp.QuoteMeta(a))
		}
	}
	if len(ways) == 0 {
		return `$.` // matches nothing: there is no text after the end
	}
	return strings.Join(ways, "|")
}
