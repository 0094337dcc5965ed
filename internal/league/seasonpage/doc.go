// Package seasonpage makes what the public pages of a season show of what follows
// from its facts: the qualification board, the calendar of its events, and what is at
// stake at one of them.
//
// A [Source] holds the facts of a season, the state derived from them ([season.Derive])
// and the names that neither knows. [Source.Board] and [Source.Calendar] make the views
// of package pages of it, [AtStake] that of one event. They are pure: the same source
// gives the same view. They put the core's reasons into sentences, name the paragraph of
// each, and leave out what is not public: why somebody may take part in nothing is
// between him and the manager, others read that he may not.
package seasonpage
