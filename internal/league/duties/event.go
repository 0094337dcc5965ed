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

// OfExpulsion makes the managers' task to decide about an expulsion that was reported from an event
// (CN09 5.5); name is the expelled player's.
func OfExpulsion(e facts.Event, sanction uuid.UUID, name string, why league.Grounds, managers []uuid.UUID) Task {
	return Task{Kind: Expulsion, Event: &e, Sanction: sanction, About: name, For: managers, Grounds: why}
}

// OfLeaving makes the managers' task to decide about a player who left an event without good
// reason.
func OfLeaving(e facts.Event, withdrawal uuid.UUID, name string, why league.Grounds, managers []uuid.UUID) Task {
	return Task{Kind: Leaving, Event: &e, Withdrawal: withdrawal, About: name, For: managers, Grounds: why}
}

// Managers returns the accounts of a tenant's managers.
func Managers(offices []facts.Office) []uuid.UUID {
	return Holders(offices, Manager, league.EventID{}, league.RegionID{})
}

// Checkers returns the accounts that decide about the check of an entrant who resembles another
// person: the organizers and the first referee of the event, and the managers, except those
// involved in it.
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

// OfCheck makes the task to decide, before the event starts, whether an entrant is another person
// than the one resembled. It cites the paragraph that excludes the resembled person.
func OfCheck(r *rules.Ruleset, e facts.Event, entry facts.Entry, paragraph string, checkers []uuid.UUID) Task {
	number := strconv.Itoa(entry.Number)
	return Task{
		Kind: CheckEntry, Event: &e, Entry: entry.Number, About: entry.PlayerName, Due: e.StartsAt.In(e.Location()), Step: number, For: checkers,
		Grounds: r.Grounds(paragraph, "resembles-another", "entry", number),
	}
}

// People returns the players whose names and accounts the tasks of a season need: those with a
// deadline, the holders of places, and players of a final without a place.
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
