package photodesk

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/leaguedb"
	"referto/internal/media/blob"
	"referto/internal/tenant/tenantdb"
)

// PhotoKey names a picture of a photo in the store of files.
func PhotoKey(tenant, photo uuid.UUID, digest string) string {
	return tenant.String() + "/" + photo.String() + "/" + digest + picture
}

// picture ends the name of a photo's file.
const picture = ".jpg"

// KeptFiles stores the files of receipts and photos.
type KeptFiles interface {
	moneydesk.Files
	// Below are the files in a folder and the folders in it, in any order.
	Below(ctx context.Context, folder string) iter.Seq2[blob.File, error]
}

// keptFile is a file in the store.
type keptFile struct {
	key     string
	receipt bool      // or a picture
	owner   uuid.UUID // the claim, or the photo
	digest  string
}

// fileOf parses a key of a tenant; ours is false for a key of an unknown form.
func fileOf(key string) (f keptFile, ours bool) {
	parts := strings.Split(key, "/")[1:]
	f.key, f.receipt = key, len(parts) == 3 && parts[0] == moneydesk.Receipts
	if f.receipt {
		parts = parts[1:]
	}
	if len(parts) != 2 {
		return f, false
	}
	owner, err := uuid.Parse(parts[0])
	f.owner, f.digest = owner, strings.TrimSuffix(parts[1], picture)
	return f, err == nil
}

// lookedAtOnce bounds the files that one query looks up.
const lookedAtOnce = 500

// LostFor is the time for which a file that no row names is kept. A database that was restored from a copy of
// some days ago knows nothing of later files, and it must stay possible to go back to the newer database.
const LostFor = 30 * 24 * time.Hour

const (
	// lostEvery is the time between two searches: all files of a tenant are listed for one.
	lostEvery = 24 * time.Hour

	// lostUnbroken is the time after which a gap between two searches means that the database was away, or is a
	// copy of that age.
	lostUnbroken = 3 * lostEvery
)

// DeleteLostFiles deletes the files of receipts and photos that no row names and that were written long ago
// ([LostFor]), in every tenant that has not been searched for a day. Such files are left by transactions that
// failed after their files were stored. It returns the number of deleted files. A failure in one tenant is
// reported and does not stop the others; the next search in that tenant is a day later too.
//
// A restored database may lack rows whose files are there; one that was restored incompletely lacks all of
// them. So nothing is deleted in a tenant before its files have been searched day after day for as long as a
// lost file is kept: not after the first search on record, nor after a gap of several days, nor after
// [HoldLostFiles].
func DeleteLostFiles(ctx context.Context, db *tenantdb.DB, files KeptFiles, now time.Time) (deleted int64, err error) {
	err = tenantdb.Each(ctx, db, func(tenant uuid.UUID) error {
		deletes := false
		err := tenantdb.In(ctx, db, tenant, nil, func(tx tenantdb.Tx) error {
			b := &tenantdb.Batch{}
			leaguedb.BeginFileSearch(b, &deletes, leaguedb.FileSearch{
				Now: now, BegunAfter: now.Add(-lostEvery), Unbroken: now.Add(-lostUnbroken), HoldUntil: now.Add(LostFor),
			})
			return tx.Send(b)
		})
		if err != nil || !deletes {
			return err
		}
		n, err := deleteLostFiles(ctx, db, tenant, files, now.Add(-LostFor))
		deleted += n
		return err
	})
	return deleted, err
}

// HoldLostFiles makes [DeleteLostFiles] delete nothing in any tenant for as long as a lost file is kept, and
// returns the end of that time: for a database that was just restored.
func HoldLostFiles(ctx context.Context, db *tenantdb.DB, now time.Time) (until time.Time, err error) {
	until = now.Add(LostFor)
	return until, tenantdb.Everywhere(ctx, db, func(tx tenantdb.Tx) error {
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.HoldFileSearch(b, now, until) })
		return nil
	})
}

// deleteLostFiles deletes the lost files of a tenant that were written before a moment.
func deleteLostFiles(ctx context.Context, db *tenantdb.DB, tenant uuid.UUID, files KeptFiles, before time.Time) (deleted int64, err error) {
	lying, err := lyingFiles(ctx, files, tenant, before)
	if err != nil {
		return 0, err
	}
	for some := range slices.Chunk(lying, lookedAtOnce) {
		door, err := tenantdb.Read(ctx, db, tenant, nil)
		if err != nil {
			return deleted, err
		}
		lost, err := unnamed(door, some, &tenantdb.Batch{})
		if err != nil {
			return deleted, err
		}
		for _, f := range lost {
			gone, err := deleteLost(ctx, db, tenant, files, f)
			if err != nil {
				return deleted, err
			}
			if gone {
				deleted++
			}
		}
	}
	return deleted, nil
}

// deleteLost deletes a file that no row named. A receipt is added, and its file stored, while the claim is
// held; here this claim is held while the file is deleted, so that no file is deleted that is just being handed
// in again. The pictures of a photo are not lost while they are being made, and none is added later: nothing is
// held for them.
func deleteLost(ctx context.Context, db *tenantdb.DB, tenant uuid.UUID, files KeptFiles, f keptFile) (gone bool, err error) {
	if !f.receipt {
		return true, files.Delete(ctx, f.key)
	}
	err = tenantdb.In(ctx, db, tenant, nil, func(tx tenantdb.Tx) error {
		hold := &tenantdb.Batch{}
		leaguedb.HoldRefunds(hold, []uuid.UUID{f.owner})
		lost, err := unnamed(tx, []keptFile{f}, hold)
		if err != nil || len(lost) == 0 {
			return err
		}
		gone = true
		return files.Delete(ctx, f.key)
	})
	return gone && err == nil, err
}

// lyingFiles returns the files of a tenant that were stored before a moment.
func lyingFiles(ctx context.Context, files KeptFiles, tenant uuid.UUID, before time.Time) (lying []keptFile, err error) {
	for lies, err := range files.Below(ctx, tenant.String()) {
		if err != nil {
			return nil, err
		}
		if f, ours := fileOf(lies.Key); ours && lies.Written.Before(before) {
			lying = append(lying, f)
		}
	}
	return lying, nil
}

// unnamed returns the files that no row names, read after the statements of a batch.
func unnamed(door tenantdb.Door, some []keptFile, b *tenantdb.Batch) ([]keptFile, error) {
	var named, pictures []leaguedb.NamedFile
	leaguedb.LoadNamedReceipts(b, &named, ownersOf(some, true))
	leaguedb.LoadNamedPictures(b, &pictures, ownersOf(some, false))
	if err := door.Send(b); err != nil {
		return nil, err
	}
	named = append(named, pictures...)
	return slices.DeleteFunc(slices.Clone(some), func(f keptFile) bool {
		return slices.ContainsFunc(named, func(n leaguedb.NamedFile) bool {
			return n.Owner == f.owner && (n.Digest == nil || *n.Digest == f.digest)
		})
	}), nil
}

// ownersOf are the claims, or the photos, of some files.
func ownersOf(some []keptFile, receipts bool) []uuid.UUID {
	var out []uuid.UUID
	for _, f := range some {
		if f.receipt == receipts {
			out = append(out, f.owner)
		}
	}
	return out
}
