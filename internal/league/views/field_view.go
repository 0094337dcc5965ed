package views

import (
	"strconv"
	"time"

	"referto/internal/league/officiating"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/openapi"
)

// field is who may play, and who would of those entered so far (JP22 2 and 4, FG14
// 1 and 2); zero once the event has started.
func (v View) field() openapi.EventField {
	if v.EventFacts.Event.Started() {
		return openapi.EventField{}
	}
	rule, admission := v.Rules.Field, v.admitted()
	out := openapi.EventField{
		Min: rule.Min, Max: rule.Max, Sizes: rule.Sizes, Seats: len(admission.Entrants), StandingBy: len(admission.Waiting) + len(admission.Late),
		Explanation: v.Explain(admission.Grounds),
	}
	if v.EventFacts.Event.IsFinal() {
		out.Min, out.Explanation = 0, v.Explain(v.FieldGrounds())
	}
	if len(admission.Waiting) > 0 {
		if next, ok := v.Admitted(admission, admission.Waiting[0]); ok && next.As == officiating.IsReserve {
			out.Missing, _ = strconv.Atoi(next.Grounds.Params["missing"]) // none: there is no larger field
			out.Next, _ = strconv.Atoi(next.Grounds.Params["size"])
		}
	}
	if rule.Deadline != nil {
		out.Deadline, out.DeadlineRule = v.onTheDay(rule.Deadline.At), v.rule(rule.Deadline.Paragraph)
	}
	return out
}

// FinalForm says of a regional final that has not started how its finalists play as
// things stand (CN09 1.7.1 to 1.7.4), and with whom has entered; nothing changes for
// other events.
func (v View) FinalForm(of *register.Season, e *openapi.Event) {
	r, regional := of.RegionOfFinal(v.EventFacts.Event)
	if !regional || v.EventFacts.Event.Started() {
		return
	}
	e.Field.Explanation = v.Explain(r.Format.Grounds)
	if format, ok := of.FormatOfFinal(v.Situation); ok {
		e.Format = v.formatView(format)
	}
}

// onTheDay is a time of the day of the event at its venue.
func (v View) onTheDay(at rules.ClockTime) time.Time {
	day := v.EventFacts.Event.LocalDate()
	return time.Date(day.Year(), day.Month(), day.Day(), int(at)/60, int(at)%60, 0, 0, day.Location()).UTC()
}

// formulaName is what the ruleset calls the chosen formula.
func (v View) formulaName() string {
	formula, _ := v.Rules.Formula(v.EventFacts.Event.Formula)
	return formula.Name
}
