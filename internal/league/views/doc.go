// Package views turns the state of events and seasons into the types of the API, in a
// language and for a reader. [View] does so for an event and [RegisterView] for a season;
// the other functions make one thing each. The API and the pages use them, so that both
// show the same figures and words.
//
// It asks nothing of the database but names that a view needs, and decides nothing: what
// a person may see is in the [Reader].
package views
