package tenantdb

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Batch is the statements of one round trip, with what to do with their answers.
type Batch = pgx.Batch

// Many queues a query whose rows are collected into out, in order, by the names
// of T's fields (snake case) or their db tags. Out is never nil afterwards.
func Many[T any](b *pgx.Batch, out *[]T, sql string, args ...any) {
	b.Queue(sql, args...).Query(func(rows pgx.Rows) (err error) {
		*out, err = collect[T](rows)
		return err
	})
}

// collect is pgx.CollectRows of structs by name, which looks for the fields of each row
// anew: of long lists that is a third of the time.
func collect[T any](rows pgx.Rows) ([]T, error) {
	defer rows.Close()
	list := []T{}
	var paths [][]int
	var into []any
	for rows.Next() {
		list = append(list, *new(T))
		row := reflect.ValueOf(&list[len(list)-1]).Elem()
		if paths == nil {
			var err error
			if paths, err = fieldPaths(row.Type(), rows.FieldDescriptions()); err != nil {
				return nil, err
			}
			into = make([]any, len(paths))
		}
		for i, path := range paths {
			into[i] = row.FieldByIndex(path).Addr().Interface()
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
	}
	return list, rows.Err()
}

// fieldPaths finds the field of a struct for each column, by its db tag or by its name in
// snake case. There is one for each, and no field without a column.
func fieldPaths(row reflect.Type, columns []pgconn.FieldDescription) ([][]int, error) {
	paths := make([][]int, len(columns))
	for _, field := range reflect.VisibleFields(row) {
		name, tagged := field.Tag.Lookup("db")
		if field.Anonymous || !field.IsExported() || name == "-" {
			continue
		}
		is := func(c pgconn.FieldDescription) bool {
			return tagged && c.Name == name || !tagged && strings.EqualFold(strings.ReplaceAll(c.Name, "_", ""), field.Name)
		}
		at := slices.IndexFunc(columns, is)
		if at < 0 {
			return nil, fmt.Errorf("tenantdb: no column for the field %s of %s", field.Name, row)
		}
		paths[at] = field.Index
	}
	for i, path := range paths {
		if path == nil {
			return nil, fmt.Errorf("tenantdb: no field of %s for the column %s", row, columns[i].Name)
		}
	}
	return paths, nil
}

// One queues a query for exactly one row; without it the door's error is
// [ErrNotFound].
func One[T any](b *pgx.Batch, out *T, sql string, args ...any) {
	b.Queue(sql, args...).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[T])
		return err
	})
}

// Maybe queues a query for at most one row; out stays nil without it.
func Maybe[T any](b *pgx.Batch, out **T, sql string, args ...any) {
	b.Queue(sql, args...).Query(func(rows pgx.Rows) error {
		found, err := pgx.CollectRows(rows, pgx.RowToAddrOfStructByName[T])
		if err == nil && len(found) > 0 {
			*out = found[0]
		}
		return err
	})
}

// Scalar queues a query for one value.
func Scalar[T any](b *pgx.Batch, out *T, sql string, args ...any) {
	b.Queue(sql, args...).QueryRow(func(row pgx.Row) error { return row.Scan(out) })
}

// Exec queues a statement that must change exactly one row; with none the
// door's error is [ErrNotFound]: another tenant's row, or a stale version.
func Exec(b *pgx.Batch, sql string, args ...any) {
	b.Queue(sql, args...).Exec(func(tag pgconn.CommandTag) error {
		if tag.RowsAffected() != 1 {
			return fmt.Errorf("%w: %d rows changed", ErrNotFound, tag.RowsAffected())
		}
		return nil
	})
}
