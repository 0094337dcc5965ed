package people

import (
	"regexp"
	"strings"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// Refusals of an erasure: each names what has to end first.
var (
	ErrErased       = league.NotNow("erasure-done")          // there is nothing left to erase, and nobody to do anything with
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

// MayErase refuses to erase a record that something still rests on. What has to be kept from
// somebody is known by the name (a ban, a place), where money is to go by the claim, and who
// sits at a table by whoever calls them.
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

// MayUse refuses to do anything more with a record that was erased: it names nobody. Whoever
// comes back gets another.
func MayUse(record facts.Player) error {
	if record.ErasedAt != nil {
		return ErrErased
	}
	return nil
}

// neutral begins the name of an erased record, as it is stored.
const neutral = "Player "

// NeutralName is the name that a record has once it is erased: always the same for the record.
// Where people read it, it is written in their language.
func NeutralName(id league.PlayerID) string {
	text := id.String()
	return neutral + text[len(text)-4:]
}

// shortest bounds the names that are looked for in words about others: shorter ones stand in
// half of all sentences.
const shortest = 4

// Naming is a pattern, in the language of PostgreSQL, that finds words which name a person: by the
// full name in either order of two words, or by a mail address. It is one that finds nothing
// where the person has neither.
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
		return `$.` // nothing comes after the end
	}
	return strings.Join(ways, "|")
}
