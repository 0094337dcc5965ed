package words

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"referto/internal/league/rules"
)

// TestEveryOptionHasAName: the path to any option of a ruleset has a name in every language, and every name belongs
// to a member of the document.
func TestEveryOptionHasAName(t *testing.T) {
	t.Parallel()
	members := rules.MemberNames()
	if len(members) < 100 {
		t.Fatalf("only %d members are known", len(members))
	}
	for _, lang := range Languages() {
		w := For(lang)
		for _, member := range members {
			if !w.Has("option." + member) {
				t.Errorf("%s: no words for option.%s", lang, member)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(w.messages)) {
			if member, ok := strings.CutPrefix(key, "option."); ok && !slices.Contains(members, member) {
				t.Errorf("%s: no document has %s", lang, member)
			}
		}
	}
}

func TestDifference(t *testing.T) {
	t.Parallel()
	path := []OptionStep{{Member: "standings", Element: "preliminary"}, {Member: "criteria", Element: "share"}, {Member: "digits"}}
	tests := []struct{ lang, kind, before, after, want string }{
		{"en", "changed", "2", "3", "Standings “preliminary” › Criteria “share” › Decimals: 3 instead of 2"},
		{"it", "added", "", "2", "Classifica «preliminary» › Criteri «share» › Decimali: nuovo, 2"},
		{"bg", "removed", "2", "", "Класиране „preliminary“ › Критерии „share“ › Знаци след запетаята: отпада 2"},
		{"en", "reordered", "wins, vp", "vp, wins", "Standings “preliminary” › Criteria “share” › Decimals: now in the order vp, wins, before wins, vp"},
		{"en", "changed", "", "true", "Standings “preliminary” › Criteria “share” › Decimals: yes instead of nothing"},
		{"it", "changed", "false", "x", "Classifica «preliminary» › Criteri «share» › Decimali: x anziché no"},
	}
	for _, tt := range tests {
		if got := For(tt.lang).Difference(tt.kind, path, tt.before, tt.after); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}
