package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// Merge is the fact that a record of the register is an alias of another one of the same person, or
// the revocation of that. Of the facts about an alias the latest counts.
type Merge struct {
	AliasID   league.PlayerID
	Number    int              // of the facts about the alias, from 1
	KeptID    *league.PlayerID // nil: no longer merged
	Reason    string
	DecidedBy uuid.UUID // account
	DecidedAt time.Time
}

// Aliases maps each alias record to the kept one. A kept record is never an alias itself.
type Aliases map[league.PlayerID]league.PlayerID

// AliasesOf returns the aliases that facts establish, in any order.
func AliasesOf(merges []Merge) Aliases {
	last := make(map[league.PlayerID]Merge, len(merges))
	for _, m := range merges {
		if m.Number > last[m.AliasID].Number {
			last[m.AliasID] = m
		}
	}
	out := Aliases{}
	for alias, m := range last {
		if m.KeptID != nil {
			out[alias] = *m.KeptID
		}
	}
	return out
}

// Of returns the person of a record: the kept record. It is the one place where facts about several
// records become facts about one person: code behind it handles people only.
func (a Aliases) Of(id league.PlayerID) league.PlayerID {
	if kept, is := a[id]; is {
		return kept
	}
	return id
}

// All replaces each of some ids by its person.
func (a Aliases) All(ids []league.PlayerID) {
	for i := range ids {
		ids[i] = a.Of(ids[i])
	}
}

// Merge replaces all records in the facts of a season by their people.
func (f *SeasonFacts) Merge(a Aliases) {
	f.Aliases = a
	if len(a) == 0 {
		return
	}
	if id := f.Season.ChampionID; id != nil {
		kept := a.Of(*id)
		f.Season.ChampionID = &kept
	}
	for _, list := range f.Entrants {
		for i := range list {
			list[i].Player = a.Of(list[i].Player)
		}
	}
	for _, list := range f.Rankings {
		a.All(list)
	}
	for i := range f.Referees {
		f.Referees[i].PlayerID = a.Of(f.Referees[i].PlayerID)
	}
	for i := range f.Bars {
		f.Bars[i].PlayerID = a.Of(f.Bars[i].PlayerID)
	}
	for _, d := range f.Decisions {
		a.All(d.CalledUp)
	}
	for i := range f.Convocations {
		f.Convocations[i].PlayerID = a.Of(f.Convocations[i].PlayerID)
	}
	for i := range f.Unavailabilities {
		f.Unavailabilities[i].PlayerID = a.Of(f.Unavailabilities[i].PlayerID)
	}
}
