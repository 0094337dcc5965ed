package register

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
)

// Effect is a change to somebody's entry in an event, with the reason.
type Effect struct {
	Kind  EffectKind
	Entry facts.Entry // without a number where somebody would be entered
	league.Grounds
}

// EffectKind names what becomes of an entry.
type EffectKind string

// The effects on an entry.
const (
	EffectCancelled EffectKind = "cancelled"
	EffectEntered   EffectKind = "entered"
	EffectStays     EffectKind = "stays" // the event has begun: it stands
)

// RequireOpenFinal refuses to enter the holders of places in an event that is no final or takes
// no entries now.
func RequireOpenFinal(e facts.Event) error {
	switch {
	case !e.IsFinal():
		return league.NotNow("no-final-of-season")
	case e.State != facts.Open:
		return league.NotNow("entries-not-open", "state", string(e.State))
	}
	return nil
}

// Affected are the finals to which others come after an act, in the order of their ids.
func (s *Season) Affected(after *Season) []league.EventID {
	var out []league.EventID
	for _, i := range after.finals {
		if e := after.Events[i]; !slices.Equal(s.coming(e), after.coming(e)) {
			out = append(out, e.ID)
		}
	}
	slices.SortFunc(out, func(a, b league.EventID) int { return slices.Compare(a.UUID[:], b.UUID[:]) })
	return out
}

// Effects lists what an act does to the entries of a final: who does not come any more loses
// their entry before the start, who comes is entered while entries are taken. Once the final
// has begun who plays stays.
func (s *Season) Effects(after *Season, in *officiating.Situation) []Effect {
	var out []Effect
	coming, came := after.coming(in.Event), s.coming(in.Event)
	to := rules.SeasonFinal(in.Event.Kind)
	for _, e := range in.Entries {
		kind := EffectCancelled
		switch {
		case slices.Contains(coming, e.PlayerID):
			continue
		case in.Gathering() && e.Waits():
		case in.Event.Started() && e.State == facts.Playing && slices.Contains(came, e.PlayerID):
			kind = EffectStays
		default:
			continue
		}
		why := s.Rules.Grounds(s.paragraph(to), "not-a-finalist")
		if p, had := s.PlaceOf(e.PlayerID, to); had {
			why = after.whyGone(p, e.PlayerID)
		}
		out = append(out, Effect{Kind: kind, Entry: e, Grounds: why})
	}
	if in.Event.State != facts.Open {
		return out
	}
	for _, player := range coming {
		if !hasEntered(in.Entries, player, slices.Contains(came, player)) {
			p, _ := after.PlaceOf(player, to)
			out = append(out, Effect{Kind: EffectEntered, Entry: facts.Entry{PlayerID: player}, Grounds: lastStep(p).Grounds})
		}
	}
	return out
}

// hasEntered reports whether somebody has an entry, or, with ever, has had one: what was
// cancelled is not brought back by the act of somebody else.
func hasEntered(entries []facts.Entry, player league.PlayerID, ever bool) bool {
	return slices.ContainsFunc(entries, func(e facts.Entry) bool {
		return e.PlayerID == player && (ever || e.State != facts.EntryCancelled)
	})
}
