package discipline

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Of counts the sanctions given up to and including a moment. They take effect in the order of
// their moments, games before the end of the round, whenever they were recorded; sanctions of one
// moment keep the order given (FG14 6.5, CN09 5.5a). A confirmation given later counts from its own
// moment.
func Of(r *rules.Ruleset, sanctions []league.Sanction, until league.Moment) Record {
	record := Record{Warnings: make(map[league.Entry]int)}
	var expulsions []Expulsion
	for _, s := range byMoment(sanctions) {
		if s.At.Compare(until) > 0 {
			continue
		}
		if s.AfterEnd && r.Discipline.Expulsion.Until == rules.UntilLastRound {
			record.Rejected = append(record.Rejected, Rejected{
				Sanction: s, Grounds: r.Grounds(r.Discipline.Expulsion.Paragraph, "results-processed"),
			})
			continue
		}
		if s.Kind == league.Warning && isOut(expulsions, s) {
			continue
		}
		expulsion, expels := record.take(r, s)
		switch {
		case !expels:
		case expulsion.waits && (!s.Confirmed || expulsion.At.Compare(until) > 0):
			record.Unconfirmed = append(record.Unconfirmed, s)
		default:
			expulsions = append(expulsions, expulsion.Expulsion)
		}
	}
	record.expel(r, expulsions)
	return record
}

// byMoment returns the sanctions in the order of their moments.
func byMoment(sanctions []league.Sanction) []league.Sanction {
	before := func(a, b league.Sanction) int { return a.At.Compare(b.At) }
	if slices.IsSortedFunc(sanctions, before) {
		return sanctions
	}
	return league.Sorted(sanctions, before)
}

// isOut reports whether a player was already expelled at the time of a warning. Such a warning does
// not count (FG14 6.5b).
func isOut(expulsions []Expulsion, warning league.Sanction) bool {
	return slices.ContainsFunc(expulsions, func(e Expulsion) bool {
		return e.Entry == warning.Entry && e.At.Compare(warning.At) <= 0
	})
}

// possible is an expulsion that may have to wait for the first referee.
type possible struct {
	Expulsion
	waits bool
}

// take counts one sanction and reports whether it expels.
func (record *Record) take(r *rules.Ruleset, s league.Sanction) (expulsion possible, expels bool) {
	expulsion.Expulsion = Expulsion{Entry: s.Entry, At: s.At, Sanction: s}
	switch s.Kind {
	case league.Warning:
		rule := r.Discipline.Warning
		record.Warnings[s.Entry]++
		count := record.Warnings[s.Entry]
		expels = rule.ExpelsAt > 0 && count >= rule.ExpelsAt
		expulsion.Cause, expulsion.waits = ByWarnings, rule.NeedsConfirmation
		expulsion.Grounds = r.Grounds(rule.Paragraph, "expelled-by-warnings", "warnings", strconv.Itoa(count), "offense", s.Reason)
	case league.Expulsion:
		rule := r.Discipline.Expulsion
		expels = true
		expulsion.Cause, expulsion.waits = Direct, rule.NeedsConfirmation
		expulsion.Grounds = r.Grounds(rule.Paragraph, "expelled-directly", "offense", s.Reason)
	}
	if expulsion.waits && s.ConfirmedAt != nil && s.ConfirmedAt.Compare(s.At) > 0 {
		expulsion.At = *s.ConfirmedAt
	}
	return expulsion, expels
}

// expel records the expulsions in the order of their effect, one for each entry.
func (record *Record) expel(r *rules.Ruleset, expulsions []Expulsion) {
	league.Sort(expulsions, func(a, b Expulsion) int { return a.At.Compare(b.At) })
	rule := r.Discipline.Expulsion
	for _, e := range expulsions {
		if slices.ContainsFunc(record.Expelled, func(x Expulsion) bool { return x.Entry == e.Entry }) {
			continue
		}
		record.Expelled = append(record.Expelled, e)
		if rule.ReportedTo == "" {
			continue
		}
		record.Reports = append(record.Reports, Report{
			Entry: e.Entry, To: rule.ReportedTo, Reason: e.Sanction.Reason, Sanction: e.Sanction,
			Grounds: r.Grounds(rule.ReportParagraph, "report-expelled", "to", rule.ReportedTo),
		})
	}
}
