package rules

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"referto/internal/league"
)

// A checker collects faults while a document is read from top to bottom.
type checker struct {
	r      *Ruleset
	faults league.Faults
}

// Validate judges the document as a whole and lists every fault: values outside
// their range, names that nothing bears, numbers of entrants for which there is
// no structure or no tables, paragraphs cited but not in the texts. None is nil.
func (r *Ruleset) Validate() league.Faults {
	c := &checker{r: r}
	c.head()
	c.game()
	c.field()
	c.tables()
	c.format()
	c.seating()
	c.calculations()
	c.scoring()
	c.standings()
	c.elimination()
	c.time()
	c.people()
	c.leaving()
	c.awards()
	c.scoreLine()
	c.season()
	c.lifetime()
	c.series()
	c.texts()
	c.bounds()
	if len(c.faults) == 0 {
		c.readings()
	}
	c.groundFaults()
	return c.faults
}

// groundFaults names the paragraph that each fault is about, where the document
// has one: that of the section or element around the place.
func (c *checker) groundFaults() {
	if len(c.faults) == 0 {
		return
	}
	tree := c.r.tree()
	for i := range c.faults {
		f := &c.faults[i]
		paragraph := paragraphAround(tree, f.Field)
		if _, ok := c.r.Text(paragraph); ok && paragraph != "" {
			f.Code, f.Par = c.r.Code, paragraph
		}
	}
}

// paragraphAround is the paragraph cited nearest to a place; "" for none.
func paragraphAround(tree any, pointer string) string {
	for at := pointer; at != ""; at = at[:strings.LastIndexByte(at, '/')] {
		if paragraph, ok := lookup(tree, at+"/paragraph"); ok {
			return paragraph
		}
	}
	return ""
}

func (c *checker) fault(pointer, reason string, params ...string) {
	c.faults = append(c.faults, fault(pointer, reason, params...))
}

// must adds a fault unless ok.
func (c *checker) must(ok bool, pointer, reason string, params ...string) {
	if !ok {
		c.fault(pointer, reason, params...)
	}
}

// oneOf checks a named option.
func oneOf[T ~string](c *checker, pointer string, value T, options ...T) {
	if !slices.Contains(options, value) {
		c.fault(pointer, "unknown-option", "got", string(value), "want", fmt.Sprint(options))
	}
}

// unique checks that a list has names, all different.
func (c *checker) unique(pointer, member string, names []string) {
	seen := make(map[string]bool)
	for i, name := range names {
		at := fmt.Sprintf("%s/%d/%s", pointer, i, member)
		c.must(name != "", at, "required")
		c.must(name == "" || !seen[name], at, "repeated", "value", name)
		seen[name] = true
	}
}

// citeIf cites the paragraph of an option unless the option is absent, when it
// needs none.
func (c *checker) citeIf(present bool, pointer, paragraph string) {
	if present || paragraph != "" {
		c.cite(pointer, paragraph)
	}
}

// cite checks that a paragraph is in the texts.
func (c *checker) cite(pointer, paragraph string) {
	if _, ok := c.r.Text(paragraph); paragraph == "" {
		c.fault(pointer, "paragraph-missing")
	} else if !ok {
		c.fault(pointer, "no-such-paragraph", "paragraph", paragraph)
	}
}

func names[T any](list []T, name func(T) string) []string {
	found := make([]string, len(list))
	for i, element := range list {
		found[i] = name(element)
	}
	return found
}

func (c *checker) head() {
	c.must(isLowerKebab(c.r.ID), "/id", "not-lower-kebab")
	c.must(c.r.Code != "", "/code", "required")
	c.must(c.r.Name != "", "/name", "required")
	c.must(c.r.Language != "", "/language", "required")
}

func (c *checker) game() {
	g := c.r.Game
	c.must(g.Name != "", "/game/name", "required")
	c.must(len(g.Variants) > 0, "/game/variants", "required")
	c.unique("/game/variants", "id", names(g.Variants, func(v Variant) string { return v.ID }))
	for i, v := range g.Variants {
		at := fmt.Sprintf("/game/variants/%d", i)
		c.must(v.VP.Min <= v.VP.Max, at+"/vp", "empty-range")
		c.targets(at, v)
		c.cite(at+"/paragraph", v.Paragraph)
	}
	c.cite("/game/declaration/paragraph", g.Declaration.Paragraph)
	c.unique("/game/figures", "id", names(g.Figures, func(f Figure) string { return f.ID }))
	for i, f := range g.Figures {
		at := fmt.Sprintf("/game/figures/%d", i)
		c.must(!slices.Contains(computedFigures, f.ID), at+"/id", "reserved", "value", f.ID)
		c.must(f.Range.Min <= f.Range.Max, at+"/range", "empty-range")
		c.must(!f.OnePerTable || f.Range.Min == 0, at+"/range/min", "one-has-it-others-not")
		for j, size := range f.TableSizes {
			c.must(slices.Contains(c.r.Tables.AllSizes(), size), fmt.Sprintf("%s/tableSizes/%d", at, j), "table-size-not-allowed")
		}
		c.cite(at+"/paragraph", f.Paragraph)
	}
	c.sums()
	c.board()
	c.unique("/game/objectives", "id", names(g.Objectives, func(o Objective) string { return o.ID }))
}

