package homologation

import (
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// parts lists the parts in an event that keep an account from deciding about it, in the order in
// which they are reported.
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

// Own returns the reasons why an account may not decide about an event (CN09 2.2): the account's
// parts in it that the event's ruleset names. It returns nil if the account may decide. had lists
// involvements in events; it may contain other people and events.
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
