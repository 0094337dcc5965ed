// Package lapses finds who has entered events and not kept that: who neither came nor took
// the entry back, who took it back too late, and who left the running event (BG FP 2, 1.1.7).
//
// [Of] says of one stored entry whether it is a lapse, by the ruleset of its event, and
// whether it was for a good reason. [Bar] counts lapses by the ruleset of an event that
// somebody would enter: so many within so many months bar for some months. A regulation
// that names no number has nothing follow from lapses; they are shown to the person and to
// the championship manager, who may decide about them.
//
// A lapse is never written down: it follows from the entry, the withdrawal and what was
// decided about them, and is gone when these change. The package knows neither a clock nor
// what is stored.
package lapses
