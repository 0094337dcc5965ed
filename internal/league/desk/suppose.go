package desk

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// Supposition is one thing that could happen in a season. It is the season as it would be
// then, by what the act itself asks and does, or the refusal that the act would give; only
// who may do it is not asked.
type Supposition func(door tenantdb.Door, act Act, s *Season) (*Season, error)

// Suppose tells what would follow in a season. Nothing is written.
func (d *Desk) Suppose(door tenantdb.Door, act Act, id league.SeasonID, what Supposition) (Followed, error) {
	s, err := d.ViewSeason(door, id)
	if err != nil {
		return Followed{}, err
	}
	if s.Season.State == SeasonClosed {
		return Followed{}, league.NotNow("season-closed")
	}
	after, err := what(door, act, s)
	if err != nil {
		return Followed{}, err
	}
	return d.Foresee(door, act, s, after)
}

// supposed is the reason of what nobody has said, where an act wants one.
const supposed = "supposed"

// SupposeDecline is that somebody tells whoever records it that he cannot come to a final.
func SupposeDecline(player league.PlayerID, to rules.SeasonFinal) Supposition {
	return func(door tenantdb.Door, act Act, s *Season) (*Season, error) {
		if err := requirePlayers(door, "/decline/player", player); err != nil {
			return nil, err
		}
		a, err := s.answer(door, act, Reply{Player: player, To: to, How: supposed})
		return a.After, err
	}
}

// requirePlayers refuses people who are nobody in the register. At is where they stand
// in the request; where there are several, "%d" in it is the position.
func requirePlayers(door tenantdb.Door, at string, players ...league.PlayerID) error {
	ids := make([]uuid.UUID, len(players))
	for i, p := range players {
		ids[i] = p.UUID
	}
	var known []leaguedb.PlayerLabel
	b := &tenantdb.Batch{}
	leaguedb.LoadLabels(b, &known, ids)
	if err := door.Send(b); err != nil {
		return err
	}
	var faults league.Faults
	for i, player := range players {
		if !slices.ContainsFunc(known, func(p leaguedb.PlayerLabel) bool { return p.ID == player }) {
			pointer := strings.ReplaceAll(at, "%d", strconv.Itoa(i))
			faults = append(faults, league.Fault{Pointer: pointer, Grounds: league.Grounds{Reason: "unknown-player"}})
		}
	}
	return faults.OrNil()
}

// SupposeMerge is that a region plays with another.
func SupposeMerge(m facts.RegionMerge) Supposition {
	return func(_ tenantdb.Door, act Act, s *Season) (*Season, error) {
		if err := s.checkMerge(m); err != nil {
			return nil, err
		}
		m.DecidedAt = act.Now
		return s.merged(m), nil
	}
}

// SupposeDecision is the manager's word on a regional final.
func SupposeDecision(n facts.FinalDecision) Supposition {
	return func(door tenantdb.Door, act Act, s *Season) (*Season, error) {
		if err := s.checkDecision(n); err != nil {
			return nil, err
		}
		if err := s.checkCalledUp(door, n); err != nil {
			return nil, err
		}
		n.DecidedAt = act.Now
		after := s.decided(n)
		if r, _ := after.Region(league.RegionID{UUID: n.RegionID}); r.Format.Kind == season.Table {
			return after, requireTables(s.Rules, r.Format, r.Format.Field)
		}
		return after, nil
	}
}

// SupposeVerdict is that the manager homologates an event, or declares it invalid: for the
// demands that it fails, or where it fails none because its results turn out unsound (CN09
// 1.11). What was decided about it before is taken back first.
func SupposeVerdict(id league.EventID, valid bool) Supposition {
	return func(_ tenantdb.Door, act Act, s *Season) (*Season, error) {
		c, err := s.supposedCase(id)
		if err != nil {
			return nil, err
		}
		if c.Last.Stands() {
			if s, err = c.reversed(act); err != nil {
				return nil, err
			}
			if c, err = s.supposedCase(id); err != nil {
				return nil, err
			}
		}
		n := homologation.NewVerdict{Kind: facts.VerdictHomologated, Manager: true}
		if !valid {
			n.Kind, n.Reason, n.Unsound = facts.VerdictInvalidated, supposed, len(c.State.Failed()) == 0
		}
		return c.decided(act, n)
	}
}

// SupposeReversal is that what was decided about an event is taken back.
func SupposeReversal(id league.EventID) Supposition {
	return func(_ tenantdb.Door, act Act, s *Season) (*Season, error) {
		c, err := s.supposedCase(id)
		if err != nil {
			return nil, err
		}
		return c.reversed(act)
	}
}

// supposedCase is an event of the season as the manager finds it who decides about it.
func (s *Season) supposedCase(id league.EventID) (*homologationCase, error) {
	e := s.Event(id)
	if e == nil {
		return nil, league.ErrNotFound
	}
	c, err := s.caseOf(&Stage{officiating.Situation{Stage: facts.Stage{Event: *e}, Rules: s.RulesOf(*e)}}, true)
	if err != nil {
		return nil, err
	}
	return c, c.NeedsDecision()
}

// decided is the season with a decision.
func (c *homologationCase) decided(act Act, n homologation.NewVerdict) (*Season, error) {
	v, err := c.Decide(n, act.Now)
	if err != nil {
		return nil, err
	}
	return c.ruled(v), nil
}

