package leagueapi

import (
	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/views"
)

// ReaderOf is the caller, as far as the first answer has said who that is.
func ReaderOf(c *gate.Call) views.Reader {
	return views.Reader{Account: c.Account(), Office: !Withheld(c, "ban") && !Withheld(c, "exclusion"), Names: ReadsNames(c)}
}

// namesAre is the permission of those who read the names of minors in full.
// Of the people of an event it is entrantsAre.
const (
	namesAre    = "player:read"
	entrantsAre = "entry:read"
)

// ReadsNames reports whether the caller reads the names of minors in full by an office of the tenant, as far
// as the first answer has said who calls.
func ReadsNames(c *gate.Call) bool { return c.Can(namesAre, Offices(c)).Allowed }

// ExpectsNames returns the likely answer of [ReadsNames] once the database has answered, and after that
// what it says; see [gate.Call.Expect].
func ExpectsNames(c *gate.Call) bool { return c.Expect(namesAre, Offices(c)) }

// readsNamesAt is [ReadsNames] for one event: whoever works there reads the names of its entrants.
func readsNamesAt(c *gate.Call, e facts.Event) bool {
	return c.Can(entrantsAre, Over(c, leaguedb.EventPlace{ID: e.ID, RegionID: e.RegionID})).Allowed
}

// Words are those of the caller's language, with the names that the caller may read ([ReadsNames]).
func Words(c *gate.Call) *words.Words { return wordsWith(c, ReadsNames(c)) }

func wordsWith(c *gate.Call, names bool) *words.Words {
	w := words.For(c.Language)
	if names {
		return w.InFull()
	}
	return w
}

// TagOfNames tells the entity tag of an answer with names in full from that of the same answer without.
func TagOfNames(full bool) string {
	if full {
		return ".names"
	}
	return ""
}
