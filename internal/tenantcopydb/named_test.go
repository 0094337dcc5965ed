package tenantcopydb

import (
	"slices"
	"strings"
	"testing"

	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// The kinds of things named by ids in rows of a tenant without a foreign key.
const (
	ofTenant  = "rows of the same tenant, whose ids stay in an archive"
	people    = "accounts, which the archive has, under the ids that they have where it is restored"
	stranger  = "another tenant: it names nobody where that one is not"
	forAWhile = "what is over by the time an archive is restored: a session, or a person's own mark"
)

// named is the reviewed list of columns of tenants' rows that hold ids and have no foreign key. Restoring looks at
// foreign keys alone for the order of tables and for accounts, so a new column of this kind has to be listed here
// with its target.
var named = map[string]string{
	"league.grants.scope_id":             ofTenant, // a region or an event
	"league.invitations.scope_id":        ofTenant,
	"league.log.event_id":                ofTenant,
	"league.audit.event_id":              ofTenant,
	"league.imports.session":             forAWhile,
	"league.histories.session":           forAWhile,
	"league.events.host_id":              stranger,
	"league.outcomes.ranking":            ofTenant, // players
	"league.outcomes.gained":             ofTenant, // players
	"league.final_decisions.called_up":   ofTenant, // players
	"league.hosting_requests.club_id":    stranger,
	"league.hosting_requests.organizers": people,
	"league.entry_checks.about":          ofTenant, // players
	"league.mails.about_id":              ofTenant, // the subject of the letter
	"league.careers.since":               ofTenant, // an event
	"league.ranking_changes.players":     ofTenant,
	"league.data_accesses.players":       ofTenant,
	"league.clubs.club_tenant_id":        stranger,
	"league.history_people.player_id":    ofTenant,
	"league.series_postings.club_id":     ofTenant, // a club of the register, which may be gone
}

// Every id in a row of a tenant is the row's own, is held by a foreign key, or stands on the list; those that name accounts
// are looked at when an archive is written.
func TestIdsWithoutForeignKey(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	const ids = `select coalesce(string_agg(n.nspname || '.' || c.relname || '.' || a.attname, ' ' order by n.nspname, c.relname, a.attname), '')
		from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
		where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_' and a.attnum > 0 and not a.attisdropped
			and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype) and a.attname <> 'id'
			and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)
			and not exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any(f.conkey))`
	check := func() (unlisted []string) {
		found := strings.Fields(database.Text(t, ids))
		for _, column := range found {
			if named[column] == "" {
				unlisted = append(unlisted, column)
			}
		}
		for column, what := range named {
			if !slices.Contains(found, column) {
				t.Errorf("%s stands on the list and is no such column: take it off", column)
			}
			dot := strings.LastIndex(column, ".")
			if taken := namedWithoutKey[column[:dot]] == column[dot+1:]; taken != (what == people) {
				t.Errorf("%s names %s; the archive takes it for accounts: %t", column, what, taken)
			}
		}
		return unlisted
	}
	if unlisted := check(); len(unlisted) > 0 {
		t.Errorf("what do these name? %v", unlisted)
	}
	database.Alter(t, `alter table league.regions add column chosen_by uuid`)
	if unlisted := check(); !slices.Equal(unlisted, []string{"league.regions.chosen_by"}) {
		t.Errorf("with a further column it finds %v", unlisted)
	}
}
