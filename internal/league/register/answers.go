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

// Reply is somebody's word on whether they come to a final.
type Reply struct {
	Player league.PlayerID
	To     rules.SeasonFinal
	Coming bool
	Reason string
	// How says by which way the word came to whoever records it, "by phone"; "" where the person
	// themselves gives it. A recorded one may come after the time to answer.
	How string
	// ByLink is the convocation whose letter's link is used; the zero id for none. It
	// works until the time to answer is over.
	ByLink uuid.UUID
	// Record is the id under which a no is kept.
	Record uuid.UUID
}

// Answered is an answer with all that follows from it.
type Answered struct {
	After *Season        // the same season where the answer changes nothing
	Place season.PlaceID // the place that the answer is about; "" where the person has none
	// Said is the word to be kept that the person cannot come, TakenBack the one that holds
	// no more; nil for none.
	Said, TakenBack *facts.Unavailability
	// Call is the convocation as the answer leaves it; nil where it stays as it is.
	Call *facts.Convocation
}

// HostFor is the region of whose final an answer is; the zero id is the national final,
// and where it is about no place.
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

// NeedsRegister reports whether the register of players has to know who gives a word: that they
// cannot come is recorded of anybody, also of somebody without a place.
func (s *Season) NeedsRegister(r Reply) bool {
	_, has := s.PlaceOf(r.Player, r.To)
	return !has && !r.Coming && r.How != ""
}

// RequireRegistered refuses people who are not among those known, by [league.Faults]. The field
// names where each of them stands in what is recorded.
func RequireRegistered(people, known []league.PlayerID, field func(i int) string) error {
	var faults league.Faults
	for i, player := range people {
		if !slices.Contains(known, player) {
			faults = append(faults, league.Fault{Field: field(i), Grounds: league.Grounds{Reason: "unknown-player"}})
		}
	}
	return faults.OrNil()
}

// Answer works out what an answer leads to, or why it cannot be given: a [league.StateError].
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

// answerLate is the refusal of an answer that comes after its time.
func (s *Season) answerLate(reason string, to rules.SeasonFinal, c *facts.Convocation) error {
	until := ""
	if c != nil {
		until = s.until(s.PlaceAsked(*c), c.AnswerBy)
	}
	return &league.StateError{Grounds: s.Rules.Grounds(s.Rules.Season.AnswerParagraph(to), reason, "until", until)}
}

// accept works out what follows when somebody comes.
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

// withCall makes the season as it is with a convocation in another state.
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

// wentOn is the call to somebody who has a place now and would not have it after; nil
// where nobody relies on it.
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

// decline works out what follows when somebody cannot come. Who has no place may say so
// through somebody else only: that they cannot step in.
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

// MyPlaces are the places of somebody in the finals of a season.
func (s *Season) MyPlaces(player league.PlayerID) []season.Place {
	var out []season.Place
	for _, p := range s.State.Places {
		if p.Holder == player && player != NoPlayer {
			out = append(out, p)
		}
	}
	return out
}
