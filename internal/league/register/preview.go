package register

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// Previewed is the reason used in a preview of an act that needs one, since nobody has given it yet.
const Previewed = "supposed"

// PreviewVerdict returns the season as it would be if the manager homologated an event, or declared
// it invalid: for the demands that it fails, or, if it fails none, for unsound results (CN09 1.11).
// An earlier verdict is reversed first.
func (s *Season) PreviewVerdict(id league.EventID, valid bool, now time.Time) (*Season, error) {
	c, err := s.previewedCase(id)
	if err != nil {
		return nil, err
	}
	if c.Last.Stands() {
		if s, err = c.reversed(now); err != nil {
			return nil, err
		}
		if c, err = s.previewedCase(id); err != nil {
			return nil, err
		}
	}
	n := homologation.NewVerdict{Kind: facts.VerdictHomologated, Manager: true}
	if !valid {
		n.Kind, n.Reason, n.Unsound = facts.VerdictInvalidated, Previewed, len(c.State.Failed()) == 0
	}
	return c.decided(now, n)
}

// PreviewReversal returns the season as it would be if the last verdict on an event were reversed.
func (s *Season) PreviewReversal(id league.EventID, now time.Time) (*Season, error) {
	c, err := s.previewedCase(id)
	if err != nil {
		return nil, err
	}
	return c.reversed(now)
}

// previewedCase returns an event of the season as a case for the manager.
func (s *Season) previewedCase(id league.EventID) (*Case, error) {
	e := s.Event(id)
	if e == nil {
		return nil, league.ErrNotFound
	}
	c, err := s.Case(*e, true)
	if err != nil {
		return nil, err
	}
	return c, c.NeedsDecision()
}

// decided returns the season after a verdict.
func (c *Case) decided(now time.Time, n homologation.NewVerdict) (*Season, error) {
	v, err := c.Homologate(n, now)
	if err != nil {
		return nil, err
	}
	return c.Ruled(v), nil
}

// reversed returns the season after the last verdict is reversed.
func (c *Case) reversed(now time.Time) (*Season, error) {
	v, err := c.Reverse(Previewed, now)
	if err != nil {
		return nil, err
	}
	return c.Ruled(v), nil
}

// PreviewReport returns the season as it would be if the report of an event came on a day, complete
// or not: one that is too late, without a waiver, has the event declared invalid (CN09 1.11).
func (s *Season) PreviewReport(id league.EventID, on rules.Day) (*Season, error) {
	e := s.Event(id)
	if e == nil {
		return nil, league.ErrNotFound
	}
	if e.Kind == facts.KindNationalFinal {
		return nil, league.NotNow("final-not-checked")
	}
	if err := s.MayReport(*e); err != nil {
		return nil, err
	}
	receipt := facts.ReportReceipt{EventID: id, Number: 1, ReceivedAt: noonOf(on, e.Location())}
	if last := s.at[id].report; last != nil {
		receipt.Number += last.Number
	}
	if err := (homologation.Receipt{At: receipt.ReceivedAt, ByChecker: true, Late: true}).Check(s.RulesOf(*e), *e, receipt.ReceivedAt); err != nil {
		return nil, err
	}
	after := s.Reported(*e, receipt)
	c, err := after.previewedCase(id)
	late := func(check season.Check) bool { return check.Demand == season.ResultsLate }
	if err != nil || !slices.ContainsFunc(c.State.Failed(), late) {
		return after, err
	}
	return c.decided(receipt.ReceivedAt, homologation.NewVerdict{Kind: facts.VerdictInvalidated, Demands: []season.Demand{season.ResultsLate}, Reason: Previewed, Manager: true})
}

// noonOf returns noon of a day in a zone.
func noonOf(d rules.Day, zone *time.Location) time.Time {
	t := d.Midnight()
	return time.Date(t.Year(), t.Month(), t.Day(), 12, 0, 0, 0, zone)
}

