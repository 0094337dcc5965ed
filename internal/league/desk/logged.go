package desk

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// The log holds the content of the facts of a season: ids, days and codes, from which the register follows
// without a look at the tables. Free text that people have written stays out of it; for text that the register
// shows, the log has a digest. Of bans and exclusions it records that they were decided, and nothing that could
// identify the person. Of the play of an event it records the facts from which package replay derives it anew.

// LoggedEvent describes for the log how an event is from now on.
func LoggedEvent(e facts.Event) leaguelog.EventNow {
	now := leaguelog.EventNow{
		State: string(e.State), Version: e.Version, Kind: e.Kind, Day: rules.DayOf(e.LocalDate()), Ended: rules.DayOf(e.LastDate()), Region: e.RegionID, Announced: e.PublicSince(),
	}
	if e.SeasonID != nil {
		now.OfSeason = &leaguelog.OfSeason{Season: *e.SeasonID, Circuit: rules.Circuit(e.Circuit), NewOrganizer: e.NewOrganizer}
	}
	return now
}

// LoggedStructure describes for the log the structure of its own that an event has from now on, and the time
// since which it has been public in this form.
func LoggedStructure(s *officiating.Situation, agreed facts.Structure) leaguelog.StructureNow {
	now := leaguelog.StructureNow{Announced: s.Event.PublicSince()}
	if agreed.ID != uuid.Nil {
		now.OwnStructure = &leaguelog.OwnStructure{Structure: agreed.ID, Rounds: agreed.Rounds}
	}
	return now
}

// LoggedOutcome describes for the log the entrants, those among them who did not play, and the ranking.
func LoggedOutcome(s *officiating.Situation) leaguelog.Outcome {
	out := leaguelog.Outcome{Entrants: []league.PlayerID{}, Absent: []league.PlayerID{}, Ranking: s.Records(s.Ranking())}
	for _, e := range s.Entries {
		if e.State == facts.EntryCancelled || e.State == facts.Waiting {
			continue
		}
		out.Entrants = append(out.Entrants, e.Record())
		if e.State != facts.Playing {
			out.Absent = append(out.Absent, e.Record())
		}
	}
	return out
}

// LoggedStart describes for the log the choices and the draw with which an event starts.
func LoggedStart(s *officiating.Situation) leaguelog.EventStarted {
	play := tournament.FactsOf(&s.EventFacts)
	start := leaguelog.EventStarted{
		Players: len(play.Entrants), Draw: string(s.Event.DrawMethod), Seed: s.Event.DrawSeed,
		Variant: play.Variant, Formula: play.Formula, Pairing: string(play.Pairing), Target: play.Target, Structure: play.Structure,
		Entrants: make([]leaguelog.Drawn, 0, len(play.Entrants)),
	}
	for _, e := range s.InPlay() {
		entry := league.Entry(e.Number)
		position := slices.Index(play.FirstRound, entry) + 1
		start.Entrants = append(start.Entrants, leaguelog.Drawn{Entry: entry, Lot: play.Lots[entry], Position: position, Place: play.Places[entry]})
	}
	for _, line := range s.Previous {
		for _, e := range s.Entries {
			if e.PlayerID == line.PlayerID && e.State != facts.EntryCancelled { // a player who stands by may still play
				start.Previous = append(start.Previous, league.Entry(e.Number))
			}
		}
	}
	return start
}

// LoggedTables are tables with their seats.
func LoggedTables(tables []facts.Table) []leaguelog.Table {
	var out []leaguelog.Table
	for _, t := range tables {
		out = append(out, leaguelog.Table{Table: t.Number, Seats: t.Seats})
	}
	return out
}

// LoggedEntry describes for the log how an entry is from now on.
func LoggedEntry(e facts.Entry) leaguelog.EntryNow {
	return leaguelog.EntryNow{Entry: league.Entry(e.Number), State: string(e.State)}
}

// LoggedPair describes for the log two entries that must not sit at one table.
func LoggedPair(p facts.Apart) leaguelog.Pair {
	return leaguelog.Pair{Apart: p.ID, Entry: league.Entry(p.Entry), Other: league.Entry(p.Other)}
}

// LoggedSetup describes for the log how a season is set up from now on.
func LoggedSetup(s *planning.Setup) leaguelog.SeasonNow {
	regions := []league.RegionID{}
	for _, r := range s.Regions {
		regions = append(regions, r.ID)
	}
	return leaguelog.SeasonNow{
		Season: s.Season.ID, Version: s.Season.Version, PlaysFrom: rules.DayOf(s.Season.PlaysFrom), PlaysTo: rules.DayOf(s.Season.PlaysTo),
		FinalsBy: rules.DayOf(s.Season.FinalsBy), TimeZone: s.Season.TimeZone, Champion: s.Season.ChampionID, Regions: regions,
	}
}

// LoggedConvocation describes for the log the final to which a player is called, and the deadline of their
// answer.
func LoggedConvocation(in league.SeasonID, c facts.Convocation) leaguelog.Call {
	return leaguelog.Call{Season: in, Convocation: c.ID, Player: c.PlayerID, Place: c.Place, Final: c.Final, AnswerBy: c.AnswerBy}
}

// LoggedWords returns the digest of a text that a person has written, for the log.
func LoggedWords(words string) string {
	sum := sha256.Sum256([]byte(words))
	return hex.EncodeToString(sum[:])
}
