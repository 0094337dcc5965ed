package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"referto/internal/league/rules"
)

// SQ00 base 13-17: territories and regions are found by their ids, and nothing by another.
func TestFindOnTheBoard(t *testing.T) {
	t.Parallel()
	b := preset(t, "risiko-squadre-2000").Board
	for _, want := range b.Territories {
		if got, ok := b.Territory(want.ID); !ok || got.Name != want.Name || !slices.Equal(got.Borders, want.Borders) {
			t.Errorf("SQ00 base 13: %s is %+v, %t", want.ID, got, ok)
		}
	}
	for _, want := range b.Regions {
		if got, ok := b.Region(want.ID); !ok || got.Name != want.Name || got.Within != want.Within {
			t.Errorf("SQ00 base 15: %s is %+v, %t", want.ID, got, ok)
		}
	}
	for _, id := range []string{"", "atlantide", "EGITTO"} {
		if got, ok := b.Territory(id); ok || got.ID != "" || got.Borders != nil {
			t.Errorf("territory %q: %+v, %t", id, got, ok)
		}
		if got, ok := b.Region(id); ok || got.ID != "" || got.Territories != nil {
			t.Errorf("region %q: %+v, %t", id, got, ok)
		}
	}
}

// Links of rows connect in both directions, each territory with all that it is linked with; a board without rows has none.
func TestLinked(t *testing.T) {
	t.Parallel()
	b := &rules.Board{Rows: &rules.RowRule{Links: []rules.Link{{From: "a", To: "b"}, {From: "c", To: "a"}, {From: "d", To: "e"}}}}
	for id, want := range map[string]string{"a": "b c", "b": "a", "c": "a", "d": "e", "e": "d", "f": "", "": ""} {
		if got := strings.Join(b.Linked(id), " "); got != want {
			t.Errorf("%q is linked with %q, want %q", id, got, want)
		}
	}
	if got := (&rules.Board{}).Linked("a"); got != nil {
		t.Errorf("without rows it is linked with %q", got)
	}
}

// A link is the same from either end.
func TestLinkTwice(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		links []rules.Link
		twice bool
	}{
		{[]rules.Link{{From: "egitto", To: "medio-oriente"}}, false},
		{[]rules.Link{{From: "egitto", To: "medio-oriente"}, {From: "egitto", To: "medio-oriente"}}, true},
		{[]rules.Link{{From: "egitto", To: "medio-oriente"}, {From: "medio-oriente", To: "egitto"}}, true},
		{[]rules.Link{{From: "egitto", To: "medio-oriente"}, {From: "egitto", To: "alaska"}}, false},
		{[]rules.Link{{From: "egitto", To: "medio-oriente"}, {From: "alaska", To: "medio-oriente"}}, false},
	} {
		r := *preset(t, "risiko-squadre-2000")
		board, rows := *r.Board, *r.Board.Rows
		rows.Links = tt.links
		board.Rows, r.Board = &rows, &board
		if got := strings.Contains(fmt.Sprint(r.Validate()), "/board/rows/links/1"); got != tt.twice {
			t.Errorf("%v: %v", tt.links, r.Validate())
		}
	}
}
