package tournament

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/discipline"
	"referto/internal/league/qualify"
	"referto/internal/league/standings"
)

// Change lists the differences between two states of one event, usually without and with a fact
// that is only being considered.
type Change struct {
	// Struck are the entries out after but not before; Restored are those out before but not after.
	Struck   []Struck       `json:"struck"`
	Restored []league.Entry `json:"restored"`
	// Tables are the tables whose game goes on differently or ends.
	Tables []TableChange `json:"tables"`
	// Ranks are the entries whose rank in the last standings differs, in the
	// order of the standings after; those struck have After 0.
	Ranks []RankChange `json:"ranks"`
	// FinalistsIn and FinalistsOut are the entries that become finalists or stop being finalists.
	FinalistsIn  []qualify.Qualified `json:"finalistsIn"`
	FinalistsOut []league.Entry      `json:"finalistsOut"`
	// Reports are those due after but not before.
	Reports []discipline.Report `json:"reports"`
	// Next is the next step, if it differs; nil otherwise.
	Next *StepChange `json:"next,omitempty"`
	// Further are the changed ranks of the ruleset's other standings.
	Further []FurtherRanks `json:"further,omitempty"`
	// Places are the entries whose place in the final order differs, of an event
	// that is over.
	Places []RankChange `json:"places,omitempty"`
	// Awards are the prizes that another entry gets.
	Awards []AwardChange `json:"awards,omitempty"`
	// Figures are the figures of the last standings that differ, for entries in both.
	Figures []FigureChange `json:"figures,omitempty"`
	// Pending are the void games that wait for a score after but not before, Copied those that have
	// gained a score; only for entries in the standings.
	Pending []PendingScore `json:"pending,omitempty"`
	Copied  []CopiedScore  `json:"copied,omitempty"`
	// Barred are the entries that are barred from further events after but not before.
	Barred []Barred `json:"barred,omitempty"`
	// Seats are the drawn tables whose seats differ.
	Seats []SeatsChange `json:"seats,omitempty"`
}

// TableChange is a table of the last round whose game continues differently.
type TableChange struct {
	Round   int             `json:"round"`
	Table   int             `json:"table"`
	Running Running         `json:"running"`
	Grounds *league.Grounds `json:"grounds,omitempty"`
}

// RankChange is an entry whose rank differs; 0 means not in the standings.
type RankChange struct {
	Entry  league.Entry `json:"entry"`
	Before int          `json:"before"`
	After  int          `json:"after"`
}

// Consequences compares two states of one event. Ranks are those
// of the last round's standings in each.
func Consequences(before, after State) Change {
	var c Change
	for _, s := range after.Struck {
		if !isStruck(before.Struck, s.Entry) {
			c.Struck = append(c.Struck, s)
		}
	}
	for _, s := range before.Struck {
		if !isStruck(after.Struck, s.Entry) {
			c.Restored = append(c.Restored, s.Entry)
		}
	}
	c.tables(before, after)
	c.Ranks = rankChanges(ranked(lastStandings(before)), ranked(lastStandings(after)))
	c.finalists(before.Finalists, after.Finalists)
	for _, report := range after.Record.Reports {
		if !slices.ContainsFunc(before.Record.Reports, func(r discipline.Report) bool { return r.Entry == report.Entry }) {
			c.Reports = append(c.Reports, report)
		}
	}
	c.later(before, after)
	c.scores(before, after)
	c.seats(before, after)
	return c
}

func (c *Change) tables(before, after State) {
	for i, round := range after.Rounds {
		for j, table := range round.Tables {
			was := Running("")
			if i < len(before.Rounds) && j < len(before.Rounds[i].Tables) {
				was = before.Rounds[i].Tables[j].Running
			}
			if table.Running != was && table.Running != "" {
				c.Tables = append(c.Tables, TableChange{Round: round.Number, Table: table.Number, Running: table.Running, Grounds: table.Grounds})
			}
		}
	}
}

func lastStandings(s State) []standings.Row {
	if len(s.Rounds) == 0 {
		return nil
	}
	return s.Rounds[len(s.Rounds)-1].Standings
}

func (c *Change) finalists(was, is []qualify.Qualified) {
	holds := func(list []qualify.Qualified, entry league.Entry) bool {
		return slices.ContainsFunc(list, func(q qualify.Qualified) bool { return q.Entry == entry })
	}
	for _, q := range is {
		if !holds(was, q.Entry) {
			c.FinalistsIn = append(c.FinalistsIn, q)
		}
	}
	for _, q := range was {
		if !holds(is, q.Entry) {
			c.FinalistsOut = append(c.FinalistsOut, q.Entry)
		}
	}
}
