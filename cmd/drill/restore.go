package main

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"referto/internal/embedpg"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// mostLost is the time whose acts may be lost with the disk of the database.
const mostLost = time.Minute

// federation is the slug of the demo's.
const federation = "fic"

// restoreCommand rehearses the loss of a database and prints the losses.
func restoreCommand(ctx context.Context, args []string, stdout io.Writer) (err error) {
	flags := flag.NewFlagSet("restore", flag.ContinueOnError)
	program := flags.String("program", "", "`file` of the program")
	acts := flags.Int("acts", 1200, "`acts` between the backup and the bad act: an hour's, one every three seconds")
	after := flags.Duration("after", 75*time.Second, "`time` for which people go on after the bad act")
	size := flags.String("size", "", "`size` up to which the database is filled with copies of the demo's federation before the backup, as 1GB; default: none")
	settings := flags.String("settings", "docs/operate/pgbackrest.conf", "`file` of the documented settings")
	major := flags.Int("postgres", 15, "major `version` of PostgreSQL, with pg_dump and psql of the same")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *program == "" {
		return errors.New("restore: want -program")
	}
	if *program, err = filepath.Abs(*program); err != nil {
		return err
	}
	for _, needed := range []string{"pgbackrest", "psql", "pg_dump", "pg_restore"} {
		if _, err := exec.LookPath(needed); err != nil {
			return fmt.Errorf("%w: Debian has it in pgbackrest, postgresql-%d and its client", err, *major)
		}
	}
	folder, err := os.MkdirTemp("", "referto-drill-*")
	if err != nil {
		return err
	}
	if err := os.Chmod(folder, 0o755); err != nil { // the account of PostgreSQL has to pass
		return err
	}
	d := &restoring{
		archive: archive{folder: folder, postgres: *major, timeout: "30s"},
		program: *program, database: databaseName, files: filepath.Join(folder, "files"), out: stdout, began: time.Now(),
	}
	defer func() { err = errors.Join(err, d.end(), os.RemoveAll(folder)) }()
	if *size != "" {
		if d.size, err = sizeOf(*size); err != nil {
			return err
		}
	}
	return d.rehearse(ctx, *settings, *acts, *after)
}

// restoring is one rehearsal.
type restoring struct {
	archive
	program string
	address string // of the server, the same before and after
	// database and files are those that the program is called for.
	database, files string
	size            int64 // MB up to which the database is filled; 0 for the demo alone
	out             io.Writer
	began           time.Time
}

// say prints an event with its time.
func (d *restoring) say(format string, args ...any) {
	fmt.Fprintf(d.out, "%6.1f s  %s\n", time.Since(d.began).Seconds(), fmt.Sprintf(format, args...))
}

// state maps each table of a database to the number of its rows and a sum of their hashes.
type state map[string]string

// rehearse does it all, in order.
func (d *restoring) rehearse(ctx context.Context, settings string, acts int, after time.Duration) error {
	if err := d.begin(ctx, settings); err != nil {
		return err
	}
	server, crowd, err := d.season(ctx)
	if err != nil {
		return err
	}
	defer server.kill()
	began := time.Now()
	if err := d.run(ctx, "backup", "--type=full"); err != nil {
		return err
	}
	size, err := megabytes(ctx, d.primary)
	if err != nil {
		return err
	}
	d.say("base backup of %d MB in %s", size, time.Since(began).Round(100*time.Millisecond))

	began = time.Now()
	for range acts {
		if err := crowd.enter(ctx); err != nil {
			return err
		}
	}
	d.say("an hour's %d acts in %s", acts, time.Since(began).Round(time.Second))
	good, moment, err := d.badAct(ctx)
	if err != nil {
		return err
	}
	noticed, err := d.goOn(ctx, crowd, after)
	if err != nil {
		return err
	}
	server.kill()
	if err := d.destroy(); err != nil {
		return err
	}
	lost := time.Now()
	d.say("the disk of the database is gone, %s after the bad act", lost.Sub(moment).Round(time.Second))
	if err := d.latest(ctx, noticed, lost, good); err != nil {
		return err
	}
	restored, err := d.secondBefore(ctx, moment, good, crowd, size)
	if err != nil {
		return err
	}
	return d.dumps(ctx, restored)
}

