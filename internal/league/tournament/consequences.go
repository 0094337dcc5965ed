package tournament

import (
	"referto/internal/league"
	"referto/internal/league/discipline"
	"referto/internal/league/qualify"
)

// Change is what differs between two states of one event, usually before and
// after a fact that is only being considered.
type Change struct {
	// Struck are those out after and not before; Restored the other way round.
	Struck   []Struck       `json:"struck"`
	Restored []league.Entry `json:"restored"`
	// Tables are the tables whose game goes on differently or ends.
	Tables []TableChange `json:"tables"`
	// Ranks are the entries whose rank in the last standings differs, in the
	// order of the standings after; those struck have After 0.
	Ranks []RankChange `json:"ranks"`
	// FinalistsIn and FinalistsOut are those who become finalists or cease to.
	FinalistsIn  []qualify.Qualified `json:"finalistsIn"`
	FinalistsOut []league.Entry      `json:"finalistsOut"`
	// Reports are those due after and not before.
	Reports []discipline.Report `json:"reports"`
}

// TableChange is a table of the last round whose game goes on differently.
type TableChange struct {
	Round   int             `json:"round"`
	Table   int             `json:"table"`
	Running Running         `json:"running"`
	Grounds *league.Grounds `json:"grounds,omitempty"`
}

// RankChange is an entry whose rank differs; 0 is out of the standings.
type RankChange struct {
	Entry  league.Entry `json:"entry"`
	Before int          `json:"before"`
	After  int          `json:"after"`
}
