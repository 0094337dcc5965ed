package desk

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/internal/league/leaguedb"
	"referto/internal/media/blob"
	"referto/internal/tenant/tenantdb"
)

// ReceiptKey is where the file of a receipt lies in the store of files.
func ReceiptKey(tenant uuid.UUID, r leaguedb.RefundReceipt) string {
	return tenant.String() + "/" + receipts + "/" + r.RefundID.String() + "/" + r.Digest
}

// PhotoKey is where a picture of a photo lies in the store of files.
func PhotoKey(tenant, photo uuid.UUID, digest string) string {
	return tenant.String() + "/" + photo.String() + "/" + digest + picture
}

const (
	receipts = "refunds" // folder of a tenant's receipts
	picture  = ".jpg"    // end of the key of a picture
)

// KeptFiles is what has the files of receipts and photos.
type KeptFiles interface {
	Files
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

// fileOf takes a key of a tenant apart; false for one of another form, of which we know
// nothing.
func fileOf(key string) (f keptFile, ours bool) {
	parts := strings.Split(key, "/")[1:]
	f.key, f.receipt = key, len(parts) == 3 && parts[0] == receipts
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

// lookedAtOnce is how many files are asked about at once.
const lookedAtOnce = 500

// LostFor is for how long a file that no row names is left: a database that was restored
// from a copy of some days ago knows nothing of what came since, and the way back to the
// newer one has to stay open.
const LostFor = 30 * 24 * time.Hour

// DeleteLostFiles deletes the files of receipts and photos that no row names and that
// were written before a moment, in every tenant: those of a transaction that failed after
// they were kept. It returns how many there were. A receipt is added, and its file kept, by who holds the claim; here the
// claim is held too, so that no file goes that is just being handed in again. While the
// pictures of a photo are made none of them is lost.
func DeleteLostFiles(ctx context.Context, db *tenantdb.DB, files KeptFiles, before time.Time) (deleted int64, err error) {
	err = tenantdb.Everywhere(ctx, db, func(tx tenantdb.Tx) error {
		lying, err := lyingFiles(ctx, files, tx.Tenant(), before)
		if err != nil {
			return err
		}
		for some := range slices.Chunk(lying, lookedAtOnce) {
			lost, err := lostOf(tx, some)
			if err != nil {
				return err
			}
			for _, f := range lost {
				if err := files.Delete(ctx, f.key); err != nil {
					return err
				}
			}
			deleted += int64(len(lost))
		}
		return nil
	})
	return deleted, err
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

// lostOf are those of some files that no row names. Nearly always there are none, and
// nobody is kept waiting.
func lostOf(tx tenantdb.Tx, some []keptFile) ([]keptFile, error) {
	lost, err := unnamed(tx, some, &tenantdb.Batch{})
	if err != nil || len(lost) == 0 {
		return nil, err
	}
	hold := &tenantdb.Batch{}
	leaguedb.HoldRefunds(hold, ownersOf(lost, true))
	return unnamed(tx, lost, hold)
}

// unnamed are those of some files that no row names, seen after the statements of a
// batch.
func unnamed(tx tenantdb.Tx, some []keptFile, b *tenantdb.Batch) ([]keptFile, error) {
	var named, pictures []leaguedb.NamedFile
	leaguedb.LoadNamedReceipts(b, &named, ownersOf(some, true))
	leaguedb.LoadNamedPictures(b, &pictures, ownersOf(some, false))
	if err := tx.Send(b); err != nil {
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
