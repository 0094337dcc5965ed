// Package restoredesk checks a database that was just restored, as a server sees it: whether its logs have no
// gap, its bank data open with the keys at hand, and the files named by its rows exist. Before that it stops
// the deletion of lost files for a time ([photodesk.HoldLostFiles]).
package restoredesk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"referto/internal/league/desk"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/desk/photodesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/media/blob"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenantcopydb"
)

// Report holds the findings in a restored database.
type Report struct {
	HeldUntil time.Time // nothing that no row names is deleted before it
	Tenants   int
	Facts     int64    // of all logs
	Sealed    int      // bank data that were opened
	Receipts  int      // files of receipts that were opened: the newest one of each tenant
	Files     int      // files that rows name
	Faults    []string // a sentence for each thing that is not as it should be
}

// Look holds the search for lost files back and looks at everything else.
func Look(ctx context.Context, d *desk.Desk, db *tenantdb.DB, files blob.Store, now time.Time) (r Report, err error) {
	if r.HeldUntil, err = photodesk.HoldLostFiles(ctx, db, now); err != nil {
		return r, err
	}
	l := look{d: d, db: db, files: files, report: &r, now: now}
	if err := tenantdb.Each(ctx, db, func(tenant uuid.UUID) error { return l.at(ctx, tenant) }); err != nil {
		return r, err
	}
	return r, l.exports(ctx, now)
}

// look is one look at a restored database.
type look struct {
	d      *desk.Desk
	db     *tenantdb.DB
	files  blob.Store
	report *Report
	now    time.Time
}

func (l look) fault(format string, args ...any) {
	l.report.Faults = append(l.report.Faults, fmt.Sprintf(format, args...))
}

// at looks at a tenant.
func (l look) at(ctx context.Context, tenant uuid.UUID) error {
	door, err := tenantdb.Read(ctx, l.db, tenant, nil)
	if err != nil {
		return err
	}
	var log leaguedb.LogState
	var receipts, pictures []leaguedb.NamedFile
	b := &tenantdb.Batch{}
	leaguedb.LoadLogState(b, &log)
	leaguedb.LoadFilesNamed(b, &receipts, &pictures)
	if err := door.Send(b); err != nil {
		return err
	}
	opened, faults, err := moneydesk.At(l.d).OpenAll(door, tenant)
	if err != nil {
		return err
	}
	l.report.Tenants++
	l.report.Facts += log.Facts
	l.report.Sealed += opened
	l.report.Faults = append(l.report.Faults, faults...)
	if !log.Gapless() {
		l.fault("log of tenant %s: %d facts from number %d to %d, and %d were added", tenant, log.Facts, log.First, log.Last, log.Counter)
	}
	var named []string
	for _, r := range receipts {
		named = append(named, moneydesk.ReceiptKey(tenant, facts.RefundReceipt{RefundID: r.Owner, Digest: *r.Digest}))
	}
	if err := l.openFirst(ctx, named); err != nil {
		return err
	}
	for _, p := range pictures {
		named = append(named, photodesk.PhotoKey(tenant, p.Owner, *p.Digest))
	}
	if err := l.present(ctx, tenant.String(), named); err != nil {
		return err
	}
	ready, err := registrydb.ReadyArchives(door, l.now)
	if err != nil {
		return err
	}
	named = nil
	for _, a := range ready {
		for part := range a.SealedUnder {
			named = append(named, tenantcopydb.PartKey(tenant, a.ID, part))
		}
	}
	return l.present(ctx, tenantcopydb.KeptFolder(tenant), named)
}

// openFirst opens the first of some files of receipts that is there.
func (l look) openFirst(ctx context.Context, keys []string) error {
	for _, key := range keys {
		sealed, err := l.files.Get(ctx, key)
		if errors.Is(err, blob.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if _, err := l.d.Keys.Open(sealed, key); err != nil {
			l.fault("file %s: %v", key, err)
			return nil
		}
		l.report.Receipts++
		return nil
	}
	return nil
}

// present finds the named files that are missing in a folder.
func (l look) present(ctx context.Context, folder string, named []string) error {
	lying := map[string]bool{}
	for f, err := range l.files.Below(ctx, folder) {
		if err != nil {
			return err
		}
		lying[f.Key] = true
	}
	for _, key := range named {
		if !lying[key] {
			l.fault("file %s is not there", key)
		}
	}
	l.report.Files += len(named)
	return nil
}

// exports looks for the copies of people's data.
func (l look) exports(ctx context.Context, now time.Time) error {
	var ready []leaguedb.DataExport
	err := tenantdb.Global(ctx, l.db, nil, func(tx tenantdb.GlobalTx) error {
		b := &tenantdb.Batch{}
		leaguedb.LoadReadyDataExports(b, &ready, now)
		return tx.Send(b)
	})
	if err != nil {
		return err
	}
	var named []string
	for _, x := range ready {
		named = append(named, peopledesk.ExportKey(x))
	}
	return l.present(ctx, "exports", named)
}
