package letters

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/desk/seasondesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/mail"
	"referto/internal/tenant/tenantdb"
)

// SeasonChanged notifies the organizers of a season's events of an announcement about it: changed days, regions
// or rulesets. Entrants are notified of a changed ruleset by which they play.
type SeasonChanged struct {
	Tenant uuid.UUID       `json:"tenant"`
	Season league.SeasonID `json:"season"`
	Number int             `json:"number"` // of the announcement
}

// Kind names the job.
func (SeasonChanged) Kind() string { return "notice.season-changed" }

func (n SeasonChanged) tenant() uuid.UUID { return n.Tenant }

func (o Office) seasonChanged(door tenantdb.Door, job SeasonChanged) (*notice, error) {
	season := job.Season
	history, err := seasondesk.At(o.Desk).RulesetHistory(door, season)
	if err != nil {
		return nil, fmt.Errorf("letters: %w", err)
	}
	var of facts.Season
	var news []facts.SeasonAnnouncement
	var publisher leaguedb.Publisher
	b := &tenantdb.Batch{}
	leaguedb.LoadSeason(b, &of, season)
	leaguedb.LoadSeasonAnnouncements(b, &news, season, job.Number+1, 1)
	leaguedb.LoadPublisher(b, &publisher)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	said := news[0]
	before, after := replaced(history, said)
	ruleset := uuid.Nil
	if after != nil {
		ruleset = after.VersionID
	}
	readers := func(b *tenantdb.Batch, out *[]leaguedb.Reader) {
		leaguedb.LoadSeasonReaders(b, out, season, ruleset, o.Now())
	}
	return &notice{readers, func(w *words.Words) mail.Content {
		letter := mail.Announcement{
			Tenant: publisher.Name, About: of.Title, Text: w.Text("season-news."+string(said.Kind), values(said.Params)), Reason: said.Reason,
			Link: seasonPage(o.PublicURL, publisher.Slug, of.Slug),
		}
		if after != nil {
			letter.Lines = differences(w, before.Rules, after.Rules)
		}
		return letter
	}}, nil
}

// replaced returns the rulesets of a season before and after an announcement; nil if it is about something
// else.
func replaced(history []seasondesk.SeasonRuleset, said facts.SeasonAnnouncement) (before, after *seasondesk.SeasonRuleset) {
	i := slices.IndexFunc(history, func(r seasondesk.SeasonRuleset) bool { return strconv.Itoa(r.Ordinal) == said.Params["ordinal"] })
	if said.Kind != facts.SeasonRulesetChanged || i < 1 {
		return nil, nil
	}
	return &history[i-1], &history[i]
}

// mostDifferences bounds the differences that a letter lists; the page of the season leads to
// all.
const mostDifferences = 40

// differences returns the sentences about the differences of two rulesets, each with its paragraph.
func differences(w *words.Words, before, after *rules.Ruleset) []string {
	var out []string
	for _, d := range rules.Diff(before, after) {
		if len(out) == mostDifferences {
			return append(out, "…")
		}
		steps := make([]words.OptionStep, len(d.Path))
		for i, s := range d.Path {
			steps[i] = words.OptionStep(s)
		}
		line := w.Difference(string(d.Kind), steps, d.Before, d.After)
		if d.Paragraph != "" {
			line += " (" + after.Code + " " + d.Paragraph + ")"
		}
		out = append(out, line)
	}
	return out
}

func values(params map[string]string) map[string]any {
	out := make(map[string]any, len(params))
	for name, value := range params {
		out[name] = value
	}
	return out
}

// StructureAgreed notifies the organizers and the entrants of an event that it is played by another structure
// than its formula's, which has to be made known (CN09 3.2).
type StructureAgreed struct {
	Tenant uuid.UUID      `json:"tenant"`
	Event  league.EventID `json:"event"`
}

// Kind names the job.
func (StructureAgreed) Kind() string { return "notice.structure-agreed" }

func (n StructureAgreed) tenant() uuid.UUID { return n.Tenant }

func (o Office) structureAgreed(door tenantdb.Door, job StructureAgreed) (*notice, error) {
	s, err := o.Desk.View(door, job.Event)
	if err != nil {
		return nil, fmt.Errorf("letters: %w", err)
	}
	agreed := s.Structure
	if agreed == nil || agreed.ApprovedAt == nil { // taken back meanwhile
		return nil, nil
	}
	publisher, err := publisherOf(door)
	if err != nil {
		return nil, err
	}
	link := eventPage(o.PublicURL, publisher.Slug, s.Event)
	readers := func(b *tenantdb.Batch, out *[]leaguedb.Reader) {
		leaguedb.LoadReaders(b, out, s.Event.ID, s.Event.RegionID, o.Now())
	}
	return &notice{readers, func(w *words.Words) mail.Content {
		format := w.Structure(agreed.Rounds, agreed.Advance, agreed.Semifinal, agreed.Final)
		return mail.Announcement{
			Tenant: publisher.Name, About: s.Event.Title, Text: w.Text("event-news.structure-agreed", map[string]any{"format": format}), Reason: agreed.Reason, Link: link,
		}
	}}, nil
}
