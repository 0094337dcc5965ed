package baselinedb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// DB are the connections of the baselines. Make one with [Open].
type DB struct {
	super *pgxpool.Pool // sees all rows: row-level security does not hold for it
	app   *pgxpool.Pool // the server's role
	sql   *sql.DB       // over app
	gorm  *gorm.DB      // over sql
	act   Act
}

// Open connects as superuser and as the server's role, with the given number of connections each, and reads the rows
// written by recording the result of a template's table.
func Open(ctx context.Context, superuser, application string, connections int, template Stage) (*DB, error) {
	super, err := pool(ctx, superuser, connections)
	if err != nil {
		return nil, err
	}
	db := &DB{super: super}
	if db.app, err = pool(ctx, application, connections); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	db.sql = stdlib.OpenDBFromPool(db.app)
	db.gorm, err = gorm.Open(postgres.New(postgres.Config{Conn: db.sql}), &gorm.Config{Logger: logger.Discard})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("baselinedb: gorm: %w", err), db.Close())
	}
	if db.act, err = loadAct(ctx, super, template); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

func pool(ctx context.Context, dsn string, connections int) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("baselinedb: %w", err)
	}
	config.MaxConns = int32(connections)
	p, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("baselinedb: %w", err)
	}
	return p, nil
}

// Close closes the connections.
func (db *DB) Close() error {
	var err error
	if db.sql != nil {
		err = db.sql.Close()
	}
	if db.app != nil {
		db.app.Close()
	}
	db.super.Close()
	return err
}
