// Package tenantdb is the only way to PostgreSQL.
//
// Rows of a tenant are reached through two doors, and no query compiles without one of them:
//
//   - [Read] for reading alone. All statements travel with the setting of the
//     tenant in one pipeline, which PostgreSQL runs as one implicit transaction:
//     one round trip, no BEGIN, and the rows of one moment.
//   - [In] for acts that load, decide and save: a transaction. Its BEGIN, the
//     setting of the tenant and the first statements share a round trip, and so
//     do the statements left for the end ([Tx.Defer]) and COMMIT.
//
// Row-level security (forced, the application role is no owner) limits every statement to the rows of the tenant that
// is set; a door without a tenant fails before it reaches the database. Rows that belong to no tenant (accounts,
// tenants) are reached through [Global], a different type, and the rows of one person in all tenants through [Self].
// [Each] and [Everywhere] iterate over all tenants, for hourly work.
//
// Every door takes a [Prelude]: statements that travel before the first of the caller's own, in the same round trip.
// The gate uses it to check that its cached session and grants are still current, so that a revoked role is refused
// at the very next request: the pipeline fails before the caller sees a row.
//
// No wait is unbounded: a connection is waited for a second, and statements, locks and silent connections have
// timeouts. An operation that hangs leaves connections to the others ([For]); work that is not a request may have
// longer timeouts ([Unhurried]).
//
// Statements are batches of pgx; ordinary writes may use gorm ([Tx.Gorm]). SQLSTATEs become the errors of package
// league or those of this package in one place ([Translate]).
//
// Migrations are plain SQL under migrations/, run forward only by the owner role ([Migrate]); the server never runs
// them.
package tenantdb
