package leaguedb

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/tenant/tenantdb"
)

// AuditRecord is one act in the audit.
type AuditRecord struct {
	ID        uuid.UUID
	At        time.Time
	Actor     string     // name; "" for the program itself
	AccountID *uuid.UUID // of the actor
	Operation string
	EventID   *league.EventID
	Subject   string
	Reason    string
	Before    json.RawMessage
	After     json.RawMessage
	RequestID string
	Refused   string // the reason; "" where the act was done
	// Paragraph is the paragraph that the act cites, and Code the regulation of its event; "" for none.
	Paragraph, Code string
}

// AuditFilter narrows a list of acts; zero fields do not.
type AuditFilter struct {
	Event        league.EventID
	Actor        uuid.UUID
	Season       league.SeasonID // it and its events
	Player       league.PlayerID // named by the record
	From, Until  time.Time       // until excluded
	Refused      *bool
	Only, Except []string  // operations; nil: all, none
	Before       uuid.UUID // the last one seen
	Limit        int
}

// LoadAudit queues acts, the latest first.
func LoadAudit(b *pgx.Batch, out *[]AuditRecord, f AuditFilter) {
	sql, args := `select u.id, u.at, coalesce(a.name, '') as actor, u.account_id, u.operation, u.event_id, u.subject, u.reason, u.before, u.after, u.request_id, u.refused,
			coalesce(u.after->>'paragraph', '') as paragraph, coalesce(v.code, '') as code
		from league.audit u left join platform.accounts a on a.id = u.account_id
		left join league.events e on e.id = u.event_id and u.after ? 'paragraph' left join league.ruleset_versions v on v.id = e.ruleset_version_id where true`, []any{f.Limit}
	narrow := func(does bool, condition string, value any) {
		if does {
			args = append(args, value)
			sql += ` and (` + strings.ReplaceAll(condition, `$`, `$`+strconv.Itoa(len(args))) + `)`
		}
	}
	narrow(f.Event.UUID != uuid.Nil, `u.event_id = $`, f.Event.UUID)
	narrow(f.Actor != uuid.Nil, `u.account_id = $`, f.Actor)
	narrow(f.Season.UUID != uuid.Nil, `u.event_id in (select s.id from league.events s where s.season_id = $) or position($::text in u.subject) > 0`, f.Season.UUID)
	narrow(f.Player.UUID != uuid.Nil, namesPlayer, f.Player.UUID)
	narrow(!f.From.IsZero(), `u.at >= $`, f.From)
	narrow(!f.Until.IsZero(), `u.at < $`, f.Until)
	narrow(f.Refused != nil, `(u.refused <> '') = $`, f.Refused)
	narrow(f.Only != nil, `u.operation = any($)`, f.Only)
	narrow(f.Except != nil, `u.operation <> all($)`, f.Except)
	narrow(f.Before != uuid.Nil, `u.id < $`, f.Before)
	tenantdb.Many(b, out, sql+` order by u.id desc limit $1`, args...)
}

// namesPlayer is the condition that an act u is about a person: by the id of the record or of one that was
// merged into it, by the start number in an event, or by the id of a ban, claim or convocation of theirs.
const namesPlayer = `exists (select from league.players p where (p.id = $ or p.kept_as = $) and (
		position(p.id::text in u.subject) > 0 or p.id::text in (u.before->>'player', u.after->>'player', u.after->>'other')
		or exists (select from league.entries n where n.event_id = u.event_id and n.player_id = p.id
			and u.subject ~ ('^(sanction of )?entr(y|ies) ([0-9]+, )*' || n.number || '(,| not kept|\Z)'))
		or exists (select from league.bans o where o.player_id = p.id and u.subject = 'ban ' || o.id)
		or exists (select from league.refunds o where o.player_id = p.id and u.subject in ('refund ' || o.id, 'bank data of refund ' || o.id))
		or exists (select from league.convocations o where o.player_id = p.id and u.subject = 'convocation ' || o.id)))`

// AuditSubject is one subject of an act, under its current name.
type AuditSubject struct {
	Act    uuid.UUID // id of the record
	Kind   string    // player, event, season, ranking, series, club, region
	ID     uuid.UUID
	Name   string
	Slug   string // by which pages have it; "" where they do not
	Number int    // the start number of a person in the event; 0 without
}

