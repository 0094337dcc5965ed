// Package views turns the state of events and seasons into the types of the API, in a language and for a
// reader. [View] does so for an event and [RegisterView] for a season; each of the other functions makes one
// type. The API and the pages use them, so that both show the same figures and words.
//
// The package loads nothing from the database except names that a view needs, and decides nothing: the [Reader]
// holds what a person may see.
package views