func (c *checker) tables() {
	t := c.r.Tables
	c.must(len(t.Sizes) > 0, "/tables/sizes", "required")
	for i, size := range t.Sizes {
		at := fmt.Sprintf("/tables/sizes/%d", i)
		c.must(size >= 2 && size <= MaxSeats, at, "outside-range", "min", "2", "max", fmt.Sprint(MaxSeats))
		c.must(i == 0 || t.Sizes[i-1] > size || t.Partition == InOrder, at, "not-descending")
		c.must(!slices.Contains(t.Sizes[:i], size), at, "repeated", "value", fmt.Sprint(size))
	}
	oneOf(c, "/tables/partition", t.Partition, MostOfLargest, InOrder, MaxFours, MinFours)
	c.cite("/tables/paragraph", t.Paragraph)
	c.unique("/tables/exceptions", "entrants", names(t.Exceptions, func(e TableException) string { return strconv.Itoa(e.Entrants) }))
	for i, e := range t.Exceptions {
		c.tableException(fmt.Sprintf("/tables/exceptions/%d", i), e)
	}
	least := t.MinToContinue
	c.must(least.Players >= 0 && (len(t.Sizes) == 0 || least.Players <= t.Sizes[0]), "/tables/minToContinue/players", "outside-range")
	c.citeIf(least.Players > 0, "/tables/minToContinue/paragraph", least.Paragraph)
	if t.Substitute != nil {
		c.must(t.Substitute.Below > 1, "/tables/substitute/below", "too-small", "least", "2")
		c.cite("/tables/substitute/paragraph", t.Substitute.Paragraph)
	}
	c.citeIf(false, "/tables/moveToShort", t.MoveToShort)
	c.everybodySits()
}

func (c *checker) tableException(at string, e TableException) {
	seats := 0
	for i, size := range e.Sizes {
		c.must(size >= 2 && size <= MaxSeats, fmt.Sprintf("%s/sizes/%d", at, i), "outside-range", "min", "2", "max", fmt.Sprint(MaxSeats))
		seats += size
	}
	c.must(seats == e.Entrants, at+"/sizes", "not-every-entrant-once")
	c.cite(at+"/paragraph", e.Paragraph)
}

func (c *checker) time() {
	t := c.r.Time
	oneOf(c, "/time/limit", t.Limit, NoLimit, OptionalLimit, AlwaysLimit)
	if t.Limit == NoLimit {
		c.must(len(t.Phases) == 0, "/time/phases", "of-no-use")
	} else {
		c.must(len(t.Phases) > 0, "/time/phases", "required")
	}
	c.unique("/time/phases", "phase", names(t.Phases, func(p TimePhase) string { return string(p.Phase) }))
	for i, p := range t.Phases {
		at := fmt.Sprintf("/time/phases/%d", i)
		oneOf(c, at+"/phase", p.Phase, LastTurn, EvenTurns, ThirdLastLap, LastLap, ExtraTurns, CountingUp)
		c.cite(at+"/paragraph", p.Paragraph)
	}
	c.must(t.TurnMinutes >= 0, "/time/turnMinutes", "too-small", "least", "0")
	for _, variant := range slices.Sorted(maps.Keys(t.Minutes)) {
		at := "/time/minutes/" + escape(variant)
		_, known := c.r.Variant(variant)
		c.must(known && variant != "", at, "no-such-variant", "variant", variant)
		c.must(t.Minutes[variant] > 0, at, "too-small", "least", "1")
	}
	c.citeIf(t.Limit != NoLimit || t.TurnMinutes > 0, "/time/paragraph", t.Paragraph)
}

// people checks the sections on officials, eligibility and discipline.
func (c *checker) people() {
	c.must(c.r.Officials.EntrantsPerReferee >= 0, "/officials/entrantsPerReferee", "too-small", "least", "0")
	c.citeIf(c.r.Officials.EntrantsPerReferee > 0, "/officials/paragraph", c.r.Officials.Paragraph)
	if c.r.Fee != nil {
		oneOf(c, "/fee/afterOpening", c.r.Fee.AfterOpening, FeeRefused, FeeNoted)
		c.cite("/fee/paragraph", c.r.Fee.Paragraph)
	}
	c.unique("/eligibility", "reason", names(c.r.Eligibility, func(e Exclusion) string { return string(e.Reason) }))
	for i, e := range c.r.Eligibility {
		at := fmt.Sprintf("/eligibility/%d", i)
		oneOf(c, at+"/reason", e.Reason, RefereeOfEvent, AlreadyQualified, EmployeeOfPublisher, Banned)
		c.cite(at+"/paragraph", e.Paragraph)
	}
	d := c.r.Discipline
	c.must(d.Warning.ExpelsAt >= 0, "/discipline/warning/expelsAt", "too-small", "least", "0")
	c.citeIf(d.Warning.ExpelsAt > 0, "/discipline/warning/paragraph", d.Warning.Paragraph)
	c.citeIf(d.Expulsion.NeedsConfirmation, "/discipline/expulsion/paragraph", d.Expulsion.Paragraph)
	oneOf(c, "/discipline/expulsion/until", d.Expulsion.Until, "", UntilLastRound)
	c.citeIf(d.Expulsion.ReportedTo != "", "/discipline/expulsion/reportParagraph", d.Expulsion.ReportParagraph)
	c.unique("/discipline/offenses", "code", names(d.Offenses, func(o Offense) string { return o.Code }))
	for i, o := range d.Offenses {
		c.must(o.Code == "" || isLowerKebab(o.Code), fmt.Sprintf("/discipline/offenses/%d/code", i), "not-lower-kebab")
		c.cite(fmt.Sprintf("/discipline/offenses/%d/paragraph", i), o.Paragraph)
	}
}

func (c *checker) texts() {
	c.must(len(c.r.Texts) > 0, "/texts", "required")
	c.unique("/texts", "paragraph", names(c.r.Texts, func(t Text) string { return t.Paragraph }))
	for i, t := range c.r.Texts {
		at := fmt.Sprintf("/texts/%d", i)
		oneOf(c, at+"/kind", t.Kind, Computed, Published)
		c.must((t.Kind == Computed) == (t.Where != ""), at+"/where", "where-belongs-to-computed")
	}
}
