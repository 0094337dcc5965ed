// Package seating makes the tables of a round.
//
// A [Plan] holds the tables with those who sit at them, and the decisions that led there, each with its
// paragraph. [Partition] splits a number of entrants into tables. From it and an order come the plans:
// [FirstRound] from the order drawn, [ByStandings] from the standings, [ByPrevious] from those of another
// event. [KeepApart] changes a plan so that nobody sits with those they must not sit with, [WithoutAbsent]
// takes the absent from tables already drawn, [AvoidRematches] lets those who have met exchange places.
// [Scheduled] follows a fixed schedule, printed or made by package schedule, [Semifinal] the seeds,
// [Final] takes who is qualified. What a regulation does not foresee is a league.RuleError.
//
// # Drawing lots
//
// Lots may come out of a hat: then they are data, and nothing here is asked.
// Otherwise they are computed so that everybody can check them and nobody can
// bend them.
//
//  1. Before entries close, the organizer makes a secret of 32 random bytes and
//     publishes its commitment, SHA-256(secret), in hexadecimal ([Commitment]).
//  2. When the entrants are checked in, the list of them is published. The seed
//     is SHA-256(secret ‖ list) ([Seed]), where list is the published id of each
//     entrant as text, sorted by bytes, each followed by one line feed (0x0A).
//  3. Every drawing has a purpose, one of the Purpose constants or [PurposeRound]. Its stream of
//     numbers are blocks SHA-256(seed ‖ purpose ‖ 0x00 ‖ i) for i = 0, 1, 2, …,
//     where the purpose is ASCII and i is 8 bytes, the most significant first. A
//     block is 8 numbers of 4 bytes each, the most significant first.
//  4. A number below n is drawn by taking the next number v of the stream until
//     v < 2^32 - (2^32 mod n); it is v mod n.
//  5. The entrants, sorted by start number, are shuffled: for i from the last
//     index down to 1, a number j below i+1 is drawn, and the elements i and j
//     are exchanged ([Shuffle]).
//
// After the event the secret is published: its SHA-256 must be the commitment,
// and the steps give every lot again. The format is part of the product's
// promise and does not change.
package seating
