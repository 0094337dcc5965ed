package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

const declarationColumns = `d.round, d.table_number, d.number, d.entry, d.result, d.declared_at, d.confirmed`

// AddDeclaration queues a result declared by a player at a table.
func AddDeclaration(b *pgx.Batch, event league.EventID, d facts.Declaration) {
	b.Queue(`insert into league.declarations (event_id, round, table_number, number, entry, result, declared_at) values ($1, $2, $3, $4, $5, $6, $7)`,
		event.UUID, d.Round, d.TableNumber, d.Number, d.Entry, d.Result, d.DeclaredAt)
}

// ConfirmDeclaration queues the players at the table who agree with a declaration.
func ConfirmDeclaration(b *pgx.Batch, event league.EventID, d facts.Declaration) {
	tenantdb.Exec(b, `update league.declarations set confirmed = $5 where event_id = $1 and round = $2 and table_number = $3 and number = $4`,
		event.UUID, d.Round, d.TableNumber, d.Number, d.Confirmed)
}

// LoadDeclarations queues the latest declaration of each table of a round, by table; 0 is every table.
func LoadDeclarations(b *pgx.Batch, out *[]facts.Declaration, event league.EventID, round, table int) {
	tenantdb.Many(b, out, `select distinct on (d.table_number) `+declarationColumns+` from league.declarations d
		where d.event_id = $1 and d.round = $2 and ($3 = 0 or d.table_number = $3) order by d.table_number, d.number desc`, event.UUID, round, table)
}

const callColumns = `c.id, c.round, c.table_number, c.reason, c.note, c.called_at, c.answered_at, coalesce(a.name, '') as answered_by`

// AddRefereeCall queues a call of a table.
func AddRefereeCall(b *pgx.Batch, event league.EventID, c facts.RefereeCall) {
	b.Queue(`insert into league.referee_calls (id, event_id, round, table_number, reason, note, called_at) values ($1, $2, $3, $4, $5, $6, $7)`,
		c.ID, event.UUID, c.Round, c.TableNumber, c.Reason, c.Note, c.CalledAt)
}

// AnswerRefereeCall queues the answer of a staff member to a call.
func AnswerRefereeCall(b *pgx.Batch, id, by uuid.UUID, at time.Time) {
	tenantdb.Exec(b, `update league.referee_calls set answered_by = $2, answered_at = $3 where id = $1`, id, by, at)
}

// LoadRefereeCalls queues the calls of a round in the order they came; of one table alone unless table is 0.
func LoadRefereeCalls(b *pgx.Batch, out *[]facts.RefereeCall, event league.EventID, round, table int) {
	tenantdb.Many(b, out, `select `+callColumns+`, `+initialsOf("c.answered_by")+` as answered_by_initials from league.referee_calls c left join platform.accounts a on a.id = c.answered_by
		where c.event_id = $1 and c.round = $2 and ($3 = 0 or c.table_number = $3) order by c.called_at, c.id`, event.UUID, round, table)
}