// season starts a server and loads the demo, whose season has refunds and photos, and a club.
func (d *restoring) season(ctx context.Context) (*running, *people, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	d.address = free.Addr().String()
	_ = free.Close()
	if _, err := d.api(ctx, nil, "make-keys", d.at("keys")); err != nil {
		return nil, nil, err
	}
	if _, err := d.api(ctx, d.primary, "migrate"); err != nil {
		return nil, nil, err
	}
	server, err := d.serve(ctx, d.primary)
	if err != nil {
		return nil, nil, err
	}
	if _, err := d.api(ctx, d.primary, "demo", "-server", "http://"+d.address); err != nil {
		return server, nil, err
	}
	server.kill() // a server seals the audits when it starts
	if d.size > 0 {
		began := time.Now()
		copies, err := fill(ctx, d.primary, d.size)
		if err != nil {
			return nil, nil, err
		}
		d.say("filled with %d copies of the demo's federation in %s", copies, time.Since(began).Round(time.Second))
	}
	if server, err = d.serve(ctx, d.primary); err != nil {
		return nil, nil, err
	}
	crowd, err := found(ctx, "http://"+d.address, d.at("mail"))
	d.say("a server with the demo's season and a club")
	return server, crowd, err
}

// badAct reads the state, waits a second, and has the owner empty a table. It returns the state, and the second
// before.
func (d *restoring) badAct(ctx context.Context) (good state, moment time.Time, err error) {
	time.Sleep(2 * time.Second) // for the server's work after an act
	if err := d.note(ctx, d.primary, "count-rows", "counts"); err != nil {
		return nil, moment, err
	}
	if err := d.note(ctx, d.primary, "erasures", "erasures"); err != nil {
		return nil, moment, err
	}
	if err := d.note(ctx, d.primary, "check-audit", "heads"); err != nil {
		return nil, moment, err
	}
	before, err := d.state(ctx, d.primary)
	if err != nil {
		return nil, moment, err
	}
	moment = time.Now().UTC()
	time.Sleep(time.Second)
	good, err = d.state(ctx, d.primary)
	if err != nil {
		return nil, moment, err
	}
	for table, was := range before { // the server worked on it meanwhile
		if good[table] != was {
			d.say("%s changes by itself and is left out", table)
			delete(good, table)
		}
	}
	_, err = sql(ctx, d.primary.DSN(databaseName, tenantdb.OwnerRole), `truncate league.entries cascade`)
	d.say("the bad act: the owner has emptied the table of entries, and all that hang on it")
	return good, moment, err
}

// state reads the contents of a database.
func (d *restoring) state(ctx context.Context, server *embedpg.Server) (state, error) {
	dsn := server.DSN(databaseName, tenantdb.BackupRole)
	query, err := sql(ctx, dsn, `select string_agg(format('select %L, count(*) || '' rows '' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) from %s t', c.oid::regclass, c.oid::regclass), ' union all ')
		from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('league', 'platform', 'jobs', 'public') and c.relkind = 'r' and c.relpersistence = 'p'`)
	if err != nil {
		return nil, err
	}
	text, err := sql(ctx, dsn, query)
	if err != nil {
		return nil, err
	}
	held := state{}
	for line := range strings.Lines(text) {
		table, rows, _ := strings.Cut(strings.TrimSpace(line), "|")
		held[table] = rows
	}
	return held, nil
}

// differences returns the tables whose contents differ from the expected ones.
func (s state) differences(got state) (found []string) {
	for table, want := range s {
		if got[table] != want {
			found = append(found, fmt.Sprintf("%s: %s, want %s", table, got[table], want))
		}
	}
	slices.Sort(found)
	return found
}

// registered is an act after the bad one.
type registered struct {
	player openapi.PlayerID
	at     time.Time // it was acknowledged
}

// goOn registers players for a while.
func (d *restoring) goOn(ctx context.Context, crowd *people, long time.Duration) (all []registered, err error) {
	for until := time.Now().Add(long); time.Now().Before(until); time.Sleep(time.Second / actsASecond) {
		var player openapi.Player
		if err := crowd.client.Post(ctx, clubPath+"/players", openapi.NewPlayer{Name: "Late " + words(int64(len(all)))}, &player); err != nil {
			return all, err
		}
		all = append(all, registered{player.Id, time.Now()})
	}
	return all, nil
}

