package tournament

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// choices are the options of the ruleset that the facts name.
type choices struct {
	variant rules.Variant
	formula rules.Formula
	pairing rules.Pairing
}

// choose finds the chosen options; unknown ones are faults.
func choose(r *rules.Ruleset, f Facts) (choices, league.Faults) {
	var c choices
	var faults league.Faults
	for _, option := range []struct {
		pointer, value string
		find           func() bool
	}{
		{"/variant", f.Variant, func() (ok bool) { c.variant, ok = r.Variant(f.Variant); return ok }},
		{"/formula", f.Formula, func() (ok bool) { c.formula, ok = r.Formula(f.Formula); return ok }},
		{"/pairing", string(f.Pairing), func() (ok bool) { c.pairing, ok = r.Pairing(f.Pairing); return ok }},
	} {
		if !option.find() {
			faults = append(faults, fault(r, option.pointer, "no-such-option", "value", option.value))
		}
	}
	if c.variant.ID != "" {
		game, ok := r.GameOf(f.Variant, f.Target)
		if !ok {
			faults = append(faults, TargetFault(r, c.variant, f.Target))
		}
		c.variant = game
	}
	return c, faults
}

// TargetFault returns the fault of a target that a variant does not allow.
func TargetFault(r *rules.Ruleset, variant rules.Variant, target int) league.Fault {
	least, most := variant.Target, variant.Target
	if variant.Announced != nil {
		least, most = variant.Announced.Min, variant.Announced.Max
	}
	return league.Fault{Field: "/target", Grounds: r.Grounds(variant.Paragraph, "target-not-allowed",
		"target", strconv.Itoa(target), "min", strconv.Itoa(least), "max", strconv.Itoa(most))}
}

// factChecker collects contradictions in the facts, independently of the regulation.
type factChecker struct {
	r        *rules.Ruleset
	facts    Facts
	entrants map[league.Entry]bool
	faults   league.Faults
}

func checkFacts(r *rules.Ruleset, f Facts) league.Faults {
	c := &factChecker{r: r, facts: f, entrants: make(map[league.Entry]bool, len(f.Entrants))}
	c.field()
	c.structure()
	c.draws()
	for i := range f.Rounds {
		c.round(i)
	}
	for i, s := range f.Sanctions {
		at := fmt.Sprintf("/sanctions/%d", i)
		c.event(at, s.Entry, s.At)
		if s.ConfirmedAt != nil {
			c.moment(at+"/confirmedAt", *s.ConfirmedAt)
		}
		c.sanctionKind(at, s)
	}
	for i, w := range f.Withdrawals {
		c.event(fmt.Sprintf("/withdrawals/%d", i), w.Entry, w.At)
	}
	c.attendance()
	return c.faults
}

func (c *factChecker) fault(pointer, reason string, params ...string) {
	c.faults = append(c.faults, fault(c.r, pointer, reason, params...))
}

func fault(r *rules.Ruleset, pointer, reason string, params ...string) league.Fault {
	return league.Fault{Field: pointer, Grounds: r.Grounds("", reason, params...)}
}

func (c *factChecker) field() {
	for i, entry := range c.facts.Entrants {
		switch {
		case entry < 1 || entry > maxEntry:
			c.fault(fmt.Sprintf("/entrants/%d", i), "no-start-number", "entry", itoa(entry))
		case c.entrants[entry]:
			c.fault(fmt.Sprintf("/entrants/%d", i), "entry-twice", "entry", itoa(entry))
		}
		c.entrants[entry] = true
	}
}

// structure checks that the ruleset can play the agreed structure.
func (c *factChecker) structure() {
	if c.facts.Structure == nil {
		return
	}
	for _, f := range CheckStructure(c.r, *c.facts.Structure) {
		f.Field = "/structure" + f.Field
		c.faults = append(c.faults, f)
	}
}

// CheckStructure checks that a ruleset allows a structure other than the formulas', and can play it
// (CN09 3.2).
func CheckStructure(r *rules.Ruleset, agreed rules.Structure) league.Faults {
	var faults league.Faults
	if other := r.Format.OtherStructure; !other.Allowed {
		faults = append(faults, league.Fault{Grounds: r.Grounds(other.Paragraph, "no-other-structure")})
	}
	least, most := 1, maxRounds
	if agreed.Advance != 0 {
		least, most = 0, 0
	}
	if agreed.Rounds < least || agreed.Rounds > most {
		faults = append(faults, fault(r, "/rounds", "outside-range", "min", strconv.Itoa(least), "max", strconv.Itoa(most)))
	}
	if agreed.Advance < 0 || agreed.Advance > 0 && !agreed.Semifinal {
		faults = append(faults, fault(r, "/advance", "of-no-use"))
	}
	if agreed.Semifinal && (r.Elimination.Semifinal == nil || !agreed.Final) {
		faults = append(faults, fault(r, "/semifinal", "no-semifinal-rule"))
	}
	if agreed.Final && r.Elimination.Final == nil {
		faults = append(faults, fault(r, "/final", "no-final-rule"))
	}
	return faults
}

