package schedule_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"referto/internal/league/schedule"
	"referto/internal/sampling"
)

var update = flag.Bool("update", false, "rewrite docs/schedules.md")

const tableHead = `# Fixed schedules

How good the schedules are that the platform makes (algorithm ` + "`schedule/1`" + `, package [schedule](../internal/league/schedule/doc.go),
decision [0019](decisions/0019-schedules-are-made-not-stored.md)), for every field from 8 to 100 players at tables of four and, where
the number asks for it, of three. ` + "`make golden`" + ` writes this page; a test compares it with what is made.

- A figure is the number of **repeats**: meetings of two who have met before. 0 is a schedule in which nobody meets anybody twice.
- ` + "`13 ≥ 9`" + `: 13 repeats, and proved is only that 9 are needed. Without the sign no schedule of these tables has fewer.
- ` + "`·2`" + `: somebody sits at a table of three two times more often than somebody else. Without it the difference is one at
  most, or there is no such table.
- The **seat**, which is the order of play, is not in the table: in each of these schedules everybody has the first seat, the second and
  so on as often as everybody else, give or take one.

| players | tables | 2 rounds | 3 | 4 | 5 | 6 | 7 |
| ---: | --- | --- | --- | --- | --- | --- | --- |
`

// TestTable: docs/schedules.md shows the schedules that are made.
func TestTable(t *testing.T) {
	t.Parallel()
	const file = "../../../docs/schedules.md"
	all := numbers(8, 100)
	var rows []string
	sample := sampling.Of("table", all)
	for _, players := range sample {
		sizes := fours(players)
		row := fmt.Sprintf("| %d | %s |", players, tablesInWords(sizes))
		for rounds := 2; rounds <= 7; rounds++ {
			row += fmt.Sprintf(" %s |", inShort(schedule.Make(sizes, rounds).Quality))
		}
		rows = append(rows, row+"\n")
	}
	if *update {
		if err := os.WriteFile(file, []byte(tableHead+strings.Join(rows, "")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	table, ok := strings.CutPrefix(string(was), tableHead)
	lines := strings.SplitAfter(strings.TrimSuffix(table, "\n"), "\n")
	if !ok || len(lines) != len(all) {
		t.Fatalf("%s has another head than tableHead, or %d rows and not %d: make golden", file, len(lines), len(all))
	}
	lines[len(lines)-1] += "\n"
	for i, players := range sample {
		if line := lines[players-all[0]]; line != rows[i] {
			t.Errorf("%s is not what is made (-page +made), make golden:\n- %s+ %s", file, line, rows[i])
		}
	}
}

func tablesInWords(sizes []int) string {
	var words []string
	for _, size := range []int{4, 3} {
		count := 0
		for _, s := range sizes {
			if s == size {
				count++
			}
		}
		if count > 0 {
			words = append(words, fmt.Sprintf("%d × %d", count, size))
		}
	}
	return strings.Join(words, ", ")
}

func inShort(q schedule.Quality) string {
	text := fmt.Sprint(q.Repeats)
	if q.Repeats > q.LeastRepeats {
		text += fmt.Sprintf(" ≥ %d", q.LeastRepeats)
	}
	if width := q.Short.Width(); width > 1 {
		text += fmt.Sprintf(" ·%d", width)
	}
	return text
}
