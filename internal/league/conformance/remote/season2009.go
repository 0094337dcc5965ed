package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"slices"
	"strings"
	"time"

	"referto/internal/apiclient"
	"referto/internal/league/conformance"
	"referto/internal/league/rules"
	"referto/openapi"
)

// Clock is that of the server, which a season moves: when an event was announced is
// nobody's word but the server's.
type Clock interface{ Set(to time.Time) }

// Season is a season of regulation 002 on the server, with the ids of what a case
// names.
type Season struct {
	*Driver
	in      conformance.Season2009
	clock   Clock
	path    string // /tenants/slug/seasons/id
	id      openapi.SeasonID
	regions map[string]openapi.ID
	people  map[string]openapi.PlayerID
	names   map[openapi.PlayerID]string
	// stages are the events of the tournaments, parallel to [conformance.Season2009.ByDate].
	stages []event
}

// Before is before anything of a season has happened: people have signed up and hold
// their roles by then.
var Before = time.Date(2008, 11, 1, 10, 0, 0, 0, time.UTC)

// afterwards is when everything of a season has happened: its events are recorded,
// reported and decided then, with the days on which the papers came.
var afterwards = time.Date(2010, 3, 31, 10, 0, 0, 0, time.UTC)

// PlaySeason2009 plays the tournaments of a season up to what is decided about each,
// exactly by what the server's checklist says, and tells them as a case does, but for
// what becomes of prizes. Nothing else may use the server meanwhile: it moves the clock.
func (d *Driver) PlaySeason2009(ctx context.Context, c conformance.Case, clock Clock) (tournaments []any, err error) {
	s := &Season{Driver: d, clock: clock, regions: map[string]openapi.ID{}, people: map[string]openapi.PlayerID{}, names: map[openapi.PlayerID]string{}}
	if err := json.Unmarshal(c.Input, &s.in); err != nil {
		return nil, err
	}
	for _, step := range []func(context.Context) error{
		func(ctx context.Context) error { return s.setUp(ctx, c) }, s.exclude, s.announce, s.endure, s.decideAll,
	} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	for i, e := range s.in.ByDate() {
		told, err := s.tell(ctx, e, s.stages[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.ID, err)
		}
		tournaments = append(tournaments, told)
	}
	return tournaments, nil
}

// setUp makes the season with its regions and people. Its days are wide as long as
// events are drafted, which are refused outside them.
func (s *Season) setUp(ctx context.Context, c conformance.Case) error {
	number := s.events.Add(1)
	s.clock.Set(Before)
	for _, name := range s.in.Regions {
		var region openapi.Region
		if err := s.manager.Post(ctx, s.tenant+"/regions", openapi.NewRegion{Name: fmt.Sprintf("%s %d", name, number)}, &region); err != nil {
			return err
		}
		s.regions[name] = region.Id
	}
	ruleset, readings, err := conformance.PresetFor(c)
	if err != nil {
		return err
	}
	season := openapi.NewSeason{
		Slug: fmt.Sprintf("season-%s-%d", s.run, number), Title: "Season of case " + c.ID, Ruleset: ruleset, Readings: readings,
	}
	season.PlaysFrom.Time, season.PlaysTo.Time, season.FinalsBy.Time = date("2008-12-01"), date("2010-03-30"), date("2010-03-30")
	for _, name := range s.in.Regions {
		season.Regions = append(season.Regions, s.regions[name])
	}
	if s.in.ReigningChampion != nil {
		if season.Champion, err = s.person(ctx, s.in.ReigningChampion.Player); err != nil {
			return err
		}
	}
	var made openapi.Season
	if err := s.manager.Post(ctx, s.tenant+"/seasons", season, &made); err != nil {
		return err
	}
	s.id, s.path = made.Id, s.tenant+"/seasons/"+made.Id.String()
	return s.manager.Post(ctx, s.path+"/opening", nil, nil)
}

// person is somebody of this season alone: bans hold for all seasons of a federation.
func (s *Season) person(ctx context.Context, name string) (openapi.PlayerID, error) {
	if id, ok := s.people[name]; ok {
		return id, nil
	}
	id, err := s.stranger(ctx, name)
	s.people[name], s.names[id] = id, name
	return id, err
}

// exclude records who may take part in nothing.
func (s *Season) exclude(ctx context.Context) error {
	for _, name := range s.in.Employees {
		player, err := s.person(ctx, name)
		if err != nil {
			return err
		}
		excluded := openapi.NewExclusion{Player: player, Kind: openapi.ExclusionKind(rules.EmployeeOfPublisher), From: "2008-01-01", Reason: "Works for the publisher"}
		if err := s.manager.Post(ctx, s.tenant+"/exclusions", excluded, nil); err != nil {
			return err
		}
	}
	for _, name := range s.in.Banned {
		player, err := s.person(ctx, name)
		if err != nil {
			return err
		}
		ban := openapi.NewBan{Player: player, Source: "The case", Decision: openapi.NewBanDecision{Outcome: "ban", From: "2008-01-01", Reason: "Banned in the case"}}
		if err := s.manager.Post(ctx, s.tenant+"/bans", ban, nil); err != nil {
			return err
		}
	}
	return nil
}

