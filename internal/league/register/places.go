package register

import (
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// NoPlayer is the id of nobody.
var NoPlayer league.PlayerID

// Place finds a place of the register by its id.
func (s *Season) Place(id season.PlaceID) (season.Place, bool) {
	i := slices.IndexFunc(s.State.Places, func(p season.Place) bool { return p.ID == id })
	if i < 0 {
		return season.Place{}, false
	}
	return s.State.Places[i], true
}

// PlaceOf is the place that somebody has in a final now.
func (s *Season) PlaceOf(player league.PlayerID, to rules.SeasonFinal) (season.Place, bool) {
	i := slices.IndexFunc(s.State.Places, func(p season.Place) bool { return p.To == to && p.Holder == player && player != NoPlayer })
	if i < 0 {
		return season.Place{}, false
	}
	return s.State.Places[i], true
}

// Asked is the place about which somebody was convoked, and the season in which it is
// there: that of who was called up to fill a final is gone as soon as they do not come.
// False where it is there no more for another reason.
func (s *Season) Asked(c facts.Convocation) (*Season, season.Place, bool) {
	if p, has := s.PlaceOf(c.PlayerID, rules.SeasonFinal(c.Final)); has {
		return s, p, true
	}
	if p, has := s.Place(season.PlaceID(c.Place)); has {
		return s, p, true
	}
	no := s.unavailable(c.PlayerID, rules.SeasonFinal(c.Final))
	if no == nil {
		return s, season.Place{}, false
	}
	before := s.available(*no)
	p, has := before.PlaceOf(c.PlayerID, rules.SeasonFinal(c.Final))
	return before, p, has
}

// Region returns what follows for the final of a region.
func (s *Season) Region(id league.RegionID) (season.RegionState, bool) {
	i := slices.IndexFunc(s.State.Regions, func(r season.RegionState) bool { return r.Region == id })
	if i < 0 {
		return season.RegionState{}, false
	}
	return s.State.Regions[i], true
}

// Host is the region that holds the final in which a place is; the zero id for the
// national final.
func (s *Season) Host(p season.Place) league.RegionID {
	if p.To == rules.ToNationalFinal {
		return league.RegionID{}
	}
	if r, known := s.Region(p.Region); known {
		return r.Host
	}
	return p.Region
}

// FinalEvent is the event in which a final is played: the regional final of a host, or
// the national final; nil before it is announced.
func (s *Season) FinalEvent(to rules.SeasonFinal, host league.RegionID) *facts.Event {
	for _, i := range slices.Backward(s.finals) {
		e := &s.Events[i]
		if e.Kind == string(to) && (to == rules.ToNationalFinal || e.RegionID != nil && *e.RegionID == host) {
			return e
		}
	}
	return nil
}

// FinalOf is the event in which a place is taken; nil before it is announced.
func (s *Season) FinalOf(p season.Place) *facts.Event { return s.FinalEvent(p.To, s.Host(p)) }

// Event finds an event of the season; nil for one that is cancelled, a draft or
// another season's.
func (s *Season) Event(id league.EventID) *facts.Event {
	return s.at[id].row
}

// Convocation is the call to somebody to come to a final; nil without one.
func (s *Season) Convocation(player league.PlayerID, to rules.SeasonFinal) *facts.Convocation {
	i := slices.IndexFunc(s.Convocations, func(c facts.Convocation) bool { return c.PlayerID == player && c.Final == string(to) })
	if i < 0 {
		return nil
	}
	return &s.Convocations[i]
}

// unavailable is the word of somebody that they cannot come to a final; nil without.
func (s *Season) unavailable(player league.PlayerID, to rules.SeasonFinal) *facts.Unavailability {
	i := slices.IndexFunc(s.Unavailabilities, func(u facts.Unavailability) bool { return u.PlayerID == player && u.Final == string(to) })
	if i < 0 {
		return nil
	}
	return &s.Unavailabilities[i]
}

// Undecided are the stages that lead to the final of a host and are not homologated
// or invalidated: who plays there is not certain before.
func (s *Season) Undecided(host league.RegionID) []*facts.Event {
	var out []*facts.Event
	for _, state := range s.State.Events {
		e := s.Event(state.ID)
		if state.Standing != season.Planned && state.Standing != season.Provisional || e.Circuit != string(rules.RegionalCircuit) || e.RegionID == nil {
			continue
		}
		if r, known := s.Region(*e.RegionID); known && r.Host == host {
			out = append(out, e)
		}
	}
	return out
}

// changed is the season as it is with other decisions and answers: what an act leads
// to, and what it would lead to. The change must leave the lists at hand as they are.
func (s *Season) changed(change func(*facts.SeasonFacts)) *Season {
	c := *s
	change(&c.SeasonFacts)
	f := s.Facts
	f.Merges, f.Decisions, f.Convocations, f.Unavailable = nil, nil, nil, nil
	c.addDecisions(&f)
	return c.With(f)
}

// Declined is the season as it is when somebody cannot come to a final.
func (s *Season) Declined(u facts.Unavailability) *Season {
	return s.changed(func(f *facts.SeasonFacts) {
		f.Unavailabilities = slices.Concat(f.Unavailabilities, []facts.Unavailability{u})
	})
}

// available is the season as it is when somebody can come to a final after all.
func (s *Season) available(u facts.Unavailability) *Season {
	return s.changed(func(f *facts.SeasonFacts) {
		f.Unavailabilities = slices.DeleteFunc(slices.Clone(f.Unavailabilities), func(o facts.Unavailability) bool { return o.ID == u.ID })
	})
}

// Follow names who would have a place next, and by which rule; nobody where it would be
// lost.
type Follow struct {
	Player  league.PlayerID
	Grounds league.Grounds
}

// Follows finds who would have a place if its holder could not come (CN09 1.7, 1.9):
// whoever steps in, or whoever would then be called up to fill the field.
func (s *Season) Follows(p season.Place) Follow {
	after := s.Declined(facts.Unavailability{PlayerID: p.Holder, Final: string(p.To)})
	next, still := after.Place(p.ID)
	if still && next.Holder != NoPlayer {
		return Follow{next.Holder, lastStep(next).Grounds}
	}
	for _, q := range after.State.Places {
		if _, known := s.Place(q.ID); !known && q.To == p.To && q.Holder != NoPlayer && after.Host(q) == s.Host(p) {
			return Follow{q.Holder, q.Steps[0].Grounds}
		}
	}
	if still {
		return Follow{Grounds: lastStep(next).Grounds}
	}
	region, _ := after.Region(s.Host(p))
	return Follow{Grounds: region.Format.Grounds}
}

// lastStep returns the step by which a place came to stand as it does.
func lastStep(p season.Place) season.PlaceStep { return p.Steps[len(p.Steps)-1] }

// Proposal is an act that the regulation asks of somebody now. Nothing of it
// happens by itself.
type Proposal struct {
	Kind   ProposalKind
	Region league.RegionID // whose final it is; the zero id is the national final
	Place  season.PlaceID  // "" where it is about a whole final
	Player league.PlayerID
	league.Grounds
}

// ProposalKind names what is proposed.
type ProposalKind string

// The kinds of proposals.
const (
	ToConvoke ProposalKind = "convoke" // call the holder of a place
	ToLapse   ProposalKind = "lapse"   // take it for a no that they have not answered
	ToMerge   ProposalKind = "merge"   // name the region with which a region plays
	ToDecide  ProposalKind = "decide"  // the regulation has no rule
	// ToCorrectFinal: somebody played in a regional final without a place. Its ranking is
	// corrected without them, or the manager lets it stand, or declares it invalid.
	ToCorrectFinal ProposalKind = "correct-final"
)

// Proposals lists what the regulation proposes at a moment: first what is to be decided
// about the regional finals, then who is to be convoked, one step of a place at a time,
// and whose time to answer is over.
func (s *Season) Proposals(now time.Time) []Proposal {
	var out []Proposal
	for _, r := range s.State.Regions {
		switch r.Format.Kind {
		case season.ToMerge:
			out = append(out, Proposal{Kind: ToMerge, Region: r.Region, Grounds: r.Format.Grounds})
		case season.Unresolved:
			out = append(out, Proposal{Kind: ToDecide, Region: r.Region, Grounds: r.Format.Grounds})
		}
		if g, found := s.toCorrect(r); found {
			out = append(out, Proposal{Kind: ToCorrectFinal, Region: r.Region, Player: r.Result.WithoutPlace[0], Grounds: g})
		}
	}
	for _, p := range s.State.Places {
		switch {
		case p.State == season.Held && s.mayConvoke(p, now) == nil:
			out = append(out, Proposal{Kind: ToConvoke, Region: s.Host(p), Place: p.ID, Player: p.Holder, Grounds: lastStep(p).Grounds})
		case p.State == season.Offered && !now.Before(*p.AnswerBy) && !s.begun(p):
			g := s.Rules.Grounds(s.Rules.Season.AnswerParagraph(p.To), "answer-overdue", "until", s.until(p, *p.AnswerBy))
			out = append(out, Proposal{Kind: ToLapse, Region: s.Host(p), Place: p.ID, Player: p.Holder, Grounds: g})
		}
	}
	return out
}

// toCorrect reports whether a regional final waits for a word about somebody who played there
// without a place, and why: until the national final begins it leads them nowhere.
func (s *Season) toCorrect(r season.RegionState) (league.Grounds, bool) {
	last := s.FinalEvent(rules.ToNationalFinal, league.RegionID{})
	if r.Result == nil || len(r.Result.WithoutPlace) == 0 || last != nil && last.Started() {
		return league.Grounds{}, false
	}
	i := slices.IndexFunc(r.Result.Checks, func(c season.Check) bool { return c.Demand == season.FinalistWithoutPlace })
	return r.Result.Checks[i].Grounds, true
}

// begun reports whether the final of a place has begun: nothing about who comes to it can be
// changed any more.
func (s *Season) begun(p season.Place) bool {
	e := s.FinalOf(p)
	return e != nil && e.Started()
}

// paragraph is the one that says who comes to a final.
func (s *Season) paragraph(to rules.SeasonFinal) string { return s.Rules.Season.AccessTo(to) }

// refuse is the refusal of something about a final as things are.
func (s *Season) refuse(to rules.SeasonFinal, reason string, params ...string) error {
	return &league.StateError{Grounds: s.Rules.Grounds(s.paragraph(to), reason, params...)}
}
