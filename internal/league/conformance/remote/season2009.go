package remote

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"referto/internal/apiclient"
	"referto/internal/league/conformance"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/openapi"
)

// Clock is the clock of the server, which a season moves, because only the server states when an event was
// announced.
type Clock interface {
	// Set makes the server's clock show a time before it returns.
	Set(to time.Time) error
}

// Seasons plays seasons of regulation 002 on a server that has no other users meanwhile, because it moves the
// clock: one season after the other. It is a [conformance.Driver]; make one with [NewSeasons].
type Seasons struct {
	*Driver
	clock   Clock
	playing sync.Mutex
	casts   map[string]*cast // by case
}

var _ conformance.Driver = (*Seasons)(nil)

// founded is the time at which people sign up and take their roles.
var founded = time.Date(2008, 11, 1, 10, 0, 0, 0, time.UTC)

// before is before anything of a season has happened.
var before = founded.AddDate(0, 0, 1)

// afterwards is a time at which everything of a season has happened: its events are recorded,
// reported and decided then, with the days on which the papers came.
var afterwards = time.Date(2010, 3, 31, 10, 0, 0, 0, time.UTC)

// NewSeasons signs people up on the server at an address, as [New] does, whose clock it
// moves. One of them sends the photos, one decides about the events that the manager
// records and the refunds that the manager claims for the players.
func NewSeasons(ctx context.Context, server, mailbox string, clock Clock) (*Seasons, error) {
	if err := clock.Set(founded); err != nil {
		return nil, err
	}
	d, err := New(ctx, server, mailbox)
	if err != nil {
		return nil, err
	}
	if err := d.appoint(ctx, d.referee, "referee", "organizer"); err != nil {
		return nil, err
	}
	if err := d.appoint(ctx, d.firstReferee, "first-referee", "championship-manager"); err != nil {
		return nil, err
	}
	return &Seasons{Driver: d, clock: clock, casts: make(map[string]*cast)}, nil
}

// appoint gives a person, known by their address, a role over the whole federation.
func (d *Driver) appoint(ctx context.Context, who *apiclient.Client, address string, role openapi.Role) error {
	offer := openapi.NewInvitation{Email: d.address(address), Role: role, Scope: openapi.GrantScope{Kind: "tenant"}}
	if err := d.manager.Post(ctx, d.tenant+"/invitations", offer, nil); err != nil {
		return err
	}
	var offered openapi.MyInvitations
	if err := who.Get(ctx, "/me/invitations", &offered); err != nil {
		return err
	}
	for _, invitation := range offered.Items {
		if invitation.Role == role {
			return who.Post(ctx, "/me/invitations/"+invitation.Id.String()+"/acceptance", nil, nil)
		}
	}
	return fmt.Errorf("nobody is offered the role %s of %s", role, d.tenant)
}

// Supports implements [conformance.Driver].
func (*Seasons) Supports(regulation, kind string) bool {
	return regulation+" "+kind == "002 season"
}

// Replay implements [conformance.Driver].
func (s *Seasons) Replay(ctx context.Context, c conformance.Case) (any, error) {
	s.playing.Lock()
	defer s.playing.Unlock()
	if err := s.clock.Set(before); err != nil {
		return nil, err
	}
	in, err := conformance.Input[conformance.Season2009](c)
	if err != nil {
		return nil, err
	}
	if len(in.Bans) > 0 {
		delete(s.casts, c.ID) // bans from another reading's season would hold at the start of this one
	}
	people, err := s.cast(ctx, c.ID, in)
	if err != nil {
		return nil, err
	}
	played := &season{Driver: s.Driver, in: in, clock: s.clock, cast: people}
	return played.play(ctx, c)
}

// cast holds the regions and people of a case, the same in all its readings if nobody is banned in the course
// of it, because exclusions and bans hold in every season of a federation.
type cast struct {
	regions map[string]openapi.ID
	people  map[string]openapi.PlayerID
	names   map[openapi.PlayerID]string
}

