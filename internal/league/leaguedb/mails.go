package leaguedb

import (
	"time"

	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

const (
	unreached = `m.state in ('refused', 'failed')`
	// sameAddress limits a query to letters m to the address that the register still has
	// of a player p without an account.
	sameAddress = `p.account_id is null and m.address = sha256(convert_to(lower(p.email), 'UTF8'))`
)

// LoadRefusedMails queues the letters without a season that did not reach their readers: about invitations that
// are open and were not sent anew, about addresses that are to be confirmed, about bans in force and undecided
// leavings, as long as the register has the same address. Letters to accounts are left out, because their
// owners see to them themselves.
func LoadRefusedMails(b *pgx.Batch, out *[]facts.RefusedMail, now time.Time) {
	tenantdb.Many(b, out, `select m.about, m.about_id, i.email as name, i.invited_by as by, case when i.scope = 'stage' then i.scope_id end as event_id, m.state, m.at, m.reply, null::uuid as player_id
		from league.mails m join league.invitations i on i.tenant_id = m.tenant_id and i.id = m.about_id
		where m.tenant_id = platform.current_tenant() and m.about = 'invitation' and `+unreached+`
			and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > $1
			and not exists (select from league.invitations l where l.tenant_id = i.tenant_id and l.email_key = i.email_key and l.role = i.role
				and l.scope = i.scope and l.scope_id is not distinct from i.scope_id and l.id > i.id)
		union all
		select m.about, m.about_id, p.name, (select c.changed_by from league.address_changes c where c.tenant_id = p.tenant_id and c.player_id = p.id order by c.id desc limit 1), null, m.state, m.at, m.reply, null
		from league.mails m join league.players p on p.tenant_id = m.tenant_id and p.id = m.about_id
		where m.tenant_id = platform.current_tenant() and m.about = 'player-address' and `+unreached+` and p.address_before <> '' and `+sameAddress+`
		union all
		select m.about, m.about_id, p.name, null, null, m.state, m.at, m.reply, p.id
		from league.mails m join league.bans n on n.tenant_id = m.tenant_id and n.id = m.about_id
		`+personOf("n")+`
		join lateral (select d.outcome, d.until_day from league.ban_decisions d where d.tenant_id = n.tenant_id and d.ban_id = n.id order by d.ordinal desc limit 1) d
			on d.outcome = 'ban' and (d.until_day is null or d.until_day >= ($1::timestamptz)::date)
		where m.tenant_id = platform.current_tenant() and m.about = 'ban' and `+unreached+` and `+sameAddress+`
		union all
		select m.about, m.about_id, p.name, null, l.event_id, m.state, m.at, m.reply, null
		from league.mails m join (`+leavers+`) l on l.tenant_id = m.tenant_id and l.id = m.about_id and l.ban_id is null
		`+personOf("l")+`
		where m.tenant_id = platform.current_tenant() and m.about = 'leaving' and `+unreached+` and `+sameAddress+`
		order by 7, 2`, now)
}

// LoadRefusedConvocations queues the letters about convocations of a season that did not reach their readers,
// as long as these still have the same address.
func LoadRefusedConvocations(b *pgx.Batch, out *[]facts.RefusedMail, season league.SeasonID) {
	tenantdb.Many(b, out, `select m.about, m.about_id, p.name, null::uuid as by, null::uuid as event_id, m.state, m.at, m.reply, null::uuid as player_id
		from league.mails m join league.convocations c on c.tenant_id = m.tenant_id and c.id = m.about_id
		`+personOf("c")+`
		left join platform.accounts a on a.id = p.account_id
		where m.tenant_id = platform.current_tenant() and m.about = 'convocation' and `+unreached+` and c.season_id = $1
			and m.address = sha256(convert_to(lower(coalesce(a.email, p.email)), 'UTF8'))
		order by m.at, m.about_id`, season.UUID)
}
