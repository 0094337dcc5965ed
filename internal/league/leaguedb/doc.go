// Package leaguedb stores and loads the facts of a tenant's events, seasons and players.
//
// There is one file for each aggregate. Loading functions queue their statements on a batch, so that a use case
// gathers everything it needs in one round trip, and serve both doors of package tenantdb; writing functions
// take the batch of a transaction. Facts (results, sanctions, draws) are inserted and never changed, except for
// columns that record that they were confirmed or revoked.
//
// The package stores and loads the plain values of package facts, which the engines know too. Beyond that it
// holds nothing but SQL, and the rows of queries that only lists need.
package leaguedb