// cast brings the regions and people of a case into the register, if they are not there.
func (s *Seasons) cast(ctx context.Context, id string, in conformance.Season2009) (*cast, error) {
	if known := s.casts[id]; known != nil {
		return known, nil
	}
	c := &cast{regions: map[string]openapi.ID{}, people: map[string]openapi.PlayerID{}, names: map[openapi.PlayerID]string{}}
	troupe := fmt.Sprintf("%s %d", id, s.events.Add(1)) // so that no name is that of a person of another case
	for _, name := range in.Regions {
		var region openapi.Region
		if err := s.manager.Post(ctx, s.tenant+"/regions", openapi.NewRegion{Name: name + " of " + troupe}, &region); err != nil {
			return nil, err
		}
		c.regions[name] = region.Id
	}
	names := in.People()
	ids := make([]openapi.PlayerID, len(names))
	err := concurrently(len(names), func(i int) (err error) {
		ids[i], err = s.stranger(ctx, names[i]+" of "+troupe)
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		c.people[name], c.names[ids[i]] = ids[i], name
	}
	if err := s.exclude(ctx, in, c); err != nil {
		return nil, err
	}
	s.casts[id] = c
	return c, nil
}

// exclude records the people who may take part in nothing.
func (s *Seasons) exclude(ctx context.Context, in conformance.Season2009, c *cast) error {
	for _, name := range in.Employees {
		excluded := openapi.NewExclusion{
			Player: c.people[name], Kind: openapi.ExclusionKind(rules.EmployeeOfPublisher), From: "2008-01-01", Reason: "Works for the publisher",
		}
		if err := s.manager.Post(ctx, s.tenant+"/exclusions", excluded, nil); err != nil {
			return err
		}
	}
	for _, name := range in.Banned {
		if err := s.ban(ctx, c.people[name], "2008-01-01"); err != nil {
			return err
		}
	}
	return nil
}

// ban bans a player from a day on, for good.
func (d *Driver) ban(ctx context.Context, player openapi.PlayerID, from rules.Day) error {
	ban := openapi.NewBan{
		Player: player, Source: "The case", Decision: openapi.NewBanDecision{Outcome: "ban", From: string(from), Reason: "Banned in the case"},
	}
	return d.manager.Post(ctx, d.tenant+"/bans", ban, nil)
}

// atOnce bounds the requests, which do not depend on each other, that are made at a time.
const atOnce = 4

// concurrently calls a function for each number, some at a time. All calls are begun, even if one fails.
func concurrently(n int, do func(i int) error) error {
	failed := make([]error, n)
	var doing sync.WaitGroup
	turn := make(chan struct{}, atOnce)
	for i := range n {
		turn <- struct{}{}
		doing.Go(func() {
			failed[i] = do(i)
			<-turn
		})
	}
	doing.Wait()
	return errors.Join(failed...)
}

// season is one season on the server, with the ids of everything that a case names.
type season struct {
	*Driver
	*cast
	in    conformance.Season2009
	clock Clock
	path  string // /tenants/slug/seasons/id
	id    openapi.SeasonID
	// stages are the events of the tournaments, parallel to [conformance.Season2009.ByDate]; finals those of the
	// regional finals, parallel to those of the case.
	stages, finals []event
	national       event
	// convoked holds the regional finals at the time when they were convoked, in the words of the case; nil if the
	// case does not ask for them.
	convoked any
}

// play plays a season as it happened, and describes it as a case does.
func (s *season) play(ctx context.Context, c conformance.Case) (any, error) {
	steps := []struct {
		name string
		do   func(context.Context) error
	}{
		{"season", func(ctx context.Context) error { return s.setUp(ctx, c) }},
		{"announcements", s.announce},
		{"days", s.endure},
		{"photos", s.photograph},
		{"course", s.move},
		{"prizes", s.sendPrizes},
		{"regional finals", s.playFinals},
	}
	for _, step := range steps {
		if err := step.do(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return s.outcome(ctx)
}

// setUp makes the season. Its days are wide as long as events are drafted, because events outside of them are
// refused.
func (s *season) setUp(ctx context.Context, c conformance.Case) error {
	number := s.events.Add(1)
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
		season.Champion = s.people[s.in.ReigningChampion.Player]
	}
	var made openapi.Season
	if err := s.manager.Post(ctx, s.tenant+"/seasons", season, &made); err != nil {
		return err
	}
	s.id, s.path = made.Id, s.tenant+"/seasons/"+made.Id.String()
	return s.manager.Post(ctx, s.path+"/opening", nil, nil)
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

// announce drafts all events, and announces each tournament on its day.
func (s *season) announce(ctx context.Context) error {
	events := s.in.ByDate()
	s.stages = make([]event, len(events))
	for i, e := range events {
		var err error
		if s.stages[i], err = s.draft(ctx, kinds[e.Kind], e.ID, e.Date, openapi.NewEvent{Region: s.regions[e.Region], NewOrganizer: e.NewOrganizer}); err != nil {
			return err
		}
	}
	if err := s.announceFinals(ctx); err != nil {
		return err
	}
	order := make([]int, len(events))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(string(events[a].Announced), string(events[b].Announced)) })
	for n, i := range order { // each a bit later than the last: no sign-in ends in the midst of an act
		if err := s.clock.Set(noon(events[i].Announced).Add(time.Duration(n) * time.Minute)); err != nil {
			return err
		}
		if err := s.stages[i].manage(ctx, "/announcement", nil, nil); err != nil {
			return fmt.Errorf("%s: %w", events[i].ID, err)
		}
	}
	return nil
}

// nationalFinalDay is some day of the national final: the cases have none.
const nationalFinalDay rules.Day = "2010-03-06"

// announceFinals drafts and announces the finals. The cases contain nothing about their announcement.
func (s *season) announceFinals(ctx context.Context) (err error) {
	s.finals = make([]event, len(s.in.RegionalFinals))
	for i, f := range s.in.RegionalFinals {
		if s.finals[i], err = s.draft(ctx, openapi.EventKindRegionalFinal, "final-"+f.Region, f.Date, openapi.NewEvent{Region: s.regions[f.Region]}); err != nil {
			return err
		}
	}
	if s.national, err = s.draft(ctx, openapi.EventKindNationalFinal, "national-final", nationalFinalDay, openapi.NewEvent{}); err != nil {
		return err
	}
	for _, final := range append(slices.Clone(s.finals), s.national) {
		if err := final.manage(ctx, "/announcement", nil, nil); err != nil {
			return err
		}
	}
	return nil
}

// draft drafts an event of the season.
func (s *season) draft(ctx context.Context, kind openapi.EventKind, name string, day rules.Day, e openapi.NewEvent) (event, error) {
	e.Slug, e.Kind, e.Title = fmt.Sprintf("%s-%s", strings.ToLower(name), s.id.String()[24:]), kind, "Event "+name
	e.StartsAt, e.TimeZone, e.Venue, e.Season = noon(day), "Europe/Rome", openapi.Venue{Name: "Venue", City: "City"}, s.id
	var drafted openapi.Event
	if err := s.manager.Post(ctx, s.tenant+"/events", e, &drafted); err != nil {
		return event{}, fmt.Errorf("%s: %w", name, err)
	}
	return event{Driver: s.Driver, path: s.tenant + "/events/" + drafted.Id.String(), id: drafted.Id}, nil
}

// endure waits until all is over, and gives the season the days of its regulation.
func (s *season) endure(ctx context.Context) error {
	if err := s.clock.Set(afterwards); err != nil {
		return err
	}
	var season openapi.Season
	if err := s.manager.Get(ctx, s.path, &season); err != nil {
		return err
	}
	r, err := presets.Find(season.Ruleset.Id)
	if err != nil {
		return err
	}
	period := s.in.Period(r)
	days := openapi.SeasonChange{Reason: "The days of the regulation, or as they were moved"}
	days.PlaysFrom.Time, days.PlaysTo.Time, days.FinalsBy.Time = date(period.From), date(period.To), date(period.FinalsBy)
	return s.manager.Do(ctx, "PATCH", s.path, days, nil, apiclient.IfMatch(season.Version))
}
