package people_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/people"
)

func numbered(n int) league.PlayerID { return league.PlayerID{UUID: uuid.UUID{15: byte(n)}} }

// Two records are merged unless a fact shows that they are two people, or that one of them is an
// alias.
func TestMayMerge(t *testing.T) {
	t.Parallel()
	anna, berta := uuid.New(), uuid.New()
	of := func(n int, account *uuid.UUID, keptAs ...league.PlayerID) facts.Player {
		p := facts.Player{ID: numbered(n), Name: "Persona", AccountID: account}
		if len(keptAs) > 0 {
			p.KeptAs = &keptAs[0]
		}
		return p
	}
	third := facts.Player{ID: numbered(3), Name: "Terza"}
	for name, c := range map[string]struct {
		pair    people.Pair
		want    string
		account people.AccountGoes
	}{
		"nobody's":              {people.Pair{Alias: of(1, nil), Kept: of(2, nil)}, "", people.NoAccount},
		"the kept one's":        {people.Pair{Alias: of(1, nil), Kept: of(2, &anna)}, "", people.AccountStays},
		"the alias's":           {people.Pair{Alias: of(1, &anna), Kept: of(2, nil)}, "", people.AccountComes},
		"two people's":          {people.Pair{Alias: of(1, &anna), Kept: of(2, &berta)}, "merge-two-accounts", ""},
		"itself":                {people.Pair{Alias: of(1, nil), Kept: of(1, nil)}, "merge-itself", ""},
		"an alias":              {people.Pair{Alias: of(1, nil, third.ID), Kept: of(2, nil), Into: []facts.Player{third}}, "record-merged", ""},
		"into an alias":         {people.Pair{Alias: of(1, nil), Kept: of(2, nil, third.ID), Into: []facts.Player{third}}, "record-merged", ""},
		"one that keeps others": {people.Pair{Alias: of(1, nil), Kept: of(2, nil), Others: []facts.Player{third}}, "record-keeps-others", ""},
		"claiming twice":        {people.Pair{Alias: of(1, nil), Kept: of(2, nil), Claimed: []facts.Season{{Title: "2009"}}}, "merge-two-refunds", ""},
		"said to be two":        {people.Pair{Alias: of(1, nil), Kept: of(2, nil), Distinct: []facts.Distinction{{OneID: numbered(1), OtherID: numbered(2)}}}, "merge-two-people", ""},
		"of the same event":     {people.Pair{Alias: of(1, nil), Kept: of(2, nil), Shared: []facts.Event{{Title: "Tappa"}}}, "merge-same-event", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := c.pair.MayMerge()
			if got := reasonOf(err); got != c.want {
				t.Fatalf("refused for %q, want %q", got, c.want)
			}
			if err == nil && c.pair.Account() != c.account {
				t.Errorf("the account %s, want %s", c.pair.Account(), c.account)
			}
		})
	}
	if got := reasonOf(people.ErrMerged(third)); got != "record-merged" {
		t.Error(got)
	}
	if _, err := people.Part(of(1, nil), nil, "why", time.Time{}); !errors.Is(err, people.ErrNotMerged) {
		t.Errorf("parted: %v", err)
	}
}

// reasonOf returns the reason of a refusal, or of its first fault.
func reasonOf(err error) string {
	var state *league.StateError
	var faults league.Faults
	switch {
	case errors.As(err, &state):
		return state.Reason
	case errors.As(err, &faults):
		return faults[0].Reason
	}
	return ""
}

// Whatever is merged and parted: an alias leads to a kept record, and a parted record is again what
// it was before the merger.
func TestAliasesFollowFromFacts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const records = 6
		var merges []facts.Merge
		last := map[league.PlayerID]*facts.Merge{}
		say := func(m facts.Merge) {
			merges, last[m.AliasID] = append(merges, m), &m
		}
		for range rapid.IntRange(0, 20).Draw(t, "acts") {
			now := facts.AliasesOf(merges)
			record := func(n int) facts.Player {
				p := facts.Player{ID: numbered(n)}
				if kept, is := now[p.ID]; is {
					p.KeptAs = &kept
				}
				return p
			}
			alias, kept := record(rapid.IntRange(1, records).Draw(t, "alias")), record(rapid.IntRange(1, records).Draw(t, "kept"))
			if alias.KeptAs != nil {
				m, err := people.Part(alias, last[alias.ID], "why", time.Time{})
				if err != nil {
					t.Fatal(err)
				}
				say(m)
				continue
			}
			pair := people.Pair{Alias: alias, Kept: kept}
			for n := 1; n <= records; n++ {
				pair.Into = append(pair.Into, record(n))
				if now.Of(numbered(n)) == alias.ID && numbered(n) != alias.ID {
					pair.Others = append(pair.Others, record(n))
				}
			}
			if pair.MayMerge() != nil {
				continue
			}
			say(pair.Merge(last[alias.ID], "why", time.Time{}))
			back, err := people.Part(facts.Player{ID: alias.ID, KeptAs: &kept.ID}, last[alias.ID], "why", time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(now, facts.AliasesOf(append(merges, back))); diff != "" {
				t.Fatalf("merged and parted (-want +got):\n%s", diff)
			}
		}
		aliases := facts.AliasesOf(rapid.Permutation(merges).Draw(t, "in any order"))
		if diff := cmp.Diff(facts.AliasesOf(merges), aliases); diff != "" {
			t.Fatalf("by the order of the facts (-want +got):\n%s", diff)
		}
		for alias, kept := range aliases {
			if aliases.Of(kept) != kept || alias == kept {
				t.Fatalf("%s leads to %s, which leads on", alias, kept)
			}
		}
	})
}
