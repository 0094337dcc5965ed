// Package homologation decides whether an event of a season counts. The person who checks the event
// homologates it, declares it invalid, returns its report with a question, or waives a demand.
//
// In the order of the work, it computes the due date of a report and whether a report is late
// ([ReportBy], [Late]); whether a report may be sent ([MayReport], [Receipt]); the progress of an
// event ([Of]); the findings about its report ([Papers]); why an account may not decide about an
// event ([Own]); and which verdict may be given or reversed ([Case]).
//
// All functions work on facts, the event's ruleset, and a moment or day passed as an argument.
// Package season derives which demands an event meets; they come in as [season.EventState]. It also
// derives the consequences of a verdict for places and prizes. A refusal cites its paragraph: a
// [league.RuleError] if the regulation forbids the action, a [league.StateError] if it is not
// possible now, [league.Faults] if the request is incomplete.
package homologation
