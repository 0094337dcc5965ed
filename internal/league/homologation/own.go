package homologation

import (
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// parts are the parts in an event that may make it somebody's own, what is said first
// first.
var parts = []struct {
	part rules.Part
	as   facts.InvolvedAs
	why  league.Grounds
}{
	{rules.Organized, facts.AsOrganizer, league.Grounds{Reason: "own-event-organizer"}},
	{rules.Organized, facts.AsDrafter, league.Grounds{Reason: "own-event-drafter"}},
	{rules.Refereed, facts.AsReferee, league.Grounds{Reason: "own-event-referee"}},
	{rules.Played, facts.AsEntrant, league.Grounds{Reason: "own-event-player"}},
	{rules.Recorded, facts.AsRecorder, league.Grounds{Reason: "own-event-recorder"}},
	{rules.Reported, facts.AsReporter, league.Grounds{Reason: "own-event-reporter"}},
}

// Own returns why an event is an account's own, so that others decide about it (CN09
// 2.2): by the parts that the ruleset of the event names; none where the account may
// decide. Had lists what people had to do with events; it may hold other people and
// events as well.
func Own(r *rules.Ruleset, event league.EventID, account uuid.UUID, had []facts.Involvement) []league.Grounds {
	var out []league.Grounds
	for _, own := range parts {
		took := facts.Involvement{EventID: event, AccountID: account, As: own.as}
		if slices.Contains(r.Season.OwnBy(), own.part) && slices.Contains(had, took) {
			out = append(out, r.Grounds(r.Season.CheckedBy(), own.why.Reason))
		}
	}
	return out
}
