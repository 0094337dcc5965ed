package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// LoadStaff queues the staff of an event in the order named.
func LoadStaff(b *pgx.Batch, out *[]facts.Staff, event league.EventID) {
	tenantdb.Many(b, out, `select s.id, s.role, s.name, coalesce(p.initials, false) or `+initialsOf("s.account_id")+` as initials, coalesce(p.kept_as, s.player_id) as player_id, s.account_id, s.invitation_id, s.created_at from league.event_staff s
		left join league.players p on p.tenant_id = s.tenant_id and p.id = s.player_id
		where s.event_id = $1 and s.removed_at is null order by s.created_at, s.id`, event.UUID)
}

// AddStaff queues a staff member.
func AddStaff(b *pgx.Batch, event league.EventID, s facts.Staff) {
	b.Queue(`insert into league.event_staff (event_id, id, role, name, player_id, account_id, invitation_id, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
		event.UUID, s.ID, s.Role, s.Name, s.PlayerID, s.AccountID, s.InvitationID, s.CreatedAt)
}

// RemoveStaff queues the removal of a staff member, the withdrawal of the offer
// and the end of the role.
func RemoveStaff(b *pgx.Batch, event league.EventID, s facts.Staff, by uuid.UUID, now time.Time) {
	tenantdb.Exec(b, `update league.event_staff set removed_at = $3 where event_id = $1 and id = $2 and removed_at is null`, event.UUID, s.ID, now)
	if s.InvitationID != nil {
		b.Queue(`update league.invitations set withdrawn_at = $2 where id = $1 and accepted_at is null and withdrawn_at is null`, *s.InvitationID, now)
	}
	if s.AccountID != nil {
		b.Queue(`update league.grants set revoked_at = $4, revoked_by = $5 where account_id = $1 and role = $2 and scope = 'stage' and scope_id = $3 and revoked_at is null`,
			*s.AccountID, s.Role, event.UUID, now, by)
	}
}
