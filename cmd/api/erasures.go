package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"referto/internal/league/desk"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/tenant/tenantdb"
)

// erasuresCommand lists which records were erased and which accounts deleted.
func erasuresCommand(ctx context.Context, s Settings, _ []string, stdout, _ io.Writer) error {
	return withDatabase(ctx, s, func(ctx context.Context, pool *tenantdb.DB) error {
		return peopledesk.ListErasures(ctx, pool, stdout)
	})
}

// eraseAgainCommand repeats the erasures of such a list.
func eraseAgainCommand(ctx context.Context, s Settings, args []string, stdout, _ io.Writer) error {
	if len(args) != 1 {
		return errUsage
	}
	list, err := os.Open(args[0])
	if err != nil {
		return fmt.Errorf("list of erasures: %w", err)
	}
	defer list.Close()
	return withDatabase(ctx, s, func(ctx context.Context, pool *tenantdb.DB) error {
		done, err := peopledesk.At(desk.New(rand.Reader)).EraseListed(ctx, pool, list, time.Now().UTC())
		if err == nil {
			_, err = fmt.Fprintf(stdout, "Erased again: %d.\n", done)
		}
		return err
	})
}

// withDatabase does something with the database as the application.
func withDatabase(ctx context.Context, s Settings, do func(context.Context, *tenantdb.DB) error) (err error) {
	db, err := openDatabase(ctx, s, false, postgresLog(s))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeWithin(db, closeTime)) }()
	pool, err := tenantdb.Open(ctx, db.application, 2)
	if err != nil {
		return err
	}
	defer pool.Close()
	return do(tenantdb.Unhurried(ctx), pool)
}
