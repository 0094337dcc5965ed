package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"referto/internal/embedpg"
	"referto/internal/tenant/tenantdb"
)

// database has the server's rows, and a way to let go of it.
type database struct {
	application string // connection string of the application role
	close       func(context.Context) error
	embedded    *embedpg.Server // nil if the database is run from outside
}

// databaseName is the name of the embedded database.
const databaseName = "referto"

// openDatabase takes the configured database, or starts the embedded one and
// migrates it. An embedded one that is thrown away starts empty, lies in memory where there
// is room, and is gone when it stops.
func openDatabase(ctx context.Context, s Settings, thrownAway bool, log io.Writer) (database, error) {
	if s.DatabaseURL != "" {
		return database{application: s.DatabaseURL, close: func(context.Context) error { return nil }}, nil
	}
	options := embedpg.Options{State: s.below("postgres"), Binaries: s.PostgresBinaries, Log: log}
	if thrownAway {
		options.State = ""
		options.Settings = map[string]string{"autovacuum": "on", "autovacuum_naptime": "10s"} // a trial may bring thousands of events, for which queries are planned
	}
	server, err := embedpg.Start(ctx, options)
	if err != nil {
		return database{}, fmt.Errorf("embedded PostgreSQL: %w", err)
	}
	db := database{application: server.DSN(databaseName, tenantdb.ApplicationRole), close: server.Stop, embedded: server}
	if err := prepare(ctx, server); err != nil {
		return database{}, errors.Join(err, server.Stop(context.WithoutCancel(ctx)))
	}
	return db, nil
}

// prepare makes roles and database where they are missing, and migrates.
func prepare(ctx context.Context, server *embedpg.Server) error {
	if err := tenantdb.Prepare(ctx, server.DSN("postgres", "postgres"), databaseName); err != nil {
		return err
	}
	_, err := tenantdb.Migrate(ctx, server.DSN(databaseName, tenantdb.OwnerRole))
	return err
}

// migrateCommand migrates the configured database as the owner role.
func migrateCommand(ctx context.Context, s Settings, _ []string, stdout, _ io.Writer) error {
	if s.MigrateDatabaseURL == "" {
		return errors.New("migrate: set MIGRATE_DATABASE_URL to the database as the owner role (" + tenantdb.OwnerRole +
			"); the embedded PostgreSQL is migrated by serve")
	}
	ran, err := tenantdb.Migrate(ctx, s.MigrateDatabaseURL)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "%d migrations run\n", ran)
	return err
}