// latest restores to the end of the archive: the newest restored act shows how much is lost.
func (d *restoring) latest(ctx context.Context, acts []registered, lost time.Time, good state) error {
	server, err := d.restore(ctx, "latest", "--type=default")
	if err != nil {
		return err
	}
	text, err := sql(ctx, server.DSN(databaseName, tenantdb.BackupRole), `select id from league.players`)
	if err != nil {
		return err
	}
	there := strings.Fields(text)
	newest := -1
	for i, act := range acts {
		switch has := slices.Contains(there, act.player.String()); {
		case has && newest != i-1:
			return fmt.Errorf("act %d is there, and %d is not: what is lost is no end", i, i-1)
		case has:
			newest = i
		}
	}
	if newest < 0 {
		return errors.New("no act since the bad one is there")
	}
	point := lost.Sub(acts[newest].at)
	d.say("RPO %.1f s: restored to the end of the archive, %d of %d acts since the bad one are there", point.Seconds(), newest+1, len(acts))
	if point > mostLost {
		return fmt.Errorf("%s of acts are lost, at most %s may", point, mostLost)
	}
	// The checks have to notice the bad act, or they would notice nothing.
	held, err := d.state(ctx, server)
	if err != nil {
		return err
	}
	if len(good.differences(held)) == 0 {
		return errors.New("the bad act is not noticed by what tables hold")
	}
	said, err := d.api(ctx, server, "after-restore", d.at("counts"))
	if err == nil || !strings.Contains(said+err.Error(), "league.entries of tenant") {
		return fmt.Errorf("after-restore does not notice the bad act: %w", errors.Join(err, errors.New(said)))
	}
	d.say("it holds the bad act, which after-restore and the comparison of all tables notice")
	return nil
}

// until are the options of a restore to a moment.
func until(moment time.Time) []string {
	return []string{"--type=time", "--target=" + moment.Format("2006-01-02 15:04:05.000000-07"), "--target-action=promote"}
}

// secondBefore restores to the second before the bad act, and has people go on.
func (d *restoring) secondBefore(ctx context.Context, moment time.Time, good state, crowd *people, size int64) (*embedpg.Server, error) {
	lost, err := d.leaveLost(ctx)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	server, err := d.restore(ctx, "before", until(moment)...)
	if err != nil {
		return nil, err
	}
	data := time.Since(began)
	said, err := d.api(ctx, server, "after-restore", d.at("counts"))
	if err != nil {
		return nil, err
	}
	if strings.Contains(said, " 0 bank data") || strings.Contains(said, " 0 receipts") || strings.Contains(said, " 0 files") {
		return nil, fmt.Errorf("nothing was there to be opened: %s", said)
	}
	again, err := d.api(ctx, server, "erase-again", d.at("erasures"))
	if err != nil {
		return nil, err
	}
	audits, err := d.audits(ctx, server)
	if err != nil {
		return nil, err
	}
	serving, err := d.serve(ctx, server)
	if err != nil {
		return nil, err
	}
	defer serving.kill()
	took := time.Since(began)
	d.say("RTO %.1f s for %d MB: %.1f s until the database takes writes, the rest checks and the server's start", took.Seconds(), size, data.Seconds())
	if each, said := perGigabyte(took, size); said {
		d.say("RTO of a GB: %.1f s", each.Seconds())
		if each > mostToRestore {
			return nil, fmt.Errorf("a GB takes %s to restore, at most %s may pass", each, mostToRestore)
		}
	}
	for line := range strings.Lines(said + "\n" + again + "\n" + audits) {
		d.say("    %s", strings.TrimSpace(line))
	}
	there, err := crowd.entered(ctx)
	if err != nil {
		return nil, err
	}
	if int64(there) != crowd.acts.Load() {
		return nil, fmt.Errorf("%d entries are there, %d were acknowledged before the bad act", there, crowd.acts.Load())
	}
	if err := crowd.enter(ctx); err != nil {
		return nil, err
	}
	if _, err := os.Stat(lost); err != nil {
		return nil, fmt.Errorf("the search for lost files was not held back: %w", err)
	}
	d.say("all %d entries are there, one more was made, and an old file that no row names is left alone", there)
	return server, d.same(ctx, moment, good)
}

