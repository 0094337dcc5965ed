package tenantdb_test

// otherMutants are mistakes of every kind that the rules of the catalog know, beside those of policies, which are
// generated. The rows of a table reveal few of them.
var otherMutants = []mutant{
	{"a table of tenants without tenant", `create table league.novel (id uuid primary key)`, "listed", ""},
	{"a table without tenant on no list", `create table platform.novel (id uuid primary key)`, "listed", ""},
	{"a table in a schema of its own", `create schema novel create table news (id uuid primary key)`, "listed", ""},
	{"a tenant's table in the wrong schema", `create table platform.novel (tenant_id uuid primary key references platform.tenants)`, "listed", ""},
	{"a listed table that is gone", `drop table platform.mail_tokens`, "listed", ""},
	{"a tenant that is not the door's", `alter table league.regions alter tenant_id drop default`, "listed", "league.regions"},
	{"a tenant that is not there", `alter table league.regions drop constraint regions_tenant_id_fkey`, "listed", ""},
	{"a tenant that is a text", `create table league.novel (tenant_id text primary key default platform.current_tenant())`, "listed", ""},

	{"a new table without protection", `create table league.novel (tenant_id uuid primary key default platform.current_tenant() references platform.tenants)`, "secured", ""},
	{"a partition reached around its table", `create table league.novel (tenant_id uuid primary key references platform.tenants) partition by hash (tenant_id);
		alter table league.novel enable row level security; alter table league.novel force row level security;
		create table league.novel_0 partition of league.novel for values with (modulus 1, remainder 0)`, "secured", ""},

	{"a privilege without policy", `grant delete on league.grants to referto_app`, "covered", ""},
	{"a permissive policy beside that for all commands", `create policy second on league.regions for select using (false)`, "covered", ""},

	{"grants found by reading all", `drop index league.grants_of_person`, "self", ""},
	{"invitations found by reading all", `drop index league.invitations_to_address`, "self", ""},
	{"registers found by reading all", `drop index league.player_accounts_of_person`, "self", ""},

	{"a unique name in all tenants", `create unique index novel on league.regions (name)`, "keys", "league.regions"},
	{"a unique expression", `create unique index novel on league.regions (lower(name))`, "keys", "league.regions"},
	{"a unique name in some rows", `create unique index novel on league.events (slug) where state <> 'draft'`, "keys", ""},
	{"an exclusion across tenants", `alter table league.regions add constraint novel exclude (name with =)`, "keys", "league.regions"},
	{"a primary key without tenant", `alter table league.rulings drop constraint rulings_pkey, add primary key (id)`, "keys", "league.rulings"},
	{"no primary key", `alter table league.rulings drop constraint rulings_pkey`, "keys", ""},

	{"a foreign key without tenant", `alter table league.players add number bigint unique; alter table league.entries add player_number bigint,
		add constraint novel foreign key (player_number) references league.players (number)`, "references", ""},
	{"a foreign key that ends with the tenant", `alter table league.entries add constraint novel foreign key (player_id, tenant_id) references league.players (id, tenant_id)`, "references", ""},
	{"a foreign key into a tenant from outside", `alter table platform.accounts add home uuid, add region uuid,
		add constraint novel foreign key (home, region) references league.regions (tenant_id, id)`, "references", ""},
	{"a foreign key to an unlisted table", `alter table league.audit add session_id uuid references platform.sessions`, "references", ""},
	{"a second tenant in a row", `alter table league.regions add federation_id uuid references platform.tenants`, "references", ""},
	{"a listed target that nothing references", `do $$ declare f record; begin
		for f in select conrelid::regclass as t, conname from pg_constraint where confrelid = 'platform.accounts'::regclass and connamespace = 'league'::regnamespace
		loop execute format('alter table %s drop constraint %I', f.t, f.conname); end loop; end $$`, "references", ""},

	{"a foreign key to rows that are deleted, without index", `alter table league.sanctions add constraint novel
		foreign key (tenant_id, event_id, round) references league.rounds (tenant_id, event_id, number) not valid`, "indexed", ""},
	{"a foreign key with an index of some rows", `drop index platform.refresh_tokens_by_session;
		create index on platform.refresh_tokens (session_id) where used_at is null`, "indexed", ""},
	{"lasting rows that are deleted", `grant delete on league.entries to referto_app`, "indexed", "league.entries"},

	{"a number from one counter for all", `alter table league.regions add number bigint generated always as identity;
		grant usage on sequence league.regions_number_seq to referto_app`, "sequences", ""},

	{"a superuser", `alter role referto_app superuser`, "powers", "league.regions"},
	{"a role that bypasses policies", `alter role referto_app bypassrls`, "powers", "league.regions"},
	{"a role that makes roles", `alter role referto_app createrole`, "powers", ""},
	{"a role that makes databases", `alter role referto_app createdb`, "powers", ""},
	{"a role that replicates", `alter role referto_app replication`, "powers", ""},
	{"a role that becomes the owner", `grant referto_owner to referto_app`, "powers", "league.regions"},
	{"a role that owns a table", `alter table league.regions owner to referto_app`, "powers", ""},
	{"a role that owns a function", `alter function platform.current_tenant() owner to referto_app`, "powers", ""},
	{"a tenant by default", `alter role referto_app set app.tenant_id = '00000000-0000-0000-0000-000000000001'`, "powers", ""},
	{"rights on tables to come", `alter default privileges for role referto_owner in schema league grant all on tables to public`, "powers", ""},
	{"an owner role that bypasses policies", `alter role referto_owner bypassrls`, "powers", "league.regions"},
	{"a role that makes schemas", `do $$ begin execute format('grant create on database %I to referto_app', current_database()); end $$`, "powers", ""},

	{"truncate", `grant truncate on league.log to referto_app`, "rights", ""},
	{"references", `grant references on league.events to referto_app`, "rights", ""},
	{"references to a column", `grant references (id) on league.events to referto_app`, "rights", ""},
	{"trigger, by everybody", `grant trigger on platform.accounts to public`, "rights", ""},
	{"rights to hand on", `grant select on league.events to referto_app with grant option`, "rights", ""},
	{"tables in the schema of tenants", `grant create on schema league to referto_app`, "rights", ""},
	{"tables in public", `grant create on schema public to public`, "rights", ""},
	{"the list of migrations", `grant insert on public.schema_migrations to referto_app`, "rights", ""},

	{"seasons that are deleted", `grant delete on league.seasons to referto_app`, "deletions", "league.seasons"},
	{"accounts that are deleted", `grant delete on platform.accounts to referto_app`, "deletions", ""},
	{"a deletion that is no longer needed", `revoke delete on league.seats from referto_app`, "deletions", "league.seats"},

	{"a changed log", `grant update on league.log to referto_app`, "facts", "league.log"},
	{"a changed column of the log", `grant update (data) on league.log to referto_app`, "facts", ""},
	{"a forgotten audit", `grant delete on league.audit to referto_app`, "facts", "league.audit"},
	{"a changed result", `grant update on league.results to referto_app`, "facts", "league.results"},
	{"a changed ruleset", `grant update on league.ruleset_versions to referto_app`, "facts", "league.ruleset_versions"},
	{"a log without entries", `revoke insert on league.log from referto_app`, "facts", "league.log"},

	{"a view of its owner", `create view league.novel as select * from league.players`, "views", ""},
	{"a view that asks as its owner", `create view platform.novel with (security_invoker = false) as select * from league.players`, "views", ""},
	{"a copy of all tenants", `create materialized view league.novel as select * from league.players; grant select on league.novel to referto_app`, "views", ""},
	{"a rule", `create rule novel as on insert to league.regions do also notify novel`, "views", ""},

	{"a function with its owner's rights", `create function league.novel() returns bigint language sql security definer set search_path = pg_catalog
		as 'select count(*) from league.players'`, "functions", ""},
	{"a function that finds what the caller hides", `create function platform.novel() returns bigint language sql as 'select 1::bigint'`, "functions", ""},
	{"an index of the rows of all tenants", `create index novel on league.players (name)`, "together", ""},
	{"a listed index that is gone", `drop index league.data_accesses_of_player`, "together", ""},
	{"an index of another type", `create index novel on league.audit using hash (tenant_id)`, "plain", ""},
	{"an exclusion", `alter table league.regions add constraint novel exclude (tenant_id with =, name with =)`, "plain", ""},
	{"a constraint that waits", `alter table league.regions add constraint novel unique (tenant_id, name) deferrable`, "plain", ""},
	{"a generated column", `alter table league.regions add novel text generated always as (lower(name)) stored`, "plain", ""},
	{"a trigger", `create function league.novel() returns trigger language plpgsql set search_path = pg_catalog as 'begin return new; end';
		create trigger novel before insert on league.regions for each row execute function league.novel()`, "plain", ""},
	{"a table that is not logged", `create unlogged table league.novel (tenant_id uuid primary key)`, "plain", ""},

	{"a listed function that is gone", `alter function jobs.river_job_state_in_bitmask rename to novel`, "functions", ""},
}
