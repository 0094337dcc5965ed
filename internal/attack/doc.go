// Package attack tests that the public API withstands wrong and hostile requests. It
// holds tests only; they start the whole server on a real database and talk to it
// through HTTP.
//
// One world is made once, through the API: two federations of the same shape, each
// with its region, its staff of every role, an event in every state, and texts that
// hold a word of their own (a canary). Every test works on copies of its database
// (package worlddbtest), so that nothing one does is seen by another. A table of
// valid requests, at least one for each operation of the contract, is the start of
// all tests; an operation that is missing there fails them.
//
//   - TestMatrix asks every operation as every role and compares the decisions with
//     testdata/matrix.golden, which is for people to review (-update rewrites it),
//     and with a second opinion computed from the contract's annotations and the
//     files of the policy without the code that decides.
//   - TestIsolation puts the ids of one federation wherever the other takes ids, a
//     draft's wherever an event's goes, a thing of one event under another: the
//     answer is the one to an id that nobody has, to the byte.
//   - TestGeneratedFaults derives from the contract, for each operation, requests
//     that are wrong in one way: in credential, address, query, headers, form of the
//     JSON, types, ranges, lengths: some 80,000 in all (with -short a tenth of those of each operation,
//     see package sampling). Each is refused as documented
//     and no row of any table changes. Then a valid request is accepted, and after
//     it those that are strange without being wrong (SQL in names, the ends of
//     ranges) are answered without failing.
//   - TestYAMLInBoundedMemory sends the worst of the bodies that are no YAML as it is read,
//     which are among the generated faults too, and looks at what is made of them.
//   - TestWhoAsksComesFirst sends to every operation what nobody could read: whoever is
//     not signed in reads that, whoever may not do it reads that, and only who may
//     reads what is wrong.
//   - TestPageFaults does to pages, feeds, documents and probes what TestGeneratedFaults
//     does to operations: addresses and queries that are no text, headers twice, methods
//     that are not there, odd texts in every parameter.
//   - TestPagesTakeNoHostileValues tries every parameter of every page with values that are
//     unknown, overlong, given twice or more than text: nothing fails, comes back unescaped
//     or is kept.
//   - TestMethods tries the methods that an address does not have, HEAD and OPTIONS.
//   - TestStaleAuthority takes roles, staff and sessions away through one server and
//     asks at once through another on the same database.
//
// What the contract does not say is tested elsewhere: rules of the game beside the core's
// packages, races in package leagueapi, policies of the database in package tenantdb.
package attack
