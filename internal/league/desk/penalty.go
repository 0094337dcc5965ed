package desk

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// requireUnprocessed refuses penalties and appeals once the results have been
// processed, where the ruleset makes them final (BG 1.1.4). Opening the event
// again to correct a slip changes nothing of that.
func (s *Stage) requireUnprocessed() error {
	if s.Event.ProcessedAt == nil {
		return nil
	}
	return tournament.ProcessedRule(s.Rules)
}

// checkSanction checks a penalty against the ruleset's offenses, and takes from
// them what was not said.
func (s *Stage) checkSanction(n *NewSanction) error {
	discipline := s.Rules.Discipline
	i := slices.IndexFunc(discipline.Offenses, func(o rules.Offense) bool { return o.Code == n.Offense })
	if n.Offense != "" && i < 0 {
		return league.Faults{{Pointer: "/offense", Grounds: league.Grounds{Reason: "unknown-offense", Params: map[string]string{"offense": n.Offense}}}}
	}
	if n.Kind == league.Points {
		if err := tournament.PointsRule(s.Rules); err != nil {
			return err
		}
	}
	byOffense := n.Offense != "" && discipline.Offenses[i].Points != nil
	switch {
	case n.Kind != league.Points && n.Points != nil:
		return league.Faults{{Pointer: "/points", Grounds: league.Grounds{Reason: "points-of-no-penalty"}}}
	case n.Kind == league.Points && n.Points == nil && !byOffense:
		return league.Faults{{Pointer: "/points", Grounds: s.Rules.Grounds("", "points-missing", "offense", n.Offense)}}
	}
	if n.Points != nil {
		if faults := tournament.PenaltyBounds(s.Rules, *n.Points); len(faults) > 0 {
			return faults
		}
	}
	if n.Paragraph == "" && n.Offense != "" {
		n.Paragraph = discipline.Offenses[i].Paragraph
	}
	if _, ok := s.Rules.Text(n.Paragraph); n.Paragraph != "" && !ok {
		return unknownParagraph(n.Paragraph)
	}
	return nil
}

// team are those with whom an entry played its game of the latest round, itself
// first: the objectives of the result tell (SQ00 base 17). Who is out is not punished any
// more, no more than when he is alone.
func (s *Stage) team(entry league.Entry) ([]league.Entry, error) {
	unknown := notNow("team-unknown", "entry", strconv.Itoa(int(entry)))
	round := s.latest()
	if round == nil {
		return nil, unknown
	}
	for _, t := range round.Tables {
		if t.Result != nil && slices.Contains(t.Seats, entry) {
			if team := s.teamAt(*t.Result, entry); len(team) > 1 {
				return slices.DeleteFunc(team, s.IsOut), nil
			}
		}
	}
	return nil, unknown
}

func (s *Stage) teamAt(result facts.Result, entry league.Entry) []league.Entry {
	teams := make(map[league.Entry]string, len(result.Seats))
	for _, seat := range result.Seats {
		teams[seat.Entry], _ = s.Rules.Game.Team(seat.Objective)
	}
	team := []league.Entry{entry}
	for _, seat := range result.Seats {
		if seat.Entry != entry && teams[entry] != "" && teams[seat.Entry] == teams[entry] {
			team = append(team, seat.Entry)
		}
	}
	return team
}

// Bars says what leaving without good reason bars from (BG 1.1.7); ok is false for
// who is not barred.
func (s *Stage) Bars(entry league.Entry) (grounds league.Grounds, ok bool) {
	for _, barred := range s.State.Barred {
		if barred.Entry == entry {
			return barred.Grounds, true
		}
	}
	return league.Grounds{}, false
}
