// Package resealdesk encrypts anew everything that is stored under an older key, so that the key can be
// removed: bank data in the database, and receipts, copies of people's data and archives of tenants in the
// store of files.
//
// Servers keep running meanwhile. Rows are held for as long as a few hundred texts take, or one file. A text
// written under an older key after its place was passed is found by the next pass; passes are repeated until
// nothing is left or nothing more can be done. A run that was ended, or another one at the same time, does no
// harm: finished work is not done again.
package resealdesk

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league/desk"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/media/blob"
	"referto/internal/sealed"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenantcopydb"
)

// Bounds of one transaction, or of one read.
const (
	textsAtOnce = 200
	filesAtOnce = 500
)

// Work encrypts anew under the first of the desk's keys.
type Work struct {
	Desk  *desk.Desk
	DB    *tenantdb.DB
	Files blob.Store
	// EveryFile makes the run look into each file, whichever key is noted for it: for a store of files that is
	// older than the database, from a backup.
	EveryFile bool
	// Step is called after each batch with the progress.
	Step func(Done)
}

// Done counts the texts and files that were encrypted anew, and lists those that could not be.
type Done struct {
	Texts, Files int
	Faults       []string // a sentence for each text or file that does not open
}

// Needed returns an error that names every key in use that is not among the given keys.
func Needed(counts map[string]leaguedb.Sealed, keys sealed.Keys) error {
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if c := counts[name]; name != "" && !keys.Has(name) {
			faults = append(faults, fmt.Errorf("SEALING_KEYS: %d bank data and %d files are encrypted under the key %q, which is not in the file: they could not be opened", c.Texts, c.Files, name))
		}
	}
	return errors.Join(faults...)
}

// Left adds up the texts and files that are not encrypted under the given key.
func Left(counts map[string]leaguedb.Sealed, under string) int64 {
	left := int64(0)
	for name, c := range counts {
		if name != under {
			left += c.Texts + c.Files
		}
	}
	return left
}

// Run encrypts anew and returns the work done, and the numbers of texts and files by key afterwards. If a key
// is missing, it returns an error before it changes anything.
func (w Work) Run(ctx context.Context) (done Done, counts map[string]leaguedb.Sealed, err error) {
	if counts, err = leaguedb.CountSealed(ctx, w.DB); err != nil {
		return done, nil, err
	}
	if err := Needed(counts, w.Desk.Keys); err != nil {
		return done, counts, err
	}
	for {
		before := done
		done.Faults = nil
		if err := w.pass(ctx, &done); err != nil {
			return done, counts, err
		}
		if counts, err = leaguedb.CountSealed(ctx, w.DB); err != nil {
			return done, nil, err
		}
		w.EveryFile = false // the first pass has looked into them
		if Left(counts, w.Desk.Keys.First()) == 0 || done.Texts+done.Files == before.Texts+before.Files {
			return done, counts, nil
		}
	}
}

// pass goes through everything once.
func (w Work) pass(ctx context.Context, done *Done) error {
	err := tenantdb.Each(ctx, w.DB, func(tenant uuid.UUID) error {
		for _, place := range leaguedb.SealedPlaces {
			if err := w.texts(ctx, tenant, place, done); err != nil {
				return err
			}
		}
		if err := w.receipts(ctx, tenant, done); err != nil {
			return err
		}
		return w.archives(ctx, tenant, done)
	})
	if err != nil {
		return err
	}
	return w.copies(ctx, done)
}

// texts encrypts the texts of a place anew, some at a time.
func (w Work) texts(ctx context.Context, tenant uuid.UUID, place leaguedb.SealedPlace, done *Done) error {
	owner := moneydesk.RefundOwner
	if place.Payers {
		owner = moneydesk.ListOwner
	}
	var after leaguedb.SealedRow
	for {
		var found []leaguedb.SealedRow
		var faults []string
		err := tenantdb.In(ctx, w.DB, tenant, nil, func(tx tenantdb.Tx) error {
			found, faults = nil, nil // it may be run again
			b := &tenantdb.Batch{}
			leaguedb.TakeOtherwiseSealed(b, &found, place, sealed.HeadOf(w.Desk.Keys.First()), after, textsAtOnce)
			if err := tx.Send(b); err != nil {
				return err
			}
			b = &tenantdb.Batch{}
			for _, r := range found {
				text, err := w.Desk.Keys.Reseal(r.Sealed, owner(tenant, r.Owner))
				if err != nil {
					faults = append(faults, fmt.Sprintf("bank data of %s, under the key %q: %v", owner(tenant, r.Owner), sealed.KeyOf(r.Sealed), err))
					continue
				}
				r.Sealed = text
				leaguedb.SetSealed(b, place, r)
			}
			return tx.Send(b)
		})
		if err != nil || len(found) == 0 {
			return err
		}
		after = found[len(found)-1]
		done.Texts += len(found) - len(faults)
		done.Faults = append(done.Faults, faults...)
		w.Step(*done)
	}
}

