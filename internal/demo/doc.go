// Package demo loads demo data through the public API: a federation with its
// regions, a club, people with roles, three stages of a championship — one
// finished, one in its second round, one open for entries — and an event by each of
// the four other regulations, two finished and two running; a RisiKo! club with a series of
// evenings, of which the best three count; and a season of the
// championship in twelve regions, three quarters of which are played. A Bulgarian
// league keeps a ranking of ten years: its past comes in as files of events ([newPast]),
// three tournaments are played here, one player lacks three points to the cap.
//
// The finished stage has the field and the shape of the 8th Italian championship's stage in Aosta on 8 February 2009:
// 17 players, in the first round two tables of four and three of three, and a leader by percentage. All dates follow
// from the day of the load, on which the federation is founded.
//
// The season is planned before it is loaded ([newPlan]): the entrants of its [fixtures], and their results, by a
// fixed seed. It is recorded on the day of the load, most of it as rankings of tournaments that were played
// elsewhere. The season before is included as far as its refunds need it: they are claimed once the national final is
// over.
//
// [Load] uses only the public API, like any caller. Its accounts confirm their addresses with the links of the
// server's folder of mails; everything after that is an act of these people, each by a person with the right to it.
// An act has an Idempotency-Key made of its content, so that a load which broke off is completed by the next one: the
// acts done before get their stored answers.
//
// [Trial] plays one tournament on a server that is in use, as a proof that it works.
package demo
