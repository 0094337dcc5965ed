package register

import (
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// NoPlayer is the zero id, which stands for no player.
var NoPlayer league.PlayerID

// Place finds a place of the register by its id.
func (s *Season) Place(id season.PlaceID) (season.Place, bool) {
	i := slices.IndexFunc(s.State.Places, func(p season.Place) bool { return p.ID == id })
	if i < 0 {
		return season.Place{}, false
	}
	return s.State.Places[i], true
}

// PlaceOf returns the place that a player has in a final now; false if there is none.
func (s *Season) PlaceOf(player league.PlayerID, to rules.SeasonFinal) (season.Place, bool) {
	i := slices.IndexFunc(s.State.Places, func(p season.Place) bool { return p.To == to && p.Holder == player && player != NoPlayer })
	if i < 0 {
		return season.Place{}, false
	}
	return s.State.Places[i], true
}

// Asked returns the place to which a player was convoked, and the season in which that place
// exists: the place of a player who was called up to fill a final disappears when they decline. It
// returns false if the place is gone for another reason.
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

// Region returns the state of the final of a region; false for a region outside the season.
func (s *Season) Region(id league.RegionID) (season.RegionState, bool) {
	i := slices.IndexFunc(s.State.Regions, func(r season.RegionState) bool { return r.Region == id })
	if i < 0 {
		return season.RegionState{}, false
	}
	return s.State.Regions[i], true
}

// Host returns the region that hosts the final of a place; the zero id for the national final.
func (s *Season) Host(p season.Place) league.RegionID {
	if p.To == rules.ToNationalFinal {
		return league.RegionID{}
	}
	if r, known := s.Region(p.Region); known {
		return r.Host
	}
	return p.Region
}

// FinalEvent returns the event in which a final is played: the regional final of a host, or the
// national final; nil before it is announced.
func (s *Season) FinalEvent(to rules.SeasonFinal, host league.RegionID) *facts.Event {
	for _, i := range slices.Backward(s.finals) {
		e := &s.Events[i]
		if e.Kind == string(to) && (to == rules.ToNationalFinal || e.RegionID != nil && *e.RegionID == host) {
			return e
		}
	}
	return nil
}

// FinalOf returns the event to whose field a place belongs; nil before it is announced.
func (s *Season) FinalOf(p season.Place) *facts.Event { return s.FinalEvent(p.To, s.Host(p)) }

// Event finds an event of the season; nil for one that is cancelled, a draft or
// another season's.
func (s *Season) Event(id league.EventID) *facts.Event {
	return s.at[id].row
}

// Convocation returns the convocation of a player to a final; nil if there is none.
func (s *Season) Convocation(player league.PlayerID, to rules.SeasonFinal) *facts.Convocation {
	i := slices.IndexFunc(s.Convocations, func(c facts.Convocation) bool { return c.PlayerID == player && c.Final == string(to) })
	if i < 0 {
		return nil
	}
	return &s.Convocations[i]
}

// unavailable returns the record that a player cannot come to a final; nil if there is none.
func (s *Season) unavailable(player league.PlayerID, to rules.SeasonFinal) *facts.Unavailability {
	i := slices.IndexFunc(s.Unavailabilities, func(u facts.Unavailability) bool { return u.PlayerID == player && u.Final == string(to) })
	if i < 0 {
		return nil
	}
	return &s.Unavailabilities[i]
}

// Undecided returns the stages that lead to the final of a host and are neither homologated nor
// invalidated: until they are, its players are uncertain.
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

// changed returns the season with other decisions and answers, both for an act and for its preview.
// The change must copy the lists before it alters them.
func (s *Season) changed(change func(*facts.SeasonFacts)) *Season {
	c := *s
	change(&c.SeasonFacts)
	f := s.Facts
	f.Merges, f.Decisions, f.Convocations, f.Unavailable = nil, nil, nil, nil
	c.addDecisions(&f)
	return c.With(f)
}

// Declined returns the season after a player has said that they cannot come to a final.
func (s *Season) Declined(u facts.Unavailability) *Season {
	return s.changed(func(f *facts.SeasonFacts) {
		f.Unavailabilities = slices.Concat(f.Unavailabilities, []facts.Unavailability{u})
	})
}

// available returns the season without the record that a player cannot come to a final.
func (s *Season) available(u facts.Unavailability) *Season {
	return s.changed(func(f *facts.SeasonFacts) {
		f.Unavailabilities = slices.DeleteFunc(slices.Clone(f.Unavailabilities), func(o facts.Unavailability) bool { return o.ID == u.ID })
	})
}

// Follow is the player who would have a place next, with the rule; no player if the place would be
// lost.
type Follow struct {
	Player  league.PlayerID
	Grounds league.Grounds
}

// Follows returns the player who would have a place if its holder could not come (CN09 1.7, 1.9):
// the one who steps in, or the one who would then be called up to fill the field.
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

// lastStep returns the step that led to the present state of a place.
func lastStep(p season.Place) season.PlaceStep { return p.Steps[len(p.Steps)-1] }

// Proposal is an act that the regulation now asks of somebody. Proposals are never carried out
// automatically.
type Proposal struct {
	Kind   ProposalKind
	Region league.RegionID // the region whose final it is; the zero id is the national final
	Place  season.PlaceID  // "" if it concerns a whole final
	Player league.PlayerID
	league.Grounds
}

// ProposalKind is the kind of a proposal.
type ProposalKind string

// The kinds of proposals.
const (
	ToConvoke ProposalKind = "convoke" // call the holder of a place
	ToLapse   ProposalKind = "lapse"   // count the missing answer as a no
	ToMerge   ProposalKind = "merge"   // name the region with which a region plays
	ToDecide  ProposalKind = "decide"  // the regulation has no rule
	// ToCorrectFinal: somebody played in a regional final without a place. The ranking is corrected
	// without them, or the manager lets the final stand or declares it invalid.
	ToCorrectFinal ProposalKind = "correct-final"
)

// Proposals lists the acts that the regulation proposes at a moment: first the decisions about the
// regional finals, then the players to convoke, one step of a place at a time, and the answers that
// are overdue.
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

// toCorrect reports whether a regional final waits for a decision about a player without a place,
// and why: until the national final begins, such a final leads its players nowhere.
func (s *Season) toCorrect(r season.RegionState) (league.Grounds, bool) {
	last := s.FinalEvent(rules.ToNationalFinal, league.RegionID{})
	if r.Result == nil || len(r.Result.WithoutPlace) == 0 || last != nil && last.Started() {
		return league.Grounds{}, false
	}
	i := slices.IndexFunc(r.Result.Checks, func(c season.Check) bool { return c.Demand == season.FinalistWithoutPlace })
	return r.Result.Checks[i].Grounds, true
}

// begun reports whether the final of a place has begun, so that its players can no longer change.
func (s *Season) begun(p season.Place) bool {
	e := s.FinalOf(p)
	return e != nil && e.Started()
}

// paragraph returns the paragraph that regulates who comes to a final.
func (s *Season) paragraph(to rules.SeasonFinal) string { return s.Rules.Season.AccessTo(to) }

// refuse returns a refusal about a final because of the present state.
func (s *Season) refuse(to rules.SeasonFinal, reason string, params ...string) error {
	return &league.StateError{Grounds: s.Rules.Grounds(s.paragraph(to), reason, params...)}
}