// audits compares the audits with the heads that were kept of them, and has a row changed to see that this is noticed.
func (d *restoring) audits(ctx context.Context, server *embedpg.Server) (said string, err error) {
	said, err = d.api(ctx, server, "check-audit", d.at("heads"))
	if err != nil {
		return "", err
	}
	summary, _, _ := strings.Cut(said, "\n")
	if strings.Contains(summary, " 0 rows are sealed") {
		return "", fmt.Errorf("no row of an audit was sealed: %s", summary)
	}
	change := `alter table league.audit disable trigger user; update league.audit set operation = %s where id = (select id from league.audit_digests where seal = 1 order by id limit 1); alter table league.audit enable trigger user`
	dsn := server.DSN(databaseName, "postgres")
	was, err := sql(ctx, dsn, `select a.operation from league.audit a where a.id = (select id from league.audit_digests where seal = 1 order by id limit 1)`)
	if err != nil {
		return "", err
	}
	if _, err := sql(ctx, dsn, fmt.Sprintf(change, "'VoidResult'")); err != nil {
		return "", err
	}
	noticed, err := d.api(ctx, server, "check-audit", d.at("heads"))
	if err == nil || !strings.Contains(noticed, "seal 1: its ") {
		return "", fmt.Errorf("check-audit does not notice a row that was changed: %w: %s", err, noticed)
	}
	_, err = sql(ctx, dsn, fmt.Sprintf(change, "'"+was+"'"))
	return summary + " A row changed by hand was noticed.", err
}

// same restores to the same second once more, where no server has been, and compares all tables.
func (d *restoring) same(ctx context.Context, moment time.Time, good state) error {
	server, err := d.restore(ctx, "untouched", until(moment)...)
	if err != nil {
		return err
	}
	held, err := d.state(ctx, server)
	if err != nil {
		return err
	}
	if found := good.differences(held); len(found) > 0 {
		return fmt.Errorf("not as it was: %s", strings.Join(found, "; "))
	}
	d.say("%d tables hold the rows that they held, by number and by content", len(good))
	return nil
}

// leaveLost leaves an old file without a row among those of the club.
func (d *restoring) leaveLost(ctx context.Context) (path string, err error) {
	server := d.restored[len(d.restored)-1]
	tenant, err := sql(ctx, server.DSN(databaseName, tenantdb.BackupRole), `select id from platform.tenants where slug = '`+clubSlug+`'`)
	if err != nil {
		return "", err
	}
	path = filepath.Join(d.at("files"), tenant, "00000000-0000-4000-8000-000000000000", strings.Repeat("0", 64)+".jpg")
	long := time.Now().AddDate(0, -2, 0)
	return path, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("lost"), 0o600), os.Chtimes(path, long, long))
}

// dump makes a dump as a role does.
func dump(ctx context.Context, server *embedpg.Server, role string, options ...string) error {
	out, err := exec.CommandContext(ctx, "pg_dump", append(options, server.DSN(databaseName, role))...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("pg_dump: %w: %s", err, out)
	}
	return nil
}

// dumps makes dumps as three roles would, of which one is good.
func (d *restoring) dumps(ctx context.Context, server *embedpg.Server) error {
	if err := d.note(ctx, server, "count-rows", "counts"); err != nil {
		return err
	}
	refused := func(file, because string) error {
		said, err := d.api(ctx, server, "check-dump", d.at("counts"), d.at(file))
		if err == nil || !strings.Contains(said+err.Error(), because) {
			return fmt.Errorf("check-dump lets %s pass: %s", file, said)
		}
		return nil
	}
	if err := dump(ctx, server, tenantdb.OwnerRole, "--file="+d.at("failed.sql")); err == nil {
		return errors.New("pg_dump as the owner does not fail")
	}
	left, err := os.Stat(d.at("failed.sql"))
	if err != nil {
		return err
	}
	if err := errors.Join(refused("failed.sql", "did not finish"), dump(ctx, server, tenantdb.OwnerRole, "--enable-row-security", "--file="+d.at("empty.sql")),
		refused("empty.sql", "league.players of tenant")); err != nil {
		return err
	}
	d.say("pg_dump as the owner fails and leaves a file of %d KB, with --enable-row-security it ends well without players: check-dump refuses both", left.Size()>>10)
	return d.wholeDump(ctx, server)
}

