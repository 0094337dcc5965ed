package leaguelog_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/logfact"
)

// Decision 0043: the log holds ids, days, codes and numbers, and no words of people. Every text
// member of a fact is in this list with its kind; a change that adds one must list it here.
var texts = map[string]string{
	"asks":         "code: claim or name",
	"categories":   "keys of year categories",
	"circuit":      "code of the ruleset",
	"digest":       "SHA-256",
	"draw":         "code: drawn or by-hand",
	"figures":      "exact numbers",
	"final":        "code: regional-final or national-final",
	"formula":      "id in the ruleset",
	"how":          "code: mail, code or request",
	"kind":         "code of the fact",
	"method":       "code: how a round is seated",
	"national":     "exact number",
	"offense":      "code of the ruleset's list",
	"outcome":      "code of a request",
	"pairing":      "code of the ruleset",
	"paragraph":    "of the regulation",
	"points":       "exact number",
	"place":        "id in the register of places",
	"reason":       "code of a call",
	"role":         "code of the staff",
	"ruleset":      "id of the document",
	"seed":         "hexadecimal number",
	"slug":         "by which pages are found, chosen by an office",
	"state":        "code",
	"tableResults": "code",
	"promotions":   "code",
	"subject":      "code: players, openings or results",
	"timeZone":     "name of a zone",
	"variant":      "id in the ruleset",
	"waived":       "codes of demands",
	"why":          "SHA-256",
}

// plain are types that hold no words.
var plain = map[reflect.Type]bool{
	reflect.TypeFor[uuid.UUID](): true, reflect.TypeFor[time.Time](): true, reflect.TypeFor[rules.Day](): true, reflect.TypeFor[league.Frac](): true,
	reflect.TypeFor[league.PlayerID](): true, reflect.TypeFor[league.SeasonID](): true, reflect.TypeFor[league.BanID](): true,
	reflect.TypeFor[league.Result](): true, reflect.TypeFor[rules.Structure](): true, // of the core, which says what they hold
}

// wordsOf finds the texts in a type.
func wordsOf(t reflect.Type, name string, found map[string]bool) {
	if plain[t] {
		return
	}
	switch t.Kind() {
	case reflect.String:
		found[name] = true
	case reflect.Pointer, reflect.Slice:
		wordsOf(t.Elem(), name, found)
	case reflect.Struct:
		for i := range t.NumField() {
			member, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			wordsOf(t.Field(i).Type, member, found)
		}
	}
}

func TestNoWordsOfPeople(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	for _, f := range leaguelog.Registry.Facts() {
		for _, m := range logfact.Members(f) {
			wordsOf(m.Field.Type, m.Name, found)
		}
	}
	if got, want := slices.Sorted(maps.Keys(found)), slices.Sorted(maps.Keys(texts)); !slices.Equal(got, want) {
		t.Errorf("texts in the log:\n got %v\nwant %v", got, want)
	}
}

// Members are named alike everywhere: an id of a thing is called as the thing, a player is a player
// in each fact, and every name is written in one way.
func TestMembersAreNamedAlike(t *testing.T) {
	t.Parallel()
	types := map[string]map[reflect.Type]bool{}
	for _, f := range leaguelog.Registry.Facts() {
		for _, m := range logfact.Members(f) {
			if strings.ToLower(m.Name[:1]) != m.Name[:1] || strings.ContainsAny(m.Name, "_-. ") {
				t.Errorf("%s has a member %q", f.Kind(), m.Name)
			}
			if strings.HasSuffix(m.Name, "Id") || strings.HasSuffix(m.Name, "ID") {
				t.Errorf("%s calls an id %q", f.Kind(), m.Name)
			}
			if types[m.Name] == nil {
				types[m.Name] = map[reflect.Type]bool{}
			}
			types[m.Name][m.Field.Type] = true
		}
	}
	for name, want := range map[string]reflect.Type{
		"entry": reflect.TypeFor[league.Entry](), "player": reflect.TypeFor[league.PlayerID](), "ban": reflect.TypeFor[league.BanID](),
		"day": reflect.TypeFor[rules.Day](), "cents": reflect.TypeFor[int64](), "version": reflect.TypeFor[int](),
	} {
		if got := types[name]; len(got) != 1 || !got[want] {
			t.Errorf("%s is a %v", name, slices.Collect(maps.Keys(got)))
		}
	}
}

// The kind of a fact says what it is about and what has happened to it. What is about an entry
// names the entry or the player, what is about a season the season.
func TestKindsAndMembers(t *testing.T) {
	t.Parallel()
	abouts := map[string][]string{
		"entry": {"entry", "player"}, "season": {"season"}, "sanction": {"sanction"}, "withdrawal": {"withdrawal"}, "ruling": {"ruling"}, "ban": {"ban"},
		"exclusion": {"exclusion"}, "round": {"round"}, "result": {"round"}, "clock": {"round"}, "refund": {"refund"}, "prizes": {"shipment"}, "prize": {"prize"},
		"payment-list": {"list"}, "photo": {"photo"}, "staff": {"staff"}, "ruleset": {"ruleset"}, "hosting": {"hosting"}, "convocation": {"convocation"},
		"answer": {"player"}, "regions": {"merge"}, "final": {"decision"}, "player": {"player"}, "attendance": {"attendance"}, "apart": {"apart"}, "call": {"call"}, "import": {"import"}, "history": {"history"},
		"homologation": {"number"}, "report": {"number"}, "contact-data": {"region"}, "ranking": {"ranking"}, "series": {"series"}, "club": {"club"}, "categories": {"categories"}, "form": {"form"},
	}
	for _, f := range leaguelog.Registry.Facts() {
		about, happened, _ := strings.Cut(f.Kind(), ".")
		if happened == "" {
			t.Errorf("nothing happens in %s", f.Kind())
		}
		names := abouts[about]
		if names == nil && about != "event" && about != "outcome" && about != "structure" && about != "previous-standings" {
			t.Errorf("what %s is about is not in this list", f.Kind())
		}
		if names != nil && !slices.ContainsFunc(logfact.Members(f), func(m logfact.Member) bool { return slices.Contains(names, m.Name) }) {
			t.Errorf("%s does not say which %s", f.Kind(), about)
		}
	}
}
