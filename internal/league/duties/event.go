package duties

import (
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// OfExpulsion makes the task of the managers who have to decide about an expulsion that was
// reported from an event (CN09 5.5), of somebody by name.
func OfExpulsion(e facts.Event, sanction uuid.UUID, name string, why league.Grounds, managers []uuid.UUID) Task {
	return Task{Kind: Expulsion, Event: &e, Sanction: sanction, About: name, For: managers, Grounds: why}
}

// OfLeaving makes the task of the managers who have to decide about somebody who left an event
// without good reason.
func OfLeaving(e facts.Event, withdrawal uuid.UUID, name string, why league.Grounds, managers []uuid.UUID) Task {
	return Task{Kind: Leaving, Event: &e, Withdrawal: withdrawal, About: name, For: managers, Grounds: why}
}

// Managers lists who leads a tenant.
func Managers(offices []facts.Office) []uuid.UUID {
	return Holders(offices, Manager, league.EventID{}, league.RegionID{})
}

// Checkers lists who decides about the check of an entrant who resembles somebody: the
// organizers and the first referee of the event, and the managers, except those who have a
// part in it.
func Checkers(offices []facts.Office, e facts.Event, part func(account uuid.UUID) bool) []uuid.UUID {
	var out []uuid.UUID
	for _, role := range []string{Organizer, Referee, Manager} {
		for _, account := range Holders(offices, role, e.ID, RegionOf(e)) {
			if !slices.Contains(out, account) && !part(account) {
				out = append(out, account)
			}
		}
	}
	return out
}

// OfCheck makes the task of those who decide whether an entrant is nobody else, until the event
// starts. It cites the paragraph by which whom the entrant resembles may not enter.
func OfCheck(r *rules.Ruleset, e facts.Event, entry facts.Entry, paragraph string, checkers []uuid.UUID) Task {
	number := strconv.Itoa(entry.Number)
	return Task{
		Kind: CheckEntry, Event: &e, Entry: entry.Number, About: entry.PlayerName, Due: e.StartsAt.In(e.Location()), Step: number, For: checkers,
		Grounds: r.Grounds(paragraph, "resembles-another", "entry", number),
	}
}

// People lists whose names and accounts the tasks of a season need: who has something to do by
// a deadline, who has a place, and who played a final without one.
func People(s *register.Season, deadlines []season.Deadline) []league.PlayerID {
	var out []league.PlayerID
	seen := map[league.PlayerID]bool{register.NoPlayer: true}
	add := func(player league.PlayerID) {
		if !seen[player] {
			seen[player], out = true, append(out, player)
		}
	}
	for _, d := range deadlines {
		add(d.Player)
	}
	for _, p := range s.State.Places {
		add(p.Holder)
	}
	for _, r := range s.State.Regions {
		if r.Result != nil {
			for _, player := range r.Result.WithoutPlace {
				add(player)
			}
		}
	}
	return out
}
