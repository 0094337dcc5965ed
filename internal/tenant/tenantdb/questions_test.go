package tenantdb_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/tenant/tenantdb"
)

// An identity is the asking party: the role, and the settings that a door would pass to the database.
type identity struct {
	name                   string
	role                   string // empty for the superuser
	tenant, account, email string
}

// A question is a statement and the right answer for each identity. The control is the same statement, restricted to
// the one row, by the superuser: it must return one row, so that an empty answer is never the statement's fault.
type question struct {
	asks         string
	sql, control string
	answers      []answer
}

type answer struct {
	to   identity
	want string
}

// Answers: how many rows, or the SQLSTATE of the refusal.
const (
	noRow     = "0 rows"
	oneRow    = "1 rows"
	refused   = "refused with 42501" // by a policy or for lack of a privilege
	duplicate = "refused with 23505"
	kept      = "refused with 23001" // by a trigger
)

// keptRows is the reviewed list of tables of which the application role deletes some rows only,
// and which; the row of the exam is none of them.
var keptRows = map[string]string{
	"league.events":           "those of an import that is undone",
	"league.players":          "those whom an import has added that is undone",
	"league.clubs":            "those that an import has made that is undone",
	"league.ranking_openings": "those of an import that is undone",
}

// selfReads is the reviewed list of tables that a person reads through their own
// door (tenantdb.Self): rows that name them. Other tables that name them, such
// as players, show nothing there.
var selfReads = map[string]string{
	"league.grants":          "what he may do, wherever: to choose a tenant",
	"league.invitations":     "to his confirmed address, which he answers before he belongs to the tenant",
	"league.player_accounts": "where he plays: to find what waits for him there",
	"league.player_requests": "what he has asked about his records, and what became of it",
}

// exam asks about one table: its row of ours, and the row's twin in theirs that
// is not there yet.
type exam struct {
	table                                table
	sample                               sample
	ours, theirs, nobody, self, stranger identity
}

func newExam(t table, s sample) exam {
	who := func(name, tenant, account, email string) identity {
		return identity{name, tenantdb.ApplicationRole, tenant, account, email}
	}
	return exam{
		table: t, sample: s,
		ours:     who("the row's tenant", s.ours, "", ""),
		theirs:   who("another tenant", s.theirs, "", ""),
		nobody:   who("no tenant", "", "", ""),
		self:     who("the person the row names", "", cmp.Or(s.row["account_id"], uuid.NewString()), cmp.Or(s.row["email_key"], "somebody")),
		stranger: who("another person", "", uuid.NewString(), "stranger"),
	}
}

// questions are all that is asked.
func (x exam) questions(c catalog) ([]question, error) {
	theRow, err := x.sample.row.condition(c, x.table.Name)
	if err != nil {
		return nil, err
	}
	everything := append(x.changes(c, theRow, ""), x.changes(c, theRow, " where "+theRow)...)
	return append(everything, x.additions()...), nil
}

// changes are the questions about rows that are there, with a condition or
// without: a change without one is not held back by the policy of reading.
func (x exam) changes(c catalog, theRow, condition string) []question {
	ask := func(command, asks, statement, ours, self string) question {
		return question{
			asks: asks, sql: statement + condition, control: statement + " where " + theRow,
			answers: x.ifAllowed(command, []answer{{x.ours, ours}, {x.theirs, noRow}, {x.nobody, noRow}, {x.self, self}, {x.stranger, noRow}}),
		}
	}
	what := "everything"
	if condition != "" {
		what = "the row"
	}
	selfSees := noRow
	if selfReads[x.table.Name] != "" {
		selfSees = oneRow
	}
	update := func(column, value string) string {
		return fmt.Sprintf("update %s set %s = %s", x.table.Name, column, value)
	}
	read := ask("SELECT", "reads "+what, "select from "+x.table.Name, oneRow, selfSees)
	read.answers = append(read.answers, answer{identity{name: "the owner role without tenant", role: tenantdb.OwnerRole}, noRow})
	column, deleted := x.changeable(c), oneRow
	if keptRows[x.table.Name] != "" {
		deleted = kept
	}
	away := ask("UPDATE", "gives away "+what, update(tenantColumn, literal(x.sample.theirs)), refused, noRow)
	if !mayChange(c, x.table.Name, tenantColumn) { // only words in it: see emptied
		for i := range away.answers {
			away.answers[i].want = refused
		}
	}
	return []question{
		read,
		ask("UPDATE", "changes "+what, update(column, x.value(column)), oneRow, noRow),
		away,
		ask("DELETE", "deletes "+what, "delete from "+x.table.Name, deleted, noRow),
	}
}