// receipts encrypts the files of a tenant's receipts anew, one after the other.
func (w Work) receipts(ctx context.Context, tenant uuid.UUID, done *Done) error {
	door, err := tenantdb.Read(ctx, w.DB, tenant, nil)
	if err != nil {
		return err
	}
	var after uuid.UUID
	for {
		var found []facts.RefundReceipt
		b := &tenantdb.Batch{}
		leaguedb.LoadReceiptsSealed(b, &found, w.Desk.Keys.First(), w.EveryFile, after, filesAtOnce)
		if err := door.Send(b); err != nil || len(found) == 0 {
			return err
		}
		for _, r := range found {
			err := w.fileOf(ctx, tenant, kept{
				key:  moneydesk.ReceiptKey(tenant, r),
				hold: func(b *tenantdb.Batch, kept *bool) { leaguedb.HoldReceipt(b, kept, r.ID) },
				note: func(b *tenantdb.Batch) { leaguedb.NoteReceiptSealed(b, r.ID, w.Desk.Keys.First()) },
			}, done)
			if err != nil {
				return err
			}
		}
		after = found[len(found)-1].ID
		w.Step(*done)
	}
}

// archives encrypts the parts of a tenant's archives anew, one after the other.
func (w Work) archives(ctx context.Context, tenant uuid.UUID, done *Done) error {
	door, err := tenantdb.Read(ctx, w.DB, tenant, nil)
	if err != nil {
		return err
	}
	ready, err := registrydb.ReadyArchives(door, time.Time{})
	if err != nil {
		return err
	}
	for _, a := range ready {
		for part, under := range a.SealedUnder {
			if under == w.Desk.Keys.First() && !w.EveryFile {
				continue
			}
			err := w.fileOf(ctx, tenant, kept{
				key:  tenantcopydb.PartKey(tenant, a.ID, part),
				hold: func(b *tenantdb.Batch, kept *bool) { registrydb.HoldArchive(b, kept, a.ID) },
				note: func(b *tenantdb.Batch) { registrydb.NoteArchiveSealed(b, a.ID, part, w.Desk.Keys.First()) },
			}, done)
			if err != nil {
				return err
			}
		}
		w.Step(*done)
	}
	return nil
}

// copies encrypts the copies of people's data anew, one after the other.
func (w Work) copies(ctx context.Context, done *Done) error {
	var after uuid.UUID
	for {
		var found []leaguedb.DataExport
		err := tenantdb.Global(ctx, w.DB, nil, func(tx tenantdb.GlobalTx) error {
			b := &tenantdb.Batch{}
			leaguedb.LoadExportsSealed(b, &found, w.Desk.Keys.First(), w.EveryFile, after, filesAtOnce)
			return tx.Send(b)
		})
		if err != nil || len(found) == 0 {
			return err
		}
		for _, x := range found {
			err := tenantdb.Global(ctx, w.DB, nil, func(tx tenantdb.GlobalTx) error {
				return w.file(ctx, tx, kept{
					key:  peopledesk.ExportKey(x),
					hold: func(b *tenantdb.Batch, kept *bool) { leaguedb.HoldExport(b, kept, x.ID) },
					note: func(b *tenantdb.Batch) { leaguedb.NoteExportSealed(b, x.ID, w.Desk.Keys.First()) },
				}, done)
			})
			if err != nil {
				return err
			}
		}
		after = found[len(found)-1].ID
		w.Step(*done)
	}
}

// kept is a file and the row that names it.
type kept struct {
	key  string
	hold func(b *tenantdb.Batch, kept *bool)
	note func(b *tenantdb.Batch)
}

// fileOf is [Work.file] in a transaction of a tenant.
func (w Work) fileOf(ctx context.Context, tenant uuid.UUID, k kept, done *Done) error {
	return tenantdb.In(ctx, w.DB, tenant, nil, func(tx tenantdb.Tx) error { return w.file(ctx, tx, k, done) })
}

// file encrypts a file anew while its row is held, so that a file that is being erased does not come back. If
// the file of a row is missing, the row stays unchanged and the file is reported as a fault.
func (w Work) file(ctx context.Context, tx interface{ Send(*tenantdb.Batch) error }, k kept, done *Done) error {
	named := false
	b := &tenantdb.Batch{}
	k.hold(b, &named)
	if err := tx.Send(b); err != nil || !named {
		return err
	}
	text, err := w.Files.Get(ctx, k.key)
	if errors.Is(err, blob.ErrNotFound) {
		done.Faults = append(done.Faults, "file "+k.key+" is not there")
		return nil
	}
	if err != nil {
		return err
	}
	again, err := w.Desk.Keys.Reseal(text, k.key)
	if err != nil {
		done.Faults = append(done.Faults, fmt.Sprintf("file %s, under the key %q: %v", k.key, sealed.KeyOf(text), err))
		return nil
	}
	if sealed.KeyOf(text) != w.Desk.Keys.First() {
		if err := w.Files.Put(ctx, k.key, again); err != nil {
			return err
		}
		done.Files++
	}
	b = &tenantdb.Batch{}
	k.note(b)
	return tx.Send(b)
}
