// Package backupdb checks whether a dump, or a restored database, has the rows of its source.
//
// It counts the rows of every table, of each tenant separately, as the backup role ([Count]), and in the text of a
// dump as pg_dump writes it ([CountDump]). Counts are kept beside dumps as lines of text ([Counts.WriteTo], [Read]);
// [Missing] compares two of them. A dump made by a role that row-level security restricts looks like any other: only
// the number of its rows reveals it.
//
// Tables that are not logged, which no copy of a cluster has, are left out.
package backupdb