// noon is the noon of a day in Italy, nearly.
func noon(day rules.Day) time.Time { return date(day).Add(11 * time.Hour) }

// date is a day as the contract writes it.
func date(day rules.Day) time.Time {
	t, err := time.Parse(time.DateOnly, string(day))
	if err != nil {
		panic(err) // the days of a case are read as such
	}
	return t
}

// kinds are the kinds of events of the circuits.
var kinds = map[string]openapi.EventKind{"regional": openapi.EventKindStage, "open": openapi.EventKindOpen, "online": openapi.EventKindOnline}

// announce drafts the tournaments and announces each on its day.
func (s *Season) announce(ctx context.Context) error {
	events := s.in.ByDate()
	s.stages = make([]event, len(events))
	for i, e := range events {
		draft := openapi.NewEvent{
			Slug: fmt.Sprintf("%s-%s", strings.ToLower(e.ID), s.id.String()[24:]), Kind: kinds[e.Kind], Title: "Tournament " + e.ID,
			StartsAt: noon(e.Date), TimeZone: "Europe/Rome", Venue: openapi.Venue{Name: "Venue", City: "City"},
			Region: s.regions[e.Region], Season: s.id, NewOrganizer: e.NewOrganizer,
		}
		var drafted openapi.Event
		if err := s.manager.Post(ctx, s.tenant+"/events", draft, &drafted); err != nil {
			return fmt.Errorf("%s: %w", e.ID, err)
		}
		s.stages[i] = event{Driver: s.Driver, path: s.tenant + "/events/" + drafted.Id.String()}
	}
	order := make([]int, len(events))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(string(events[a].Announced), string(events[b].Announced)) })
	for _, i := range order {
		s.clock.Set(noon(events[i].Announced))
		if err := s.stages[i].manage(ctx, "/announcement", nil, nil); err != nil {
			return fmt.Errorf("%s: %w", events[i].ID, err)
		}
	}
	return nil
}

// endure waits until all is over, and gives the season the days of its regulation.
func (s *Season) endure(ctx context.Context) error {
	s.clock.Set(afterwards)
	var season openapi.Season
	if err := s.manager.Get(ctx, s.path, &season); err != nil {
		return err
	}
	r, err := rules.Preset(season.Ruleset.Id)
	if err != nil {
		return err
	}
	days := openapi.SeasonChange{Reason: "The days of the regulation"}
	days.PlaysFrom.Time, days.PlaysTo.Time, days.FinalsBy.Time = date(r.Season.Calendar.From), date(r.Season.Calendar.To), date(r.Season.Final.By)
	return s.manager.Do(ctx, "PATCH", s.path, days, nil, apiclient.IfMatch(season.Version))
}

// decideAll has every tournament recorded, reported and decided, in the order of their
// days.
func (s *Season) decideAll(ctx context.Context) error {
	for i, e := range s.in.ByDate() {
		held := s.stages[i]
		if err := s.record(ctx, e, held); err != nil {
			return fmt.Errorf("%s: outcome: %w", e.ID, err)
		}
		if err := s.photograph(ctx, e, held); err != nil {
			return fmt.Errorf("%s: photos: %w", e.ID, err)
		}
		report := openapi.NewReport{Late: true, ReceivedAt: noon(e.ResultsReceived).Add(2 * time.Hour)}
		if err := held.manage(ctx, "/report", report, nil); err != nil {
			return fmt.Errorf("%s: report: %w", e.ID, err)
		}
		if err := s.decide(ctx, e, held); err != nil {
			return fmt.Errorf("%s: %w", e.ID, err)
		}
	}
	return nil
}

// record records how a tournament went.
func (s *Season) record(ctx context.Context, e conformance.SeasonEvent, held event) error {
	outcome := openapi.NewOutcome{Entrants: []openapi.OutcomeEntrant{}, Ranking: []openapi.PlayerID{}}
	for _, name := range e.Registered {
		player, err := s.person(ctx, name)
		if err != nil {
			return err
		}
		outcome.Entrants = append(outcome.Entrants, openapi.OutcomeEntrant{Player: player, Played: !slices.Contains(e.NoShows, name)})
	}
	for _, name := range e.Top {
		outcome.Ranking = append(outcome.Ranking, s.people[name])
	}
	for _, name := range e.Referees {
		player, err := s.person(ctx, name)
		if err != nil {
			return err
		}
		outcome.Referees = append(outcome.Referees, openapi.OutcomeReferee{Name: "Player " + name, Player: player})
	}
	return held.manage(ctx, "/outcome", outcome, nil)
}

