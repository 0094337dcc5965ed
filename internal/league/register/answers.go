package register

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// Reply is a player's answer whether they come to a final.
type Reply struct {
	Player league.PlayerID
	To     rules.SeasonFinal
	Coming bool
	Reason string
	// How is the way in which the answer reached the person who records it, "by phone"; "" if the
	// player answers themselves. A recorded answer may come after the deadline.
	How string
	// ByLink is the convocation whose emailed link is used; the zero id for none. The link works
	// until the deadline.
	ByLink uuid.UUID
	// Record is the id under which a no is stored.
	Record uuid.UUID
}

// Answered is the outcome of an answer with all its consequences.
type Answered struct {
	After *Season        // the season after the answer; the same one if the answer changes nothing
	Place season.PlaceID // the place that the answer is about; "" if the player has none
	// Said is the unavailability to store, TakenBack the one that is revoked; nil for none.
	Said, TakenBack *facts.Unavailability
	// Call is the changed convocation; nil if the answer does not change it.
	Call *facts.Convocation
}

// HostFor returns the region that hosts the final of a reply; the zero id for the national final
// and for a reply about no place.
func (s *Season) HostFor(r Reply) league.RegionID {
	if p, has := s.PlaceOf(r.Player, r.To); has {
		return s.Host(p)
	}
	if u := s.unavailable(r.Player, r.To); u != nil {
		if p, has := s.available(*u).PlaceOf(r.Player, r.To); has {
			return s.Host(p)
		}
	}
	return league.RegionID{}
}

// NeedsRegister reports whether the player of a reply has to be looked up in the register of
// players: the unavailability of anybody can be recorded, also of somebody without a place.
func (s *Season) NeedsRegister(r Reply) bool {
	_, has := s.PlaceOf(r.Player, r.To)
	return !has && !r.Coming && r.How != ""
}

// RequireRegistered refuses people who are not among the known players, by [league.Faults]. Field
// returns the path of the person at a position of the list.
func RequireRegistered(people, known []league.PlayerID, field func(i int) string) error {
	var faults league.Faults
	for i, player := range people {
		if !slices.Contains(known, player) {
			faults = append(faults, league.Fault{Field: field(i), Grounds: league.Grounds{Reason: "unknown-player"}})
		}
	}
	return faults.OrNil()
}

// Answer returns the consequences of an answer, or a [league.StateError] if it cannot be given.
func (s *Season) Answer(r Reply, now time.Time) (Answered, error) {
	if e := s.FinalEvent(r.To, s.HostFor(r)); e != nil && e.Started() {
		return Answered{}, s.refuse(r.To, "final-has-begun", "event", e.Title)
	}
	c := s.Convocation(r.Player, r.To)
	if r.ByLink != uuid.Nil && (c == nil || c.ID != r.ByLink) {
		return Answered{}, s.refuse(r.To, "convocation-withdrawn")
	}
	if c != nil && r.How == "" {
		if why, ended := s.Ended(*c); ended {
			return Answered{}, &league.StateError{Grounds: Discreet(why)}
		}
	}
	no := s.unavailable(r.Player, r.To)
	late := c != nil && !now.Before(c.AnswerBy)
	switch {
	case no != nil && no.Lapsed && r.How == "":
		return Answered{}, s.answerLate("answer-lapsed", r.To, c)
	case late && (r.ByLink != uuid.Nil || r.Coming && r.How == "" && c.AcceptedAt == nil):
		return Answered{}, s.answerLate("answer-too-late", r.To, c)
	case r.Coming:
		return s.accept(r, c, no, now)
	case no != nil:
		return Answered{After: s}, nil
	}
	return s.decline(r, c, now)
}

// answerLate returns the refusal of an answer after the deadline.
func (s *Season) answerLate(reason string, to rules.SeasonFinal, c *facts.Convocation) error {
	until := ""
	if c != nil {
		until = s.until(s.PlaceAsked(*c), c.AnswerBy)
	}
	return &league.StateError{Grounds: s.Rules.Grounds(s.Rules.Season.AnswerParagraph(to), reason, "until", until)}
}

// accept returns the consequences of a yes.
func (s *Season) accept(r Reply, c *facts.Convocation, no *facts.Unavailability, now time.Time) (Answered, error) {
	after := s
	if no != nil {
		after = s.available(*no)
		if by := s.wentOn(after, r.To); by != nil {
			return Answered{}, s.refuse(r.To, "place-went-on")
		}
	}
	p, has := after.PlaceOf(r.Player, r.To)
	switch {
	case !has:
		return Answered{}, s.refuse(r.To, "no-place-in-final")
	case c == nil && no == nil:
		return Answered{}, s.refuse(r.To, "not-convoked")
	case c != nil && c.AcceptedAt != nil && no == nil:
		return Answered{After: s}, nil
	}
	out := Answered{After: after, Place: p.ID, TakenBack: no}
	if c != nil {
		call := *c
		call.AcceptedAt, call.How = &now, r.How
		out.Call, out.After = &call, after.withCall(call)
	}
	return out, nil
}

// withCall returns the season with a changed convocation.
func (s *Season) withCall(call facts.Convocation) *Season {
	return s.changed(func(f *facts.SeasonFacts) {
		f.Convocations = slices.Clone(f.Convocations)
		for i := range f.Convocations {
			if f.Convocations[i].ID == call.ID {
				f.Convocations[i] = call
			}
		}
	})
}

// wentOn returns the convocation of somebody who has a place now and would lose it in the season
// after; nil if no such player is convoked.
func (s *Season) wentOn(after *Season, to rules.SeasonFinal) *facts.Convocation {
	for i := range s.Convocations {
		c := &s.Convocations[i]
		if rules.SeasonFinal(c.Final) != to {
			continue
		}
		_, has := s.PlaceOf(c.PlayerID, to)
		if _, keeps := after.PlaceOf(c.PlayerID, to); has && !keeps {
			return c
		}
	}
	return nil
}

// decline returns the consequences of a no. For a player without a place only somebody else may
// record it: that the player cannot step in.
func (s *Season) decline(r Reply, c *facts.Convocation, now time.Time) (Answered, error) {
	p, has := s.PlaceOf(r.Player, r.To)
	if !has && r.How == "" {
		return Answered{}, s.refuse(r.To, "no-place-in-final")
	}
	out := Answered{
		Place: p.ID,
		Said:  &facts.Unavailability{ID: r.Record, PlayerID: r.Player, Final: string(r.To), Reason: r.Reason, How: r.How, SaidAt: now},
	}
	after := s
	if c != nil && c.AcceptedAt != nil {
		call := *c
		call.AcceptedAt, call.How = nil, ""
		out.Call, after = &call, after.withCall(call)
	}
	out.After = after.Declined(*out.Said)
	return out, nil
}

// MyPlaces returns the places of a player in the finals of the season.
func (s *Season) MyPlaces(player league.PlayerID) []season.Place {
	var out []season.Place
	for _, p := range s.State.Places {
		if p.Holder == player && player != NoPlayer {
			out = append(out, p)
		}
	}
	return out
}
