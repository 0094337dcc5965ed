// Package tenantdb is the only door to PostgreSQL.
//
// Rows of a tenant are reached through two doors, and no query compiles without
// one of them:
//
//   - [Read] for what only looks. All its statements travel with the setting of
//     the tenant in one pipeline, which PostgreSQL runs as one implicit
//     transaction: one round trip, no BEGIN, and the rows of one moment.
//   - [In] for what loads, decides and saves: a transaction. Its BEGIN, the
//     setting of the tenant and the first statements share a round trip, and so
//     do the statements left for the end ([Tx.Defer]) and COMMIT.
//
// Row-level security (forced, the application role is no owner) makes the
// tenant's setting the only rows there are; a door without a tenant fails before
// it reaches the database. What belongs to no tenant (accounts, tenants) is
// reached through [Global], a different type, and what one person has in all
// tenants through [Self]. [Each] and [Everywhere] go through all tenants, for what is done by
// the hour.
//
// Every door takes a [Prelude]: statements that travel before the first of the
// caller's own, in the same round trip. The gate uses it to read whether session and
// grants are still those that it remembers, so that a revoked role is refused at the
// very next request, and fails the pipeline's answer before anybody sees a row.
//
// Nothing waits for ever: a connection is waited for a second, and statements, locks and
// silent lines have their times. One purpose that hangs leaves connections to the others
// ([For]); what is no request may have longer times ([Unhurried]).
//
// Statements are batches of pgx; ordinary writes may use gorm ([Tx.Gorm]).
// SQLSTATEs become the errors of package league or those of this package in one
// place ([Translate]).
//
// Migrations are plain SQL under migrations/, run forward only by the owner
// role ([Migrate]); the server never runs them.
package tenantdb
