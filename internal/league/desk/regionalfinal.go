package desk

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// MergeRegions has a region play its final with another, as the manager names it (CN09
// 1.7.1). It takes effect where the regulation does not let the region play alone.
func (d *Desk) MergeRegions(tx tenantdb.Tx, act Act, id league.SeasonID, m facts.RegionMerge) (Followed, error) {
	s, err := d.takeRunning(tx, id)
	if err != nil {
		return Followed{}, err
	}
	if err := s.checkMerge(m); err != nil {
		return Followed{}, err
	}
	if m.Ordinal, _, err = ordinals(tx, id); err != nil {
		return Followed{}, err
	}
	m.DecidedAt = act.Now
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddRegionMerge(b, id, m, act.By) })
	act.Record.Log(uuid.Nil, leaguelog.RegionsMerged{Season: id, Merge: m.Ordinal, Region: m.RegionID, Into: m.IntoID})
	act.Record.Audit("region "+m.RegionID.String(), m.Reason, nil, map[string]any{"playsWith": m.IntoID})
	return d.follow(tx, act, s, s.merged(m))
}

// merged is the season as it is when a region plays with another.
func (s *Season) merged(m facts.RegionMerge) *Season {
	return s.changed(func(f *facts.SeasonFacts) { f.Merges = slices.Concat(f.Merges, []facts.RegionMerge{m}) })
}

// checkMerge refuses a merger that cannot be: of regions that are not both in the
// season, of a region with itself, in a circle, once a final of theirs has begun, or as
// long as the region has a final of its own, which is cancelled before.
func (s *Season) checkMerge(m facts.RegionMerge) error {
	region, into := league.RegionID{UUID: m.RegionID}, league.RegionID{UUID: m.IntoID}
	var faults league.Faults
	fault := func(pointer, reason string) {
		faults = append(faults, league.Fault{Pointer: pointer, Grounds: s.Rules.Grounds(s.mergeParagraph(), reason)})
	}
	if _, known := s.Region(region); !known {
		fault("/region", "region-not-in-season")
	}
	if _, known := s.Region(into); !known {
		fault("/into", "region-not-in-season")
	}
	switch {
	case len(faults) > 0:
	case region == into:
		fault("/into", "region-merges-into-itself")
	case s.playsWith(into, region):
		fault("/into", "region-merges-back")
	}
	if len(faults) > 0 {
		return faults
	}
	for _, r := range []league.RegionID{region, into} {
		if err := s.requireToCome(r); err != nil {
			return err
		}
	}
	if own := s.FinalEvent(rules.ToRegionalFinal, region); own != nil {
		return &league.StateError{Grounds: s.Rules.Grounds(s.mergeParagraph(), "region-has-final", "event", own.Title)}
	}
	return nil
}

// playsWith tells whether a region was named to play with another, over others too.
func (s *Season) playsWith(region, other league.RegionID) bool {
	for range s.Regions { // mergers make no circle
		next := s.named(region)
		if next == other {
			return true
		}
		region = next
	}
	return false
}

// named is the region with which a region was last named to play; the zero id for none.
func (s *Season) named(region league.RegionID) league.RegionID {
	for _, m := range slices.Backward(s.Merges) {
		if m.RegionID == region.UUID {
			return league.RegionID{UUID: m.IntoID}
		}
	}
	return league.RegionID{}
}

// requireToCome refuses what changes the final of a region once it has begun.
func (s *Season) requireToCome(region league.RegionID) error {
	r, known := s.Region(region)
	if !known {
		return fmt.Errorf("region %s: %w", region, league.ErrNotFound)
	}
	if e := s.FinalEvent(rules.ToRegionalFinal, r.Host); e != nil && e.Started() {
		return s.refuse(rules.ToRegionalFinal, "final-has-begun", "event", e.Title)
	}
	return nil
}

// mergeParagraph is the one by which regions play together.
func (s *Season) mergeParagraph() string {
	formats := s.Rules.Season.Final.Formats
	if i := slices.IndexFunc(formats, func(f rules.FinalFormat) bool { return f.Do == rules.Merge }); i >= 0 {
		return formats[i].Paragraph
	}
	return s.paragraph(rules.ToRegionalFinal)
}

// RevokeMerge lets a region play by itself again, as long as the final has not begun.
func (d *Desk) RevokeMerge(tx tenantdb.Tx, act Act, id league.SeasonID, ordinal int, reason string) (Followed, error) {
	s, err := d.takeRunning(tx, id)
	if err != nil {
		return Followed{}, err
	}
	i := slices.IndexFunc(s.Merges, func(m facts.RegionMerge) bool { return m.Ordinal == ordinal })
	if i < 0 {
		return Followed{}, fmt.Errorf("merger %d: %w", ordinal, league.ErrNotFound)
	}
	m := s.Merges[i]
	if err := s.requireToCome(league.RegionID{UUID: m.RegionID}); err != nil {
		return Followed{}, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RevokeRegionMerge(b, id, ordinal, act.By, act.Now, reason) })
	act.Record.Log(uuid.Nil, leaguelog.MergeRevoked{Season: id, Merge: ordinal})
	act.Record.Audit("region "+m.RegionID.String(), reason, map[string]any{"playsWith": m.IntoID}, nil)
	return d.follow(tx, act, s, s.changed(func(f *facts.SeasonFacts) { f.Merges = slices.Delete(slices.Clone(f.Merges), i, i+1) }))
}

