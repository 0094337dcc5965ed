// Package gate stands before the handlers of the API: for every request it opens the door to the database, identifies
// the caller, and decides whether they have the permission.
//
// It is a middleware of the generated strict server, so that it runs after the request has been parsed and returns
// before the answer is written: a write is committed before the client reads "201". For each operation it takes from
// the contract's table (package openapi) which permission is needed and how far it has to reach, and then:
//
//   - a read gets the reading door. The check that the cached session and grants
//     of the caller ([Standings]) are still current travels in the same round
//     trip as the handler's first statements; without the permission, the
//     handler gets an error instead of rows.
//   - a write gets a transaction whose first round trip makes the same check.
//     With an Idempotency-Key the stored answer of an earlier act is returned; a
//     new one is stored with the act. Audit and log records that the handler
//     leaves are written with the commit.
//   - a preview gets a transaction that is rolled back: nothing is recorded
//     either, and nothing left for after the commit is done.
//
// The handler finds its [Call] with [From]. Effects that have to happen after the commit, and only then (news for the
// live hub), it leaves with [Call.AfterCommit].
//
// The gate decides by role. Other prohibitions of the rules (referees cannot play at their own event) are checked by
// the use cases.
package gate
