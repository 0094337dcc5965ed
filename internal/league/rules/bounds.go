package rules

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"

	"referto/internal/league"
)

// The bounds of the numbers and texts in a regulation and in the results under it.
// They are the same in a ruleset, in the form of a result, in the contract and in
// files: every value that a ruleset may demand can be entered, and a ruleset that
// demands more is refused before it is published.
const (
	MaxRecorded     = 100_000   // points on the board, figures and entered points, with either sign
	MaxPenalty      = 9_999     // points of a penalty, with either sign
	MaxExact        = 1_000_000 // every other exact number of a document, with either sign
	PenaltyDecimals = 2         // of the points of a penalty
	EnteredDecimals = 4         // of points of a table scored elsewhere
	MaxMinutesLate  = 600       // of a player who comes late
	MaxFigures      = 20        // recorded for one seat
	MinRulesetID    = 2         // characters of a ruleset's id, which is part of addresses
	MaxRulesetID    = 60
	MaxRulesetCode  = 20  // characters of its code
	MaxRulesetName  = 200 // of its name
	MaxStandingsID  = 60  // of the id of standings
	MaxID           = 40  // of every other id that a person chooses or writes down
	MinOffense      = 2   // of the code of an offense
	MaxParagraph    = 20  // of the number of a paragraph
	MaxSeats        = 12  // of a table, which bounds the work of splitting a field
)

// bounds checks that the values that the ruleset demands can be entered.
func (c *checker) bounds() {
	r := c.r
	c.length("/id", r.ID, MinRulesetID, MaxRulesetID)
	c.length("/code", r.Code, 1, MaxRulesetCode)
	c.length("/name", r.Name, 1, MaxRulesetName)
	for i, v := range r.Game.Variants {
		at := fmt.Sprintf("/game/variants/%d", i)
		c.length(at+"/id", v.ID, 1, MaxID)
		c.recordable(at+"/vp", v.VP)
	}
	for i, f := range r.Game.Figures {
		at := fmt.Sprintf("/game/figures/%d", i)
		c.length(at+"/id", f.ID, 1, MaxID)
		c.recordable(at+"/range", f.Range)
	}
	for _, size := range r.Tables.AllSizes() {
		if len(r.Game.RecordedAt(size)) > MaxFigures {
			c.fault("/game/figures", "too-many", "most", strconv.Itoa(MaxFigures))
			break
		}
	}
	for i, o := range r.Game.Objectives {
		c.length(fmt.Sprintf("/game/objectives/%d/id", i), o.ID, 1, MaxID)
		c.length(fmt.Sprintf("/game/objectives/%d/team", i), o.Team, 0, MaxID)
	}
	for i, f := range r.Format.Formulas {
		c.length(fmt.Sprintf("/format/formulas/%d/id", i), f.ID, 1, MaxID)
	}
	for i, s := range r.Standings {
		c.length(fmt.Sprintf("/standings/%d/id", i), s.ID, 1, MaxStandingsID)
	}
	for i, o := range r.Discipline.Offenses {
		at := fmt.Sprintf("/discipline/offenses/%d", i)
		c.length(at+"/code", o.Code, MinOffense, MaxID)
		if o.Points != nil {
			c.within(at+"/points", *o.Points, MaxPenalty)
		}
	}
	c.idsOfFewer()
	for i, t := range r.Texts {
		c.length(fmt.Sprintf("/texts/%d/paragraph", i), t.Paragraph, 1, MaxParagraph)
	}
	if e := r.Scoring.Entered; e != nil {
		c.recordable("/scoring/entered/range", e.Range)
	}
	c.exact("", reflect.ValueOf(*r))
}

// idsOfFewer checks the ids of sections that fewer rulesets have, and the options of readings:
// they are written down by the person who chooses one.
func (c *checker) idsOfFewer() {
	for i, a := range c.r.Awards {
		c.length(fmt.Sprintf("/awards/%d/id", i), a.ID, 1, MaxID)
	}
	if s := c.r.Season; s != nil {
		for i, t := range s.Tiers {
			c.length(fmt.Sprintf("/season/tiers/%d/id", i), t.ID, 1, MaxID)
		}
		for i, d := range s.Documents {
			c.length(fmt.Sprintf("/season/documents/%d/kind", i), d.Kind, 1, MaxID)
		}
	}
	if s := c.r.Series; s != nil {
		for i, a := range s.Awards {
			c.length(fmt.Sprintf("/series/awards/%d/id", i), a.ID, 1, MaxID)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(c.r.Readings)) {
		for i, o := range c.r.Readings[key].Options {
			c.length(fmt.Sprintf("/readings/%s/options/%d/value", escape(key), i), o.Value, 1, MaxID)
		}
	}
}

// length checks how many characters a name has; one that is missing is
// reported by the option that requires it.
func (c *checker) length(pointer, name string, least, most int) {
	switch n := utf8.RuneCountInString(name); {
	case n > most:
		c.fault(pointer, "text-too-long", "most", strconv.Itoa(most))
	case n > 0 && n < least:
		c.fault(pointer, "text-too-short", "least", strconv.Itoa(least))
	}
}

// recordable checks that every number of a range can be entered.
func (c *checker) recordable(pointer string, r Range) {
	c.within(pointer+"/min", league.Int(r.Min), MaxRecorded)
	c.within(pointer+"/max", league.Int(r.Max), MaxRecorded)
}

func (c *checker) within(pointer string, value league.Frac, most int) {
	if value.Cmp(league.Int(-most)) < 0 || value.Cmp(league.Int(most)) > 0 {
		c.fault(pointer, "outside-range", "min", strconv.Itoa(-most), "max", strconv.Itoa(most))
	}
}

// exact checks all exact numbers of the document.
func (c *checker) exact(pointer string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			c.exact(pointer, v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			c.exact(pointer+"/"+strconv.Itoa(i), v.Index(i))
		}
	case reflect.Struct:
		if value, ok := v.Interface().(league.Frac); ok {
			c.within(pointer, value, MaxExact)
			return
		}
		for _, m := range membersOf(v.Type()).all {
			c.exact(pointer+"/"+m.name, v.FieldByIndex(m.index))
		}
	}
}
