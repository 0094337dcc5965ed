package rules

import "slices"

// Board is the map of a game with the points for holding its parts. Package
// calculator computes with it.
type Board struct {
	Name string `json:"name"`
	// Territories are the map, each with all its borders.
	Territories     []Territory     `json:"territories"`
	TerritoryPoints TerritoryPoints `json:"territoryPoints"`
	// Regions are the groups of territories that are worth something together.
	Regions      []Region     `json:"regions,omitempty"`
	RegionPoints RegionPoints `json:"regionPoints,omitzero"`
	// Rows count connected territories more often; nil where the game has none.
	Rows *RowRule `json:"rows,omitempty"`
}

// Territory is one territory of a map.
type Territory struct {
	ID   string `json:"id"`   // "medio-oriente"
	Name string `json:"name"` // in the ruleset's language
	// Borders are the territories it borders on in play, which border on it.
	Borders []string `json:"borders"`
	// Points is its value where that does not follow from its borders; nil where it does.
	Points *int `json:"points,omitempty"`
}

// TerritoryPoints is the rule on the points of territories.
type TerritoryPoints struct {
	By        TerritoryValue `json:"by"`
	Paragraph string         `json:"paragraph"`
}

// TerritoryValue names the way to count a territory without points of its own.
type TerritoryValue string

// The values of territories: a point for each border.
const (
	BordersOfPlay   TerritoryValue = "borders_of_play"
	BordersAndLinks TerritoryValue = "borders_and_links" // those of the rows too
)

// Region is a group of territories.
type Region struct {
	ID   string `json:"id"`
	Name string `json:"name"` // in the ruleset's language
	// Territories are the ids of those that make it.
	Territories []string `json:"territories"`
	// Within is the region of which it is a part; it counts only while the whole
	// is not held. "" is none.
	Within string `json:"within,omitempty"`
	// Points is its value where [RegionPoints] do not say it; nil where they do.
	Points *int `json:"points,omitempty"`
	// Armies are those it yields each turn. No calculator reads them.
	Armies int `json:"armies,omitempty"`
	// Paragraph is cited for a region with points of its own.
	Paragraph string `json:"paragraph,omitempty"`
}

// RegionPoints is the rule on the points of regions without points of their
// own: a point for each territory and for each border to the outside.
type RegionPoints struct {
	Frontier  Frontier `json:"frontier"`
	Paragraph string   `json:"paragraph"`
}

// Frontier names the way to count the borders of a region to the outside.
type Frontier string

// The borders of a region, counted in territories.
const (
	OwnTerritories    Frontier = "own_territories"    // those that border on another region
	TerritoriesBeyond Frontier = "territories_beyond" // those outside that it borders on
)

// RowRule is the rule on territories connected with those of the region that is
// the player's objective.
type RowRule struct {
	// Times is the factor by which such a territory counts.
	Times  int       `json:"times"`
	Extent RowExtent `json:"extent"`
	// Links are borders for rows only.
	Links     []Link `json:"links,omitempty"`
	Paragraph string `json:"paragraph"`
	// Frozen is the paragraph by which a player frozen in extra turns has no
	// rows; "" where there is none.
	Frozen string `json:"frozen,omitempty"`
}

// RowExtent names the territories of a row that count more often.
type RowExtent string

// The extents of a row.
const (
	WholeRow      RowExtent = "whole_row"
	OutsideRegion RowExtent = "outside_region" // without those of the region itself
)

// Link is a pair of territories.
type Link struct {
	From string `json:"from"` // the id of one
	To   string `json:"to"`   // the id of the other
}

// same reports whether another link connects the same territories, in whichever direction.
func (l Link) same(other Link) bool {
	return l == other || l == Link{From: other.To, To: other.From}
}

// Territory finds a territory by id.
func (b *Board) Territory(id string) (territory Territory, ok bool) {
	i := slices.IndexFunc(b.Territories, func(t Territory) bool { return t.ID == id })
	if i < 0 {
		return Territory{}, false
	}
	return b.Territories[i], true
}

// Region finds a region by id.
func (b *Board) Region(id string) (region Region, ok bool) {
	i := slices.IndexFunc(b.Regions, func(r Region) bool { return r.ID == id })
	if i < 0 {
		return Region{}, false
	}
	return b.Regions[i], true
}

// Linked are the territories with which one is connected by links of rows.
func (b *Board) Linked(id string) []string {
	if b.Rows == nil {
		return nil
	}
	var linked []string
	for _, l := range b.Rows.Links {
		switch id {
		case l.From:
			linked = append(linked, l.To)
		case l.To:
			linked = append(linked, l.From)
		}
	}
	return linked
}

// ArmyLimit is the most armies that a player may have on the board.
type ArmyLimit struct {
	Max int `json:"max"` // armies on the board
	// Times is the number of times that the excess is taken off; once more it lowers the
	// limit for the rest of the game.
	Times     int    `json:"times"`
	Paragraph string `json:"paragraph"`
}

// CardExchange gives a player armies for cards that they give up.
type CardExchange struct {
	// Sets are tried in order, each as often as it fits before the next.
	Sets      []CardSet `json:"sets"`
	Paragraph string    `json:"paragraph"`
}

// CardSet is one exchange, allowed with a number of cards in hand.
type CardSet struct {
	// MinHand and MaxHand are the cards in hand, 0 is no upper end.
	MinHand int `json:"minHand"`
	MaxHand int `json:"maxHand,omitempty"` // 0 is no upper end
	Cards   int `json:"cards"`             // given up
	Armies  int `json:"armies"`            // got
}
