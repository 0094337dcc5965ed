package tournament

import (
	"fmt"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Untimely lists the facts that nobody can have recorded at their stated time: live play refuses
// them, with the same reason, because of the facts known by then. Pointers lead into the facts; the
// state must be derived from them. Facts do not contain the order of recording within one round, so
// facts that are possible in any one order are no fault. Like [Unruled], it is not called for a
// stored event.
func Untimely(r *rules.Ruleset, f Facts, state State) league.Faults {
	u := &untimely{r: r, facts: f, next: state.Next, out: make(map[league.Entry]int, len(state.Struck))}
	for _, s := range state.Struck {
		u.out[s.Entry] = s.At.Round
	}
	for i := range f.Sanctions {
		u.sanction(i)
	}
	for i := range f.Withdrawals {
		u.withdrawal(i)
	}
	for i, a := range f.Absences {
		u.coming(fmt.Sprintf("/absences/%d", i), a.Entry, a.Round)
	}
	for i, a := range f.Arrivals {
		u.coming(fmt.Sprintf("/arrivals/%d", i), a.Entry, a.Round)
	}
	return u.faults
}

type untimely struct {
	r      *rules.Ruleset
	facts  Facts
	next   Step
	out    map[league.Entry]int // the round in which an entry went out
	faults league.Faults
}

func (u *untimely) fault(pointer, reason string, entry league.Entry) {
	u.faults = append(u.faults, fault(u.r, pointer, reason, "entry", itoa(entry)))
}

// outBefore reports whether an entry was out when a round was drawn.
func (u *untimely) outBefore(entry league.Entry, round int) bool {
	out, is := u.out[entry]
	return is && out < round
}

// sanction checks that a punished entry was still in (CN09 5.5, FG14 6.5b), and, for a sanction
// during a game, that the entry played it.
func (u *untimely) sanction(i int) {
	s := u.facts.Sanctions[i]
	at := fmt.Sprintf("/sanctions/%d", i)
	switch {
	case u.outBefore(s.Entry, s.At.Round), u.expelledBy(u.facts.Sanctions[:i], s):
		u.fault(at+"/entry", "entry-is-out", s.Entry)
	case s.At.During && !u.played(s.Entry, s.At.Round):
		u.fault(at+"/at", "no-game-under-way", s.Entry)
	}
}

// expelledBy reports whether earlier sanctions expelled the same entry at once, so that it was out
// before this sanction. The time at which the first referee confirmed an expulsion is unknown, so
// expulsions that need a confirmation do not count.
func (u *untimely) expelledBy(before []league.Sanction, s league.Sanction) bool {
	d := u.r.Discipline
	warnings := 0
	for _, earlier := range before {
		if earlier.Entry != s.Entry || earlier.At.Round > s.At.Round || earlier.AfterEnd {
			continue
		}
		switch earlier.Kind {
		case league.Warning:
			if warnings++; d.Warning.ExpelsAt > 0 && warnings >= d.Warning.ExpelsAt && !d.Warning.NeedsConfirmation {
				return true
			}
		case league.Expulsion:
			if !d.Expulsion.NeedsConfirmation {
				return true
			}
		}
	}
	return false
}

// played reports whether an entry had a seat in a round: at its tables, or at those drawn before
// the entry stayed away.
func (u *untimely) played(entry league.Entry, round int) bool {
	if round < 1 || round > len(u.facts.Rounds) {
		return false
	}
	return slices.ContainsFunc(u.facts.Rounds[round-1].Tables, func(t Table) bool { return slices.Contains(t.Seats, entry) }) ||
		slices.ContainsFunc(u.facts.Absences, func(a Absence) bool { return a.Entry == entry && a.Round == round }) ||
		slices.ContainsFunc(u.facts.Arrivals, func(a Arrival) bool { return a.Entry == entry && a.Round == round })
}

// withdrawal checks that a leaver was still in, and is marked in the result of the game that they
// left. For an entry that is already out, leaving without good reason may be recorded if that bars
// from further events (BG 1.1.7).
func (u *untimely) withdrawal(i int) {
	w := u.facts.Withdrawals[i]
	at := fmt.Sprintf("/withdrawals/%d", i)
	switch {
	case u.outBefore(w.Entry, w.At.Round) && (!w.Unexcused || u.r.Leaving.Ban == ""):
		u.fault(at+"/entry", "entry-is-out", w.Entry)
	case w.At.During && !u.played(w.Entry, w.At.Round):
		u.fault(at+"/at", "no-game-under-way", w.Entry)
	case w.At.During:
		u.marked(w.Entry, w.At.Round)
	}
}

func (u *untimely) marked(entry league.Entry, round int) {
	for j, table := range u.facts.Rounds[round-1].Tables {
		if table.Result == nil || !slices.Contains(table.Seats, entry) {
			continue
		}
		for _, unmarked := range LeftUnmarked(u.r, *table.Result, []league.Entry{entry}) {
			unmarked.Field = fmt.Sprintf("/rounds/%d/tables/%d/result%s", round-1, j, unmarked.Field)
			u.faults = append(u.faults, unmarked)
		}
	}
}

// LeftUnmarked lists the seats of a result whose players are known to have left the game
// and are not marked so; pointers lead into the result.
func LeftUnmarked(r *rules.Ruleset, result league.Result, left []league.Entry) league.Faults {
	var faults league.Faults
	for i, seat := range result.Seats {
		if seat.Left == 0 && slices.Contains(left, seat.Entry) {
			faults = append(faults, league.Fault{
				Field:   "/seats/" + strconv.Itoa(i) + "/left",
				Grounds: r.Grounds(r.Tables.MinToContinue.Paragraph, "left-not-marked", "entry", itoa(seat.Entry)),
			})
		}
	}
	return faults
}

// coming checks that an absent or late entry was still in when the round before was drawn, as an
// absence may be recorded in advance for somebody who goes out in between; and that a round to come
// is one that everybody plays.
func (u *untimely) coming(at string, entry league.Entry, round int) {
	if u.outBefore(entry, round-1) {
		u.fault(at+"/entry", "entry-is-out", entry)
	}
	if round == len(u.facts.Rounds)+1 && !ForEverybody(u.next.Kind, round) {
		u.faults = append(u.faults, fault(u.r, at+"/round", "no-such-round", "round", strconv.Itoa(round)))
	}
}
