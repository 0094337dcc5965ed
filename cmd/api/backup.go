package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"referto/internal/backupdb"
	"referto/internal/league/desk"
	"referto/internal/league/desk/restoredesk"
	"referto/internal/tenant/tenantdb"
)

// errLacking: a dump or a restored database lacks something or has a fault.
var errLacking = errors.New("something is missing or wrong: see above")

// countRowsCommand prints the number of rows of every table, by tenant, as the backup role.
func countRowsCommand(ctx context.Context, s Settings, args []string, stdout, _ io.Writer) error {
	if len(args) != 0 {
		return errUsage
	}
	counts, err := countRows(ctx, s)
	if err == nil {
		_, err = counts.WriteTo(stdout)
	}
	return err
}

// countRows counts the rows of the database as the backup role.
func countRows(ctx context.Context, s Settings) (backupdb.Counts, error) {
	if s.BackupDatabaseURL == "" {
		return backupdb.Counts{}, errors.New("BACKUP_DATABASE_URL is missing: the database as the backup role (" + tenantdb.BackupRole + ")")
	}
	return backupdb.Count(ctx, s.BackupDatabaseURL)
}

// checkDumpCommand compares the text of a dump with the rows that were counted before it was made.
func checkDumpCommand(_ context.Context, _ Settings, args []string, stdout, _ io.Writer) error {
	if len(args) != 2 {
		return errUsage
	}
	counted, err := readCounts(args[0])
	if err != nil {
		return err
	}
	dump := io.Reader(os.Stdin)
	if args[1] != "-" {
		file, err := os.Open(args[1])
		if err != nil {
			return fmt.Errorf("dump: %w", err)
		}
		defer file.Close()
		dump = file
	}
	found, err := backupdb.CountDump(dump)
	if err != nil {
		return err
	}
	return compareRows(stdout, "The dump", counted, found)
}

func readCounts(name string) (backupdb.Counts, error) {
	file, err := os.Open(name)
	if err != nil {
		return backupdb.Counts{}, fmt.Errorf("counts: %w", err)
	}
	defer file.Close()
	return backupdb.Read(file)
}

// compareRows prints the rows that a copy lacks.
func compareRows(out io.Writer, what string, counted, found backupdb.Counts) error {
	missing := backupdb.Missing(counted, found)
	for _, fault := range missing {
		fmt.Fprintln(out, fault)
	}
	if len(missing) > 0 {
		return errLacking
	}
	_, err := fmt.Fprintf(out, "%s has %d rows of %d tenants; of all %d that were counted none is missing.\n", what, found.Total(), found.Tenants(), counted.Total())
	return err
}

// afterRestoreCommand is for a restored database, before any server is started on it: it postpones the search for
// lost files, and compares and checks everything.
func afterRestoreCommand(ctx context.Context, s Settings, args []string, stdout, _ io.Writer) error {
	if len(args) != 1 {
		return errUsage
	}
	if s.DatabaseURL == "" {
		return errors.New("after-restore: DATABASE_URL is missing: the restored database as the application role")
	}
	counted, err := readCounts(args[0])
	if err != nil {
		return err
	}
	d := desk.New(rand.Reader)
	if d.Keys, err = sealingKeys(s); err != nil {
		return err
	}
	files, err := s.files()
	if err != nil {
		return err
	}
	var report restoredesk.Report
	err = withDatabase(ctx, s, func(ctx context.Context, pool *tenantdb.DB) error {
		report, err = restoredesk.Look(ctx, d, pool, files, time.Now().UTC())
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "Files that no row names are left alone until %s.\n", report.HeldUntil.Format(time.DateTime))
	fmt.Fprintf(stdout, "%d tenants, %d facts in their logs; %d bank data and %d receipts were opened, %d files are named.\n",
		report.Tenants, report.Facts, report.Sealed, report.Receipts, report.Files)
	for _, fault := range report.Faults {
		fmt.Fprintln(stdout, fault)
	}
	found, err := countRows(ctx, s)
	if err == nil {
		err = compareRows(stdout, "The database", counted, found)
	}
	if len(report.Faults) > 0 && err == nil {
		err = errLacking
	}
	return err
}
