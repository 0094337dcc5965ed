// Package journeys follows people through a season of CN09 from its beginning to
// its end, each in a test of their own: the championship manager, the contact of a
// region, an organizer of a club, the first referee, a player. It holds tests only.
//
// The people in them use nothing but the contract (openapi.yaml): they sign up, get their roles by invitation, read
// their mails and ask through HTTP. Nothing is written past the server, so a gap in the rights of a role shows here.
// The paragraphs on the way are the names of the subtests, which run in order and build on one another.
//
// TestBadInput lists the refusals of a season: each names its paragraph and leaves the season, its register and all
// rows unchanged.
package journeys
