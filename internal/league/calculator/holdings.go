package calculator

import (
	"slices"
	"strconv"

	"referto/internal/league/rules"
)

// holdings are the territories that one player holds, with the ruleset of the map.
type holdings struct {
	r *rules.Ruleset
	Player
}

func (h holdings) has(id string) bool { return slices.Contains(h.Territories, id) }

// holds reports whether the player holds a whole region.
func (h holdings) holds(region rules.Region) bool {
	return !slices.ContainsFunc(region.Territories, func(id string) bool { return !h.has(id) })
}

// objective returns the region of the player's objective. ok is false if there is none.
func (h holdings) objective() (region rules.Region, ok bool) {
	for _, o := range h.r.Game.Objectives {
		if o.ID == h.Objective && h.Objective != "" {
			return h.r.Board.Region(o.Region)
		}
	}
	return rules.Region{}, false
}

// reached reports whether the player holds the region of their objective.
func (h holdings) reached() bool {
	region, ok := h.objective()
	return ok && h.holds(region)
}

func (h holdings) score() Score {
	var s Score
	row := h.row()
	if rule := h.r.Board.Rows; rule != nil && h.Frozen && rule.Frozen != "" {
		grounds := h.r.Grounds(rule.Frozen, "no-rows-when-frozen")
		row, s.Rowless = nil, &grounds
	}
	for _, t := range h.r.Board.Territories {
		if h.has(t.ID) {
			s.add(h.territory(t, row[t.ID]))
		}
	}
	for _, region := range h.r.Board.Regions {
		if h.holds(region) && !h.holdsWholeAround(region) {
			s.add(h.region(region))
		}
	}
	s.Points = s.Sum
	return s
}

func (s *Score) add(t Term) {
	s.Terms = append(s.Terms, t)
	s.Sum += t.Points
}

// holdsWholeAround reports whether the player holds the whole region that contains this region.
func (h holdings) holdsWholeAround(region rules.Region) bool {
	whole, ok := h.r.Board.Region(region.Within)
	return ok && h.holds(whole)
}

// row returns the player's territories that count more than once: those connected, through the
// player's own territories, with a territory of their objective's region (SQ00 base 14).
func (h holdings) row() map[string]bool {
	rule := h.r.Board.Rows
	region, ok := h.objective()
	if rule == nil || !ok {
		return nil
	}
	row := make(map[string]bool)
	var reach func(id string)
	reach = func(id string) {
		if row[id] || !h.has(id) {
			return
		}
		row[id] = true
		t, _ := h.r.Board.Territory(id)
		for _, next := range append(slices.Clone(t.Borders), h.r.Board.Linked(id)...) {
			reach(next)
		}
	}
	for _, id := range region.Territories {
		reach(id)
	}
	if rule.Extent == rules.OutsideRegion {
		for _, id := range region.Territories {
			delete(row, id)
		}
	}
	return row
}

// territory returns the value of one territory. inRow says whether it counts as part of a row.
func (h holdings) territory(t rules.Territory, inRow bool) Term {
	b := h.r.Board
	points := len(t.Borders)
	if b.TerritoryPoints.By == rules.BordersAndLinks {
		points += len(b.Linked(t.ID))
	}
	grounds := h.r.Grounds(b.TerritoryPoints.Paragraph, "territory-by-borders", "territory", t.Name, "points", strconv.Itoa(points))
	if t.Points != nil {
		points = *t.Points
		grounds = h.r.Grounds(b.TerritoryPoints.Paragraph, "territory-of-points", "territory", t.Name, "points", strconv.Itoa(points))
	}
	if inRow {
		grounds = h.r.Grounds(b.Rows.Paragraph, "territory-in-row", "territory", t.Name,
			"points", strconv.Itoa(points), "times", strconv.Itoa(b.Rows.Times))
		points *= b.Rows.Times
	}
	return Term{Territory: t.ID, Points: points, InRow: inRow, Grounds: grounds}
}

// region returns the term of a region that the player holds completely (SQ00 base 15 and 16).
func (h holdings) region(region rules.Region) Term {
	if region.Points != nil {
		return Term{Region: region.ID, Points: *region.Points, Grounds: h.r.Grounds(region.Paragraph, "region-of-points",
			"region", region.Name, "points", strconv.Itoa(*region.Points))}
	}
	rule := h.r.Board.RegionPoints
	territories, frontier := len(region.Territories), frontierOf(h.r.Board, region)
	return Term{Region: region.ID, Points: territories + frontier, Grounds: h.r.Grounds(rule.Paragraph, "region-held",
		"region", region.Name, "territories", strconv.Itoa(territories), "frontier", strconv.Itoa(frontier))}
}

// frontierOf counts the borders of a region to the outside.
func frontierOf(b *rules.Board, region rules.Region) int {
	own, beyond := make(map[string]bool), make(map[string]bool)
	for _, id := range region.Territories {
		t, _ := b.Territory(id)
		for _, border := range t.Borders {
			if !slices.Contains(region.Territories, border) {
				own[id], beyond[border] = true, true
			}
		}
	}
	if b.RegionPoints.Frontier == rules.TerritoriesBeyond {
		return len(beyond)
	}
	return len(own)
}