// photograph sends the photos that came with a report, by an organizer of the
// federation, and waits until they are ready.
func (s *Season) photograph(ctx context.Context, e conformance.SeasonEvent, held event) error {
	photographer, err := s.photographer(ctx)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, image.NewGray(image.Rect(0, 0, 16, 16)), nil); err != nil {
		return err
	}
	for _, kind := range e.Documents() {
		photo := openapi.NewPhoto{
			Kind: kind, Round: 1, AlternativeText: "A photo of the case", Consent: openapi.PhotoConsent{People: true},
			Bytes: file.Len(), Content: file.Bytes(),
		}
		var sent openapi.Photo
		if err := photographer.Post(ctx, held.path+"/photos", photo, &sent); err != nil {
			return err
		}
		for sent.State == openapi.PhotoStateProcessing {
			if err := pause(ctx); err != nil {
				return err
			}
			if err := photographer.Get(ctx, held.path+"/photos/"+sent.Id.String(), &sent); err != nil {
				return err
			}
		}
	}
	return nil
}

// pause lets the server work.
func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(20 * time.Millisecond):
		return nil
	}
}

// photographer is an organizer of all events of the federation: the referee of others,
// who is appointed when the first photo is to be sent.
func (d *Driver) photographer(ctx context.Context) (*apiclient.Client, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.organizes {
		return d.referee, nil
	}
	offer := openapi.NewInvitation{Email: d.address("referee"), Role: "organizer", Scope: openapi.GrantScope{Kind: "tenant"}}
	if err := d.manager.Post(ctx, d.tenant+"/invitations", offer, nil); err != nil {
		return nil, err
	}
	var offered openapi.MyInvitations
	if err := d.referee.Get(ctx, "/me/invitations", &offered); err != nil {
		return nil, err
	}
	for _, invitation := range offered.Items {
		if invitation.Scope.Kind == "tenant" {
			d.organizes = true
			return d.referee, d.referee.Post(ctx, "/me/invitations/"+invitation.Id.String()+"/acceptance", nil, nil)
		}
	}
	return nil, fmt.Errorf("nobody is offered to organize the events of %s", d.tenant)
}

// decide homologates a tournament unless the server's checklist has a demand that it
// fails and nobody waives.
func (s *Season) decide(ctx context.Context, e conformance.SeasonEvent, held event) error {
	var h openapi.Homologation
	if err := s.manager.Get(ctx, held.path+"/homologation", &h); err != nil {
		return err
	}
	decision := openapi.HomologationDecision{Decision: openapi.HomologationDecisionDecisionHomologate, Reason: "As the case has it"}
	for _, d := range h.Checklist.Demands {
		switch {
		case d.Result != openapi.CheckedDemandResultFailed:
		case d.Demand == openapi.DemandTooFewPlayers && d.WaivedBy != "" && e.FewerAccepted:
			decision.Demands = append(decision.Demands, d.Demand)
		default:
			decision.Decision = openapi.HomologationDecisionDecisionInvalidate
		}
	}
	if !e.ResultsSound {
		decision.Decision, decision.Unsound = openapi.HomologationDecisionDecisionInvalidate, true
	}
	if decision.Decision == openapi.HomologationDecisionDecisionInvalidate {
		decision.Demands = nil
	}
	return held.manage(ctx, "/homologation", decision, nil)
}

// refusals are the cases' words for the reasons to bar somebody.
var refusals = map[string]string{
	string(rules.RefereeOfEvent): "referee", string(rules.AlreadyQualified): "already_qualified",
	string(rules.EmployeeOfPublisher): "employee", string(rules.Banned): "banned",
}

// tell tells a tournament as a case does.
func (s *Season) tell(ctx context.Context, e conformance.SeasonEvent, held event) (any, error) {
	var report openapi.EventReport
	if err := s.manager.Get(ctx, held.path+"/report", &report); err != nil {
		return nil, err
	}
	check := report.Checklist
	reasons, breaches, qualifies := []any{}, []any{}, []any{}
	for _, d := range check.Demands {
		reason := snake(string(d.Demand))
		if d.Result == openapi.CheckedDemandResultFailed && !slices.Contains(reasons, any(reason)) {
			reasons = append(reasons, reason)
		}
	}
	for _, b := range check.Breaches {
		breaches = append(breaches, snake(b.Reason))
	}
	valid := check.InSeason.Standing == openapi.EventInSeasonStandingHomologated
	for _, stake := range check.InSeason.Stakes {
		if valid && stake.Rank <= len(report.Ranking) {
			winner := report.Ranking[stake.Rank-1].Player.Id
			qualifies = append(qualifies, object{"player": s.names[winner], "for": strings.TrimSuffix(string(stake.To), "-final")})
		}
	}
	tier := snake(check.InSeason.Tier.Id)
	if tier == "selection" {
		tier = "tappa"
	}
	return object{
		"id": e.ID, "refused": openapi.Each(report.Refused, func(r openapi.RefusedPlayer) any {
			return object{"player": s.names[r.Player.Id], "reason": refusals[r.Explanation.Reason]}
		}),
		"registered": report.Entered, "players": report.Played, "tier": tier, "valid": valid, "reasons": reasons, "breaches": breaches, "qualifies": qualifies,
	}, nil
}
