// Package attack tests that the public API withstands wrong and hostile requests. It
// holds tests only; they start the whole server on a real database and talk to it
// through HTTP.
//
// One world is made once, through the API: two federations of the same shape, each with its region, its staff of
// every role, an event in every state, and texts that hold a unique word (a canary). Every test works on copies
// of its database (package worlddbtest), so that tests do not affect each other. A table of valid requests, at least
// one for each operation of the contract, is the start of all tests; a missing operation fails them.
//
//   - TestMatrix sends every operation as every role and compares the decisions with
//     testdata/matrix.golden, which is for people to review (-update rewrites it),
//     and with a second opinion, computed from the contract's annotations and the
//     policy files without the code that decides.
//   - TestIsolation puts the ids of one federation wherever the other takes ids, a
//     draft's id wherever an event's is taken, and a thing of one event under another
//     event: the answer equals, to the byte, the answer to an unknown id.
//   - TestGeneratedFaults derives from the contract, for each operation, requests
//     that are wrong in one way: in credential, address, query, headers, form of the
//     JSON, types, ranges or lengths. These are some 80,000 in all (with -short a tenth of those
//     of each operation, see package sampling). Each is refused as documented
//     and no row of any table changes. Then a valid request is accepted, and after
//     it requests that are strange without being wrong (SQL in names, the ends of
//     ranges) are answered without a failure.
//   - TestYAMLInBoundedMemory sends the worst YAML bodies of TestGeneratedFaults one at a time,
//     and checks how much memory the server allocates for each.
//   - TestWhoAsksComesFirst sends an unreadable request to every operation: a client that is
//     not signed in is told so, one without permission is told so, and only one with
//     permission is told the fault.
//   - TestPageFaults does to pages, feeds, documents and probes what TestGeneratedFaults
//     does to operations: addresses and queries that are not valid text, repeated headers,
//     unknown methods, odd texts in every parameter.
//   - TestPagesTakeNoHostileValues tries every parameter of every page with values that are
//     unknown, overlong, repeated or contain code: nothing fails, no value is returned
//     unescaped, and no useless answer is cached.
//   - TestMethods tries the methods that an address does not have, HEAD and OPTIONS.
//   - TestPowerCutOfEveryOperation sends the valid request to every operation that stores something while the line to the
//     database is cut between its statements: either all of it is stored or nothing, and a repeated request is done once. Then
//     it looks for accounts in everything that the operations have stored, for package tenantcopydb.
//   - TestStaleAuthority takes roles, staff and sessions away through one server and
//     immediately sends requests through another one on the same database.
//
// Behavior outside the contract is tested elsewhere: rules of the game in the core's packages, races in
// package leagueapi, policies of the database in package tenantdb.
package attack
