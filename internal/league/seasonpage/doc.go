// Package seasonpage makes the views of the public pages of a season from its facts and the state derived from
// them: the qualification board, the calendar of its events, and the stakes of a single event.
//
// A [Source] holds the facts of a season, the state derived from them ([season.Derive]) and the names, which
// neither contains. [Source.Board] and [Source.Calendar] make the views of package pages from it, [AtStake] the
// view of one event. They are pure: the same source gives the same view. They put the core's reasons into
// sentences and name the paragraph of each. They omit private facts: the reason why a person may not take part
// is between that person and the manager, and others read only that they may not.
package seasonpage
