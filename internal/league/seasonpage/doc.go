// Package seasonpage makes the views of the public pages of a season from its facts
// and the state derived from them: the qualification board, the calendar of its
// events, and what is at stake at one of them.
//
// A [Source] holds the facts of a season, the state derived from them ([season.Derive])
// and the names that neither knows. [Source.Board] and [Source.Calendar] make the views
// of package pages of it, [AtStake] that of one event. They are pure: the same source
// gives the same view. They put the core's reasons into sentences, name the paragraph of
// each, and leave out what is not public: the reason for which somebody may not take
// part is between that person and the manager; others read only that it is so.
package seasonpage
