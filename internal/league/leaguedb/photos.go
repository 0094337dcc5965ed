package leaguedb

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

const publicPhoto = `(state = 'ready' and hidden_at is null and removed_at is null and people_agree and (not minors or guardians_agree) and withheld = '')`

const photoColumns = `id, event_id, kind, round, alt, people_agree, minors, guardians_agree, taken_at, state, refusal, bytes, received, digest,
	page_digest, page_width, page_height, thumbnail_digest, thumbnail_width, thumbnail_height, created_by, created_at, received_at,
	hidden_at, hidden_by, removed_at, removed_by, removed_reason, withheld, version`

// LoadPhotos queues photos of an event in the order sent, after one of them, at most so many; it leaves out
// removed ones, and, unless all is true, those that are not public.
func LoadPhotos(b *pgx.Batch, out *[]facts.Photo, event league.EventID, all bool, after uuid.UUID, most int) {
	tenantdb.Many(b, out, `select `+photoColumns+` from league.photos
		where event_id = $1 and removed_at is null and ($2 or `+publicPhoto+`) and id > $3 order by id limit $4`, event.UUID, all, after, most)
}

// LoadPhoto queues one photo of an event, also a removed one; [tenantdb.ErrNotFound]
// without it.
func LoadPhoto(b *pgx.Batch, out *facts.Photo, event league.EventID, id uuid.UUID) {
	tenantdb.One(b, out, `select `+photoColumns+` from league.photos where event_id = $1 and id = $2`, event.UUID, id)
}

// TakePhoto is [LoadPhoto] to change it: its row is held until the transaction ends.
func TakePhoto(b *pgx.Batch, out *facts.Photo, event league.EventID, id uuid.UUID) {
	tenantdb.One(b, out, `select `+photoColumns+` from league.photos where event_id = $1 and id = $2 for update`, event.UUID, id)
}

// CountPhotos queues how many photos of an event were announced and not removed.
func CountPhotos(b *pgx.Batch, out *int, event league.EventID) {
	tenantdb.Scalar(b, out, `select count(*) from league.photos where event_id = $1 and removed_at is null`, event.UUID)
}

// AddPhoto queues a photo that was announced.
func AddPhoto(b *pgx.Batch, p facts.Photo) {
	b.Queue(`insert into league.photos (id, event_id, kind, round, alt, people_agree, minors, guardians_agree, taken_at, state, bytes, received, digest,
			created_by, created_at, received_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		p.ID, p.EventID.UUID, p.Kind, p.Round, p.Alt, p.PeopleAgree, p.Minors, p.GuardiansAgree, p.TakenAt, p.State, p.Bytes, p.Received, p.Digest,
		p.CreatedBy, p.CreatedAt, p.ReceivedAt)
}

// SavePhoto queues the new state of a photo, as its next version. The row is held: see [TakePhoto].
func SavePhoto(b *pgx.Batch, p facts.Photo) {
	tenantdb.Exec(b, `update league.photos set kind = $2, round = $3, alt = $4, people_agree = $5, minors = $6, guardians_agree = $7, state = $8,
			refusal = $9, received = $10, page_digest = $11, page_width = $12, page_height = $13, thumbnail_digest = $14,
			thumbnail_width = $15, thumbnail_height = $16, received_at = $17, hidden_at = $18, hidden_by = $19, removed_at = $20, removed_by = $21,
			removed_reason = $22, version = version + 1 where id = $1`,
		p.ID, p.Kind, p.Round, p.Alt, p.PeopleAgree, p.Minors, p.GuardiansAgree, p.State,
		p.Refusal, p.Received, p.PageDigest, p.PageWidth, p.PageHeight, p.ThumbnailDigest,
		p.ThumbnailWidth, p.ThumbnailHeight, p.ReceivedAt, p.HiddenAt, p.HiddenBy, p.RemovedAt, p.RemovedBy, p.RemovedReason)
}

// AddPhotoPart queues a part of a photo.
func AddPhotoPart(b *pgx.Batch, photo uuid.UUID, start int, data []byte) {
	b.Queue(`insert into league.photo_parts (photo_id, start, data) values ($1, $2, $3)`, photo, start, data)
}

// SamePhotoPart queues whether the same part has arrived before.
func SamePhotoPart(b *pgx.Batch, out *bool, photo uuid.UUID, start int, data []byte) {
	tenantdb.Scalar(b, out, `select exists (select from league.photo_parts where photo_id = $1 and start = $2 and data = $3)`, photo, start, data)
}

// LoadPhotoParts queues the parts of a photo in order.
func LoadPhotoParts(b *pgx.Batch, out *[][]byte, photo uuid.UUID) {
	b.Queue(`select data from league.photo_parts where photo_id = $1 order by start`, photo).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.CollectRows(rows, pgx.RowTo[[]byte])
		return err
	})
}

// DropPhotoParts queues the end of a photo's parts.
func DropPhotoParts(b *pgx.Batch, photo uuid.UUID) {
	b.Queue(`delete from league.photo_parts where photo_id = $1`, photo)
}

// ExpirePhotos ends the photos that were announced before a time and are not ready, in all tenants, for a
// reason, and returns their number. It may run in several replicas at once, and be interrupted anywhere.
func ExpirePhotos(ctx context.Context, db *tenantdb.DB, before time.Time, why league.Grounds) (expired int64, err error) {
	err = tenantdb.Everywhere(ctx, db, func(tx tenantdb.Tx) error {
		tx.Defer(func(b *tenantdb.Batch) {
			b.Queue(`update league.photos set state = 'refused', refusal = $2, version = version + 1
				where state in ('uploading', 'processing') and created_at < $1`, before, why).
				Exec(func(tag pgconn.CommandTag) error {
					expired += tag.RowsAffected()
					return nil
				})
			b.Queue(`delete from league.photo_parts q using league.photos p
				where p.tenant_id = q.tenant_id and p.id = q.photo_id and p.state = 'refused'`)
		})
		return nil
	})
	return expired, err
}

// LoadDocuments queues the documents received of several events, by event in the
// order received.
func LoadDocuments(b *pgx.Batch, out *[]facts.Document, events []league.EventID) {
	tenantdb.Many(b, out, `select event_id, id as photo_id, kind, round, received_at, hidden_at is not null as hidden, removed_at is not null as removed
		from league.photos where event_id = any($1) and state = 'ready' order by event_id, received_at, id`, uuids(events))
}
