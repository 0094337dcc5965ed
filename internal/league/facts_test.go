package league_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
)

func moments() *rapid.Generator[league.Moment] {
	return rapid.Custom(func(t *rapid.T) league.Moment {
		return league.Moment{Round: rapid.IntRange(0, 4).Draw(t, "round"), During: rapid.Bool().Draw(t, "during")}
	})
}

// TestMomentsAreOneOrder: moments are totally ordered, and only identical ones compare as equal.
func TestMomentsAreOneOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := moments().Draw(t, "a"), moments().Draw(t, "b"), moments().Draw(t, "c")
		switch {
		case sign(a.Compare(b)) != -sign(b.Compare(a)):
			t.Fatalf("%v and %v: %d one way, %d the other", a, b, a.Compare(b), b.Compare(a))
		case (a.Compare(b) == 0) != (a == b):
			t.Fatalf("%v and %v are level", a, b)
		case a.Compare(b) <= 0 && b.Compare(c) <= 0 && a.Compare(c) > 0:
			t.Fatalf("%v, %v, %v are in no order", a, b, c)
		}
	})
}

// TestResultsOnTheWire: the JSON names of a result's fields are the same in files, in the log and
// in the database. A field that does not apply is left out; a recorded 0 is written.
func TestResultsOnTheWire(t *testing.T) {
	t.Parallel()
	points := league.NewFrac(404, 10)
	for _, tt := range []struct {
		name   string
		result league.Result
		want   string
	}{
		{
			"CN09 3.2 a declared victory",
			league.Result{Ended: league.Declared, DeclaredBy: 3, Seats: []league.SeatResult{{Entry: 3, VP: 10}, {Entry: 1, VP: 0}}},
			`{"ended":"declared","declaredBy":3,"seats":[{"entry":3,"vp":10},{"entry":1,"vp":0}]}`,
		},
		{
			"who left first and second",
			league.Result{Ended: league.TooFewPlayers, Seats: []league.SeatResult{{Entry: 1, VP: 4, Left: 2}, {Entry: 2, VP: 2, Left: 1}}},
			`{"ended":"too-few-players","seats":[{"entry":1,"vp":4,"left":2},{"entry":2,"vp":2,"left":1}]}`,
		},
		{
			"figures, objectives and a sudden win of a team",
			league.Result{Ended: league.Completed, WonAtOnce: "red", Seats: []league.SeatResult{{Entry: 7, Figures: map[string]int{"settlements": 2, "cities": 0}, Objective: "red"}}},
			`{"ended":"completed","seats":[{"entry":7,"vp":0,"figures":{"cities":0,"settlements":2},"objective":"red"}],"wonAtOnce":"red"}`,
		},
		{
			"points of a table scored elsewhere",
			league.Result{Ended: league.TimeLimit, Seats: []league.SeatResult{{Entry: 1, Points: &points}, {Entry: 2, Points: &league.Frac{}}}},
			`{"ended":"time-limit","seats":[{"entry":1,"vp":0,"points":"40.4"},{"entry":2,"vp":0,"points":"0"}]}`,
		},
		{
			"a void game",
			league.Result{Ended: league.Completed, Seats: []league.SeatResult{}, Void: &league.Void{For: []league.Entry{1, 2}, AtFault: []league.Entry{3}, OthersScored: true}},
			`{"ended":"completed","seats":[],"void":{"for":[1,2],"atFault":[3],"othersScored":true}}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			document, err := json.Marshal(tt.result)
			if err != nil || string(document) != tt.want {
				t.Errorf("got  %s, %v\nwant %s", document, err, tt.want)
			}
			var again league.Result
			if err := json.Unmarshal(document, &again); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.result, again); diff != "" {
				t.Errorf("read back (-want +got)\n%s", diff)
			}
		})
	}
}

// TestPenaltiesOnTheWire: the JSON names of sanctions and withdrawals, as in
// [TestResultsOnTheWire].
func TestPenaltiesOnTheWire(t *testing.T) {
	t.Parallel()
	seven := league.Int(-7)
	for _, tt := range []struct {
		name string
		fact any
		want string
	}{
		{
			"a warning during a game",
			league.Sanction{Entry: 5, Kind: league.Warning, At: league.Moment{Round: 2, During: true}},
			`{"entry":5,"kind":"warning","at":{"round":2,"during":true},"reason":""}`,
		},
		{
			"an expulsion confirmed after the game",
			league.Sanction{Entry: 5, Kind: league.Expulsion, At: league.Moment{Round: 2, During: true}, Confirmed: true, ConfirmedAt: &league.Moment{Round: 2}},
			`{"entry":5,"kind":"expulsion","at":{"round":2,"during":true},"reason":"","confirmed":true,"confirmedAt":{"round":2}}`,
		},
		{
			"points taken off when all was over",
			league.Sanction{Ref: "x", Entry: 1, Kind: league.Points, At: league.Moment{Round: 4}, Reason: "late", Points: &seven, AfterEnd: true},
			`{"ref":"x","entry":1,"kind":"points","at":{"round":4},"reason":"late","points":"-7","afterEnd":true}`,
		},
		{
			"a finalist who leaves without good reason",
			league.Withdrawal{Entry: 9, At: league.Moment{Round: 3}, Qualified: true, Unexcused: true},
			`{"entry":9,"at":{"round":3},"qualified":true,"unexcused":true}`,
		},
		{
			"a withdrawal before the first round",
			league.Withdrawal{Entry: 9},
			`{"entry":9,"at":{"round":0}}`,
		},
	} {
		document, err := json.Marshal(tt.fact)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if diff := cmp.Diff(members(t, []byte(tt.want)), members(t, document)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
	}
}

// members reads an object without regard to the order of its members.
func members(t *testing.T, document []byte) (out map[string]any) {
	t.Helper()
	if err := json.Unmarshal(document, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
