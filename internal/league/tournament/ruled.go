package tournament

import (
	"cmp"
	"fmt"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// The functions of this file refuse facts about which a ruleset has no rule, naming the section of
// the document that would contain one. Live play calls them before it records anything, and
// [Unruled] calls them for all facts of a file.

// AttendanceRule refuses an absence from a round, or, with minutes, a late arrival, if the ruleset
// has no rule on it (SQ00 base 1, BG 1.1.5).
func AttendanceRule(r *rules.Ruleset, minutes int) error {
	switch {
	case r.Attendance != nil:
		return nil
	case minutes > 0:
		return r.Refuse(r.Tables.MoveToShort, "no-rule-on-lateness", "section", "attendance")
	case r.Tables.MoveToShort == "":
		return r.Refuse(r.Leaving.Paragraph, "no-rule-on-absence", "section", "attendance")
	}
	return nil
}

// PointsRule refuses a penalty in points if no offense of the ruleset has one (SQ00 penalties).
func PointsRule(r *rules.Ruleset) error {
	d := r.Discipline
	if slices.ContainsFunc(d.Offenses, func(o rules.Offense) bool { return o.Points != nil }) {
		return nil
	}
	return r.Refuse(cmp.Or(d.Warning.Paragraph, d.Expulsion.Paragraph), "no-penalties-in-points", "section", "discipline.offenses.points")
}

// ApartRule refuses to keep people apart if the pairing has no rule on it (SQ00 7).
func ApartRule(r *rules.Ruleset, pairing rules.Pairing) error {
	if pairing.Apart != nil {
		return nil
	}
	return r.Refuse(pairing.Paragraph, "nobody-kept-apart", "section", "seating.pairings.apart")
}

// PreviousRule refuses the standings of the previous event if the pairing does not use them (SQ00
// 4).
func PreviousRule(r *rules.Ruleset, pairing rules.Pairing) error {
	if pairing.System == rules.ByPreviousStandings {
		return nil
	}
	return r.Refuse(pairing.Paragraph, "no-previous-standings", "section", "seating.pairings")
}

// ProcessedRule refuses a penalty after the results have been processed if the ruleset makes them
// final (BG 1.1.4).
func ProcessedRule(r *rules.Ruleset) error {
	if rule := r.Discipline.Expulsion; rule.Until == rules.UntilLastRound {
		return r.Refuse(rule.Paragraph, "results-processed")
	}
	return nil
}

// Unruled lists the facts about which the ruleset has no rule, and which live play refuses to
// record; pointers lead into the facts. It is not called for a stored event: a refusal that was
// added to the program later must not invalidate stored facts.
func Unruled(r *rules.Ruleset, f Facts) league.Faults {
	var faults league.Faults
	refuse := func(err error, pointer string, i int) {
		if refused := league.Refusal(err); err != nil && refused != nil {
			faults = append(faults, league.Fault{Field: fmt.Sprintf(pointer, i), Grounds: refused.Grounds})
		}
	}
	pairing, _ := r.Pairing(f.Pairing)
	for i, a := range f.Absences {
		refuse(AttendanceRule(r, 0), "/absences/%d", i)
		faults = append(faults, f.forEverybody(r, fmt.Sprintf("/absences/%d/round", i), a.Round)...)
	}
	for i, a := range f.Arrivals {
		refuse(AttendanceRule(r, a.Minutes), "/arrivals/%d", i)
		faults = append(faults, f.forEverybody(r, fmt.Sprintf("/arrivals/%d/round", i), a.Round)...)
		if a.Minutes < 1 || a.Minutes > rules.MaxMinutesLate {
			faults = append(faults, fault(r, fmt.Sprintf("/arrivals/%d/minutes", i), "outside-range", "min", "1", "max", fmt.Sprint(rules.MaxMinutesLate)))
		}
	}
	for i := range f.Apart {
		refuse(ApartRule(r, pairing), "/apart/%d", i)
	}
	if len(f.Previous) > 0 {
		refuse(PreviousRule(r, pairing), "/previous/%d", 0)
	}
	for i, penalty := range f.Sanctions {
		faults = append(faults, unruledSanction(r, fmt.Sprintf("/sanctions/%d", i), penalty)...)
	}
	return append(faults, f.enteredPoints(r)...)
}

// forEverybody returns the fault of an absence from a round that not everybody plays.
func (f Facts) forEverybody(r *rules.Ruleset, pointer string, round int) league.Faults {
	if round < 1 || round > len(f.Rounds) || ForEverybody(f.Rounds[round-1].Kind, round) {
		return nil
	}
	return league.Faults{fault(r, pointer, "no-such-round", "round", fmt.Sprint(round))}
}

// PenaltyBounds checks the points of a penalty as a number, for any offense.
func PenaltyBounds(r *rules.Ruleset, points league.Frac) league.Faults {
	if points.Cmp(league.Int(-rules.MaxPenalty)) < 0 || points.Cmp(league.Int(rules.MaxPenalty)) > 0 {
		return league.Faults{fault(r, "/points", "outside-range", "min", fmt.Sprint(-rules.MaxPenalty), "max", fmt.Sprint(rules.MaxPenalty))}
	}
	return decimals(r, "/points", points, rules.PenaltyDecimals)
}

// decimals returns the fault of a number with more decimals than allowed.
func decimals(r *rules.Ruleset, pointer string, number league.Frac, most int) league.Faults {
	if number.Trunc(most).Equal(number) {
		return nil
	}
	return league.Faults{fault(r, pointer, "too-many-decimals", "most", fmt.Sprint(most))}
}

// enteredPoints checks the number of decimals of points of tables that are scored elsewhere.
func (f Facts) enteredPoints(r *rules.Ruleset) (faults league.Faults) {
	for i, round := range f.Rounds {
		for j, table := range round.Tables {
			if table.Result == nil {
				continue
			}
			for k, seat := range table.Result.Seats {
				if seat.Points != nil {
					at := fmt.Sprintf("/rounds/%d/tables/%d/result/seats/%d/points", i, j, k)
					faults = append(faults, decimals(r, at, *seat.Points, rules.EnteredDecimals)...)
				}
			}
		}
	}
	return faults
}

func unruledSanction(r *rules.Ruleset, at string, penalty league.Sanction) (faults league.Faults) {
	refuse := func(err error) {
		if err != nil {
			faults = append(faults, league.Fault{Field: at, Grounds: league.Refusal(err).Grounds})
		}
	}
	switch {
	case penalty.Kind == league.Points:
		refuse(PointsRule(r))
		if penalty.Points != nil {
			for _, f := range PenaltyBounds(r, *penalty.Points) {
				f.Field = at + f.Field
				faults = append(faults, f)
			}
		}
	case penalty.Points != nil:
		faults = append(faults, fault(r, at+"/points", "points-of-no-penalty"))
	}
	if penalty.AfterEnd {
		refuse(ProcessedRule(r))
	}
	return faults
}
