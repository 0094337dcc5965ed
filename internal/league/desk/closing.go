package desk

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/frozen"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// CloseSeason ends a season once nothing of its register can change any more: all of
// its events are decided and the national final is over. What follows from its facts
// is kept with it and read from there from now on.
func (d *Desk) CloseSeason(tx tenantdb.Tx, act Act, id league.SeasonID) (*SeasonSetup, error) {
	return d.moveSeason(tx, act, id, seasonMove{from: SeasonRunning, to: SeasonClosed, news: leaguedb.SeasonClosed, freeze: func(setup *SeasonSetup) ([]byte, error) {
		s, err := d.justTaken(tx, setup)
		if err != nil {
			return nil, err
		}
		if err := s.closable(); err != nil {
			return nil, err
		}
		c := closing(frozen.Freeze(s.State), setup.Season.Version, act)
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddSeasonClosing(b, id, c) })
		return c.Digest, nil
	}})
}

// justTaken is a season whose row this transaction holds with a revision that it gave:
// as it was looked at last, if that was at the revision before, else loaded.
func (d *Desk) justTaken(tx tenantdb.Tx, setup *SeasonSetup) (*Season, error) {
	known := d.seasons.recall(tx.Tenant(), setup.Season.ID)
	if known != nil && known.Season.Revision == setup.Season.Revision-1 {
		return known, nil
	}
	return d.loadSeason(tx, setup.Season.ID)
}

// closable refuses to close a season whose register may still change, or whose last
// game is not played.
func (s *Season) closable() error {
	if open := s.OpenEvents(); len(open) > 0 {
		return notNow("season-events-undecided", "number", strconv.Itoa(len(open)), "event", open[0].Title)
	}
	for _, p := range s.State.Places {
		if p.To != rules.ToNationalFinal || p.Holder == noPlayer {
			continue
		}
		if final := s.FinalOf(p); final == nil || final.State != leaguedb.Finished {
			return s.refuse(p.To, "national-final-not-over")
		}
		break
	}
	return nil
}

// closing is what is stored of a frozen state.
func closing(f frozen.Season, version int, act Act) leaguedb.SeasonClosing {
	c := leaguedb.SeasonClosing{
		Version: version, Glossary: f.Glossary, Regions: f.Regions, Digest: f.Digest(), ClosedBy: act.By, ClosedAt: act.Now,
		Results: make([]leaguedb.SeasonResult, len(f.Events)), Register: make([]leaguedb.RegisterEntry, len(f.Places)),
	}
	for i, e := range f.Events {
		c.Results[i] = leaguedb.SeasonResult{EventID: e.ID, Tier: e.Tier, Standing: string(e.Standing), Document: e.Document}
	}
	for i := range f.Places {
		p := &f.Places[i]
		c.Register[i] = leaguedb.RegisterEntry{Place: string(p.ID), State: string(p.State), Refund: p.Refund, Document: p.Document}
		if p.Holder != noPlayer {
			c.Register[i].HolderID = &p.Holder.UUID
		}
	}
	return c
}

// stored is what [closing] was made of.
func stored(c leaguedb.SeasonClosing) frozen.Season {
	f := frozen.Season{
		Glossary: c.Glossary, Regions: c.Regions,
		Events: make([]frozen.Event, len(c.Results)), Places: make([]frozen.Place, len(c.Register)),
	}
	for i, r := range c.Results {
		f.Events[i] = frozen.Event{ID: r.EventID, Tier: r.Tier, Standing: season.Standing(r.Standing), Document: r.Document}
	}
	for i, e := range c.Register {
		f.Places[i] = frozen.Place{ID: season.PlaceID(e.Place), State: season.PlaceState(e.State), Refund: e.Refund, Document: e.Document}
		if e.HolderID != nil {
			f.Places[i].Holder = league.PlayerID{UUID: *e.HolderID}
		}
	}
	return f
}

// errNotAsClosed says that what was kept of a season is not what was derived when it
// was closed: better no register than a wrong one.
var errNotAsClosed = errors.New("the register is not the one that was closed")

// follows is what follows from a season's facts: of a closed one what was kept then.
func (s *Season) follows(door tenantdb.Door) (season.State, error) {
	if s.Season.State != SeasonClosed {
		return season.Derive(s.Facts), nil
	}
	var c *leaguedb.SeasonClosing
	var results []leaguedb.SeasonResult
	var register []leaguedb.RegisterEntry
	b := &tenantdb.Batch{}
	leaguedb.LoadSeasonClosing(b, &c, &results, &register, s.Season.ID)
	if err := door.Send(b); err != nil {
		return season.State{}, err
	}
	if c == nil { // closed before closings were kept
		return season.Derive(s.Facts), nil
	}
	c.Results, c.Register = results, register
	f := stored(*c)
	if !bytes.Equal(f.Digest(), c.Digest) {
		return season.State{}, fmt.Errorf("closed as version %d: %w", c.Version, errNotAsClosed)
	}
	return f.Thaw()
}

// ReopenSeason opens a closed season again, with a reason that the audit keeps. Its
// register is derived again.
func (d *Desk) ReopenSeason(tx tenantdb.Tx, act Act, id league.SeasonID, reason string) (*SeasonSetup, error) {
	return d.moveSeason(tx, act, id, seasonMove{from: SeasonClosed, to: SeasonRunning, news: leaguedb.SeasonReopened, reason: reason})
}

// seasonMove takes a season from one state to another.
type seasonMove struct {
	from, to string
	news     leaguedb.SeasonNews
	reason   string
	// freeze keeps what follows from the season's facts and is its digest; nil where
	// nothing is kept. The season has the version of the move.
	freeze func(*SeasonSetup) ([]byte, error)
}

func (d *Desk) moveSeason(tx tenantdb.Tx, act Act, id league.SeasonID, move seasonMove) (*SeasonSetup, error) {
	s, err := d.takeSeasonSetup(tx, id)
	if err != nil {
		return nil, err
	}
	if s.Season.State != move.from {
		return nil, notNow("season-state", "state", s.Season.State)
	}
	s.Season.State = move.to
	s.saveSeason(tx)
	now := map[string]any{"state": move.to}
	if move.freeze != nil {
		digest, err := move.freeze(s)
		if err != nil {
			return nil, err
		}
		now["digest"] = hex.EncodeToString(digest)
	}
	s.tell(tx, act, move.news, move.reason)
	act.Record.Log("season."+string(move.news), uuid.Nil, map[string]any{"season": id})
	act.Record.Audit("season "+id.String(), move.reason, map[string]any{"state": move.from}, now)
	return s, nil
}
