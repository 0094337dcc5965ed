package seasondesk

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/frozen"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/planning"
	"referto/internal/league/register"
	"referto/internal/tenant/tenantdb"
)

// CloseSeason ends a season once nothing of its register can change any more and nobody waits for money: all of
// its events are decided, the national final is over, claims are paid or refused (CN09 1.9), prizes settled
// (CN09 1.10). The state derived from its facts is stored with it and read from there from now on.
func (d Desk) CloseSeason(tx tenantdb.Tx, act desk.Act, id league.SeasonID) (*planning.Setup, error) {
	return d.moveSeason(tx, act, id, seasonMove{Turn: planning.Closing, freeze: func(setup *planning.Setup) ([]byte, error) {
		s, err := d.justTaken(tx, setup)
		if err != nil {
			return nil, err
		}
		var totals []leaguedb.RefundTotal
		b := &tenantdb.Batch{}
		leaguedb.LoadRefundTotals(b, &totals, id)
		if err := tx.Send(b); err != nil {
			return nil, err
		}
		claims := make(map[facts.RefundState]int, len(totals))
		for _, t := range totals {
			claims[facts.RefundState(t.State)] = t.Number
		}
		if err := s.MayClose(claims); err != nil {
			return nil, err
		}
		document := frozen.Freeze(s.State)
		digest := sha256.Sum256(document)
		c := facts.SeasonClosing{Version: setup.Season.Version, Document: document, Digest: digest[:], ClosedBy: act.By, ClosedAt: act.Now}
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddSeasonClosing(b, id, c) })
		return c.Digest, nil
	}})
}

// justTaken returns a season whose row this transaction holds with a revision that it gave: the remembered one
// if that has the revision before, otherwise a loaded one.
func (d Desk) justTaken(tx tenantdb.Tx, setup *planning.Setup) (*register.Season, error) {
	known := d.KnownSeason(tx.Tenant(), setup.Season.ID)
	if known != nil && known.Season.Revision == setup.Season.Revision-1 {
		return known, nil
	}
	return d.LoadSeason(tx, setup.Season.ID)
}

// ReopenSeason opens a closed season again, with a reason that the audit keeps. Its
// register is derived again.
func (d Desk) ReopenSeason(tx tenantdb.Tx, act desk.Act, id league.SeasonID, reason string) (*planning.Setup, error) {
	return d.moveSeason(tx, act, id, seasonMove{Turn: planning.Reopening, reason: reason})
}

// seasonMove moves a season from one state to another.
type seasonMove struct {
	planning.Turn
	reason string
	// freeze stores the state derived from the season's facts and returns its digest; it is nil if nothing is to
	// be stored. The season has the version of the move.
	freeze func(*planning.Setup) ([]byte, error)
}

func (d Desk) moveSeason(tx tenantdb.Tx, act desk.Act, id league.SeasonID, move seasonMove) (*planning.Setup, error) {
	s, err := d.TakeSeasonSetup(tx, id)
	if err != nil {
		return nil, err
	}
	if err := s.Turn(move.Turn); err != nil {
		return nil, err
	}
	saveSeason(tx, s)
	now := map[string]any{"state": move.To}
	if move.freeze != nil {
		digest, err := move.freeze(s)
		if err != nil {
			return nil, err
		}
		now["digest"] = hex.EncodeToString(digest)
	}
	publishSeason(tx, act, s, move.News, move.reason)
	act.Record.Log(uuid.Nil, leaguelog.SeasonTurned(string(move.News), desk.LoggedSetup(s)))
	act.Record.Audit("season "+id.String(), move.reason, map[string]any{"state": move.From}, now)
	return s, nil
}
