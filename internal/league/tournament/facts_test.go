package tournament_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// TestFactsThatContradictThemselves: each is refused with its place.
func TestFactsThatContradictThemselves(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(*tournament.Facts)
		want   string
	}{
		{"an unknown game", func(f *tournament.Facts) { f.Variant = "knights" }, "/variant no-such-option"},
		{"an unknown formula", func(f *tournament.Facts) { f.Formula = "pub" }, "/formula no-such-option"},
		{"an unknown pairing", func(f *tournament.Facts) { f.Pairing = "random" }, "/pairing no-such-option"},
		{"nobody's start number", func(f *tournament.Facts) { f.Entrants[2] = 0 }, "/entrants/2 no-start-number\n/lots/3 not-an-entrant\n/lots not-drawn\n/rounds/0/tables/0/seats/2 not-an-entrant\n/rounds/1/tables/3/seats/1 not-an-entrant"},
		{"a start number twice", func(f *tournament.Facts) { f.Entrants[2] = 2 }, "/entrants/2 entry-twice\n/lots/3 not-an-entrant\n/rounds/0/tables/0/seats/2 not-an-entrant\n/rounds/1/tables/3/seats/1 not-an-entrant"},
		{"no lot", func(f *tournament.Facts) { delete(f.Lots, 5) }, "/lots not-drawn"},
		{"a lot twice", func(f *tournament.Facts) { f.Lots[5] = 4 }, "/lots/5 drawn-twice"},
		{"a lot for nobody", func(f *tournament.Facts) { f.Lots[99] = 99 }, "/lots/99 not-an-entrant"},
		{"a draw of the first round without somebody", func(f *tournament.Facts) { f.FirstRound = f.Entrants[1:] }, "/firstRound not-every-entrant-once"},
		{"a structure that cannot be", func(f *tournament.Facts) { f.Structure = &rules.Structure{Semifinal: true} }, "/structure/rounds outside-range\n/structure/semifinal no-semifinal-rule"},
		{"two tables of one number", func(f *tournament.Facts) { f.Rounds[0].Tables[1].Number = 1 }, "/rounds/0/tables/1/number tables-not-numbered"},
		{"a table too large", func(f *tournament.Facts) {
			f.Rounds[1].Tables[0].Seats = append([]league.Entry{13}, f.Rounds[1].Tables[0].Seats...)
		}, "/rounds/1/tables/0/seats table-size-not-allowed\n/rounds/1/tables/3/seats/0 seated-twice"},
		{"a stranger at a table", func(f *tournament.Facts) { f.Rounds[1].Tables[0].Seats = []league.Entry{77, 11, 1} }, "/rounds/1/tables/0/seats/0 not-an-entrant"},
		{"a round that another follows is open", func(f *tournament.Facts) { f.Rounds[0].Closed = false }, "/rounds/0/closed round-not-closed"},
		{"a final too early", func(f *tournament.Facts) { f.Rounds[1].Kind = league.Final }, "/rounds/1/kind unexpected-kind"},
		{"a sanction for a stranger", func(f *tournament.Facts) {
			f.Sanctions = []league.Sanction{{Entry: 77, Kind: league.Warning, At: league.Moment{Round: 1}}}
		}, "/sanctions/0/entry not-an-entrant"},
		{"an unknown sanction", func(f *tournament.Facts) {
			f.Sanctions = []league.Sanction{{Entry: 7, Kind: "fine", At: league.Moment{Round: 1}}}
		}, "/sanctions/0/kind unknown-sanction"},
		{"a confirmation in a round to come", func(f *tournament.Facts) {
			f.Sanctions = []league.Sanction{{Entry: 7, Kind: league.Expulsion, ConfirmedAt: &league.Moment{Round: 3}}}
		}, "/sanctions/0/confirmedAt/round no-such-round"},
		{"a withdrawal in a round to come", func(f *tournament.Facts) {
			f.Withdrawals = []league.Withdrawal{{Entry: 7, At: league.Moment{Round: 3}}}
		}, "/withdrawals/0/at/round no-such-round"},
		{"a withdrawal during no round", func(f *tournament.Facts) {
			f.Withdrawals = []league.Withdrawal{{Entry: 7, At: league.Moment{During: true}}}
		}, "/withdrawals/0/at/round no-such-round"},
		{"a result that cannot be", func(f *tournament.Facts) {
			result := *f.Rounds[1].Tables[2].Result
			result.DeclaredBy = 0
			f.Rounds[1].Tables[2].Result = &result
		}, "/rounds/1/tables/2/result/declaredBy declarer-missing"},
		{"rounds of a field that is too small", func(f *tournament.Facts) {
			f.Entrants = f.Entrants[:11]
			delete(f.Lots, 12)
			delete(f.Lots, 13)
			f.Rounds = f.Rounds[:1]
			f.Rounds[0].Tables = f.Rounds[0].Tables[:3]
		}, "/rounds field-size-not-allowed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := start(t, cn09(t), 13).rounds(2)
			tt.change(&e.facts)
			_, err := tournament.Replay(e.r, e.facts)
			var faults league.Faults
			if !errors.As(err, &faults) {
				t.Fatalf("got %v", err)
			}
			var got []string
			for _, f := range faults {
				got = append(got, f.Field+" "+f.Reason)
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestNothingFollowsFromWhatContradictsItself: a round of a wrong kind and a void game in a ruleset
// without them are faults, whatever facts follow.
func TestNothingFollowsFromWhatContradictsItself(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*tournament.Facts){
		"/rounds/0/kind": func(f *tournament.Facts) { f.Rounds[0].Kind = league.Final },
		"/rounds/0/tables/0/result/void": func(f *tournament.Facts) {
			f.Rounds[0].Tables[0].Result.Void = &league.Void{AtFault: []league.Entry{1}}
		},
	} {
		e := start(t, cn09(t), 12)
		for range 2 {
			e.draw()
			round := &e.facts.Rounds[len(e.facts.Rounds)-1]
			for i, table := range round.Tables {
				round.Tables[i].Result = timeLimit(table.Seats)
			}
			round.Closed = true
		}
		change(&e.facts)
		_, err := tournament.Replay(e.r, e.facts)
		var faults league.Faults
		if !errors.As(err, &faults) || faults[0].Field != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// timeLimit returns a game that ended by time, each seat with less than the one before.
func timeLimit(seats []league.Entry) *league.Result {
	result := &league.Result{Ended: league.TimeLimit}
	for i, entry := range seats {
		result.Seats = append(result.Seats, league.SeatResult{Entry: entry, VP: 9 - i})
	}
	return result
}

func TestFieldTooSmall(t *testing.T) {
	t.Parallel()
	state := start(t, cn09(t), 11).state()
	const want = "CN09 3.2: field-size-not-allowed (entrants=11, min=12, nearest=12)"
	if state.Format.Err == nil || state.Format.Err.Error() != want || state.Next.Err == nil || state.Next.Plan != nil {
		t.Errorf("got %v, next %+v", state.Format.Err, state.Next)
	}
}

func TestExplain(t *testing.T) {
	t.Parallel()
	// Player A and B of the printed example as 1 and 2, who never meet: each wins
	// two of three and makes 28 points.
	e := start(t, cn09(t), 17)
	place := func(round int, a, b string) {
		e.draw()
		tables := e.facts.Rounds[round].Tables
		for _, p := range []struct {
			entry league.Entry
			table int
		}{{1, 0}, {2, 1}} {
			moveTo(tables, p.entry, p.table)
		}
		e.result(1, a).result(2, b).finish()
	}
	place(0, "declared 10! 9 8 5", "declared 10! 9 6 5")
	place(1, "time-limit 8 9 7 6", "declared 10! 9 8 6")
	place(2, "declared 10! 9 9 8", "time-limit 8 10 9 9")
	state := e.state()
	c, err := tournament.Explain(state, "", 3, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	share := c.Lines[2]
	if c.Above != 2 || c.Decided != 2 || share.A.Total.Decimal(2) != "85.68" || share.B.Total.Decimal(2) != "85.85" || len(share.A.Terms) != 3 {
		t.Errorf("CN09 3.2c the printed example: %+v", c)
	}
	for _, ask := range []struct {
		round int
		b     league.Entry
	}{{0, 2}, {4, 2}, {3, 99}} {
		if _, err := tournament.Explain(state, "", ask.round, 1, ask.b); !errors.Is(err, league.ErrNotFound) {
			t.Errorf("round %d, entry %d: %v", ask.round, ask.b, err)
		}
	}
}

// moveTo exchanges seats so that an entry sits first at a table.
func moveTo(tables []tournament.Table, entry league.Entry, table int) {
	for i := range tables {
		for j, seated := range tables[i].Seats {
			if seated == entry {
				tables[i].Seats[j], tables[table].Seats[0] = tables[table].Seats[0], entry
				return
			}
		}
	}
}
