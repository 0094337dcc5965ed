package leaguedb

import (
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

const distinctionColumns = `d.one_id, d.other_id, d.number, d.two_people, d.reason, d.decided_by, d.decided_at`

// standing restricts distinctions d to those in force.
const standing = ` d.two_people and not exists (select from league.distinctions l
	where l.tenant_id = d.tenant_id and l.one_id = d.one_id and l.other_id = d.other_id and l.number > d.number)`

// twoPeople selects the pairs of people, by the records that are kept for them, between whose records a
// distinction is in force.
const twoPeople = `select coalesce(a.kept_as, a.id) as one, coalesce(z.kept_as, z.id) as other from league.distinctions d
	join league.players a on a.tenant_id = d.tenant_id and a.id = d.one_id
	join league.players z on z.tenant_id = d.tenant_id and z.id = d.other_id where` + standing

// LoadTwoPeople queues the people from whom some people were distinguished.
func LoadTwoPeople(b *pgx.Batch, out *facts.TwoPeople, people []league.PlayerID) {
	b.Queue(twoPeople+` and (d.one_id = `+anyOf(recordsOfAll("$1"))+` or d.other_id = `+anyOf(recordsOfAll("$1"))+`)`, people).Query(func(rows pgx.Rows) error {
		var pair [2]league.PlayerID
		_, err := pgx.ForEachRow(rows, []any{&pair[0], &pair[1]}, func() error {
			*out = append(*out, pair)
			return nil
		})
		return err
	})
}

// LoadDistinct queues the distinctions in force between the records of two people.
func LoadDistinct(b *pgx.Batch, out *[]facts.Distinction, one, other league.PlayerID) {
	tenantdb.Many(b, out, `select `+distinctionColumns+` from league.distinctions d where`+standing+`
			and (d.one_id = `+anyOf(recordsOf("$1"))+` and d.other_id = `+anyOf(recordsOf("$2"))+` or d.one_id = `+anyOf(recordsOf("$2"))+` and d.other_id = `+anyOf(recordsOf("$1"))+`)
		order by d.one_id, d.other_id`, one.UUID, other.UUID)
}

// LoadLastDistinction queues the last distinction of two records, where one is the record with the lower id;
// out stays nil if there is none.
func LoadLastDistinction(b *pgx.Batch, out **facts.Distinction, one, other league.PlayerID) {
	tenantdb.Maybe(b, out, `select `+distinctionColumns+` from league.distinctions d where d.one_id = $1 and d.other_id = $2 order by d.number desc limit 1`, one.UUID, other.UUID)
}

// AddDistinction queues a fact about two records, which are held ([TakePlayers]).
func AddDistinction(b *pgx.Batch, d facts.Distinction) {
	b.Queue(`insert into league.distinctions (one_id, other_id, number, two_people, reason, decided_by, decided_at) values ($1, $2, $3, $4, $5, $6, $7)`,
		d.OneID.UUID, d.OtherID.UUID, d.Number, d.TwoPeople, d.Reason, d.DecidedBy, d.DecidedAt)
}

// DistinctionSeen is a fact about two records, with the person who decided it.
type DistinctionSeen struct {
	facts.Distinction
	By string // name
}

// LoadDistinctions queues the facts about a record and others, the latest first.
func LoadDistinctions(b *pgx.Batch, out *[]DistinctionSeen, record league.PlayerID) {
	tenantdb.Many(b, out, `select `+distinctionColumns+`, a.name as by from league.distinctions d join platform.accounts a on a.id = d.decided_by
		where $1 in (d.one_id, d.other_id) order by d.decided_at desc, d.one_id, d.other_id, d.number desc limit 500`, record.UUID)
}
