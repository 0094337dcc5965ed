package register

import (
	"fmt"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// Merge returns the season after a region is named to play its final with another, or a refusal:
// see [Season.checkMerge].
func (s *Season) Merge(m facts.RegionMerge) (*Season, error) {
	if err := s.checkMerge(m); err != nil {
		return nil, err
	}
	return s.changed(func(f *facts.SeasonFacts) { f.Merges = slices.Concat(f.Merges, []facts.RegionMerge{m}) }), nil
}

// Part finds a merger of regions by its ordinal, and returns it with the season without it. It
// returns league.ErrNotFound if there is none, and a [league.StateError] once the final has begun.
func (s *Season) Part(ordinal int) (facts.RegionMerge, *Season, error) {
	i := slices.IndexFunc(s.Merges, func(m facts.RegionMerge) bool { return m.Ordinal == ordinal })
	if i < 0 {
		return facts.RegionMerge{}, nil, fmt.Errorf("merger %d: %w", ordinal, league.ErrNotFound)
	}
	m := s.Merges[i]
	if err := s.requireToCome(m.RegionID); err != nil {
		return m, nil, err
	}
	return m, s.changed(func(f *facts.SeasonFacts) { f.Merges = slices.Delete(slices.Clone(f.Merges), i, i+1) }), nil
}

// checkMerge refuses a merger of regions that are not both in the season, of a region with itself,
// in a circle, once a final of theirs has begun, or while the region still has a final of its own,
// which has to be cancelled first.
func (s *Season) checkMerge(m facts.RegionMerge) error {
	region, into := m.RegionID, m.IntoID
	var faults league.Faults
	fault := func(pointer, reason string) {
		faults = append(faults, league.Fault{Field: pointer, Grounds: s.Rules.Grounds(s.mergeParagraph(), reason)})
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

// playsWith reports whether a region was named to play with another, directly or through others.
func (s *Season) playsWith(region, other league.RegionID) bool {
	for range s.Regions { // bounded, because mergers make no circle
		next := s.named(region)
		if next == other {
			return true
		}
		region = next
	}
	return false
}

// named returns the region with which a region was last named to play; the zero id for none.
func (s *Season) named(region league.RegionID) league.RegionID {
	for _, m := range slices.Backward(s.Merges) {
		if m.RegionID == region {
			return m.IntoID
		}
	}
	return league.RegionID{}
}

// requireToCome refuses to change the final of a region once it has begun.
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

// mergeParagraph returns the paragraph by which regions play together.
func (s *Season) mergeParagraph() string {
	formats := s.Rules.Season.Final.Formats
	if i := slices.IndexFunc(formats, func(f rules.FinalFormat) bool { return f.Do == rules.Merge }); i >= 0 {
		return formats[i].Paragraph
	}
	return s.paragraph(rules.ToRegionalFinal)
}

// DecideFinal returns the season with the manager's decision on a regional final, which
// [Season.MayDecide] has allowed. It refuses to call up people who have a place already or cannot
// come, and a number of finalists that fills no tables (CN09 1.7.4).
func (s *Season) DecideFinal(n facts.FinalDecision) (*Season, error) {
	if err := s.checkCalledUp(n); err != nil {
		return nil, err
	}
	after := s.decided(n)
	if r, _ := after.Region(n.RegionID); r.Format.Kind == season.Table {
		return after, requireTables(s.Rules, r.Format, r.Format.Field)
	}
	return after, nil
}

// decided returns the season with the manager's decision on a regional final.
func (s *Season) decided(n facts.FinalDecision) *Season {
	return s.changed(func(f *facts.SeasonFacts) { f.Decisions = slices.Concat(f.Decisions, []facts.FinalDecision{n}) })
}

// MayDecide refuses a decision of the manager on a regional final if the regulation has a rule of
// its own, and once the final has begun.
func (s *Season) MayDecide(n facts.FinalDecision) error {
	region := n.RegionID
	by := s.undecided(region)
	r, known := by.Region(region)
	if !known {
		return league.Faults{{Field: "/region", Grounds: s.Rules.Grounds(s.paragraph(rules.ToRegionalFinal), "region-not-in-season")}}
	}
	if err := s.requireToCome(region); err != nil {
		return err
	}
	if k := r.Format.Kind; k != season.Unresolved && k != season.Tournament {
		return s.Rules.Refuse(r.Format.Par, "regulation-has-rule", "finalists", strconv.Itoa(len(r.Finalists)-len(r.CalledUp)))
	}
	return nil
}

// undecided returns the season without the manager's decisions on a region.
func (s *Season) undecided(region league.RegionID) *Season {
	return s.changed(func(f *facts.SeasonFacts) {
		f.Decisions = slices.DeleteFunc(slices.Clone(f.Decisions), func(d facts.FinalDecision) bool { return d.RegionID == region })
	})
}

// checkCalledUp refuses to call up people who have a place already or cannot come.
func (s *Season) checkCalledUp(n facts.FinalDecision) error {
	by := s.undecided(n.RegionID)
	paragraph := s.paragraph(rules.ToRegionalFinal)
	var faults league.Faults
	for i, id := range n.CalledUp {
		player := id
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
		faults = append(faults, league.Fault{Field: "/calledUp/" + strconv.Itoa(i), Grounds: g})
	}
	return faults.OrNil()
}

// TakeDecisionBack finds the manager's decision on a regional final by its ordinal, and returns it
// with the season without it. It returns league.ErrNotFound if there is none, and a
// [league.StateError] once the final has begun.
func (s *Season) TakeDecisionBack(ordinal int) (facts.FinalDecision, *Season, error) {
	i := slices.IndexFunc(s.Decisions, func(n facts.FinalDecision) bool { return n.Ordinal == ordinal })
	if i < 0 {
		return facts.FinalDecision{}, nil, fmt.Errorf("decision %d: %w", ordinal, league.ErrNotFound)
	}
	n := s.Decisions[i]
	if err := s.requireToCome(n.RegionID); err != nil {
		return n, nil, err
	}
	return n, s.changed(func(f *facts.SeasonFacts) { f.Decisions = slices.Delete(slices.Clone(f.Decisions), i, i+1) }), nil
}
