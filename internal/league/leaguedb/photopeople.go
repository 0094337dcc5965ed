package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// LoadPeopleOnPhotos queues the people who are named on photos that were not removed, by photo in the order of
// the names: a person once, by however many records.
func LoadPeopleOnPhotos(b *pgx.Batch, out *[]facts.PersonOnPhoto, photos []uuid.UUID) {
	b.Queue(`select n.photo_id, f.event_id, p.id, array_agg(n.player_id order by n.player_id), p.name, p.initials, min(n.named_at), max(n.asked_off_at),
			(select coalesce(max(r.birth_year), 0)::integer from league.players r where r.id = p.id or r.kept_as = p.id),
			array(select c.guardian from league.players r join league.consents c on c.tenant_id = r.tenant_id and c.player_id = r.id
				where (r.id = p.id or r.kept_as = p.id) and c.purpose = 'photos' and c.withdrawn_at is null)
		from league.photo_people n join league.photos f on f.tenant_id = n.tenant_id and f.id = n.photo_id`+personOf("n")+`
		where n.photo_id = any($1) and n.unnamed_at is null and f.removed_at is null
		group by n.photo_id, f.event_id, p.tenant_id, p.id order by n.photo_id, p.name_key, p.id`, photos).Query(func(rows pgx.Rows) error {
		var p facts.PersonOnPhoto
		var guardians []string
		_, err := pgx.ForEachRow(rows, []any{&p.PhotoID, &p.EventID, &p.PersonID, &p.Records, &p.Name, &p.Initials, &p.NamedAt, &p.AskedOffAt, &p.Born, &guardians}, func() error {
			row := p
			for _, guardian := range guardians {
				row.Agreed = append(row.Agreed, facts.Consent{PlayerID: p.PersonID, Purpose: facts.Photos, Guardian: guardian})
			}
			*out = append(*out, row)
			return nil
		})
		return err
	})
}

// ShareRecords queues records of the register by their ids, and keeps their consents from being changed until
// the transaction ends; ids without a record are left out.
func ShareRecords(b *pgx.Batch, out *[]facts.Player, ids []league.PlayerID) {
	tenantdb.Many(b, out, `select `+playerColumns+` from league.players where id = any($1) order by id for share`, ids)
}

// NameOnPhoto queues that a photo names some records from now on.
func NameOnPhoto(b *pgx.Batch, photo uuid.UUID, records []league.PlayerID, by uuid.UUID, at time.Time) {
	b.Queue(`insert into league.photo_people (photo_id, player_id, named_by, named_at) select $1, unnest($2::uuid[]), $3, $4
		on conflict (tenant_id, photo_id, player_id) do update set named_by = $3, named_at = $4, unnamed_at = null`, photo, uuids(records), by, at)
}

// EndNaming queues that a photo no longer names some records.
func EndNaming(b *pgx.Batch, photo uuid.UUID, records []league.PlayerID, at time.Time) {
	b.Queue(`update league.photo_people set unnamed_at = $3 where photo_id = $1 and player_id = any($2) and unnamed_at is null`, photo, uuids(records), at)
}

// AskOff queues that a person asks to be taken off a photo since a moment, or with nil that they have withdrawn
// the request.
func AskOff(b *pgx.Batch, photo uuid.UUID, records []league.PlayerID, since *time.Time) {
	b.Queue(`update league.photo_people set asked_off_at = $3 where photo_id = $1 and player_id = any($2)`, photo, uuids(records), since)
}

// WithheldPhoto is a photo with the reason for which it is currently kept from the public.
type WithheldPhoto struct {
	ID       uuid.UUID
	EventID  league.EventID
	Withheld facts.Withheld
}

// LoadPhotosNaming queues the photos that name some people, by any record of theirs, or with nil anybody. It
// leaves out photos that named an erased person, because nothing changes about them any more.
func LoadPhotosNaming(b *pgx.Batch, out *[]WithheldPhoto, people []league.PlayerID) {
	const photos = `select id, event_id, withheld from league.photos where removed_at is null and withheld <> 'photo-of-erased' and `
	if people == nil {
		tenantdb.Many(b, out, photos+`(withheld <> '' or id in (select photo_id from league.photo_people where unnamed_at is null)) order by id`)
		return
	}
	tenantdb.Many(b, out, photos+`id = any(array(select photo_id from league.photo_people where player_id = `+anyOf(recordsBehind("$1"))+`)) order by id`, uuids(people))
}

// LoadPhotoNaming queues one photo that was not removed, as [LoadPhotosNaming] does several.
func LoadPhotoNaming(b *pgx.Batch, out *[]WithheldPhoto, photo uuid.UUID) {
	tenantdb.Many(b, out, `select id, event_id, withheld from league.photos where removed_at is null and id = $1`, photo)
}

// SetWithheld queues the reason why a photo is kept from the public, as its next version.
func SetWithheld(b *pgx.Batch, photo uuid.UUID, why facts.Withheld) {
	b.Queue(`update league.photos set withheld = $2, version = version + 1 where id = $1`, photo, string(why))
}

// RaiseEvents queues the next revision of some events, and adds them to those that are raised.
func RaiseEvents(b *pgx.Batch, raised *[]Raised, events []league.EventID) {
	b.Queue(`update league.events set revision = revision + 1 where id = any($1) returning id, revision`, uuids(events)).Query(addRaised(raised))
}

// LoadPhotosOf queues the photos that name a person and can be seen by them, the latest first, before one of
// them if it is given; at most so many. Photos hidden from the public are included.
func LoadPhotosOf(b *pgx.Batch, out *[]facts.Photo, person league.PlayerID, before uuid.UUID, most int) {
	tenantdb.Many(b, out, `select `+photoColumns+` from league.photos
		where id = any(array(select photo_id from league.photo_people where unnamed_at is null and player_id = `+anyOf(recordsOf("$1"))+`))
			and state = 'ready' and removed_at is null and ($2 = '00000000-0000-0000-0000-000000000000'::uuid or id < $2) order by id desc limit $3`, person.UUID, before, most)
}

// LoadIsOnPhoto queues whether a photo names the person of an account.
func LoadIsOnPhoto(b *pgx.Batch, out *bool, photo, account uuid.UUID) {
	tenantdb.Scalar(b, out, `select exists (select from league.photo_people n join league.players p on p.tenant_id = n.tenant_id and p.id = n.player_id
		where n.photo_id = $1 and n.unnamed_at is null and p.account_id = $2)`, photo, account)
}

// eraseFromPhotos queues that no photo names a record any more. The photos that did are kept from the public
// for good, because nobody is left who could agree. The events that showed them are added to those that are
// raised.
func eraseFromPhotos(b *pgx.Batch, raised *[]Raised, player uuid.UUID) {
	const named = `(select photo_id from league.photo_people where player_id = $1 and unnamed_at is null)`
	b.Queue(`update league.events set revision = revision + 1
		where id in (select event_id from league.photos where id in `+named+`) returning id, revision`, player).Query(addRaised(raised))
	b.Queue(`update league.photos set withheld = 'photo-of-erased', version = version + 1 where withheld <> 'photo-of-erased' and id in `+named, player)
}