// value returns the new value of a column: that of the sample row, or the column's default.
func (x exam) value(column string) string {
	if has, ok := x.sample.row[column]; ok {
		return literal(has)
	}
	return column
}

// mayChange reports whether the application role may update a column.
func mayChange(c catalog, table, name string) bool {
	return slices.ContainsFunc(c.columnsOf(table), func(column column) bool { return column.Name == name && column.Changeable })
}

// changeable is a column of the row that the application role may update.
func (x exam) changeable(c catalog) string {
	for _, column := range c.columnsOf(x.table.Name) {
		if _, has := x.sample.row[column.Name]; has && column.Changeable {
			return column.Name
		}
	}
	for _, column := range c.columnsOf(x.table.Name) { // words that stand there by default
		if column.Changeable {
			return column.Name
		}
	}
	return tenantColumn // none: the answer is a refusal
}

// additions are the questions about the twin. That it can be added shows that
// no key is shared between tenants; that the row's own tenant cannot add it
// again shows that the keys clash.
func (x exam) additions() []question {
	anonymous := maps.Clone(x.sample.twin)
	delete(anonymous, tenantColumn)
	named, unnamed := insertion(x.table.Name, x.sample.twin), insertion(x.table.Name, anonymous)
	ask := func(asks, statement, ours string) question {
		return question{
			asks: asks, sql: statement, control: named,
			answers: x.ifAllowed("INSERT", []answer{{x.theirs, oneRow}, {x.ours, ours}, {x.nobody, refused}, {x.self, refused}, {x.stranger, refused}}),
		}
	}
	return []question{
		ask("adds a row for another tenant", named, refused),
		ask("adds a row for the tenant of the door", unnamed, duplicate),
	}
}

// ifAllowed makes a refusal of every answer to a command that the application
// role has no privilege for.
func (x exam) ifAllowed(command string, answers []answer) []answer {
	if !x.table.may(command) {
		for i := range answers {
			answers[i].want = refused
		}
	}
	return answers
}

// sessions are the connections on which identities ask, each in a transaction.
type sessions struct{ superuser, owner, application *pgx.Conn }

func (s sessions) of(who identity) *pgx.Conn {
	switch who.role {
	case tenantdb.ApplicationRole:
		return s.application
	case tenantdb.OwnerRole:
		return s.owner
	}
	return s.superuser
}

// ask asks as the identity, takes the effect back and returns the answer.
func (s sessions) ask(ctx context.Context, who identity, sql string) (string, error) {
	conn := s.of(who)
	before := "savepoint question; "
	if who.role != "" {
		before += "set local role " + who.role + "; "
	}
	before += fmt.Sprintf("select set_config('app.tenant_id', %s, true), set_config('app.account_id', %s, true), set_config('app.account_email', %s, true); ",
		literal(who.tenant), literal(who.account), literal(who.email))
	tag, err := conn.Exec(ctx, before+sql)
	if _, err := conn.Exec(ctx, "rollback to savepoint question; release savepoint question"); err != nil {
		return "", fmt.Errorf("take back %q: %w", sql, err)
	}
	if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) {
		return "refused with " + pg.Code, nil
	}
	return fmt.Sprintf("%d rows", tag.RowsAffected()), err
}

// wrongAnswers asks all questions and returns a sentence for each answer that is
// not the one wanted.
func wrongAnswers(ctx context.Context, s sessions, table string, all []question) (found []string, err error) {
	ask := func(q question, sql string, a answer) {
		got, failure := s.ask(ctx, a.to, sql)
		if failure != nil {
			err = fmt.Errorf("%s: %s %s: %w", table, a.to.name, q.asks, failure)
		} else if got != a.want {
			found = append(found, fmt.Sprintf("%s: %s %s: %s, want %s", table, a.to.name, q.asks, got, a.want))
		}
	}
	for _, q := range all {
		for _, a := range q.answers {
			ask(q, q.sql, a)
		}
		ask(q, q.control, answer{identity{name: "the superuser"}, oneRow})
	}
	return found, err
}
