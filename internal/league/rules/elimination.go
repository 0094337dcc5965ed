package rules

// Elimination is the phase after the preliminary rounds. A ruleset without it
// has formulas whose structures know neither semifinal nor final.
type Elimination struct {
	// Standings is the id of the standings that qualify; "" are those that seat.
	Standings string         `json:"standings,omitempty"`
	Semifinal *SemifinalRule `json:"semifinal,omitempty"`
	Final     *FinalRule     `json:"final,omitempty"`
}

// SemifinalRule is the rule on the semifinal.
type SemifinalRule struct {
	// Seeds are the ranks that sit at each table, in order of the tables.
	Seeds [][]int `json:"seeds"`
	// Advance is the number of players of each table that go on to the final.
	Advance int `json:"advance"`
	// Level decides between players level in a semifinal.
	Level     LevelRule `json:"level"`
	Paragraph string    `json:"paragraph"`
	// CallUp is the order in which others take the place of a finalist who leaves after it.
	CallUp CallUp `json:"callUp"`
}

// CallUpOrder names the order in which those not qualified are called up.
type CallUpOrder string

// The call-up orders.
const (
	// BySemifinalResult: by place, points and share in the semifinal, then by
	// the preliminary standings.
	BySemifinalResult CallUpOrder = "semifinal_result"
	// ByPreliminaryStanding: by the preliminary standings.
	ByPreliminaryStanding CallUpOrder = "preliminary_standing"
)

// CallUp is the order in which others step in: the best not qualified of the same semifinal, and
// when none is left there the best of all semifinals in the order named.
type CallUp struct {
	AllSemifinals CallUpOrder `json:"allSemifinals"`
	Paragraph     string      `json:"paragraph"`
}

// FinalRule is the rule on the final.
type FinalRule struct {
	// Players is the number of seats of the final.
	Players int `json:"players"`
	// FromTables, where not empty, sends the best of each table of the last
	// preliminary round to the final instead of the best of the standings.
	FromTables []FromTables `json:"fromTables,omitempty"`
	// Level decides between players level in the final.
	Level     LevelRule `json:"level"`
	Paragraph string    `json:"paragraph"`
}

// FromTables sends a number of players of each table to the final, in a field of a size.
type FromTables struct {
	Entrants int `json:"entrants"` // size of the field
	First    int `json:"first"`    // of each table
}
