package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// NewStructure is a structure that is proposed now.
func NewStructure(id uuid.UUID, of rules.Structure, reason string, now time.Time) facts.Structure {
	return facts.Structure{ID: id, Rounds: of.Rounds, Semifinal: of.Semifinal, Final: of.Final, Advance: of.Advance, Reason: reason, ProposedAt: now}
}

// LoadStructure queues the structure that is proposed or approved, and not revoked; out stays nil if there is
// none.
func LoadStructure(b *pgx.Batch, out **facts.Structure, event league.EventID) {
	tenantdb.Maybe(b, out, `select s.id, s.rounds, s.semifinal, s.final, s.advance, s.reason, p.name as proposed_by, `+initialsOf("s.proposed_by")+` as proposed_by_initials, s.proposed_at,
			a.name as approved_by, `+initialsOf("s.approved_by")+` as approved_by_initials, s.approved_at
		from league.agreed_structures s join platform.accounts p on p.id = s.proposed_by left join platform.accounts a on a.id = s.approved_by
		where s.event_id = $1 and s.revoked_at is null`, event.UUID)
}

// ProposeStructure queues a new structure; another must have been revoked.
func ProposeStructure(b *pgx.Batch, event league.EventID, s facts.Structure, by uuid.UUID) {
	b.Queue(`insert into league.agreed_structures (event_id, id, rounds, semifinal, final, advance, reason, proposed_by, proposed_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		event.UUID, s.ID, s.Rounds, s.Semifinal, s.Final, s.Advance, s.Reason, by, s.ProposedAt)
}

// ApproveStructure queues the approval of a structure.
func ApproveStructure(b *pgx.Batch, id, by uuid.UUID, now time.Time) {
	tenantdb.Exec(b, `update league.agreed_structures set approved_by = $2, approved_at = $3 where id = $1 and approved_at is null and revoked_at is null`, id, by, now)
}

// RevokeStructure queues the taking back of a structure.
func RevokeStructure(b *pgx.Batch, id, by uuid.UUID, now time.Time) {
	tenantdb.Exec(b, `update league.agreed_structures set revoked_by = $2, revoked_at = $3 where id = $1 and revoked_at is null`, id, by, now)
}

// LoadPrevious queues the standings of the event before, from the first place.
func LoadPrevious(b *pgx.Batch, out *[]facts.Previous, event league.EventID) {
	tenantdb.Many(b, out, `select s.position, p.id as player_id, p.name as player, p.initials, s.from_event
		from league.previous_standings s`+personOf("s")+`
		where s.event_id = $1 order by s.position`, event.UUID)
}

// SetPrevious queues the standings of the event before in place of those given
// before.
func SetPrevious(b *pgx.Batch, event league.EventID, lines []facts.Previous, by uuid.UUID, now time.Time) {
	b.Queue(`delete from league.previous_standings where event_id = $1`, event.UUID)
	var positions []int
	var players []league.PlayerID
	var from *league.EventID
	for _, line := range lines {
		positions, players, from = append(positions, line.Position), append(players, line.PlayerID), line.FromEvent
	}
	b.Queue(`insert into league.previous_standings (event_id, position, player_id, from_event, given_by, given_at)
		select $1, u.position, u.player, $4, $5, $6 from unnest($2::integer[], $3::uuid[]) as u (position, player)`,
		event.UUID, positions, players, from, by, now)
}