// LoadAuditSubjects queues the subjects of some acts, as far as their records name them: people first.
func LoadAuditSubjects(b *pgx.Batch, out *[]AuditSubject, acts []uuid.UUID) {
	tenantdb.Many(b, out, `with acts as (select * from league.audit where id = any($1)),
		named as (select u.id as act, (regexp_matches(concat_ws(' ', u.subject, u.before->>'player', u.after->>'player', u.after->>'other'),
				'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g'))[1]::uuid as thing from acts u),
		numbered as (select u.id as act, u.event_id, n::integer as number from acts u,
			regexp_split_to_table(substring(u.subject from '^(?:sanction of )?entr(?:y|ies) ([0-9]+(?:, [0-9]+)*)'), ', ') n),
		owned as (select n.act, o.player_id from named n join league.bans o on o.id = n.thing
			union select n.act, o.player_id from named n join league.refunds o on o.id = n.thing
			union select n.act, o.player_id from named n join league.convocations o on o.id = n.thing
			union select n.act, n.thing from named n)
		select act, kind, id, name, slug, number from (
			select o.act, 'player' as kind, p.id, p.name, '' as slug, 0 as number, 1 as place from owned o join league.players p on p.id = o.player_id
			union select n.act, 'player', p.id, p.name, '', n.number, 1 from numbered n
				join league.entries e on e.event_id = n.event_id and e.number = n.number join league.players p on p.id = e.player_id
			union select u.id, 'event', e.id, e.title, e.slug, 0, 2 from acts u join league.events e on e.id = u.event_id
			union select n.act, 'event', e.id, e.title, e.slug, 0, 2 from named n join league.events e on e.id = n.thing
			union select n.act, 'season', s.id, s.title, s.slug, 0, 3 from named n join league.seasons s on s.id = n.thing
			union select n.act, 'ranking', s.id, s.title, s.slug, 0, 4 from named n join league.rankings s on s.id = n.thing
			union select n.act, 'series', s.id, s.title, s.slug, 0, 5 from named n join league.series s on s.id = n.thing
			union select n.act, 'club', s.id, s.name, '', 0, 6 from named n join league.clubs s on s.id = n.thing
			union select n.act, 'region', s.id, s.name, '', 0, 7 from named n join league.regions s on s.id = n.thing
		) found order by act, place, number, name`, acts)
}

// EntryChange holds the person who changed an entry last, and the time.
type EntryChange struct {
	Entry int
	Actor string // name; "" for the program itself, and for a person without an account
	At    time.Time
}

// LoadLastChanges queues the last change of each of some entries of an event, alone or with others at once.
// Entries that were never changed are left out.
func LoadLastChanges(b *pgx.Batch, out *[]EntryChange, event league.EventID, entries []int) {
	tenantdb.Many(b, out, `select n.entry, coalesce(a.name, '') as actor, c.at from unnest($2::integer[]) as n (entry)
		join lateral (select u.account_id, u.at from league.audit u where u.event_id = $1
			and (u.subject = 'entry ' || n.entry or u.subject like 'entries %' and u.after ? n.entry::text) order by u.id desc limit 1) c on true
		left join platform.accounts a on a.id = c.account_id order by n.entry`, event.UUID, entries)
}

// LoadLastActor queues the name of the person who did an operation in an event last; "" if nobody did it, or if
// they have no account any more.
func LoadLastActor(b *pgx.Batch, out *string, event league.EventID, operation string) {
	tenantdb.Scalar(b, out, `select coalesce((select a.name from league.audit u left join platform.accounts a on a.id = u.account_id
		where u.event_id = $1 and u.operation = $2 and u.refused = '' order by u.id desc limit 1), '')`, event.UUID, operation)
}

// LogRecord is one fact of the tenant's log.
type LogRecord struct {
	Sequence int64
	At       time.Time
	Kind     string
	EventID  *uuid.UUID
	Data     json.RawMessage
}

// LogFilter narrows a list of facts; zero fields do not.
type LogFilter struct {
	After  int64  // sequence number of the last one seen
	Kind   string // a kind, or its first word for all that begin with it
	Event  uuid.UUID
	Except []string // first words of kinds of which none are listed
	Limit  int
}

// LoadLog queues facts in order.
func LoadLog(b *pgx.Batch, out *[]LogRecord, f LogFilter) {
	sql, args := `select sequence, at, kind, event_id, data from league.log where sequence > $1`, []any{f.After, f.Limit}
	narrow := func(condition string, value any) {
		args = append(args, value)
		sql += ` and ` + strings.ReplaceAll(condition, `$`, `$`+strconv.Itoa(len(args)))
	}
	switch {
	case strings.Contains(f.Kind, "."):
		narrow(`kind collate "C" = $`, f.Kind)
	case f.Kind != "": // a slash follows the point
		narrow(`kind collate "C" >= $ || '.' and kind collate "C" < $ || '/'`, f.Kind)
	}
	if f.Event != uuid.Nil {
		narrow(`event_id = $`, f.Event)
	}
	if len(f.Except) > 0 {
		narrow(`split_part(kind, '.', 1) <> all($::text[])`, f.Except)
	}
	tenantdb.Many(b, out, sql+` order by sequence limit $2`, args...)
}
