// Package views makes the wire's pictures of states, in a language, for a reader. [View] is
// that of an event and [RegisterView] that of a season; the other functions make one thing
// each. The API and the pages use them, so that both show the same figures and words.
//
// It asks nothing of the database but names that a picture needs, and decides nothing: who
// may see what is in the [Reader].
package views
