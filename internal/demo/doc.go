// Package demo tells a story through the public API: a federation with its
// regions, a club, people with roles, three stages of a championship — one
// finished, one in its second round, one open for entries — and an event by each of
// the four other regulations, two finished and two running.
//
// The finished stage has the field and the shape of the 8th Italian
// championship's stage in Aosta on 8 February 2009: 17 players, in the first
// round two tables of four and three of three, and a leader by percentage. All
// dates follow from the day on which the federation was founded in the story,
// which is the day it is loaded.
//
// [Load] knows what any caller can know. Its accounts confirm their addresses
// with the links of the server's folder of mails; all that follows are acts of
// these people, each by somebody who may do it. An act has an Idempotency-Key
// made of what it does, so that a load which broke off is completed by the next
// one: what was done before is answered from before.
package demo
