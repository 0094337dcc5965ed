package officiating_test

import (
	"slices"
	"testing"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
)

// declaring returns a stage of twelve in its first round, with entrants 1 to 4 at table 1.
func declaring(t *testing.T, how facts.TableResults) *officiating.Situation {
	t.Helper()
	s := draw(t, begun(t, "CN09", 12))
	s.Event.TableResults = how
	return s
}

// TestMayDeclare: a table declares its result while its round is played, unless the event takes no
// results from tables, it has a result, or the declaring entry does not sit there or has left the
// game.
func TestMayDeclare(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		how    facts.TableResults
		table  int
		by     league.Entry
		before func(*officiating.Situation)
		want   string
	}{
		{"somebody who sits there", facts.TableResultsReferee, 1, 3, nil, ""},
		{"where tables agree by themselves", facts.TableResultsTable, 1, 3, nil, ""},
		{"where no table declares", facts.TableResultsOff, 1, 3, nil, "state table-results-off"},
		{"somebody of another table", facts.TableResultsReferee, 1, 5, nil, "faults /entry: not-at-this-table (entry=5)"},
		{"nobody", facts.TableResultsReferee, 1, 0, nil, "faults /entry: not-at-this-table (entry=0)"},
		{"CN09 3.5 somebody who has left", facts.TableResultsReferee, 1, 3, func(s *officiating.Situation) {
			s.Withdrawals = append(s.Withdrawals, facts.Withdrawal{Entry: 3, Round: 1, During: true})
		}, "faults /entry: not-at-this-table (entry=3)"},
		{"a table that has a result", facts.TableResultsReferee, 1, 3, func(s *officiating.Situation) {
			s.Table(1, 1).Result = &facts.Result{Version: 1}
		}, "state table-has-result (table=1)"},
		{"a round that is closed", facts.TableResultsReferee, 1, 3, func(s *officiating.Situation) { s.Rounds[0].State = "closed" }, "state table-code-ended (round=1)"},
		{"an event that is over", facts.TableResultsReferee, 1, 3, func(s *officiating.Situation) { s.Event.State = facts.Finished }, "state table-code-ended (round=1)"},
		{"no such table", facts.TableResultsReferee, 9, 3, nil, "state table-code-ended (round=1)"},
	} {
		s := declaring(t, tt.how)
		if tt.before != nil {
			tt.before(s)
		}
		if table, err := s.MayDeclare(1, tt.table, tt.by); leaguetest.Answer(err) != tt.want || err == nil && table.Number != tt.table {
			t.Errorf("%s: got %q, want %q", tt.name, leaguetest.Answer(err), tt.want)
		}
	}
}

// TestDeclare: a declaration is checked like a result (CN09 4.6), and a table that has declared too
// often has to call a referee.
func TestDeclare(t *testing.T) {
	t.Parallel()
	s := declaring(t, facts.TableResultsReferee)
	table := *s.Table(1, 1)
	won := game(t, "declared:1 1/10 2/8 3/5 4/4")
	d, err := s.Declare(1, table, 3, won, 2)
	if err != nil || d.Number != 3 || d.Entry != 3 || d.Round != 1 || d.TableNumber != 1 || len(d.Result.Seats) != 4 {
		t.Errorf("declared: %+v, %v", d, err)
	}
	if _, err := s.Declare(1, table, 3, game(t, "declared:2 1/10 2/8 3/5 4/4"), 0); leaguetest.Answer(err) == "" {
		t.Error("CN09 4.6: eight points win")
	}
	if _, err := s.Declare(1, table, 3, won, officiating.MostDeclarations-1); err != nil {
		t.Errorf("the last that it may: %v", err)
	}
	if _, err := s.Declare(1, table, 3, won, officiating.MostDeclarations); leaguetest.Answer(err) != "state too-many-declarations (most=20, table=1)" {
		t.Errorf("one more: %q", leaguetest.Answer(err))
	}
}

// TestConfirmDeclaration: if the event takes results from tables without a referee, a declaration
// becomes the result once everybody still at the table agrees, each once, the declaring entry from
// the start; otherwise it never does.
func TestConfirmDeclaration(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		how    facts.TableResults
		left   int // who has left the game; 0 for nobody
		by     []league.Entry
		want   []int
		agreed bool
	}{
		{"two of three others", facts.TableResultsTable, 0, []league.Entry{2, 3}, []int{2, 3}, false},
		{"all others", facts.TableResultsTable, 0, []league.Entry{2, 3, 4}, []int{2, 3, 4}, true},
		{"in another order, one of them twice", facts.TableResultsTable, 0, []league.Entry{4, 2, 4, 3}, []int{4, 2, 3}, true},
		{"whoever declared it agrees already", facts.TableResultsTable, 0, []league.Entry{1, 2, 3}, []int{2, 3}, false},
		{"CN09 3.5 without one who has left", facts.TableResultsTable, 4, []league.Entry{2, 3}, []int{2, 3}, true},
		{"where a referee confirms", facts.TableResultsReferee, 0, []league.Entry{2, 3, 4}, []int{2, 3, 4}, false},
	} {
		s := declaring(t, tt.how)
		if tt.left > 0 {
			s.Withdrawals = append(s.Withdrawals, facts.Withdrawal{Entry: tt.left, Round: 1, During: true})
		}
		d, agreed := facts.Declaration{Round: 1, TableNumber: 1, Number: 1, Entry: 1}, false
		for i, by := range tt.by {
			if d, agreed = s.ConfirmDeclaration(*s.Table(1, 1), d, by); agreed && i < len(tt.by)-1 {
				t.Errorf("%s: it stands before %d agrees", tt.name, tt.by[i+1])
			}
		}
		if agreed != tt.agreed || !slices.Equal(d.Confirmed, tt.want) {
			t.Errorf("%s: %v agree, it stands: %t", tt.name, d.Confirmed, agreed)
		}
	}
}

// TestMayCall: the number of unanswered calls of a table is limited; calls of other tables do not
// count.
func TestMayCall(t *testing.T) {
	t.Parallel()
	call := func(table int, answered bool) facts.RefereeCall {
		c := facts.RefereeCall{TableNumber: table}
		if answered {
			c.AnsweredAt = &beginning
		}
		return c
	}
	calls := []facts.RefereeCall{call(1, false), call(2, false), call(1, true), call(1, false)}
	if err := officiating.MayCall(calls, 1); err != nil {
		t.Errorf("a third: %v", err)
	}
	calls = append(calls, call(1, false))
	if err := officiating.MayCall(calls, 1); leaguetest.Answer(err) != "state calls-open (table=1)" {
		t.Errorf("a fourth: %q", leaguetest.Answer(err))
	}
	if err := officiating.MayCall(calls, 2); err != nil {
		t.Errorf("another table: %v", err)
	}
}
