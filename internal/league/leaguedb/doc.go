// Package leaguedb stores and loads the facts of a tenant's events, seasons and players.
//
// One file for each aggregate. Loading functions queue their statements on a
// batch, so that a use case gathers what it needs in one round trip, and serve
// both doors of package tenantdb; writing functions take the batch of a
// transaction. Facts (results, sanctions, draws) are inserted and never changed,
// except for columns that say that they were confirmed or revoked.
//
// What is stored and loaded are the plain values of package facts, which the engines
// know too; here is nothing but SQL, and the rows of questions that only lists ask.
package leaguedb
