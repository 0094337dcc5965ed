package scoring

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Form describes the fields of a result of a table without faults for [Check]. It has one shape for
// every ruleset, so that a program need not know any.
type Form struct {
	Seats int
	// Endings are the possible endings of the game.
	Endings []league.Ending
	// Target is the score with which victory may be declared; VP the range of the points
	// on the board. Both are 0 where points are entered instead.
	Target int
	VP     rules.Range
	// Figures are recorded for every seat.
	Figures []rules.Figure
	// Objectives are dealt out, one to each seat; nil without teams.
	Objectives []rules.Objective
	// Points is the range of the points entered for each seat if the table is scored elsewhere; nil
	// if the ruleset scores it.
	Points *rules.Range
	// PlaceBy are the ruleset's own comparisons that determine the places; nil if the points on the
	// board do, or if the table has no such places.
	PlaceBy []rules.Criterion
	// Void reports whether the game may be declared void.
	Void bool
}

// FormOf returns the form of a table with a number of seats.
func FormOf(r *rules.Ruleset, variant rules.Variant, seats int) Form {
	f := Form{
		Seats: seats, Endings: Endings(r), Target: variant.Target, VP: variant.VP,
		Figures: r.Game.RecordedAt(seats), Void: r.Scoring.Void != nil,
	}
	if r.Scoring.InTeams(seats) {
		f.Objectives = r.Game.Objectives
	} else if !r.Scoring.ScoredElsewhere(seats) {
		f.PlaceBy = r.Scoring.PlaceBy
	}
	if r.Scoring.ScoredElsewhere(seats) {
		f.Points, f.VP, f.Target = &r.Scoring.Entered.Range, rules.Range{}, 0
	}
	return f
}

// Teams returns the names of the teams in the order of their objectives; nil without teams.
func (f Form) Teams() []string {
	var teams []string
	for _, o := range f.Objectives {
		if !slices.Contains(teams, o.Team) {
			teams = append(teams, o.Team)
		}
	}
	return teams
}

// Endings returns the possible endings of a game by a ruleset.
func Endings(r *rules.Ruleset) []league.Ending {
	endings := []league.Ending{league.Declared}
	if r.Time.Limit != "none" {
		endings = append(endings, league.TimeLimit)
	}
	if r.Tables.MinToContinue.Players > 0 {
		endings = append(endings, league.TooFewPlayers)
	}
	if !r.Game.Declaration.Required {
		endings = append(endings, league.Completed)
	}
	return endings
}
