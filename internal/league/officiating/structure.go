package officiating

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// Agreed returns the structure that was approved instead of the formula's; nil if there is none.
func (s *Situation) Agreed() *rules.Structure {
	if s.Structure == nil || s.Structure.ApprovedAt == nil {
		return nil
	}
	agreed := s.Structure.Rules()
	return &agreed
}

// Format returns the structure of the event: fixed once it has started, before that the one for the
// present entries. ok is false if there is none.
func (s *Situation) Format() (format tournament.Format, ok bool) {
	if s.Event.Elsewhere {
		return tournament.Format{}, false // not recorded
	}
	if s.Event.Started() {
		return s.State.Format, s.State.Format.Err == nil
	}
	return s.formatOf(s.Admission())
}

// FormatHere returns, before the start, the structure for the players who are checked in. ok is
// false if there is none.
func (s *Situation) FormatHere() (format tournament.Format, ok bool) {
	if s.Event.Elsewhere || s.Event.Started() {
		return tournament.Format{}, false
	}
	return s.formatOf(s.Admit(func(e facts.Entry) bool { return e.State == facts.CheckedIn }))
}

func (s *Situation) formatOf(a tournament.Admission) (format tournament.Format, ok bool) {
	format = tournament.FormatFor(s.Rules, s.Event.Formula, s.Agreed(), a.Size)
	return format, format.Err == nil
}

// MayPropose refuses to propose a structure if the ruleset allows no other than the formula's, or
// cannot play it (CN09 3.2).
func (s *Situation) MayPropose(structure rules.Structure) error {
	if other := s.Rules.Format.OtherStructure; !other.Allowed {
		return s.Rules.Refuse(other.Paragraph, "no-other-structure")
	}
	return tournament.CheckStructure(s.Rules, structure).OrNil()
}

// MayApprove refuses to approve if no structure waits for approval.
func (s *Situation) MayApprove() error {
	switch {
	case s.Structure == nil:
		return league.NotNow("no-structure-proposed")
	case s.Structure.ApprovedAt != nil:
		return league.NotNow("structure-approved")
	}
	return nil
}

// RequireAgreed refuses to start with a structure that is only proposed.
func (s *Situation) RequireAgreed() error {
	if s.Structure == nil || s.Structure.ApprovedAt != nil {
		return nil
	}
	other := s.Rules.Format.OtherStructure
	return &league.StateError{Grounds: s.Rules.Grounds(other.Paragraph, "structure-not-approved", "by", other.ApprovedBy)}
}

// MayFollowPrevious refuses the standings of the previous event if the pairing does not use them
// (SQ00 4).
func (s *Situation) MayFollowPrevious() error {
	return tournament.PreviousRule(s.Rules, s.pairing())
}

// PreviousEntries returns the players of entries, in their order, as previous standings.
func (s *Situation) PreviousEntries(entries []league.Entry) ([]facts.Previous, error) {
	lines := []facts.Previous{}
	var faults league.Faults
	for i, entry := range entries {
		at, params := "/entries/"+strconv.Itoa(i), []string{"entry", itoa(entry)}
		e := s.Entry(entry)
		switch {
		case e == nil:
			faults = append(faults, league.Fault{Field: at, Grounds: s.Rules.Grounds("", "unknown-entry", params...)})
			continue
		case slices.ContainsFunc(lines, func(l facts.Previous) bool { return l.PlayerID == e.PlayerID }):
			faults = append(faults, league.Fault{Field: at, Grounds: s.Rules.Grounds("", "entry-twice", params...)})
		}
		lines = append(lines, facts.Previous{Position: len(lines) + 1, PlayerID: e.PlayerID, Player: e.PlayerName, Initials: e.PlayerInitials})
	}
	return lines, faults.OrNil()
}

// PreviousEvent returns the final standings of an earlier event, which has to be over.
func (s *Situation) PreviousEvent(earlier *Situation) ([]facts.Previous, error) {
	fault := func(reason string) error {
		return league.Faults{{Field: "/event", Grounds: league.Grounds{Reason: reason}}}
	}
	switch {
	case earlier.Event.State != facts.Finished:
		return nil, fault("event-not-finished")
	case !earlier.Event.StartsAt.Before(s.Event.StartsAt):
		return nil, fault("event-not-earlier")
	}
	var lines []facts.Previous
	from := earlier.Event.ID
	for _, row := range earlier.State.Final {
		e := earlier.Entry(row.Entry)
		lines = append(lines, facts.Previous{Position: len(lines) + 1, PlayerID: e.PlayerID, Player: e.PlayerName, Initials: e.PlayerInitials, FromEvent: &from})
	}
	return lines, nil
}
