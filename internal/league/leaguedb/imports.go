package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

const importColumns = `id, state, form, bytes, file, decided, lines, phase, done, entries, rounds, tables, results, derived, title, ruleset,
	faults, people, event_id, created_by, session, language, created_at, finished_at`

// LoadImport queues an import; [tenantdb.ErrNotFound] without it.
func LoadImport(b *pgx.Batch, out *facts.Import, id uuid.UUID) {
	tenantdb.One(b, out, `select `+importColumns+` from league.imports where id = $1`, id)
}

// TakeImport queues an import to change it: its row is held until the transaction ends. It returns
// [tenantdb.ErrNotFound] if there is none.
func TakeImport(b *pgx.Batch, out *facts.Import, id uuid.UUID) {
	tenantdb.One(b, out, `select `+importColumns+` from league.imports where id = $1 for update`, id)
}

// AddImport queues a new import.
func AddImport(b *pgx.Batch, i facts.Import) {
	b.Queue(`insert into league.imports (id, state, form, bytes, file, created_by, session, language, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		i.ID, i.State, i.Form, i.Bytes, i.File, i.CreatedBy, i.Session, i.Language, i.CreatedAt)
}

// ChangeImport queues the new state of an import that was in a given state. It returns [tenantdb.ErrNotFound]
// if the import is in another state by now, so that nothing is done twice.
func ChangeImport(b *pgx.Batch, i facts.Import, before facts.ImportState) {
	tenantdb.Exec(b, `update league.imports set state = $2, file = $3, decided = $4, lines = $5, phase = $6, done = $7, entries = $8, rounds = $9, tables = $10,
	results = $11, derived = $12, title = $13, ruleset = $14, faults = $15, people = $16, event_id = $17, finished_at = $18,
			created_by = $19, session = $20, language = $21 where id = $1 and state = $22`,
		i.ID, i.State, i.File, i.Decided, i.Lines, i.Phase, i.Done, i.Entries, i.Rounds, i.Tables,
		i.Results, i.Derived, i.Title, i.Ruleset, i.Faults, i.People, i.EventID, i.FinishedAt, i.CreatedBy, i.Session, i.Language, before)
}

// SaveProgress queues how far an import is.
func SaveProgress(b *pgx.Batch, id uuid.UUID, phase string, done, lines int) {
	tenantdb.Exec(b, `update league.imports set phase = $2, done = $3, lines = $4 where id = $1`, id, phase, done, lines)
}

// ForgetFiles queues the removal of files that were received before a moment and not stored.
func ForgetFiles(b *pgx.Batch, since time.Time) {
	b.Queue(`update league.imports set file = null where file is not null and created_at < $1`, since)
}

// LoadPeople queues the people whose names, or those of whose aliases, read like one of several keys: each once
// for a key, with the id of the record that is kept.
func LoadPeople(b *pgx.Batch, out *[]facts.Player, keys []string) {
	tenantdb.Many(b, out, `select distinct on (name_key, coalesce(kept_as, id)) coalesce(kept_as, id) as id, name, name_key, club_id, club, city, coalesce(birth_year, 0)::integer as birth_year, initials, email, address_before, account_id, added_by, created_at, erased_at, version, kept_as
		from league.players where name_key = any($1) order by name_key, coalesce(kept_as, id), kept_as is not null, players.id`, keys)
}

// LoadSlugs queues the existing addresses of events that begin like one.
func LoadSlugs(b *pgx.Batch, out *[]string, slug string) {
	b.Queue(`select slug from league.events where (slug = $1 or slug >= $1 || '-' and slug < $1 || '.') and state <> 'cancelled'`, slug).
		Query(func(rows pgx.Rows) (err error) {
			*out, err = pgx.CollectRows(rows, pgx.RowTo[string])
			return err
		})
}

// AddPlayers queues several new players who were added at one time, with their clubs.
func AddPlayers(b *pgx.Batch, players []facts.Player, by uuid.UUID, now time.Time) {
	n := len(players)
	ids, clubs, born := make([]uuid.UUID, n), make([]*uuid.UUID, n), make([]int, n)
	names, keys, clubNames, cities, mails := make([]string, n), make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	for i, p := range players {
		ids[i], names[i], keys[i], clubNames[i], cities[i], mails[i], born[i] = p.ID.UUID, p.Name, p.NameKey, p.Club, p.City, p.Email, p.BirthYear
		if p.ClubID != nil {
			clubs[i] = &p.ClubID.UUID
		}
	}
	b.Queue(`insert into league.players (id, name, name_key, club_id, club, city, email, birth_year, added_by, created_at)
		select u.id, u.name, u.key, u.club_id, u.club, u.city, u.mail, nullif(u.born, 0), $9, $10
		from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::integer[]) as u (id, name, key, club_id, club, city, mail, born)`,
		ids, names, keys, clubs, clubNames, cities, mails, born, by, now)
	firstClubs(b, ids, clubs, &by, now)
	rememberWords(b, ids, keys)
}

// SetEntries queues entries with their draw, in place of those of the same numbers.
func SetEntries(b *pgx.Batch, event league.EventID, entries []facts.Entry, by uuid.UUID, now time.Time) {
	n := len(entries)
	numbers, players, states := make([]int, n), make([]uuid.UUID, n), make([]string, n)
	lots, positions, places := make([]*int, n), make([]*int, n), make([]*int, n)
	for i, e := range entries {
		numbers[i], players[i], states[i] = e.Number, e.Record().UUID, string(e.State)
		lots[i], positions[i], places[i] = e.Lot, e.DrawPosition, e.Place
	}
	b.Queue(`insert into league.entries (event_id, number, player_id, state, lot, draw_position, place, entered_by, entered_at, cancelled_at)
		select $1, u.number, u.player, u.state, u.lot, u.position, u.place, $8, $9, case when u.state = 'cancelled' then $9::timestamptz end
		from unnest($2::integer[], $3::uuid[], $4::text[], $5::integer[], $6::integer[], $7::integer[]) as u (number, player, state, lot, position, place)
		on conflict (tenant_id, event_id, number) do update set state = excluded.state, lot = excluded.lot, draw_position = excluded.draw_position,
			place = excluded.place, cancelled_at = excluded.cancelled_at, version = league.entries.version + 1`,
		event.UUID, numbers, players, states, lots, positions, places, by, now)
}