// DecideFinal is the manager's word on a regional final where the regulation has no
// rule, with the reason (CN09 1.7.4, and six finalists or more).
func (d *Desk) DecideFinal(tx tenantdb.Tx, act Act, id league.SeasonID, n facts.FinalDecision) (Followed, error) {
	s, err := d.takeRunning(tx, id)
	if err != nil {
		return Followed{}, err
	}
	if _, n.Ordinal, err = ordinals(tx, id); err != nil {
		return Followed{}, err
	}
	n.DecidedAt = act.Now
	after, err := SupposeDecision(n)(tx, act, s)
	if err != nil {
		return Followed{}, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddFinalDecision(b, id, n, act.By) })
	act.Record.Log(uuid.Nil, leaguelog.FinalDecided{
		Season: id, Decision: n.Ordinal, Region: n.RegionID, DecisionKind: n.Kind, CalledUp: n.CalledUp, Semifinals: n.Semifinals, Why: loggedWords(n.Why),
	})
	act.Record.Audit("final of region "+n.RegionID.String(), n.Why, nil, map[string]any{"kind": n.Kind, "calledUp": n.CalledUp, "semifinals": n.Semifinals})
	return d.follow(tx, act, s, after)
}

// decided is the season as it is with the manager's word on a regional final.
func (s *Season) decided(n facts.FinalDecision) *Season {
	return s.changed(func(f *facts.SeasonFacts) { f.Decisions = slices.Concat(f.Decisions, []facts.FinalDecision{n}) })
}

// checkDecision refuses a decision where the regulation has a rule of its own.
func (s *Season) checkDecision(n facts.FinalDecision) error {
	region := league.RegionID{UUID: n.RegionID}
	by := s.undecided(region)
	r, known := by.Region(region)
	if !known {
		return league.Faults{{Pointer: "/region", Grounds: s.Rules.Grounds(s.paragraph(rules.ToRegionalFinal), "region-not-in-season")}}
	}
	if err := s.requireToCome(region); err != nil {
		return err
	}
	if k := r.Format.Kind; k != season.Unresolved && k != season.Tournament {
		return s.Rules.Refuse(r.Format.Par, "regulation-has-rule", "finalists", strconv.Itoa(len(r.Finalists)-len(r.CalledUp)))
	}
	return nil
}

// undecided is the season without the manager's word on a region.
func (s *Season) undecided(region league.RegionID) *Season {
	return s.changed(func(f *facts.SeasonFacts) {
		f.Decisions = slices.DeleteFunc(slices.Clone(f.Decisions), func(d facts.FinalDecision) bool { return d.RegionID == region.UUID })
	})
}

// checkCalledUp refuses people who are nobody in the register, have a place already or
// cannot come.
func (s *Season) checkCalledUp(door tenantdb.Door, n facts.FinalDecision) error {
	players := make([]league.PlayerID, len(n.CalledUp))
	for i, id := range n.CalledUp {
		players[i] = league.PlayerID{UUID: id}
	}
	if err := requirePlayers(door, "/calledUp/%d", players...); err != nil {
		return err
	}
	by := s.undecided(league.RegionID{UUID: n.RegionID})
	paragraph := s.paragraph(rules.ToRegionalFinal)
	var faults league.Faults
	for i, player := range players {
		_, regional := by.PlaceOf(player, rules.ToRegionalFinal)
		_, national := by.PlaceOf(player, rules.ToNationalFinal)
		var g league.Grounds
		switch {
		case regional || national:
			g = s.Rules.Grounds(paragraph, "holds-another-place")
		case by.unavailable(player, rules.ToRegionalFinal) != nil:
			g = s.Rules.Grounds(paragraph, "cannot-come")
		default:
			continue
		}
		faults = append(faults, league.Fault{Pointer: "/calledUp/" + strconv.Itoa(i), Grounds: g})
	}
	return faults.OrNil()
}

// RevokeDecision takes the manager's word on a regional final back, as long as it has
// not begun.
func (d *Desk) RevokeDecision(tx tenantdb.Tx, act Act, id league.SeasonID, ordinal int, reason string) (Followed, error) {
	s, err := d.takeRunning(tx, id)
	if err != nil {
		return Followed{}, err
	}
	i := slices.IndexFunc(s.Decisions, func(n facts.FinalDecision) bool { return n.Ordinal == ordinal })
	if i < 0 {
		return Followed{}, fmt.Errorf("decision %d: %w", ordinal, league.ErrNotFound)
	}
	n := s.Decisions[i]
	if err := s.requireToCome(league.RegionID{UUID: n.RegionID}); err != nil {
		return Followed{}, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RevokeFinalDecision(b, id, ordinal, act.By, act.Now, reason) })
	act.Record.Log(uuid.Nil, leaguelog.FinalDecisionRevoked{Season: id, Decision: ordinal})
	act.Record.Audit("final of region "+n.RegionID.String(), reason, map[string]any{"kind": n.Kind, "calledUp": n.CalledUp}, nil)
	return d.follow(tx, act, s, s.changed(func(f *facts.SeasonFacts) { f.Decisions = slices.Delete(slices.Clone(f.Decisions), i, i+1) }))
}

// ordinals are the next free ones of a season that is held.
func ordinals(tx tenantdb.Tx, id league.SeasonID) (merge, decision int, err error) {
	b := &tenantdb.Batch{}
	leaguedb.LoadOrdinals(b, &merge, &decision, id)
	err = tx.Send(b)
	return merge + 1, decision + 1, err
}