// wholeDump makes a dump as the backup role and restores it in place of the database.
func (d *restoring) wholeDump(ctx context.Context, server *embedpg.Server) error {
	if err := dump(ctx, server, tenantdb.BackupRole, "--format=custom", "--file="+d.at("referto.dump")); err != nil {
		return err
	}
	text := exec.CommandContext(ctx, "pg_restore", "--file="+d.at("whole.sql"), d.at("referto.dump"))
	if out, err := text.CombinedOutput(); err != nil {
		return fmt.Errorf("pg_restore: %w: %s", err, out)
	}
	said, err := d.api(ctx, server, "check-dump", d.at("counts"), d.at("whole.sql"))
	if err != nil {
		return err
	}
	d.say("as the backup role: %s", said)
	before, err := d.state(ctx, server)
	if err != nil {
		return err
	}
	archived, err := d.archived(ctx, server, "before.zip")
	if err != nil {
		return err
	}
	// Into the same cluster, in place of the database that was dumped.
	if _, err := sql(ctx, server.DSN("postgres", "postgres"), `drop database `+databaseName+` with (force)`); err != nil {
		return err
	}
	if err := tenantdb.Prepare(ctx, server.DSN("postgres", "postgres"), databaseName); err != nil {
		return err
	}
	restore := exec.CommandContext(ctx, "pg_restore", "--exit-on-error", "--dbname="+server.DSN(databaseName, "postgres"), d.at("referto.dump"))
	if out, err := restore.CombinedOutput(); err != nil {
		return fmt.Errorf("pg_restore: %w: %s", err, out)
	}
	held, err := d.state(ctx, server)
	if err != nil {
		return err
	}
	if found := before.differences(held); len(found) > 0 {
		return fmt.Errorf("the restored dump is not what was dumped: %s", strings.Join(found, "; "))
	}
	if _, err := d.api(ctx, server, "after-restore", d.at("counts")); err != nil {
		return err
	}
	again, err := d.archived(ctx, server, "after.zip")
	if err != nil {
		return err
	}
	if archived != again {
		return errors.New("the archive of the demo's federation is another after the dump was restored")
	}
	d.say("restored from the dump: %d tables hold what they held, and the archive of the demo's federation is the same", len(before))
	return d.elsewhere(ctx, server, "after.zip", again)
}

// elsewhere restores the archive of the demo's federation into another installation, with the keys of this one, and
// compares the digests of an export made there.
func (d *restoring) elsewhere(ctx context.Context, server *embedpg.Server, archive, archived string) error {
	d.database, d.files = "elsewhere", d.at("files-elsewhere")
	if err := tenantdb.Prepare(ctx, server.DSN("postgres", "postgres"), d.database); err != nil {
		return err
	}
	if _, err := d.api(ctx, server, "migrate"); err != nil {
		return err
	}
	began := time.Now()
	said, err := d.api(ctx, server, "restore-tenant", d.at(archive))
	if err != nil {
		return err
	}
	for line := range strings.Lines(said) {
		d.say("    %s", strings.TrimSpace(line))
	}
	took := time.Since(began)
	there, err := d.archived(ctx, server, "there.zip")
	if err != nil {
		return err
	}
	if there != archived {
		return errors.New("exported elsewhere it is another archive")
	}
	if err := d.note(ctx, server, "count-rows", "counts"); err != nil {
		return err
	}
	if _, err := d.api(ctx, server, "after-restore", d.at("counts")); err != nil {
		return err
	}
	d.say("restored into another installation in %.1f s: its rows and files are the same there, its logs have no gap, and its bank data open", took.Seconds())
	return ctx.Err()
}

// archived writes the archive of the demo's federation and returns the digests of its rows and files.
func (d *restoring) archived(ctx context.Context, server *embedpg.Server, name string) (string, error) {
	said, err := d.api(ctx, server, "export-tenant", federation, d.at(name))
	if err != nil {
		return "", err
	}
	if _, err := d.api(ctx, nil, "check-export", d.at(name)); err != nil {
		return "", err
	}
	d.say("%s", strings.TrimSpace(said))
	archive, err := zip.OpenReader(d.at(name))
	if err != nil {
		return "", err
	}
	defer archive.Close()
	manifest, err := archive.Open("manifest.json")
	if err != nil {
		return "", err
	}
	defer manifest.Close()
	var m map[string]any
	if err := json.NewDecoder(manifest).Decode(&m); err != nil {
		return "", err
	}
	// Affiliations and the accounts behind them stay behind if the other tenant is not here.
	tables, _ := m["tables"].([]any)
	text, err := json.Marshal([]any{m["files"], slices.DeleteFunc(tables, func(t any) bool { return !strings.Contains(fmt.Sprint(t), "tables/league.") })})
	return string(text), err
}
