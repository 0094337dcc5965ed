package pages

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"referto/openapi"
)

// recordLine is a record or a streak with where it comes from.
type recordLine struct {
	Label, Value, Note string
	From, To           *momentLine
}

// momentLine is an event, and where one is meant a game of it.
type momentLine struct{ Title, Link, Day, DateTime, Game string }

// opponentLine is a frequent opponent.
type opponentLine struct {
	Name, Link, Compare, Games, Text string
	Marks                            []bool // true: finished ahead
	Shown                            bool   // a mark for each game
}

// againstModel compares with one opponent.
type againstModel struct {
	Heading, Name, Link, Text, Back string
	Rows                            []meetingRow
}

// meetingRow is one game against each other.
type meetingRow struct {
	Day, DateTime, Title, Link, Game   string
	Place, Points, Other, OtherPoints  string
	Won, OtherWon, Ahead, Level, Final bool
}

func (s *rankingPage) moment(m openapi.BiographyMoment) *momentLine {
	line := &momentLine{Title: m.Event.Title, Link: s.eventLink(m.Event), Day: s.w.PlainDate(m.Event.Day.Time), DateTime: m.Event.Day.Format(time.DateOnly)}
	if m.Round > 0 {
		at := eventAddress(s.tenant, openapi.Event{Slug: m.Event.Slug}).round(m.Round)
		at.fragment = "tables"
		line.Link, line.Game = s.link(at), s.text("player.round-table", "round", m.Round, "table", m.Table)
	}
	return line
}

// record names the regulation where there are records of several.
func (s *rankingPage) record(r openapi.PersonalRecord, all []openapi.PersonalRecord) recordLine {
	line := recordLine{Label: s.text("player.record-" + string(r.Kind)), Value: s.w.Decimal(r.Value), To: s.moment(r.At)}
	if slices.ContainsFunc(all, func(o openapi.PersonalRecord) bool { return o.Kind == r.Kind && o.Ruleset != r.Ruleset }) {
		line.Label = fmt.Sprintf("%s (%s)", line.Label, r.Ruleset)
	}
	return line
}

func (s *rankingPage) streak(r openapi.Streak) recordLine {
	line := recordLine{Label: s.text("player.streak-" + string(r.Kind)), Value: s.w.Number(r.Length), From: s.moment(r.From)}
	if r.Length > 1 {
		line.To = s.moment(r.To)
	} else {
		line.From, line.To = nil, line.From
	}
	if r.Goes {
		line.Note = s.text("player.streak-goes")
	}
	return line
}

func (s *rankingPage) opponent(at address, o openapi.Opponent) opponentLine {
	compare := at.with("against", o.Player.Id.String())
	compare.fragment = "against"
	line := opponentLine{
		Name: o.Player.Name, Link: s.playerLink(o.Player), Compare: s.link(compare), Games: s.text("player.games", "count", o.Games),
		Text: s.text("player.ahead", "ahead", o.Ahead, "count", o.Games), Shown: o.Games <= marksShown,
	}
	if line.Shown {
		line.Marks = make([]bool, o.Games)
		for i := range o.Ahead {
			line.Marks[i] = true
		}
	}
	return line
}

func (s *rankingPage) against(b openapi.Biography, back string) *againstModel {
	o := b.Against
	m := &againstModel{
		Heading: s.text("player.against", "name", o.Player.Name), Name: o.Player.Name, Link: s.playerLink(o.Player), Back: back,
		Text: s.text("player.against-figures", "ahead", o.Ahead, "behind", o.Behind, "level", o.Level),
	}
	for _, g := range b.Meetings {
		at := s.moment(g.At)
		m.Rows = append(m.Rows, meetingRow{
			Day: at.Day, DateTime: at.DateTime, Title: at.Title, Link: at.Link, Game: at.Game,
			Place: s.w.Number(g.Place), Points: strconv.Itoa(g.Points), Other: s.w.Number(g.OtherPlace), OtherPoints: strconv.Itoa(g.OtherPoints),
			Won: g.Won, OtherWon: g.OtherWon, Ahead: g.Place < g.OtherPlace, Level: g.Place == g.OtherPlace, Final: g.Round == openapi.RoundKindFinal,
		})
	}
	return m
}
