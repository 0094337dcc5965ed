package desk

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/frozen"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// CloseSeason ends a season once nothing of its register can change any more and nobody
// waits for money: all of its events are decided, the national final is over, claims are
// paid or refused (CN09 1.9), prizes settled (CN09 1.10). What follows from its facts
// is kept with it and read from there from now on.
func (d *Desk) CloseSeason(tx tenantdb.Tx, act Act, id league.SeasonID) (*SeasonSetup, error) {
	return d.moveSeason(tx, act, id, seasonMove{from: SeasonRunning, to: SeasonClosed, news: facts.SeasonClosed, freeze: func(setup *SeasonSetup) ([]byte, error) {
		s, err := d.justTaken(tx, setup)
		if err != nil {
			return nil, err
		}
		if err := s.closable(); err != nil {
			return nil, err
		}
		if err := s.settled(tx); err != nil {
			return nil, err
		}
		document := frozen.Freeze(s.State)
		digest := sha256.Sum256(document)
		c := facts.SeasonClosing{Version: setup.Season.Version, Document: document, Digest: digest[:], ClosedBy: act.By, ClosedAt: act.Now}
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
		return league.NotNow("season-events-undecided", "number", strconv.Itoa(len(open)), "event", open[0].Title)
	}
	for _, p := range s.State.Places {
		if p.To != rules.ToNationalFinal || p.Holder == noPlayer {
			continue
		}
		if final := s.FinalOf(p); final == nil || final.State != facts.Finished {
			return s.refuse(p.To, "national-final-not-over")
		}
		break
	}
	return nil
}

// settled refuses to close a season as long as somebody waits for money or owes prizes:
// nobody is reminded of what is left of a closed one.
func (s *Season) settled(tx tenantdb.Tx) error {
	for i := range s.Facts.Events {
		e := &s.Facts.Events[i]
		of := s.at[e.ID]
		if of.state != nil && of.state.OwesPrizes(e) {
			return &league.StateError{Grounds: s.Rules.Grounds(of.state.Prizes.Par, "season-prizes-due", "event", of.row.Title)}
		}
	}
	var totals []leaguedb.RefundTotal
	b := &tenantdb.Batch{}
	leaguedb.LoadRefundTotals(b, &totals, s.Season.ID)
	if err := tx.Send(b); err != nil {
		return err
	}
	open := 0
	for _, t := range totals {
		if !facts.RefundState(t.State).Over() {
			open += t.Number
		}
	}
	if open > 0 {
		return &league.StateError{Grounds: s.Rules.Grounds(s.Rules.Season.Refund.Paragraph, "season-claims-open", "number", strconv.Itoa(open))}
	}
	return nil
}

// errNotAsClosed says that what was kept of a season is not what was derived when it
// was closed: better no register than a wrong one.
var errNotAsClosed = errors.New("the register is not the one that was closed")

// follows is what follows from a season's facts: of a closed one what was kept then.
func (s *Season) follows(door tenantdb.Door) (season.State, error) {
	if s.Season.State != SeasonClosed {
		return season.Derive(s.Facts), nil
	}
	var c *facts.SeasonClosing
	b := &tenantdb.Batch{}
	leaguedb.LoadSeasonClosing(b, &c, s.Season.ID)
	if err := door.Send(b); err != nil {
		return season.State{}, err
	}
	if c == nil { // closed before closings were kept as they are now
		return season.Derive(s.Facts), nil
	}
	if digest := sha256.Sum256(c.Document); !bytes.Equal(digest[:], c.Digest) {
		return season.State{}, fmt.Errorf("closed as version %d: %w", c.Version, errNotAsClosed)
	}
	return frozen.Thaw(c.Document)
}

// ReopenSeason opens a closed season again, with a reason that the audit keeps. Its
// register is derived again.
func (d *Desk) ReopenSeason(tx tenantdb.Tx, act Act, id league.SeasonID, reason string) (*SeasonSetup, error) {
	return d.moveSeason(tx, act, id, seasonMove{from: SeasonClosed, to: SeasonRunning, news: facts.SeasonReopened, reason: reason})
}

// seasonMove takes a season from one state to another.
type seasonMove struct {
	from, to string
	news     facts.SeasonNews
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
		return nil, league.NotNow("season-state", "state", s.Season.State)
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
	act.Record.Log(uuid.Nil, leaguelog.SeasonTurned(string(move.news), s.loggedSetup()))
	act.Record.Audit("season "+id.String(), move.reason, map[string]any{"state": move.from}, now)
	return s, nil
}
