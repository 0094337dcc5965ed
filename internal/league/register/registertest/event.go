package registertest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
)

// kinds maps the first words of events to their kinds.
var kinds = map[string]string{
	"stage": facts.KindStage, "open": facts.KindOpen, "online": facts.KindOnline, "regional": facts.KindRegionalFinal, "national": facts.KindNationalFinal,
}

// play adds an event.
func (b *Book) play(words, ranking []string) {
	b.t.Helper()
	e := facts.Event{ID: b.event(words[0]), Title: words[0], Kind: kinds[words[1]], State: facts.Announced, TimeZone: "Europe/Rome", SeasonID: &b.SeasonFacts.Season.ID}
	if e.Kind == "" {
		b.t.Fatalf("no kind of event: %q", words)
	}
	e.Circuit = string(planning.Circuits[e.Kind])
	rest := words[2:]
	if e.Kind == facts.KindStage || e.Kind == facts.KindRegionalFinal {
		region := b.Region(rest[0])
		e.RegionID, rest = &region, rest[1:]
	}
	day := rules.Day(rest[0])
	e.StartsAt = b.At(string(day) + " 09:00")
	e.AnnouncedAt = moment(b.At(string(day.Plus(-30)) + " 12:00"))
	options, size := rest[1:], ""
	if len(options) > 0 && strings.Trim(options[0], "0123456789/") == "" {
		e.State, size, options = facts.Finished, options[0], options[1:]
	}
	if b.announce(&e, options); e.State == facts.Cancelled {
		return // it is no longer an event of the season
	}
	b.field(e, size, options, ranking)
	if e.Started() {
		e.StartedAt = moment(e.StartsAt)
	}
	if e.State == facts.Finished {
		e.FinishedAt = moment(e.StartsAt.Add(8 * time.Hour))
		b.papers(e, options)
	}
	b.Events = append(b.Events, e)
	slices.SortStableFunc(b.Events, func(a, b facts.Event) int { return a.StartsAt.Compare(b.StartsAt) })
}

// announce reads the options of an event that concern the time before its end.
func (b *Book) announce(e *facts.Event, options []string) {
	b.t.Helper()
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		switch name {
		case "announced", "open", "closed", "running", "finished", "cancelled":
			if value == "" {
				e.State = facts.EventState(name)
				continue
			}
			e.AnnouncedAt = moment(b.At(value + " 12:00"))
		case "moved":
			e.MovedAt = moment(b.At(value + " 12:00"))
		case "at":
			e.StartsAt = b.At(e.StartsAt.Format(time.DateOnly) + " " + value)
		case "ended":
			e.EndedOn = moment(rules.Day(value).Midnight())
		case "elsewhere":
			e.Elsewhere = true
		case "new":
			e.NewOrganizer = true
		case "prizes":
			b.Prizes = append(b.Prizes, facts.SentPrizes{
				EventID: e.ID, Cents: int64(b.number(value)), Kept: slices.Contains(options, "kept"), Settled: slices.Contains(options, "settled"),
			})
		}
	}
}

// field enters the ranked players in an event, and unnamed ones up to its size.
func (b *Book) field(e facts.Event, size string, options, ranking []string) {
	b.t.Helper()
	names, played := slices.Clone(ranking), len(ranking)
	if size != "" {
		signed, came, fewer := strings.Cut(size, "/")
		for i := len(names); i < b.number(signed); i++ {
			names = append(names, fmt.Sprintf("%s-%d", e.Title, i))
		}
		if played = len(names); fewer {
			played = b.number(came)
		}
	}
	for i, name := range names {
		b.Entrants[e.ID] = append(b.Entrants[e.ID], facts.Entrant{Player: b.Player(name), Played: e.Started() && i < played})
	}
	if e.State == facts.Finished && played > 0 {
		b.Rankings[e.ID] = b.Players(names[:played]...)
	}
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		for _, player := range strings.Split(value, ",") {
			switch name {
			case "referees":
				b.Referees = append(b.Referees, facts.SeasonStaff{EventID: e.ID, PlayerID: b.Player(player)})
			case "exempt":
				i := slices.IndexFunc(b.Entrants[e.ID], func(n facts.Entrant) bool { return n.Player == b.Player(player) })
				b.Entrants[e.ID][i].Exempt = true
			}
		}
	}
}

// papers adds the report of an event and the verdict about it.
func (b *Book) papers(e facts.Event, options []string) {
	b.t.Helper()
	if e.Kind == facts.KindNationalFinal {
		return
	}
	received, photos := e.StartsAt.AddDate(0, 0, 1), []string(nil)
	for _, d := range b.Rules.Season.Documents {
		photos = append(photos, d.Kind)
	}
	v := facts.Verdict{EventID: e.ID, Number: 1, Kind: facts.VerdictHomologated, Report: new(int), DecidedAt: received.Add(time.Hour)}
	*v.Report = 1
	var first time.Time
	var questions []facts.Question
	decided, reported := true, true
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		switch name {
		case "unreported":
			decided, reported = false, false
		case "pending":
			decided = false
		case "received":
			received = b.At(value + " 12:00")
		case "first": // the day of the first report, if another came after a question
			first = b.At(value + " 12:00")
		case "asked": // the day on which a report was returned
			v.DecidedAt = b.At(value + " 13:00")
			questions = []facts.Question{{AskedAt: v.DecidedAt}}
		case "photos":
			photos = strings.Split(value, ",")
		case "returned":
			v.Kind = facts.VerdictReturned
		case "invalid":
			v.Kind = facts.VerdictInvalidated
		case "unsound":
			v.Unsound = true
		case "waived":
			v.Waived = append(v.Waived, value)
			if !slices.Contains(options, "homologated") && !slices.Contains(options, "invalid") {
				v.Kind = facts.VerdictWaived
			}
		}
	}
	if reported {
		if !first.IsZero() {
			questions[0].AnsweredAt = &received
		}
		b.Reports = append(b.Reports, facts.ReportReceipt{EventID: e.ID, Number: 1, ReceivedAt: received, FirstAt: first, Questions: questions})
		b.Photograph(e, photos...)
	}
	if decided {
		b.Verdicts = append(b.Verdicts, v)
	}
}

// Photograph adds photos of an event, each taken in the first round.
func (b *Book) Photograph(e facts.Event, kinds ...string) {
	for _, kind := range kinds {
		round := 1
		b.Documents[e.ID] = append(b.Documents[e.ID], facts.DocumentKind{EventID: e.ID, Kind: kind, Round: &round})
	}
}

// event returns the id of an event and records its name.
func (b *Book) event(name string) league.EventID {
	id := EventID(name)
	b.names.Store(id.UUID, name)
	return id
}

// EventID returns an id for the name of an event; ids sort like their names.
func EventID(name string) league.EventID {
	var id league.EventID
	copy(id.UUID[:], name)
	return id
}

func moment(t time.Time) *time.Time { return &t }
