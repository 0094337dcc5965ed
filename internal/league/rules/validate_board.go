package rules

import (
	"fmt"
	"slices"
)

// board checks the options of the calculators: the map, the army limit, the exchange
// of cards.
func (c *checker) board() {
	if a := c.r.Game.Armies; a != nil {
		c.must(a.Max > 0, "/game/armies/max", "too-small", "least", "1")
		c.must(a.Times > 0 && a.Times <= maxTimes, "/game/armies/times", "outside-range")
		c.cite("/game/armies/paragraph", a.Paragraph)
	}
	if x := c.r.Game.Cards; x != nil {
		for i, set := range x.Sets {
			at := fmt.Sprintf("/game/cards/sets/%d", i)
			c.must(set.Cards > 0 && set.Cards <= set.MinHand, at+"/cards", "outside-range")
			c.must(set.MaxHand == 0 || set.MaxHand >= set.MinHand, at+"/maxHand", "less-than-minimum")
			c.must(set.Armies >= 0, at+"/armies", "too-small", "least", "0")
		}
		c.cite("/game/cards/paragraph", x.Paragraph)
	}
	for i, o := range c.r.Game.Objectives {
		known := o.Region == ""
		if c.r.Board != nil && !known {
			_, known = c.r.Board.Region(o.Region)
		}
		c.must(known, fmt.Sprintf("/game/objectives/%d/region", i), "no-such-region", "region", o.Region)
	}
	if c.r.Board != nil {
		c.territories(*c.r.Board)
		c.regions(*c.r.Board)
		c.rows(*c.r.Board)
	}
}

// mostTerritories bounds the size of a map, whose rows are followed from
// territory to territory.
const mostTerritories = 500

// mostPoints bounds the points of a territory or region, far from the end of 64
// bits.
const mostPoints = 10000

func (c *checker) territories(b Board) {
	const at = "/board/territories"
	if len(b.Territories) == 0 || len(b.Territories) > mostTerritories {
		c.fault(at, "outside-range")
		return
	}
	c.unique(at, "id", names(b.Territories, func(t Territory) string { return t.ID }))
	for i, t := range b.Territories {
		here := fmt.Sprintf("%s/%d", at, i)
		c.must(isLowerKebab(t.ID), here+"/id", "not-lower-kebab")
		c.must(t.Name != "", here+"/name", "required")
		c.boardPoints(here, t.Points)
		c.distinct(here+"/borders", t.Borders)
		for j, border := range t.Borders {
			other, known := b.Territory(border)
			place := fmt.Sprintf("%s/borders/%d", here, j)
			c.must(known && border != t.ID, place, "no-such-territory", "territory", border)
			c.must(!known || slices.Contains(other.Borders, t.ID), place, "borders-one-way", "from", t.ID, "to", border)
		}
	}
	oneOf(c, "/board/territoryPoints/by", b.TerritoryPoints.By, BordersOfPlay, BordersAndLinks)
	c.cite("/board/territoryPoints/paragraph", b.TerritoryPoints.Paragraph)
}

func (c *checker) regions(b Board) {
	const at = "/board/regions"
	c.unique(at, "id", names(b.Regions, func(r Region) string { return r.ID }))
	computed := false
	for i, r := range b.Regions {
		here := fmt.Sprintf("%s/%d", at, i)
		c.must(r.Name != "", here+"/name", "required")
		c.must(len(r.Territories) > 0, here+"/territories", "required")
		c.distinct(here+"/territories", r.Territories)
		for j, id := range r.Territories {
			_, known := b.Territory(id)
			c.must(known, fmt.Sprintf("%s/territories/%d", here, j), "no-such-territory", "territory", id)
		}
		if whole, known := b.Region(r.Within); r.Within != "" {
			c.must(known && r.Within != r.ID, here+"/within", "no-such-region", "region", r.Within)
			c.must(!known || containsAll(whole.Territories, r.Territories), here+"/within", "not-within", "region", r.Within)
		}
		c.boardPoints(here, r.Points)
		c.must(r.Armies >= 0, here+"/armies", "too-small", "least", "0")
		c.citeIf(r.Points != nil, here+"/paragraph", r.Paragraph)
		computed = computed || r.Points == nil
	}
	if computed {
		oneOf(c, "/board/regionPoints/frontier", b.RegionPoints.Frontier, OwnTerritories, TerritoriesBeyond)
		c.cite("/board/regionPoints/paragraph", b.RegionPoints.Paragraph)
	}
}

func (c *checker) rows(b Board) {
	if b.Rows == nil {
		return
	}
	const at = "/board/rows"
	c.must(b.Rows.Times > 0 && b.Rows.Times <= maxTimes, at+"/times", "outside-range")
	oneOf(c, at+"/extent", b.Rows.Extent, WholeRow, OutsideRegion)
	for i, l := range b.Rows.Links {
		here := fmt.Sprintf("%s/links/%d", at, i)
		from, known := b.Territory(l.From)
		c.must(known, here+"/from", "no-such-territory", "territory", l.From)
		_, alsoKnown := b.Territory(l.To)
		c.must(alsoKnown && l.To != l.From, here+"/to", "no-such-territory", "territory", l.To)
		again := slices.Contains(from.Borders, l.To) || slices.ContainsFunc(b.Rows.Links[:i], l.same)
		c.must(!again, here, "repeated", "value", l.To)
	}
	c.cite(at+"/paragraph", b.Rows.Paragraph)
	c.citeIf(false, at+"/frozen", b.Rows.Frozen)
}

// boardPoints checks the points of territories and regions.
func (c *checker) boardPoints(at string, points *int) {
	c.must(points == nil || *points >= 0 && *points <= mostPoints, at+"/points", "outside-range")
}

// distinct checks that a list of names has none twice.
func (c *checker) distinct(at string, names []string) {
	for i, name := range names {
		c.must(!slices.Contains(names[:i], name), fmt.Sprintf("%s/%d", at, i), "repeated", "value", name)
	}
}

func containsAll(whole, part []string) bool {
	for _, element := range part {
		if !slices.Contains(whole, element) {
			return false
		}
	}
	return true
}
