// Package gate stands before the handlers of the API: for every request it opens
// the door to the database, finds out who asks, and decides whether they may.
//
// It is a middleware of the generated strict server, so that it runs after the
// request has been parsed and returns before the answer is written: a write is
// committed before anybody reads "201". For each operation it takes from the
// contract's table (package openapi) which permission is needed and how far it
// has to reach, and then:
//
//   - a read gets the reading door. Whether what is remembered of the caller's
//     session and grants still stands ([Standings]) is asked in the same round trip
//     as the handler's first statements; if the caller may not, the handler gets an error
//     instead of rows.
//   - a write gets a transaction whose first round trip asks the same. With an
//     Idempotency-Key the answer of an earlier act comes back as it was; a new
//     one is stored with the act. Audit and log records that the handler
//     leaves are written with the commit.
//   - a preview gets a transaction that is rolled back: nothing is recorded
//     either, and nothing left for after the commit is done.
//
// The handler finds its [Call] with [From]. What has to happen after the commit
// and only then (news for the live hub) it leaves with [Call.AfterCommit].
//
// The gate decides by role. What else the rules forbid (referees cannot play at
// their own event) is for the use cases.
package gate
