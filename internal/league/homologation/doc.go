// Package homologation decides whether an event of a season counts: whoever checks it
// homologates it, declares it invalid, returns its report with a question or waives a
// demand.
//
// It answers, in the order of the work: by when the report of an event is due and whether
// one is late ([ReportBy], [Late]); whether a report may be sent ([MayReport], [Receipt]);
// how far the event is on its way ([Of]); what is computed of its report ([Papers]); why an
// event is somebody's own, so that others decide about it ([Own]); and which verdict may be
// given or taken back, or why not ([Case]).
//
// All are functions of facts, of the ruleset the event is played by, and of a moment or a
// day that comes in as an argument. Which demands an event meets is derived before, by
// package season, and comes in as its [season.EventState]. What follows from a verdict for
// places and prizes is season's again. A refusal cites its paragraph: a
// [league.RuleError] where the regulation says no, a [league.StateError] where it is not
// the time for it, [league.Faults] where what was asked is not complete.
package homologation
