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

// keptFile is a file that lies in the store.
type keptFile struct {
	key     string
	receipt bool      // or a picture
	owner   uuid.UUID // the claim, or the photo
	digest  string
}

// fileOf parses a key of a tenant; false for one of another form, of which we know
// nothing.
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

// lookedAtOnce bounds the files that are asked about at once.
const lookedAtOnce = 500

// LostFor is the time for which a file that no row names is left: a database that was
// restored from a copy of some days ago knows nothing of what came since, and the way
// back to the newer one has to stay open.
const LostFor = 30 * 24 * time.Hour

const (
	// lostEvery is the time between two searches: all files of a tenant are listed for one.
	lostEvery = 24 * time.Hour

	// lostUnbroken is the time after which nobody having looked means that the database was away, or
	// is a copy of that age.
	lostUnbroken = 3 * lostEvery
)

// DeleteLostFiles deletes the files of receipts and photos that no row names and that
// were written long ago ([LostFor]), in every tenant where nobody has looked for a day:
// those of a transaction that failed after they were kept. It returns how many there
// were. What fails in one tenant is reported and keeps no other waiting; there the next
// look is a day later too.
//
// A database that was restored may lack rows whose files are there; one that was restored by
// half lacks all of them. So nothing is deleted in a tenant before its files were looked for day after
// day for as long as a lost file is left: not after the first search there is any memory of, nor
// after days without one, nor after [HoldLostFiles].
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

// HoldLostFiles has [DeleteLostFiles] delete nothing in any tenant for as long as a lost file is
// left, and returns until when: for a database that was just restored.
func HoldLostFiles(ctx context.Context, db *tenantdb.DB, now time.Time) (until time.Time, err error) {
	until = now.Add(LostFor)
	return until, tenantdb.Everywhere(ctx, db, func(tx tenantdb.Tx) error {
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.HoldFileSearch(b, now, until) })
		return nil
	})
}

// deleteLostFiles deletes those of a tenant that lie there since before a moment.
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

// deleteLost deletes a file that no row named. A receipt is added, and its file kept, by
// who holds the claim; here this one claim is held while the file goes, so that none goes
// that is just being handed in again. While the pictures of a photo are made none of them
// is lost, and afterwards none comes: nothing is held for them.
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

// lyingFiles are the files of a tenant that lie in the store since before a moment.
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

// unnamed are those of some files that no row names, seen after the statements of a
// batch.
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
