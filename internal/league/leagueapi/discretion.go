package leagueapi

import (
	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/views"
)

// ReaderOf returns the caller as a reader, as far as the first answer of the database has identified them.
func ReaderOf(c *gate.Call) views.Reader {
	return views.Reader{Account: c.Account(), Office: !Withheld(c, "ban") && !Withheld(c, "exclusion"), Names: ReadsNames(c)}
}

// namesAre is the permission to read the names of minors in full. For the people of an event it is entrantsAre.
const (
	namesAre    = "player:read"
	entrantsAre = "entry:read"
)

// ReadsNames reports whether the caller reads the names of minors in full by an office of the tenant, as far as
// the first answer of the database has identified them.
func ReadsNames(c *gate.Call) bool { return c.Can(namesAre, Offices(c)).Allowed }

// ExpectsNames returns the likely result of [ReadsNames] before the database has answered, and the actual one
// after that; see [gate.Call.Expect].
func ExpectsNames(c *gate.Call) bool { return c.Expect(namesAre, Offices(c)) }

// readsNamesAt is [ReadsNames] for one event: its staff read the names of its entrants.
func readsNamesAt(c *gate.Call, e facts.Event) bool {
	return c.Can(entrantsAre, Over(c, leaguedb.EventPlace{ID: e.ID, RegionID: e.RegionID})).Allowed
}

// Words returns the words of the caller's language, with the names that the caller may read ([ReadsNames]).
func Words(c *gate.Call) *words.Words { return wordsWith(c, ReadsNames(c)) }

func wordsWith(c *gate.Call, names bool) *words.Words {
	w := words.For(c.Language)
	if names {
		return w.InFull()
	}
	return w
}

// TagOfNames distinguishes the entity tag of an answer with names in full from that of the same answer without.
func TagOfNames(full bool) string {
	if full {
		return ".names"
	}
	return ""
}
