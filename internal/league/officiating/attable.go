package officiating

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// The largest numbers of results that a table may declare and of its unanswered calls: a code in
// the wrong hands cannot fill a list.
const (
	MostDeclarations = 20
	MostOpenCalls    = 3
)

// MayUseTableCode finds the table of a table code. It returns a [league.StateError] if the round of
// the code is no longer being played: its codes end with it.
func (s *Situation) MayUseTableCode(round, table int) (*facts.Table, error) {
	t := s.Table(round, table)
	if t == nil || s.RequireRunning() != nil || s.Rounds[round-1].State == "closed" {
		return nil, league.NotNow("table-code-ended", "round", strconv.Itoa(round))
	}
	return t, nil
}

// MayDeclare finds the table at which an entry declares a result. It refuses if the event takes no
// results from tables, if the table has a result, and if the entry is not at the table.
func (s *Situation) MayDeclare(round, table int, by league.Entry) (*facts.Table, error) {
	t, err := s.MayUseTableCode(round, table)
	if err != nil {
		return nil, err
	}
	if s.Event.TableResults == facts.TableResultsOff {
		return nil, league.NotNow("table-results-off")
	}
	if err := MayRecordFirst(*t); err != nil {
		return nil, err
	}
	if !slices.Contains(s.AtTable(round, *t), by) {
		return nil, league.Faults{{Field: "/entry", Grounds: league.Grounds{Reason: "not-at-this-table", Params: map[string]string{"entry": strconv.Itoa(int(by))}}}}
	}
	return t, nil
}

// AtTable lists the entrants of a table who have not left its game.
func (s *Situation) AtTable(round int, t facts.Table) []league.Entry {
	left := s.leavers(round, &t)
	return slices.DeleteFunc(slices.Clone(t.Seats), func(entry league.Entry) bool { return slices.Contains(left, entry) })
}

// Declare makes the next declaration of a table. It returns [league.Faults] for a result that the
// ruleset refuses.
func (s *Situation) Declare(round int, t facts.Table, by league.Entry, result league.Result, before int) (facts.Declaration, error) {
	if faults := s.CheckResult(round, &t, result); len(faults) > 0 {
		return facts.Declaration{}, faults
	}
	if before >= MostDeclarations {
		return facts.Declaration{}, league.NotNow("too-many-declarations", "table", strconv.Itoa(t.Number), "most", strconv.Itoa(MostDeclarations))
	}
	return facts.Declaration{Round: round, TableNumber: t.Number, Number: before + 1, Entry: int(by), Result: result}, nil
}

// ConfirmDeclaration adds an entry at the table to those who agree with a declaration. It reports
// whether the declaration is now the result: the event takes results from tables without a referee,
// and everybody still at the table has declared it or agrees.
func (s *Situation) ConfirmDeclaration(t facts.Table, d facts.Declaration, by league.Entry) (facts.Declaration, bool) {
	if int(by) != d.Entry && !slices.Contains(d.Confirmed, int(by)) {
		d.Confirmed = append(slices.Clone(d.Confirmed), int(by))
	}
	if s.Event.TableResults != facts.TableResultsTable {
		return d, false
	}
	for _, entry := range s.AtTable(d.Round, t) {
		if int(entry) != d.Entry && !slices.Contains(d.Confirmed, int(entry)) {
			return d, false
		}
	}
	return d, true
}

// MayCall refuses another call of a table that has too many unanswered ones.
func MayCall(calls []facts.RefereeCall, table int) error {
	open := 0
	for _, c := range calls {
		if c.TableNumber == table && c.AnsweredAt == nil {
			open++
		}
	}
	if open >= MostOpenCalls {
		return league.NotNow("calls-open", "table", strconv.Itoa(table))
	}
	return nil
}
