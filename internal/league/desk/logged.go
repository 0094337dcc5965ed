package desk

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// What the log tells of the facts of a season is their content: ids, days and codes, from
// which the register follows without a look at the tables. Words of people stay out of
// it; of those that the register shows it tells the digest. Of bans and exclusions it
// tells that they were decided, and nothing by which the person could be guessed.

// loggedEvent is how an event is from now on.
func loggedEvent(e facts.Event) map[string]any {
	out := map[string]any{"state": e.State, "version": e.Version, "kind": e.Kind, "day": day(e.LocalDate()), "ended": day(e.LastDate())}
	if e.SeasonID != nil {
		out["season"], out["circuit"], out["newOrganizer"] = *e.SeasonID, e.Circuit, e.NewOrganizer
	}
	if e.RegionID != nil {
		out["region"] = *e.RegionID
	}
	if since := publicSince(e); since != "" {
		out["announced"] = since
	}
	return out
}

// loggedStructure is which structure of its own an event has from now on, and since when
// it is public as it is.
func (s *Stage) loggedStructure(agreed facts.Structure) map[string]any {
	out := map[string]any{}
	if agreed.ID != uuid.Nil {
		out["structure"], out["rounds"] = agreed.ID, agreed.Rounds
	}
	if since := publicSince(s.Event); since != "" {
		out["announced"] = since
	}
	return out
}

// logOutcome adds who had entered, who of them did not play, and the ranking.
func (s *Stage) logOutcome(data map[string]any) {
	entrants, absent := []uuid.UUID{}, []uuid.UUID{}
	for _, e := range s.Entries {
		if e.State == facts.EntryCancelled || e.State == facts.Waiting {
			continue
		}
		entrants = append(entrants, e.PlayerID.UUID)
		if e.State != facts.Playing {
			absent = append(absent, e.PlayerID.UUID)
		}
	}
	data["entrants"], data["absent"], data["ranking"] = entrants, absent, s.ranking()
}

// loggedSetup is how a season is set up from now on.
func (s *SeasonSetup) loggedSetup() map[string]any {
	regions := []uuid.UUID{}
	for _, r := range s.Regions {
		regions = append(regions, r.ID)
	}
	return map[string]any{
		"season": s.Season.ID, "version": s.Season.Version, "playsFrom": day(s.Season.PlaysFrom), "playsTo": day(s.Season.PlaysTo),
		"finalsBy": day(s.Season.FinalsBy), "timeZone": s.Season.TimeZone, "champion": s.Season.ChampionID, "regions": regions,
	}
}

// loggedConvocation is to what final somebody is called, until when he answers.
func loggedConvocation(in league.SeasonID, c facts.Convocation) map[string]any {
	return map[string]any{"season": in, "convocation": c.ID, "player": c.PlayerID, "place": c.Place, "final": c.Final, "answerBy": c.AnswerBy}
}

// loggedWords is the digest of what somebody has written.
func loggedWords(words string) string {
	sum := sha256.Sum256([]byte(words))
	return hex.EncodeToString(sum[:])
}