// maxRounds is the largest number of rounds of an agreed structure.
const maxRounds = 50

// maxEntry is the largest start number, which bounds tables indexed by start numbers.
const maxEntry = 1_000_000

// draws checks that lots, first round and places are drawn for exactly the entrants, a different
// one for each.
func (c *factChecker) draws() {
	if len(c.facts.Lots) > 0 || c.r.DrawsLots() {
		c.numbers("/lots", c.facts.Lots)
	}
	if c.facts.Places != nil {
		c.numbers("/places", c.facts.Places)
	}
	if c.facts.FirstRound != nil {
		c.everybody("/firstRound", c.facts.FirstRound)
	}
	for i, order := range c.facts.Draws {
		c.everybody(fmt.Sprintf("/draws/%d", i), order)
	}
}

// everybody checks that a drawn order contains every entrant once.
func (c *factChecker) everybody(pointer string, order []league.Entry) {
	drawn := slices.Sorted(slices.Values(order))
	if !slices.Equal(drawn, slices.Sorted(maps.Keys(c.entrants))) {
		c.fault(pointer, "not-every-entrant-once")
	}
}

func (c *factChecker) numbers(pointer string, drawn map[league.Entry]int) {
	holder := make(map[int]league.Entry, len(drawn))
	for _, entry := range slices.Sorted(maps.Keys(drawn)) {
		number := drawn[entry]
		if !c.entrants[entry] {
			c.fault(pointer+"/"+itoa(entry), "not-an-entrant", "entry", itoa(entry))
		}
		if other, taken := holder[number]; taken {
			c.fault(pointer+"/"+itoa(entry), "drawn-twice", "number", strconv.Itoa(number), "other", itoa(other))
		}
		holder[number] = entry
	}
	for _, entry := range slices.Sorted(maps.Keys(c.entrants)) {
		if _, ok := drawn[entry]; !ok {
			c.fault(pointer, "not-drawn", "entry", itoa(entry))
		}
	}
}

func (c *factChecker) round(i int) {
	at := fmt.Sprintf("/rounds/%d/tables", i)
	round := c.facts.Rounds[i]
	seated := make(map[league.Entry]bool, len(c.entrants))
	c.tableNumbers(at, round.Tables)
	for j, table := range round.Tables {
		here := fmt.Sprintf("%s/%d", at, j)
		if !slices.Contains(c.r.Tables.AllSizes(), len(table.Seats)) {
			c.faults = append(c.faults, league.Fault{Field: here + "/seats", Grounds: c.r.Grounds(c.r.Tables.Paragraph,
				"table-size-not-allowed", "seats", strconv.Itoa(len(table.Seats)))})
		}
		for k, entry := range table.Seats {
			switch {
			case !c.entrants[entry]:
				c.fault(fmt.Sprintf("%s/seats/%d", here, k), "not-an-entrant", "entry", itoa(entry))
			case seated[entry]:
				c.fault(fmt.Sprintf("%s/seats/%d", here, k), "seated-twice", "entry", itoa(entry))
			}
			seated[entry] = true
		}
	}
	if i < len(c.facts.Rounds)-1 && !round.Closed {
		c.fault(fmt.Sprintf("/rounds/%d/closed", i), "round-not-closed")
	}
}

// tableNumbers checks that the tables of a round have the numbers from 1 on, each once, in any
// order.
func (c *factChecker) tableNumbers(at string, tables []Table) {
	taken := make(map[int]bool, len(tables))
	for j, table := range tables {
		if table.Number < 1 || table.Number > len(tables) || taken[table.Number] {
			c.fault(fmt.Sprintf("%s/%d/number", at, j), "tables-not-numbered", "number", strconv.Itoa(table.Number), "tables", strconv.Itoa(len(tables)))
		}
		taken[table.Number] = true
	}
}

// event checks the entry and the moment of a fact.
func (c *factChecker) event(pointer string, entry league.Entry, at league.Moment) {
	if !c.entrants[entry] {
		c.fault(pointer+"/entry", "not-an-entrant", "entry", itoa(entry))
	}
	c.moment(pointer+"/at", at)
}

func (c *factChecker) moment(pointer string, at league.Moment) {
	if at.Round < 0 || at.Round > len(c.facts.Rounds) || at.During && at.Round == 0 {
		c.fault(pointer+"/round", "no-such-round", "round", strconv.Itoa(at.Round))
	}
}

func itoa(entry league.Entry) string { return strconv.Itoa(int(entry)) }
