package tenantdb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// ErrOutdated means that the database lacks migrations that this program needs. A database with additional migrations is fine,
// because it is upgraded before the program.
var ErrOutdated = errors.New("the database lacks migrations of this program: run `api migrate` as the owner role")

// CheckSchema compares the migrations that the database has run with those of this program. It returns [ErrOutdated]
// with the names of the missing ones, or the error that prevented the comparison.
func CheckSchema(ctx context.Context, conn *pgx.Conn) error {
	var pg *pgconn.PgError
	rows, err := conn.Query(ctx, `select version_id from public.schema_migrations where is_applied`)
	var run []int64
	if err == nil {
		run, err = pgx.CollectRows(rows, pgx.RowTo[int64])
	}
	switch {
	case errors.As(err, &pg) && (pg.Code == "42501" || pg.Code == "42P01"):
		// No right to look, which a migration gives, or nothing to look at.
		return fmt.Errorf("%w (all since %s, or all)", ErrOutdated, readableSince)
	case err != nil:
		return Translate(err)
	}
	if missing := missing(run); len(missing) > 0 {
		return fmt.Errorf("%w (%s)", ErrOutdated, strings.Join(missing, ", "))
	}
	return nil
}

// CheckSchema is [CheckSchema] on a connection of its own.
func (db *DB) CheckSchema(ctx context.Context) error {
	conn, err := db.Connect(ctx)
	if err != nil {
		return err
	}
	defer Hangup(conn)
	return CheckSchema(ctx, conn)
}

// readableSince is the migration that lets the application role see which were run.
const readableSince = "0033_operation.sql"

// missing are the names of the migrations of this program that were not run.
func missing(run []int64) (names []string) {
	files, err := fs.Glob(Migrations(), "*.sql")
	if err != nil {
		panic(err) // the pattern is right
	}
	for _, file := range files {
		number, _, _ := strings.Cut(file, "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			panic("tenantdb: a migration without a number: " + file)
		}
		if !slices.Contains(run, version) {
			names = append(names, file)
		}
	}
	return names
}
