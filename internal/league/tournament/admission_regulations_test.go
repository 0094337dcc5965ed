package tournament_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// TestFieldsOfEverySize: for every number of entries the number of players, their tables and the
// number of reserves, as each regulation prints them.
func TestFieldsOfEverySize(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		want map[int]string // by entries: players, tables, reserves; "no" if it cannot be played
	}{
		{"JP22 2/8 are two tables of four, 12 four of three, 16 four of four; others stand by", map[int]string{
			0: "no", 7: "no", 8: "8: 4 4", 9: "8: 4 4, 1", 11: "8: 4 4, 3", 12: "12: 3 3 3 3", 13: "12: 3 3 3 3, 1", 15: "12: 3 3 3 3, 3",
			16: "16: 4 4 4 4", 17: "16: 4 4 4 4, 1", 30: "16: 4 4 4 4, 14",
		}},
		{"FG14 1/12 to 20; 17 are three tables of three and two of four", map[int]string{
			11: "no", 12: "12: 4 4 4", 13: "13: 4 3 3 3", 14: "14: 4 4 3 3", 15: "15: 4 4 4 3", 16: "16: 4 4 4 4",
			17: "17: 4 4 3 3 3", 18: "18: 4 4 4 3 3", 19: "19: 4 4 4 4 3", 20: "20: 4 4 4 4 4", 21: "20: 4 4 4 4 4, 1", 25: "20: 4 4 4 4 4, 5",
		}},
		{"CN09 3.2a/from 12 on, as many tables of four as possible", map[int]string{
			11: "no", 12: "12: 4 4 4", 13: "13: 4 3 3 3", 17: "17: 4 4 3 3 3", 24: "24: 4 4 4 4 4 4", 25: "25: 4 4 4 4 3 3 3", 37: "37: 4 4 4 4 4 4 4 3 3 3",
		}},
		{"BG 2.2.1/from 3 on, but for 5, which make no tables", map[int]string{
			2: "no", 3: "3: 3", 4: "4: 4", 5: "no", 6: "6: 3 3", 7: "7: 4 3", 8: "8: 4 4", 9: "9: 3 3 3", 10: "10: 4 3 3", 11: "11: 4 4 3",
		}},
		{"SQ00 4/tables of six, then of four, the last of five; 3 and 7 with a table of three", map[int]string{
			2: "no", 3: "3: 3", 4: "4: 4", 5: "5: 5", 6: "6: 6", 7: "7: 4 3", 8: "8: 4 4", 9: "9: 4 5", 10: "10: 6 4", 11: "11: 6 5", 12: "12: 6 6", 13: "13: 4 4 5",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := regulation(t, tt.name)
			for n, want := range tt.want {
				a := tournament.Admit(r, requests(t, n), 0)
				got := "no"
				if a.Err == nil {
					got = fmt.Sprintf("%d: %s", a.Size, strings.Trim(fmt.Sprint(a.Tables), "[]"))
					if len(a.Waiting) > 0 {
						got += fmt.Sprintf(", %d", len(a.Waiting))
					}
				}
				if got != want {
					t.Errorf("%d enter: got %q, want %q", n, got, want)
				}
			}
		})
	}
}

// TestAdmissionOfAnyRequests: whatever the order of requests, withdrawals and acceptances, every
// entry that has not withdrawn is in exactly one list, in the order of the requests, and no
// withdrawn entry is in any.
func TestAdmissionOfAnyRequests(t *testing.T) {
	t.Parallel()
	for code := range regulations {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			r := regulation(t, code)
			rapid.Check(t, func(rt *rapid.T) {
				list := make([]tournament.Request, rapid.IntRange(0, 30).Draw(rt, "requests"))
				for i := range list {
					list[i] = tournament.Request{Entry: league.Entry(i + 1), Gone: rapid.IntRange(0, 4).Draw(rt, "gone") == 0, Accepted: rapid.Bool().Draw(rt, "accepted")}
					if rapid.Bool().Draw(rt, "on the day") {
						at := rules.ClockTime(rapid.IntRange(600, 640).Draw(rt, "at"))
						list[i].At = &at
					}
				}
				a := tournament.Admit(r, list, 0)
				var here []league.Entry
				for _, request := range list {
					if !request.Gone {
						here = append(here, request.Entry)
					}
				}
				all := slices.Concat(a.Entrants, a.Waiting, a.Late)
				slices.Sort(all)
				if !slices.Equal(all, here) {
					rt.Fatalf("of %v are admitted %+v", here, a)
				}
				for _, part := range [][]league.Entry{a.Waiting, a.Late} {
					if !slices.IsSorted(part) {
						rt.Fatalf("not in the order in which they asked: %v", part)
					}
				}
				if a.Err == nil && (!r.Field.Contains(a.Size) || len(a.Entrants) != a.Size || sum(a.Tables) != a.Size) {
					rt.Fatalf("%d play of a field of %d at %v", len(a.Entrants), a.Size, a.Tables)
				}
				if r.Field.Max > 0 && len(a.Entrants) > r.Field.Max {
					rt.Fatalf("%d play where %d may", len(a.Entrants), r.Field.Max)
				}
			})
		})
	}
}

func sum(numbers []int) (total int) {
	for _, n := range numbers {
		total += n
	}
	return total
}
