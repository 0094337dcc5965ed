package tenantdb

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Batch holds the statements of one round trip, with the callbacks for their results.
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
	var row, empty T
	var into []any
	for rows.Next() {
		if into == nil {
			fields, err := fieldsOf(reflect.ValueOf(&row).Elem(), rows.FieldDescriptions())
			if err != nil {
				return nil, err
			}
			into = fields
		}
		row = empty
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, rows.Err()
}

// fieldsOf are pointers to the fields of a struct for each column, by the field's db tag
// or its name in snake case. There is one for each, and no field without a column.
func fieldsOf(row reflect.Value, columns []pgconn.FieldDescription) ([]any, error) {
	fields := make([]any, len(columns))
	for _, field := range reflect.VisibleFields(row.Type()) {
		name, tagged := field.Tag.Lookup("db")
		if field.Anonymous || !field.IsExported() || name == "-" {
			continue
		}
		at := slices.IndexFunc(columns, func(c pgconn.FieldDescription) bool {
			return tagged && c.Name == name || !tagged && strings.EqualFold(strings.ReplaceAll(c.Name, "_", ""), field.Name)
		})
		if at < 0 {
			return nil, fmt.Errorf("tenantdb: no column for the field %s of %s", field.Name, row.Type())
		}
		fields[at] = row.FieldByIndex(field.Index).Addr().Interface()
	}
	for i, field := range fields {
		if field == nil {
			return nil, fmt.Errorf("tenantdb: no field of %s for the column %s", row.Type(), columns[i].Name)
		}
	}
	return fields, nil
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

// Optional is an id for a column that may be null: nil for uuid.Nil.
func Optional(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}
