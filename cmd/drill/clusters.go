package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"referto/internal/embedpg"
	"referto/internal/tenant/tenantdb"
)

// archive is the repository of backups, with the clusters that are backed up to it and restored from it. Its settings
// are those of the documentation, with folders of the drill.
type archive struct {
	folder   string // that the account of PostgreSQL can reach
	postgres int    // major version
	timeout  string // archive_timeout: the longest time for which committed data may be in one place only
	uid, gid int    // of the account that PostgreSQL runs as
	primary  *embedpg.Server
	restored []*embedpg.Server
}

// The folders that the documented settings name.
const (
	documentedRepository = "/var/lib/pgbackrest"
	documentedCluster    = "/var/lib/postgresql/15/main"
)

// begin starts a cluster that is archived, with roles and an empty database.
func (a *archive) begin(ctx context.Context, settings string) (err error) {
	config, err := os.ReadFile(settings)
	if err != nil {
		return err
	}
	for _, documented := range []string{documentedRepository, documentedCluster} {
		if !bytes.Contains(config, []byte(documented)) {
			return fmt.Errorf("%s does not name %s", settings, documented)
		}
	}
	a.primary, err = embedpg.Start(ctx, embedpg.Options{State: a.at("primary"), Major: a.postgres, Settings: map[string]string{
		"archive_mode": "on", "archive_timeout": a.timeout, "archive_command": a.command("archive-push", "%p"),
	}})
	if err != nil {
		return err
	}
	if a.uid, a.gid, err = keeper(a.primary.Data()); err != nil {
		return err
	}
	for _, folder := range []string{"repository", "log", "lock", "spool"} {
		if err := errors.Join(os.Mkdir(a.at(folder), 0o700), os.Chown(a.at(folder), a.uid, a.gid)); err != nil {
			return err
		}
	}
	host, port, err := socket(a.primary.DSN("postgres", "postgres"))
	if err != nil {
		return err
	}
	text := strings.NewReplacer(documentedRepository, a.at("repository"), documentedCluster, a.primary.Data()).Replace(string(config)) +
		fmt.Sprintf("pg1-user=postgres\npg1-socket-path=%s\npg1-port=%s\n\n[global]\nlog-path=%s\nlock-path=%s\nspool-path=%s\nlog-level-console=warn\nlog-level-file=off\n",
			host, port, a.at("log"), a.at("lock"), a.at("spool"))
	if err := errors.Join(os.WriteFile(a.at("pgbackrest.conf"), []byte(text), 0o600), os.Chown(a.at("pgbackrest.conf"), a.uid, a.gid)); err != nil {
		return err
	}
	if err := tenantdb.Prepare(ctx, a.primary.DSN("postgres", "postgres"), databaseName); err != nil {
		return err
	}
	return a.run(ctx, "stanza-create")
}

func (a *archive) at(name string) string { return filepath.Join(a.folder, name) }

// command is a call of pgBackRest.
func (a *archive) command(words ...string) string {
	return strings.Join(append([]string{"pgbackrest", "--config=" + a.at("pgbackrest.conf"), "--stanza=referto"}, words...), " ")
}

// run runs pgBackRest as the account of PostgreSQL.
func (a *archive) run(ctx context.Context, words ...string) error {
	call := strings.Fields(a.command())
	command := exec.CommandContext(ctx, call[0], append(call[1:], words...)...)
	command.Dir, command.Env = "/", []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	runAs(command, a.uid, a.gid)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("pgbackrest %s: %w: %s", words[0], err, out)
	}
	return nil
}

// destroy kills the server and removes its data, as when a disk is lost.
func (a *archive) destroy() error {
	pid, err := embedpg.Postmaster(a.primary.Data())
	if err != nil {
		return err
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		return err
	}
	<-a.primary.Done()
	for range 50 { // its processes may still write, until they notice
		if err = os.RemoveAll(a.primary.Data()); err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// restore restores a cluster into a new place and waits until it takes writes.
func (a *archive) restore(ctx context.Context, name string, how ...string) (*embedpg.Server, error) {
	home := filepath.Join(a.at(name), strconv.Itoa(a.postgres))
	data := filepath.Join(home, "data")
	if err := os.MkdirAll(data, 0o755); err != nil {
		return nil, err
	}
	for _, folder := range []string{home, data} {
		if err := errors.Join(os.Chmod(folder, 0o700), os.Chown(folder, a.uid, a.gid)); err != nil {
			return nil, err
		}
	}
	if err := a.run(ctx, append([]string{"restore", "--pg1-path=" + data}, how...)...); err != nil {
		return nil, err
	}
	server, err := embedpg.Start(ctx, embedpg.Options{State: a.at(name), Major: a.postgres})
	if err != nil {
		return nil, err
	}
	a.restored = append(a.restored, server)
	for {
		recovers, err := sql(ctx, server.DSN("postgres", "postgres"), `select pg_is_in_recovery()`)
		if err != nil || recovers == "f" {
			return server, err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// end stops everything that still runs.
func (a *archive) end() (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for _, server := range a.restored {
		err = errors.Join(err, server.Stop(ctx))
	}
	if a.primary != nil {
		_ = a.primary.Stop(ctx) // it may have been killed
	}
	return err
}

// socket are host and port in an address of a database.
func socket(dsn string) (host, port string, err error) {
	for _, word := range strings.Fields(dsn) {
		switch name, value, _ := strings.Cut(word, "="); name {
		case "host":
			host = value
		case "port":
			port = value
		}
	}
	if !filepath.IsAbs(host) || port == "" {
		return "", "", fmt.Errorf("no socket in %q", dsn)
	}
	return host, port, nil
}

// sql asks a database by psql, as an operator does.
func sql(ctx context.Context, dsn, query string) (string, error) {
	command := exec.CommandContext(ctx, "psql", "--no-psqlrc", "-v", "ON_ERROR_STOP=1", "-qAtc", query, dsn)
	endWithParent(command)
	out, err := command.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("psql: %w: %s", err, out)
	}
	return string(bytes.TrimSpace(out)), nil
}
