-- +goose Up
-- That two records of a register that look like one person's are of two people, or are not said
-- to be any more: the latest number of a pair counts, and no row is changed.
create table league.distinctions (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	one_id     uuid not null, -- the lower id of the two
	other_id   uuid not null,
	number     integer not null constraint distinction_number_positive check (number > 0),
	two_people boolean not null, -- false: taken back
	reason     text not null constraint distinction_reason_bounded check (char_length(reason) between 1 and 500),
	decided_by uuid not null references platform.accounts,
	decided_at timestamptz not null,
	primary key (tenant_id, one_id, other_id, number),
	foreign key (tenant_id, one_id) references league.players (tenant_id, id),
	foreign key (tenant_id, other_id) references league.players (tenant_id, id),
	constraint distinction_of_two check (one_id <> other_id)
);
create index distinctions_of_other on league.distinctions (tenant_id, other_id);

alter table league.distinctions enable row level security;
alter table league.distinctions force row level security;
create policy distinctions_of_tenant on league.distinctions
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert on league.distinctions to referto_app;
-- Words of a decision may be erased (0079), and nothing else of it changes.
create trigger words_only_emptied before update on league.distinctions for each row execute function platform.only_emptied('reason');
grant update (reason) on league.distinctions to referto_app;
