package tenantcopydb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/internal/media/blob"
	"referto/internal/sealed"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
)

// KeptFolder is the folder of all archives of a tenant that lie in the store of files.
func KeptFolder(of uuid.UUID) string { return "archives/" + of.String() }

// PartKey names a part of an archive in the store of files, the first being 0; the part is encrypted under it.
func PartKey(of, archive uuid.UUID, part int) string {
	return KeptFolder(of) + "/" + archive.String() + "/" + strconv.Itoa(part)
}

// partLength is the length of each part of an archive but the last: no more of it is in memory at once.
const partLength = 8 << 20

// Keeper keeps archives in the store of files, each in parts that are encrypted.
type Keeper struct {
	DB    *tenantdb.DB
	Files blob.Store
	Keys  sealed.Keys
}

// Keep makes an archive and stores it. It returns its length, and the key of each part. A repetition stores the same
// parts anew. Step is called with the number of steps done, and the total.
func (k Keeper) Keep(ctx context.Context, of, archive uuid.UUID, now time.Time, step func(done, total int)) (bytes int64, under []string, err error) {
	out := &parts{ctx: ctx, keeper: k, key: func(n int) string { return PartKey(of, archive, n) }}
	if _, err = ExportOwn(ctx, k.DB, of, k.Files, out, now, step); err == nil {
		err = out.flush()
	}
	return out.bytes, out.under, err
}

// parts writes an archive in parts.
type parts struct {
	ctx    context.Context
	keeper Keeper
	key    func(part int) string
	rest   []byte // of the part that is not full yet
	bytes  int64
	under  []string
}

// Write keeps each part that is full.
func (p *parts) Write(data []byte) (n int, err error) {
	for n < len(data) {
		some := data[n:min(len(data), n+partLength-len(p.rest))]
		p.rest = append(p.rest, some...)
		n += len(some)
		if len(p.rest) == partLength {
			if err := p.flush(); err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

func (p *parts) flush() error {
	if len(p.rest) == 0 {
		return nil
	}
	key := p.key(len(p.under))
	text, err := p.keeper.Keys.Seal(p.rest, key)
	if err != nil {
		return err
	}
	if err := p.keeper.Files.Put(p.ctx, key, text); err != nil {
		return err
	}
	p.bytes += int64(len(p.rest))
	p.under, p.rest = append(p.under, p.keeper.Keys.First()), p.rest[:0]
	return nil
}

// Open reads an archive that is kept. The first part is read at once, so that a file that is not there is known before
// anything is answered.
func (k Keeper) Open(ctx context.Context, of uuid.UUID, a tenant.Archive) (io.Reader, error) {
	r := &kept{ctx: ctx, keeper: k, key: func(n int) string { return PartKey(of, a.ID, n) }, parts: len(a.SealedUnder)}
	return r, r.open()
}

// kept reads an archive part by part.
type kept struct {
	ctx    context.Context
	keeper Keeper
	key    func(part int) string
	parts  int
	next   int
	rest   []byte
}

func (r *kept) open() error {
	key := r.key(r.next)
	text, err := r.keeper.Files.Get(r.ctx, key)
	if err == nil {
		r.rest, err = r.keeper.Keys.Open(text, key)
	}
	if err != nil {
		return fmt.Errorf("archive %s: %w", key, err)
	}
	r.next++
	return nil
}

// Read reads on.
func (r *kept) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		if r.next >= r.parts {
			return 0, io.EOF
		}
		if err := r.open(); err != nil {
			return 0, err
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Drop deletes the parts of an archive, or of one that was being made.
func (k Keeper) Drop(ctx context.Context, of, archive uuid.UUID) error {
	_, err := deleteBelow(ctx, k.Files, KeptFolder(of)+"/"+archive.String())
	return err
}

// deleteBelow deletes all files in a folder and the folders below it, and returns how many there were.
func deleteBelow(ctx context.Context, files blob.Store, folder string) (int, error) {
	var keys []string
	for f, err := range files.Below(ctx, folder) {
		if err != nil {
			return 0, err
		}
		if strings.HasPrefix(f.Key, folder+"/") {
			keys = append(keys, f.Key)
		}
	}
	for _, key := range keys {
		if err := files.Delete(ctx, key); err != nil {
			return 0, err
		}
	}
	return len(keys), nil
}

// DropDue deletes the files of all archives that are past their expiry, each file before its row is marked as
// expired, and returns their number.
func (k Keeper) DropDue(ctx context.Context, now time.Time) (dropped int64, err error) {
	err = tenantdb.Each(ctx, k.DB, func(of uuid.UUID) error {
		door, err := tenantdb.Read(ctx, k.DB, of, nil)
		if err != nil {
			return err
		}
		due, err := registrydb.DueArchives(door, now)
		for _, a := range due {
			err = errors.Join(err, k.expire(ctx, of, a))
			dropped++
		}
		return err
	})
	return dropped, err
}

func (k Keeper) expire(ctx context.Context, of uuid.UUID, a tenant.Archive) error {
	if err := k.Drop(ctx, of, a.ID); err != nil {
		return err
	}
	err := tenantdb.In(ctx, k.DB, of, nil, func(tx tenantdb.Tx) error { return registrydb.ExpireArchive(tx, a.ID) })
	if err != nil {
		return err
	}
	return k.Drop(ctx, of, a.ID) // once more: a part may have been encrypted anew just then, which holds the row
}
