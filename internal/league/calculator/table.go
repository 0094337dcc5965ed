package calculator

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Table is a table with the holdings of its players, at the end of a game or during it.
type Table struct {
	// Variant is the variant of the game; "" means the ruleset's first.
	Variant string `json:"variant,omitempty"`
	// Size is the number of players who started the game; 0 means the number of Players.
	Size    int      `json:"size,omitempty"`
	Players []Player `json:"players"`
}

// Player is one player of a table.
type Player struct {
	// Objective is the id of the player's objective; "" if unknown, and then no rows count.
	Objective string `json:"objective,omitempty"`
	// Territories are the ids of the territories that the player holds.
	Territories []string `json:"territories"`
	// Frozen reports whether the player was frozen in the extra turns.
	Frozen bool `json:"frozen,omitempty"`
}

// Score is the value of a player's holdings.
type Score struct {
	// Terms add up to Sum.
	Terms []Term `json:"terms"`
	Sum   int    `json:"sum"`
	// Points are the table points: Sum, or the points of an immediate win.
	Points int `json:"points"`
	// Won gives the grounds of an immediate win; nil if Points is the sum.
	Won *league.Grounds `json:"won,omitempty"`
	// Rowless gives the reason why the player's territories form no rows; nil if they may.
	Rowless *league.Grounds `json:"rowless,omitempty"`
}

// Term is one summand of a score.
type Term struct {
	// Territory or Region is the id of the item that counts; the other is "".
	Territory string `json:"territory,omitempty"`
	Region    string `json:"region,omitempty"`
	Points    int    `json:"points"`
	// InRow reports whether the territory counts as part of a row.
	InRow   bool           `json:"inRow,omitempty"`
	Grounds league.Grounds `json:"grounds"`
}

// TablePoints returns the scores of the players, in their order (SQ00 base 13 to 17). Each score
// lists territories in the order of the map, then regions.
//
// Unknown, repeated or foreign values are returned as league.Faults with pointers into t:
// "/players/0/territories/3".
func TablePoints(r *rules.Ruleset, t Table) ([]Score, error) {
	if r.Board == nil {
		return nil, refuse(r, "table-points")
	}
	variant, ok := r.Variant(t.Variant)
	if !ok {
		return nil, league.Faults{{Field: "/variant", Grounds: r.Grounds("", "no-such-variant", "variant", t.Variant)}}
	}
	if err := check(r, t); err != nil {
		return nil, err
	}
	scores := make([]Score, len(t.Players))
	for i, p := range t.Players {
		scores[i] = holdings{r: r, Player: p}.score()
	}
	if teams := r.Scoring.Teams; teams != nil && (t.Size == teams.Seats || t.Size == 0 && len(t.Players) == teams.Seats) {
		winBySum(r, variant.Target, scores)
		winByObjectives(r, t, scores)
	}
	return scores, nil
}

func refuse(r *rules.Ruleset, calculation string) error {
	return r.Refuse("", "no-calculation", "calculation", calculation)
}

// check returns the contradictions in a table.
func check(r *rules.Ruleset, t Table) error {
	var faults league.Faults
	fault := func(pointer, par, reason string, params ...string) {
		faults = append(faults, league.Fault{Field: pointer, Grounds: r.Grounds(par, reason, params...)})
	}
	sizes := r.Tables.AllSizes()
	if t.Size != 0 && !slices.Contains(sizes, t.Size) {
		fault("/size", r.Tables.Paragraph, "table-size-not-allowed", "size", strconv.Itoa(t.Size))
	}
	if len(t.Players) > cmp.Or(t.Size, slices.Max(sizes)) {
		fault("/players", r.Tables.Paragraph, "table-size-not-allowed", "size", strconv.Itoa(len(t.Players)))
	}
	held, dealt := make(map[string]bool), make(map[string]bool)
	for i, p := range t.Players {
		at := fmt.Sprintf("/players/%d", i)
		if _, ok := r.Game.Team(p.Objective); p.Objective != "" && !ok {
			fault(at+"/objective", "", "no-such-objective", "objective", p.Objective)
		} else if p.Objective != "" && dealt[p.Objective] {
			fault(at+"/objective", "", "objective-twice", "objective", p.Objective)
		}
		dealt[p.Objective] = true
		for j, id := range p.Territories {
			here := fmt.Sprintf("%s/territories/%d", at, j)
			if _, ok := r.Board.Territory(id); !ok {
				fault(here, "", "no-such-territory", "territory", id)
			} else if held[id] {
				fault(here, "", "territory-twice", "territory", id)
			}
			held[id] = true
		}
	}
	return faults.OrNil()
}

// winBySum sets the points of an immediate win for every player who has reached the target (SQ00
// base 17).
func winBySum(r *rules.Ruleset, target int, scores []Score) {
	sudden := r.Scoring.Teams.Sudden
	for i := range scores {
		if s := &scores[i]; s.Sum >= target {
			grounds := r.Grounds(sudden.Paragraph, "won-at-once-by-sum", "sum", strconv.Itoa(s.Sum),
				"target", strconv.Itoa(target), "points", strconv.Itoa(sudden.Points))
			s.Points, s.Won = sudden.Points, &grounds
		}
	}
}

// winByObjectives sets the points of an immediate win for a team whose players all hold the regions
// of their objectives while the other teams do not (SQ00 base 17). It applies only to a full table.
func winByObjectives(r *rules.Ruleset, t Table, scores []Score) {
	sudden := r.Scoring.Teams.Sudden
	if len(t.Players) != r.Scoring.Teams.Seats {
		return
	}
	won, ok := onlyTeam(r, t)
	if !ok {
		return
	}
	grounds := r.Grounds(sudden.Paragraph, "won-at-once-by-objectives", "team", won, "points", strconv.Itoa(sudden.Points))
	best := -1
	for i, p := range t.Players {
		if team, _ := r.Game.Team(p.Objective); team != won {
			continue
		}
		if sudden.WholeTeam == rules.WholeTeamRaised {
			scores[i].Points, scores[i].Won = sudden.Points, &grounds
		}
		if best < 0 || scores[i].Sum > scores[best].Sum {
			best = i
		}
	}
	scores[best].Points, scores[best].Won = sudden.Points, &grounds
}

// onlyTeam returns the only team whose players all hold the regions of their objectives. ok is
// false if there is no such team or more than one, or if a player's objective is unknown.
func onlyTeam(r *rules.Ruleset, t Table) (team string, ok bool) {
	reached := make(map[string]bool)
	for _, p := range t.Players {
		team, known := r.Game.Team(p.Objective)
		if !known {
			return "", false
		}
		before, seen := reached[team]
		reached[team] = (before || !seen) && holdings{r: r, Player: p}.reached()
	}
	for name, all := range reached {
		if all && ok {
			return "", false
		}
		if all {
			team, ok = name, true
		}
	}
	return team, ok
}
