package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenantcopydb"
)

// exportTenantCommand writes all data of a tenant into a file, whole or not at all.
func exportTenantCommand(ctx context.Context, s Settings, args []string, stdout, _ io.Writer) error {
	if len(args) != 2 {
		return errUsage
	}
	slug, name := args[0], args[1]
	if s.BackupDatabaseURL == "" {
		return errors.New("export-tenant: BACKUP_DATABASE_URL is missing: the database as the backup role (" + tenantdb.BackupRole + ")")
	}
	if _, err := os.Lstat(name); err == nil {
		return fmt.Errorf("export-tenant: %s is there already", name)
	}
	files, err := s.files()
	if err != nil {
		return err
	}
	partial := name + ".partial"
	out, err := os.OpenFile(partial, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("export-tenant: %w", err)
	}
	m, err := tenantcopydb.Export(ctx, s.BackupDatabaseURL, slug, files, out, time.Now().UTC().Truncate(time.Second))
	if err = errors.Join(err, out.Sync(), out.Close()); err == nil {
		err = os.Rename(partial, name)
	}
	if err != nil {
		return fmt.Errorf("export-tenant: %w", errors.Join(err, os.Remove(partial)))
	}
	return describe(stdout, m)
}

// checkExportCommand compares an archive with its manifest.
func checkExportCommand(_ context.Context, _ Settings, args []string, stdout, _ io.Writer) error {
	archive, size, err := openArchive(args)
	if err != nil {
		return err
	}
	defer archive.Close()
	m, err := tenantcopydb.Check(archive, size)
	if err != nil {
		return err
	}
	return describe(stdout, m)
}

// openArchive opens the file that the words of a call name.
func openArchive(args []string) (*os.File, int64, error) {
	if len(args) != 1 {
		return nil, 0, errUsage
	}
	archive, err := os.Open(args[0])
	if err != nil {
		return nil, 0, unreadable{err}
	}
	info, err := archive.Stat()
	if err != nil {
		return nil, 0, unreadable{errors.Join(err, archive.Close())}
	}
	return archive, info.Size(), nil
}

// restoreTenantCommand puts the archive of a tenant into this installation, whole or not at all.
func restoreTenantCommand(ctx context.Context, s Settings, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("restore-tenant", flag.ContinueOnError)
	flags.SetOutput(stderr)
	slug := flags.String("slug", "", "short `name` of the tenant here, where the one of the archive is another tenant's")
	if err := flags.Parse(args); err != nil {
		return err
	}
	archive, size, err := openArchive(flags.Args())
	if err != nil {
		return err
	}
	defer archive.Close()
	keys, err := sealingKeys(s)
	if err != nil {
		return err
	}
	files, err := s.files()
	if err != nil {
		return err
	}
	var r tenantcopydb.Restored
	err = withDatabase(ctx, s, func(ctx context.Context, pool *tenantdb.DB) error {
		r, err = tenantcopydb.RestoreAs(ctx, pool, keys, files, archive, size, tenantcopydb.Renaming{Slug: *slug, Now: time.Now()})
		return err
	})
	if err != nil {
		return fmt.Errorf("restore-tenant: %w", err)
	}
	fmt.Fprintf(stdout, "%d accounts were here, %d were made: these sign in by a link or a new password.\n", r.Known, r.Made)
	for _, id := range r.Apart {
		fmt.Fprintf(stdout, "Account %s was made without its address, which somebody here has and one side has not confirmed.\n", id)
	}
	if r.Left > 0 {
		fmt.Fprintf(stdout, "%d affiliations were left out: the other side is not here.\n", r.Left)
	}
	if old := r.Manifest.Tenant.Slug; r.Slug != old {
		fmt.Fprintf(stdout, "Its short name here is %s: links and printed codes with %s in their addresses do not lead to it.\n", r.Slug, old)
	}
	return describe(stdout, r.Manifest)
}

// describe prints the contents of an archive.
func describe(out io.Writer, m tenantcopydb.Manifest) error {
	_, err := fmt.Fprintf(out, "%s (%s) at %s: %d rows of %d tables, %d files.\n", m.Tenant.Name, m.Tenant.Slug, m.TakenAt.Format(time.RFC3339), m.Rows(), len(m.Tables), len(m.Files))
	for _, key := range m.SealingKeys {
		if err == nil {
			_, err = fmt.Fprintf(out, "Bank data or receipts are encrypted under the key %q: nobody opens them without its line of SEALING_KEYS.\n", key)
		}
	}
	return err
}
