package scoring

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Form describes a result of a table in which [Check] finds no fault. It has one shape for
// every ruleset, so that a program need not know any.
type Form struct {
	Seats int
	// Endings are those a game can have.
	Endings []league.Ending
	// Target is the score with which victory may be declared; VP the range of the points
	// on the board. Both are 0 where points are entered instead.
	Target int
	VP     rules.Range
	// Figures are asked of every seat.
	Figures []rules.Figure
	// Objectives are dealt out, one to each seat; nil where nobody plays in teams.
	Objectives []rules.Objective
	// Points is the range of the points entered for each seat where the table is
	// scored elsewhere; nil where the ruleset scores it.
	Points *rules.Range
	// PlaceBy are the ruleset's own comparisons that give the places; nil where the
	// most points on the board do, or where the table has no places of that kind.
	PlaceBy []rules.Criterion
	// Void reports whether the game may be declared void.
	Void bool
}

// FormOf is the form of a table of so many seats.
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

// Teams are the names of the teams in the order in which their objectives are
// listed; nil where nobody plays in teams.
func (f Form) Teams() []string {
	var teams []string
	for _, o := range f.Objectives {
		if !slices.Contains(teams, o.Team) {
			teams = append(teams, o.Team)
		}
	}
	return teams
}

// Endings are those that a game can have by a ruleset.
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
