package register

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
)

// Effect is a change to a player's entry in an event, with the reason.
type Effect struct {
	Kind  EffectKind
	Entry facts.Entry // without a number if the player would be entered
	league.Grounds
}

// EffectKind is the kind of a change to an entry.
type EffectKind string

// The effects on an entry.
const (
	EffectCancelled EffectKind = "cancelled"
	EffectEntered   EffectKind = "entered"
	EffectStays     EffectKind = "stays" // the event has begun, so the entry is kept
)

// RequireOpenFinal refuses to enter the holders of places in an event that is no final or whose
// entries are not open.
func RequireOpenFinal(e facts.Event) error {
	switch {
	case !e.IsFinal():
		return league.NotNow("no-final-of-season")
	case e.State != facts.Open:
		return league.NotNow("entries-not-open", "state", string(e.State))
	}
	return nil
}

// Affected lists the finals whose participants change by an act, in the order of their ids.
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

// Effects lists the changes that an act makes to the entries of a final: before the start, a player
// who no longer comes loses the entry, and one who comes is entered while entries are open. Once
// the final has begun, its players stay.
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

// hasEntered reports whether a player has an entry, or, with ever, has had one: the act of another
// person does not restore a cancelled entry.
func hasEntered(entries []facts.Entry, player league.PlayerID, ever bool) bool {
	return slices.ContainsFunc(entries, func(e facts.Entry) bool {
		return e.PlayerID == player && (ever || e.State != facts.EntryCancelled)
	})
}