// reversed is the season without the last decision.
func (c *homologationCase) reversed(act Act) (*Season, error) {
	v, err := c.Reverse(supposed, act.Now)
	if err != nil {
		return nil, err
	}
	return c.ruled(v), nil
}

// SupposeReport is that the report of an event comes on a day, complete or not: one that
// comes too late, which nobody has waived, has the event declared invalid (CN09 1.11).
func SupposeReport(id league.EventID, on rules.Day) Supposition {
	return func(_ tenantdb.Door, act Act, s *Season) (*Season, error) {
		e := s.Event(id)
		if e == nil {
			return nil, league.ErrNotFound
		}
		if e.Kind == nationalFinal {
			return nil, league.NotNow("final-not-checked")
		}
		if err := homologation.MayReport(*e, s.at[id].verdict, s.at[id].report); err != nil {
			return nil, err
		}
		receipt := facts.ReportReceipt{EventID: id, Number: 1, ReceivedAt: noonOf(on, e.Location())}
		if last := s.at[id].report; last != nil {
			receipt.Number += last.Number
		}
		act.Now = receipt.ReceivedAt
		if err := (homologation.Receipt{At: act.Now, ByChecker: true, Late: true}).Check(s.RulesOf(*e), *e, act.Now); err != nil {
			return nil, at(err, map[string]string{"/receivedAt": "/report/day"})
		}
		after := s.reported(*e, receipt)
		c, err := after.supposedCase(id)
		late := func(check season.Check) bool { return check.Demand == season.InTime }
		if err != nil || !slices.ContainsFunc(c.State.Failed(), late) {
			return after, err
		}
		return c.decided(act, homologation.NewVerdict{Kind: facts.VerdictInvalidated, Demands: []season.Demand{season.InTime}, Reason: supposed, Manager: true})
	}
}

// noonOf is the middle of a day in a zone.
func noonOf(d rules.Day, zone *time.Location) time.Time {
	t := dateOf(d)
	return time.Date(t.Year(), t.Month(), t.Day(), 12, 0, 0, 0, zone)
}

// at are faults that point to where things stand in another request; other errors are
// as they are.
func at(err error, pointers map[string]string) error {
	var faults league.Faults
	if !errors.As(err, &faults) {
		return err
	}
	out := slices.Clone(faults)
	for i := range out {
		if to, known := pointers[out[i].Pointer]; known {
			out[i].Pointer = to
		}
	}
	return out
}

// SupposedEvent is an event that there is not.
type SupposedEvent struct {
	Circuit rules.Circuit
	Region  league.RegionID // of a regional one
	Day     rules.Day
	Players int // how many sign up and play
	// Ranking are its first places; people who are made up come after them.
	Ranking []league.PlayerID
}

// SupposeEvent is that another event is announced today, played on its day, reported in
// time with all photos, and decided: homologated, or where it fails a demand declared
// invalid.
func SupposeEvent(n SupposedEvent) Supposition {
	return func(door tenantdb.Door, act Act, s *Season) (*Season, error) {
		if err := requirePlayers(door, "/stage/ranking/%d", n.Ranking...); err != nil {
			return nil, err
		}
		e := n.event(act, s)
		if err := n.check(s, e); err != nil {
			return nil, err
		}
		c, err := s.withPlayed(e, n).supposedCase(e.ID)
		if err != nil {
			return nil, err
		}
		if len(c.State.Failed()) > 0 {
			return c.decided(act, homologation.NewVerdict{Kind: facts.VerdictInvalidated, Reason: supposed, Manager: true})
		}
		return c.decided(act, homologation.NewVerdict{Kind: facts.VerdictHomologated, Manager: true})
	}
}

// event is it as it would be stored once it is over.
func (n SupposedEvent) event(act Act, s *Season) facts.Event {
	e := facts.Event{
		ID: league.EventID{UUID: uuid.Max}, Circuit: string(n.Circuit), State: facts.Finished, Elsewhere: true, SeasonID: &s.Season.ID.UUID,
		StartsAt: noonOf(n.Day, s.Season.Location()), TimeZone: s.Season.TimeZone, AnnouncedAt: &act.Now,
	}
	for kind, circuit := range circuits {
		if circuit == n.Circuit {
			e.Kind = kind
		}
	}
	if n.Region != (league.RegionID{}) {
		e.RegionID = &n.Region.UUID
	}
	return e
}

// check refuses what the season would not let be drafted, and a ranking of more people
// than there are.
func (n SupposedEvent) check(s *Season, e facts.Event) error {
	p := planned{season: &SeasonSetup{SeasonSetup: s.SeasonSetup, Rules: s.Rules, Version: s.Version}, event: e, rules: s.Rules}
	p.all()
	if len(n.Ranking) > n.Players {
		p.fault("/stage/ranking", s.Rules.Grounds("", "more-places-than-players", "players", strconv.Itoa(n.Players)))
	}
	return at(p.faults.OrNil(), map[string]string{"/kind": "/stage/circuit", "/region": "/stage/region", "/startsAt": "/stage/day"})
}

// withPlayed is the season with a further event that is over and reported.
func (s *Season) withPlayed(e facts.Event, n SupposedEvent) *Season {
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

// allPhotos are those that a ruleset demands, each taken when it wants it.
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

// madeUp is somebody who is in no register.
func madeUp(n int) league.PlayerID {
	return league.PlayerID{UUID: uuid.NewSHA1(uuid.Nil, []byte(strconv.Itoa(n)))}
}
