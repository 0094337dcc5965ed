package views

import (
	"slices"
	"strconv"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/biography"
	"referto/internal/league/desk"
	"referto/internal/league/desk/playerdesk"
	"referto/internal/league/facts"
	"referto/internal/league/tournament"
	"referto/openapi"
)

// Biography writes the record of a player over all events.
func Biography(w *words.Words, l playerdesk.Life) openapi.Biography {
	v := life{l, w, make(map[league.EventID]openapi.RankingEvent, len(l.Events))}
	for _, e := range l.Events {
		v.events[e.ID] = heldEvent(e)
	}
	out := openapi.Biography{
		Player: openapi.PlayerRef{Id: l.Player.ID, Name: w.Player(l.Player.Name, l.Player.Initials), Club: l.Player.Club},
		Played: l.Biography.Events, Won: l.EventsWon, Podiums: l.Podiums, Games: l.Games, GamesWon: l.GamesWon, Met: l.Met,
		Records: openapi.Each(l.Records, v.record), Streaks: openapi.Each(l.Streaks, v.streak), Opponents: openapi.Each(l.Opponents, v.opponent),
		Results: openapi.Each(l.Events, v.result), City: l.Player.City,
		Blocks: openapi.Each(l.Blocks, func(b facts.ProfileBlock) openapi.ProfileBlock { return openapi.ProfileBlock(b) }),
	}
	slices.Reverse(out.Results)
	if l.Against != nil {
		out.Against = v.opponent(*l.Against)
		out.Meetings = openapi.Each(l.Meetings, v.meeting)
		slices.Reverse(out.Meetings)
	}
	return out
}

// life is a biography with the names of its events.
type life struct {
	playerdesk.Life
	w      *words.Words
	events map[league.EventID]openapi.RankingEvent
}

func heldEvent(e desk.HeldEvent) openapi.RankingEvent {
	return openapi.RankingEvent{Id: e.ID, Slug: e.Slug, Title: e.Title, Day: Date(e.Day)}
}

func (v life) moment(m biography.Moment) openapi.BiographyMoment {
	return openapi.BiographyMoment{Event: v.events[m.Event], Round: m.Round, Table: m.Table}
}

func (v life) record(r biography.Record) openapi.PersonalRecord {
	return openapi.PersonalRecord{Kind: openapi.PersonalRecordKind(r.Kind), Ruleset: r.Ruleset, Value: decimal(r.Value), At: v.moment(r.At)}
}

func (v life) streak(s biography.Streak) openapi.Streak {
	return openapi.Streak{Kind: openapi.StreakKind(s.Run), Length: s.Length, From: v.moment(s.From), To: v.moment(s.To), Goes: s.Goes}
}

func (v life) opponent(o biography.Opponent) openapi.Opponent {
	p := v.Names[o.Player]
	return openapi.Opponent{
		Player: openapi.PlayerRef{Id: o.Player, Name: v.w.Player(p.Name, p.Initials), Club: p.Club}, Games: o.Games, Events: o.Events,
		Ahead: o.Ahead, Behind: o.Behind, Level: o.Level, Last: v.moment(o.Last),
	}
}

func (v life) meeting(m biography.Meeting) openapi.Meeting {
	return openapi.Meeting{
		At: v.moment(m.At), Round: openapi.RoundKind(m.Kind), Place: m.Own.Place, Points: m.Own.Points, Won: m.Own.Won,
		OtherPlace: m.Other.Place, OtherPoints: m.Other.Points, OtherWon: m.Other.Won,
	}
}

// result writes one event of the player.
func (v life) result(e desk.HeldEvent) openapi.PersonalResult {
	out := openapi.PersonalResult{
		Event: heldEvent(e), Kind: openapi.EventKind(e.Kind), Ruleset: e.Ruleset, Players: len(e.Ranking), Games: []openapi.PersonalGame{},
	}
	if e.SeasonTitle != nil {
		out.Season = *e.SeasonTitle
	}
	for _, s := range e.Ranking {
		if s.Player != v.Player.ID {
			continue
		}
		out.Place = s.Place
		out.Points, out.Wins, out.Vp = known(s.Points), known(s.Wins), known(s.VP)
		if s.Share != nil {
			out.Share = e.Shares.Rounds().Write(*s.Share, e.Shares.Digits)
		}
	}
	won := 0
	for _, g := range e.Games {
		for _, seat := range g.Seats {
			if seat.Player == v.Player.ID {
				out.Games = append(out.Games, openapi.PersonalGame{
					Round: g.Round, Table: g.Table, Kind: openapi.RoundKind(g.Kind), Place: seat.Place, Points: seat.Points, Won: seat.Won, Void: g.Void || seat.Void,
				})
				if seat.Won && !g.Void && !seat.Void && tournament.ForEverybody(g.Kind, g.Round) {
					won++
				}
			}
		}
	}
	if out.Wins == "" && len(out.Games) > 0 {
		out.Wins = strconv.Itoa(won)
	}
	return out
}

// known is a figure as a decimal; absent for nil.
func known(f *league.Frac) (out openapi.Decimal) {
	if f != nil {
		out = decimal(*f)
	}
	return out
}

// ResultsCSV writes the events of a player as a table for a program that calculates: a row for each event, the latest first.
func ResultsCSV(w *words.Words, b openapi.Biography) ([]byte, error) {
	rows := [][]string{{"day", "event", "title", "kind", "ruleset", "season", "place", "players", "games", "wins", "vp", "share", "points"}}
	for _, r := range b.Results {
		place := ""
		if r.Place > 0 {
			place = strconv.Itoa(r.Place)
		}
		rows = append(rows, []string{
			r.Event.Day.String(), r.Event.Slug, r.Event.Title, string(r.Kind), r.Ruleset, r.Season, place, strconv.Itoa(r.Players), strconv.Itoa(len(r.Games)),
			w.Ungrouped(r.Wins), w.Ungrouped(r.Vp), w.Ungrouped(r.Share), w.Ungrouped(r.Points),
		})
	}
	return AsCSV(w.Lang(), rows)
}
