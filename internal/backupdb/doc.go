// Package backupdb tells whether a dump, or a database that was restored, has the rows that its
// source had.
//
// It counts the rows of every table, of each tenant for itself, as the backup role ([Count]), and in
// the text of a dump as pg_dump writes it ([CountDump]). Counts are kept beside dumps as lines of
// text ([Counts.WriteTo], [Read]); [Missing] compares two of them. A dump that was made by a role
// that row-level security holds back looks like any other: only its rows tell.
//
// Tables that are not logged, which no copy of a cluster has, are left out.
package backupdb
