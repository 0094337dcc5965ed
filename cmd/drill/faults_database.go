package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"referto/internal/embedpg"
	"referto/internal/tenant/tenantdb"
)

// databaseFaults are the faults of a database whose network and disks are well.
var databaseFaults = []fault{
	{name: "backends-killed", id: "F-04", what: "all connections of the servers ended by the database", try: backendsKilled},
	{name: "database-immediate", id: "F-04", what: "database stopped at once and started again", try: databaseEnds(syscall.SIGQUIT)},
	{name: "postmaster-killed", id: "F-04", what: "postmaster killed and started again", try: databaseEnds(syscall.SIGKILL)},
	{name: "database-away", id: "F-06", what: "database stopped for 30 s", try: databaseAway},
	{name: "database-frozen", id: "F-06", what: "processes of the database stopped for 10 s, which take bytes and answer none", try: databaseFrozen},
	{
		name: "read-only", id: "F-06", what: "database that takes no writes for 5 s, as one does that a failover has left behind",
		try: while(5*time.Second, func(s *scene) error {
			return s.sql(`alter system set default_transaction_read_only = on`, `select pg_reload_conf()`)
		}, func(s *scene) error {
			return s.sql(`alter system reset default_transaction_read_only`, `select pg_reload_conf()`)
		}),
	},
	{
		name: "locked-out", id: "F-06", what: "role of the servers that may not sign in for 5 s, as after a password was changed",
		try: while(5*time.Second, func(s *scene) error {
			return s.sql(`alter role `+tenantdb.ApplicationRole+` nologin`, endConnections)
		}, func(s *scene) error { return s.sql(`alter role ` + tenantdb.ApplicationRole + ` login`) }),
	},
	{name: "no-connections", id: "F-06", what: "all connections of the database taken by others for 5 s", set: setup{settings: map[string]string{"max_connections": "40"}}, try: noConnections},
	{name: "row-locked", id: "F-06", what: "the row of the event that all acts need locked for 10 s", try: rowLocked},
}

// endConnections ends all connections of the servers.
const endConnections = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '` + tenantdb.ApplicationRole + `'`

// while has a state last for a time, and measures from its end to the first act.
func while(lasts time.Duration, begin, end func(*scene) error) func(context.Context, *scene) (string, error) {
	return func(ctx context.Context, s *scene) (string, error) {
		var back time.Duration
		told, err := s.under(ctx, func(ctx context.Context) (err error) {
			if err := begin(s); err != nil {
				return err
			}
			time.Sleep(lasts)
			if err := end(s); err != nil {
				return err
			}
			back, err = s.crowd.doneAfter(ctx, time.Now())
			return err
		})
		return fmt.Sprintf("%s; first act %s after its end", told, back.Round(10*time.Millisecond)), err
	}
}

func backendsKilled(ctx context.Context, s *scene) (string, error) {
	return repeated(ctx, s, func() error { return s.sql(endConnections) })
}

// databaseEnds sends the postmaster a signal and starts the database again.
func databaseEnds(signal syscall.Signal) func(context.Context, *scene) (string, error) {
	return func(ctx context.Context, s *scene) (string, error) {
		var back, start time.Duration
		times := max(1, s.kills/3)
		told, err := s.under(ctx, func(ctx context.Context) error {
			for range times {
				if err := s.signal(signal); err != nil {
					return err
				}
				began := time.Now()
				if err := s.restartDatabase(); err != nil {
					return err
				}
				up := time.Now()
				start = max(start, up.Sub(began))
				after, err := s.crowd.doneAfter(ctx, up)
				if err != nil {
					return err
				}
				back = max(back, after)
				time.Sleep(200 * time.Millisecond)
			}
			return nil
		})
		return fmt.Sprintf("%d times: %s; the database was back after %s at most, the first act %s later at most",
			times, told, start.Round(10*time.Millisecond), back.Round(10*time.Millisecond)), err
	}
}

func databaseAway(ctx context.Context, s *scene) (string, error) {
	return while(30*time.Second, func(s *scene) error { return s.signal(syscall.SIGINT) }, (*scene).restartDatabase)(ctx, s)
}

func databaseFrozen(ctx context.Context, s *scene) (string, error) {
	var processes []int
	to := func(signal syscall.Signal) error {
		for _, pid := range processes {
			if err := syscall.Kill(pid, signal); err != nil && err != syscall.ESRCH {
				return err
			}
		}
		return nil
	}
	return while(10*time.Second, func(s *scene) (err error) {
		if processes, err = s.processes(); err != nil {
			return err
		}
		return to(syscall.SIGSTOP)
	}, func(*scene) error { return to(syscall.SIGCONT) })(ctx, s)
}

// processes returns the processes of the database, its postmaster first.
func (s *scene) processes() ([]int, error) {
	postmaster, err := embedpg.Postmaster(s.postgres.Data())
	if err != nil {
		return nil, err
	}
	out := []int{postmaster}
	entries, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		text, err := os.ReadFile(entry)
		if err != nil {
			continue // it has ended meanwhile
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(postmaster) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(entry)))
			out = append(out, pid)
		}
	}
	return out, nil
}

// noConnections takes every free connection, ends those of the servers and takes these too.
func noConnections(ctx context.Context, s *scene) (string, error) {
	var held []*pgx.Conn
	return while(5*time.Second, func(s *scene) error {
		for tries := 0; tries < 200; tries++ {
			conn, err := pgx.Connect(s.ctx, s.postgres.DSN(databaseName, tenantdb.BackupRole))
			if err == nil {
				held = append(held, conn)
				continue
			}
			left, err := s.number(`select count(*) from pg_stat_activity where usename = $1`, tenantdb.ApplicationRole)
			if err != nil {
				return err
			}
			if left == 0 {
				return nil
			}
			if err := s.sql(endConnections); err != nil {
				return err
			}
		}
		return nil // the servers were as quick at times: that is a shortage too
	}, func(s *scene) error {
		for _, conn := range held {
			_ = conn.Close(s.ctx)
		}
		return nil
	})(ctx, s)
}

func rowLocked(ctx context.Context, s *scene) (string, error) {
	conn, err := pgx.Connect(ctx, s.superuser(databaseName))
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	return while(10*time.Second, func(s *scene) error {
		for _, statement := range []string{`begin`, `select 1 from league.events for update`} {
			if _, err := conn.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	}, func(*scene) error {
		_, err := conn.Exec(ctx, `commit`)
		return err
	})(ctx, s)
}
