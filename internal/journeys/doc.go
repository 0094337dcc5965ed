// Package journeys follows people through a season of CN09 from its beginning to
// its end, each in a test of their own: the championship manager, the contact of a
// region, an organizer of a club, the first referee, a player. It holds tests only.
//
// Nobody in them has more than the contract (openapi.yaml): they sign up, get their
// roles by invitation, read their mails and ask through HTTP. Nothing is written past
// the server, so what a role cannot reach through the API shows here. The paragraphs
// on the way are the names of the subtests, which run in their order and build on one
// another.
//
// TestBadInput is the list of what a season refuses: each refusal names its paragraph
// and leaves the season, its register and all rows as they were.
package journeys
