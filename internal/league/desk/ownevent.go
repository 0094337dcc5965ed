package desk

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// ownParts are the parts in an event that may make it somebody's own, what is said first
// first.
var ownParts = []struct {
	part rules.Part
	as   leaguedb.InvolvedAs
	why  league.Grounds
}{
	{rules.Organized, leaguedb.AsOrganizer, league.Grounds{Reason: "own-event-organizer"}},
	{rules.Organized, leaguedb.AsDrafter, league.Grounds{Reason: "own-event-drafter"}},
	{rules.Refereed, leaguedb.AsReferee, league.Grounds{Reason: "own-event-referee"}},
	{rules.Played, leaguedb.AsEntrant, league.Grounds{Reason: "own-event-player"}},
	{rules.Recorded, leaguedb.AsRecorder, league.Grounds{Reason: "own-event-recorder"}},
	{rules.Reported, leaguedb.AsReporter, league.Grounds{Reason: "own-event-reporter"}},
}

// Parts are what people had to do with some events.
type Parts []leaguedb.Involvement

// LoadParts loads what an account had to do with events at a moment; [uuid.Nil] is
// everybody.
func LoadParts(door tenantdb.Door, events []facts.Event, account uuid.UUID, now time.Time) (Parts, error) {
	ids := make([]uuid.UUID, len(events))
	for i, e := range events {
		ids[i] = e.ID.UUID
	}
	var out Parts
	b := &tenantdb.Batch{}
	leaguedb.LoadInvolvements(b, (*[]leaguedb.Involvement)(&out), ids, account, now)
	return out, door.Send(b)
}

// Own is why an event is somebody's own, so that others decide about it (CN09 2.2): by
// the parts that the ruleset names; none where he may.
func (s *Season) Own(e facts.Event, account uuid.UUID, had Parts) []league.Grounds {
	r := s.RulesOf(e)
	var out []league.Grounds
	for _, own := range ownParts {
		took := leaguedb.Involvement{EventID: e.ID, AccountID: account, As: own.as}
		if slices.Contains(r.Season.OwnBy(), own.part) && slices.Contains(had, took) {
			why := own.why
			why.Code, why.Par = r.Code, r.Season.CheckedBy()
			out = append(out, why)
		}
	}
	return out
}
