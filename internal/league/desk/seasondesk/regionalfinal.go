package seasondesk

import (
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/register"
	"referto/internal/tenant/tenantdb"
)

// MergeRegions lets a region play its final with another, named by the manager (CN09 1.7.1). It takes effect if
// the regulation does not let the region play alone.
func (d Desk) MergeRegions(tx tenantdb.Tx, act desk.Act, id league.SeasonID, m facts.RegionMerge) (desk.Followed, error) {
	s, err := d.TakeRunning(tx, id)
	if err != nil {
		return desk.Followed{}, err
	}
	if m.Ordinal, _, err = ordinals(tx, id); err != nil {
		return desk.Followed{}, err
	}
	m.DecidedAt = act.Now
	after, err := s.Merge(m)
	if err != nil {
		return desk.Followed{}, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddRegionMerge(b, id, m, act.By) })
	act.Record.Log(uuid.Nil, leaguelog.RegionsMerged{Season: id, Merge: m.Ordinal, Region: m.RegionID, Into: m.IntoID})
	act.Record.Audit("region "+m.RegionID.String(), m.Reason, nil, map[string]any{"playsWith": m.IntoID})
	return d.Follow(tx, act, s, after)
}

// RevokeMerge lets a region play by itself again, as long as the final has not begun.
func (d Desk) RevokeMerge(tx tenantdb.Tx, act desk.Act, id league.SeasonID, ordinal int, reason string) (desk.Followed, error) {
	s, err := d.TakeRunning(tx, id)
	if err != nil {
		return desk.Followed{}, err
	}
	m, after, err := s.Part(ordinal)
	if err != nil {
		return desk.Followed{}, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RevokeRegionMerge(b, id, ordinal, act.By, act.Now, reason) })
	act.Record.Log(uuid.Nil, leaguelog.MergeRevoked{Season: id, Merge: ordinal})
	act.Record.Audit("region "+m.RegionID.String(), reason, map[string]any{"playsWith": m.IntoID}, nil)
	return d.Follow(tx, act, s, after)
}

// DecideFinal records the manager's word on a regional final where the regulation
// has no rule, with the reason (CN09 1.7.4, and six finalists or more).
func (d Desk) DecideFinal(tx tenantdb.Tx, act desk.Act, id league.SeasonID, n facts.FinalDecision) (desk.Followed, error) {
	s, err := d.TakeRunning(tx, id)
	if err != nil {
		return desk.Followed{}, err
	}
	if _, n.Ordinal, err = ordinals(tx, id); err != nil {
		return desk.Followed{}, err
	}
	n.DecidedAt = act.Now
	after, err := decideFinal(tx, s, n)
	if err != nil {
		return desk.Followed{}, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddFinalDecision(b, id, n, act.By) })
	act.Record.Log(uuid.Nil, leaguelog.FinalDecided{
		Season: id, Decision: n.Ordinal, Region: n.RegionID, DecisionKind: n.Kind, CalledUp: n.CalledUp, Semifinals: n.Semifinals, Why: desk.LoggedWords(n.Why),
	})
	act.Record.Audit("final of region "+n.RegionID.String(), n.Why, nil, map[string]any{"kind": n.Kind, "calledUp": n.CalledUp, "semifinals": n.Semifinals})
	return d.Follow(tx, act, s, after)
}

// decideFinal returns the season with the manager's decision on a regional final applied. The people named in
// it must be in the register.
func decideFinal(door tenantdb.Door, s *register.Season, n facts.FinalDecision) (*register.Season, error) {
	if err := s.MayDecide(n); err != nil {
		return nil, err
	}
	s.Aliases.All(n.CalledUp)
	if err := requirePlayers(door, "/calledUp/%d", n.CalledUp...); err != nil {
		return nil, err
	}
	return s.DecideFinal(n)
}

// RevokeDecision revokes the manager's decision on a regional final, as long as the final has not begun.
func (d Desk) RevokeDecision(tx tenantdb.Tx, act desk.Act, id league.SeasonID, ordinal int, reason string) (desk.Followed, error) {
	s, err := d.TakeRunning(tx, id)
	if err != nil {
		return desk.Followed{}, err
	}
	n, after, err := s.TakeDecisionBack(ordinal)
	if err != nil {
		return desk.Followed{}, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RevokeFinalDecision(b, id, ordinal, act.By, act.Now, reason) })
	act.Record.Log(uuid.Nil, leaguelog.FinalDecisionRevoked{Season: id, Decision: ordinal})
	act.Record.Audit("final of region "+n.RegionID.String(), reason, map[string]any{"kind": n.Kind, "calledUp": n.CalledUp}, nil)
	return d.Follow(tx, act, s, after)
}

// ordinals are the next free ones of a season that is held.
func ordinals(tx tenantdb.Tx, id league.SeasonID) (merge, decision int, err error) {
	b := &tenantdb.Batch{}
	leaguedb.LoadOrdinals(b, &merge, &decision, id)
	err = tx.Send(b)
	return merge + 1, decision + 1, err
}
