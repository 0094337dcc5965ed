package tenantdb_test

import (
	"io/fs"
	"strings"
	"testing"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// Migration 0055 makes clubs of the texts that players had: one for all texts that differ in spaces and case only,
// named as most players have it, each tenant its own; the beginning of the membership is unknown, and it is recorded
// with the time of the text.
func TestTextsBecomeClubs(t *testing.T) {
	t.Parallel()
	d := tenantdbtest.Create(t)
	conn := connect(t, d.Superuser)
	execute(t, conn, `drop table league.memberships, league.categories, league.category_lists;
		alter table league.players drop column club_id, drop column birth_year;
		drop table league.clubs;
		drop function league.club_key`)
	const one, two = "00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000002"
	execute(t, conn, `insert into platform.tenants (id, slug, name, kind, languages, created_at)
		select i::uuid, 'tenant-' || right(i, 1), 'Tenant', 'federation', '{en}', now() from unnest(array['`+one+`', '`+two+`']) as u (i)`)
	execute(t, conn, `insert into league.players (tenant_id, id, name, name_key, club, created_at)
		select t::uuid, gen_random_uuid(), n, lower(n), c, d::timestamptz from (values
			('`+one+`', 'Ada', 'Orsi del Nord', '2008-03-01'), ('`+one+`', 'Bea', 'ORSI  del nord ', '2007-01-01'), ('`+one+`', 'Ciro', 'Orsi del Nord', '2009-01-01'),
			('`+one+`', 'Dora', 'Морски вълци', '2009-01-01'), ('`+one+`', 'Eva', 'МОРСКИ ВЪЛЦИ', '2009-01-02'), ('`+one+`', 'Fabio', '', '2009-01-01'), ('`+one+`', 'Gina', '   ', '2009-01-01'),
			('`+two+`', 'Ada', 'orsi del nord', '2009-01-01')) as v (t, n, c, d)`)
	text, err := fs.ReadFile(tenantdb.Migrations(), "0055_clubs.sql")
	if err != nil {
		t.Fatal(err)
	}
	execute(t, conn, "set role "+tenantdb.OwnerRole+";"+strings.TrimPrefix(string(text), "-- +goose Up")+"; reset role")
	got := d.Text(t, `select string_agg(right(p.tenant_id::text, 1) || ' ' || p.name || ': ' || coalesce(c.name || '/' || p.club || ' ' || m.from_day || ' ' || (m.recorded_at = p.created_at), 'none'), ', ' order by p.tenant_id, p.name)
		from league.players p left join league.clubs c on c.tenant_id = p.tenant_id and c.id = p.club_id
		left join league.memberships m on m.tenant_id = p.tenant_id and m.player_id = p.id and m.club_id = c.id`)
	const want = "1 Ada: Orsi del Nord/Orsi del Nord -infinity true, 1 Bea: Orsi del Nord/Orsi del Nord -infinity true, 1 Ciro: Orsi del Nord/Orsi del Nord -infinity true, " +
		"1 Dora: МОРСКИ ВЪЛЦИ/МОРСКИ ВЪЛЦИ -infinity true, 1 Eva: МОРСКИ ВЪЛЦИ/МОРСКИ ВЪЛЦИ -infinity true, 1 Fabio: none, 1 Gina: none, " +
		"2 Ada: orsi del nord/orsi del nord -infinity true"
	if got != want {
		t.Errorf("players are in\n%s, want\n%s", got, want)
	}
	if got := d.Text(t, `select count(*) || ' since ' || min(created_at)::date from league.clubs`); got != "3 since 2007-01-01" {
		t.Errorf("clubs: %s", got)
	}
	if got := d.Text(t, `select relforcerowsecurity::text from pg_class where oid = 'league.players'::regclass`); got != "true" {
		t.Error("the owner sees the players of all tenants")
	}
}
