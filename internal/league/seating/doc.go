// Package seating makes the tables of a round.
//
// A [Plan] holds the tables with their seats, and the decisions that led there, each with its paragraph.
// [Partition] splits a number of entrants into tables. The other functions seat an order of entries at such
// tables: [FirstRound] the order drawn, [ByStandings] the standings, [ByPrevious] the standings of another
// event. [KeepApart] changes a plan so that no two entries that must be kept apart share a table,
// [WithoutAbsent] removes the absent from tables already drawn, [AvoidRematches] exchanges places between
// entries that have met before. [Scheduled] follows a fixed schedule, printed or made by package schedule,
// [Semifinal] seats by seeds, and [Final] seats the qualified. A case that the regulation does not cover is a
// league.RuleError.
//
// # Drawing lots
//
// Lots may be drawn from a hat: then they come in as data, and this package computes none. Otherwise they are
// computed so that everybody can check them and nobody can influence them.
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
