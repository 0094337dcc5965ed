package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"referto/internal/media/blob"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenantcopydb"
)

// exportTenantCommand writes everything that a tenant has into a file, whole or not at all.
func exportTenantCommand(ctx context.Context, s Settings, args []string, stdout, _ io.Writer) error {
	if len(args) != 2 {
		return errUsage
	}
	slug, name := args[0], args[1]
	if s.BackupDatabaseURL == "" {
		return errors.New("export-tenant: set BACKUP_DATABASE_URL to the database as the backup role (" + tenantdb.BackupRole + ")")
	}
	if _, err := os.Lstat(name); err == nil {
		return fmt.Errorf("export-tenant: %s is there already", name)
	}
	files, err := blob.Open(s.FilesURL, s.below("files"))
	if err != nil {
		return fmt.Errorf("settings: FILES_URL: %w", err)
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
	if len(args) != 1 {
		return errUsage
	}
	archive, err := os.Open(args[0])
	if err != nil {
		return unreadable{err}
	}
	defer archive.Close()
	info, err := archive.Stat()
	if err != nil {
		return unreadable{err}
	}
	m, err := tenantcopydb.Check(archive, info.Size())
	if err != nil {
		return err
	}
	return describe(stdout, m)
}

// describe prints what is in an archive.
func describe(out io.Writer, m tenantcopydb.Manifest) error {
	_, err := fmt.Fprintf(out, "%s (%s) at %s: %d rows of %d tables, %d files.\n", m.Tenant.Name, m.Tenant.Slug, m.TakenAt.Format(time.RFC3339), m.Rows(), len(m.Tables), len(m.Files))
	for _, key := range m.SealingKeys {
		if err == nil {
			_, err = fmt.Fprintf(out, "Bank data or receipts are encrypted under the key %q: nobody opens them without its line of SEALING_KEYS.\n", key)
		}
	}
	return err
}