// PlannedEvent is a hypothetical event, whose consequences a preview shows.
type PlannedEvent struct {
	Circuit rules.Circuit
	Region  league.RegionID // only for a regional event
	Day     rules.Day
	Players int // the number of players who sign up and play
	// Ranking has the first places; invented players fill the rest.
	Ranking []league.PlayerID
}

// PreviewEvent returns the season as it would be if another event were announced now, played on its
// day, reported in time with all photos, and decided: homologated, or declared invalid if it fails
// a demand.
func (s *Season) PreviewEvent(n PlannedEvent, now time.Time) (*Season, error) {
	e := n.event(s, now)
	if err := n.check(s, e); err != nil {
		return nil, err
	}
	c, err := s.withPlayed(e, n).previewedCase(e.ID)
	if err != nil {
		return nil, err
	}
	if len(c.State.Failed()) > 0 {
		return c.decided(now, homologation.NewVerdict{Kind: facts.VerdictInvalidated, Reason: Previewed, Manager: true})
	}
	return c.decided(now, homologation.NewVerdict{Kind: facts.VerdictHomologated, Manager: true})
}

// event returns the stored form of the planned event after its end.
func (n PlannedEvent) event(s *Season, now time.Time) facts.Event {
	e := facts.Event{
		ID: league.EventID{UUID: uuid.Max}, Circuit: string(n.Circuit), State: facts.Finished, Elsewhere: true, SeasonID: &s.Season.ID,
		StartsAt: noonOf(n.Day, s.Season.Location()), TimeZone: s.Season.TimeZone, AnnouncedAt: &now,
	}
	for kind, circuit := range planning.Circuits {
		if circuit == n.Circuit {
			e.Kind = kind
		}
	}
	if n.Region != (league.RegionID{}) {
		e.RegionID = &n.Region
	}
	return e
}

// check refuses an event that could not be drafted in the season, and a ranking of more people than
// the event has players.
func (n PlannedEvent) check(s *Season, e facts.Event) error {
	faults := (&planning.Setup{SeasonSetup: s.SeasonSetup, Rules: s.Rules, Version: s.Version}).Refusals(e, s.Rules, nil)
	if len(n.Ranking) > n.Players {
		faults = append(faults, league.Fault{Field: "/ranking", Grounds: s.Rules.Grounds("", "more-places-than-players", "players", strconv.Itoa(n.Players))})
	}
	return faults.OrNil()
}

// withPlayed returns the season with a further event that is over and reported.
func (s *Season) withPlayed(e facts.Event, n PlannedEvent) *Season {
	c := *s
	ranking := slices.Clone(n.Ranking)
	for i := len(ranking); i < n.Players; i++ {
		ranking = append(ranking, madeUp(i))
	}
	list := make([]facts.Entrant, len(ranking))
	for i, player := range ranking {
		list[i] = facts.Entrant{Player: player, Played: true}
	}
	c.entered(e.ID, list)
	c.Events = slices.Concat(s.Events, []facts.Event{e})
	c.Rankings, c.Documents = maps.Clone(s.Rankings), maps.Clone(s.Documents)
	c.Rankings[e.ID], c.Documents[e.ID] = ranking, allPhotos(s.Rules)
	c.Reports = slices.Concat(s.Reports, []facts.ReportReceipt{{EventID: e.ID, Number: 1, ReceivedAt: e.StartsAt}})
	f := s.Facts
	f.Events = slices.Concat(f.Events, []season.Event{c.byEvent().event(e, s.Rules)})
	return c.With(f)
}

// allPhotos returns the photos that a ruleset demands, each taken at the required time.
func allPhotos(r *rules.Ruleset) []facts.DocumentKind {
	out := make([]facts.DocumentKind, len(r.Season.Documents))
	for i, doc := range r.Season.Documents {
		out[i].Kind = doc.Kind
		if len(doc.Rounds) > 0 {
			out[i].Round = &doc.Rounds[0]
		}
	}
	return out
}

// madeUp returns the id of an invented player, who is in no register.
func madeUp(n int) league.PlayerID {
	return league.PlayerID{UUID: uuid.NewSHA1(uuid.Nil, []byte(strconv.Itoa(n)))}
}
