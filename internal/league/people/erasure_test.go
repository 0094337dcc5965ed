package people_test

import (
	"errors"
	"regexp"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/people"
)

func TestMayErase(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		ties people.Ties
		want error
	}{
		{"nothing rests on it", people.Ties{}, nil},
		{"erased before", people.Ties{Erased: true, OpenRefunds: 1}, people.ErrErased},
		{"a claim", people.Ties{OpenRefunds: 1}, people.ErrOpenRefund},
		{"a ban", people.Ties{RunningBans: 1, OpenFinals: 1}, people.ErrRunningBan},
		{"an expulsion that is not decided", people.Ties{OpenCases: 1, OpenFinals: 1}, people.ErrOpenCase},
		{"a final", people.Ties{OpenFinals: 1}, people.ErrOpenFinal},
		{"an event under way", people.Ties{RunningEvents: 1, OpenEntries: 1}, people.ErrRunningEvent},
		{"an entry", people.Ties{OpenEntries: 1}, people.ErrOpenEntry},
	} {
		if got := c.ties.MayErase(); !errors.Is(got, c.want) || (got == nil) != (c.want == nil) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestMayUse(t *testing.T) {
	t.Parallel()
	if err := people.MayUse(facts.Player{Name: "Player 7f3a"}); err != nil {
		t.Errorf("a record that names somebody: %v", err)
	}
	if err := people.MayUse(facts.Player{ErasedAt: new(time.Time)}); !errors.Is(err, people.ErrErased) {
		t.Errorf("an erased record: %v", err)
	}
}

func TestNeutralName(t *testing.T) {
	t.Parallel()
	id := league.PlayerID{UUID: uuid.MustParse("0199aaaa-bbbb-7ccc-8ddd-eeeeeeee7f3a")}
	if got := people.NeutralName(id); got != "Player 7f3a" {
		t.Errorf("got %q", got)
	}
}

// The pattern is for PostgreSQL; the part of its language that is used means the same in Go.
func TestNaming(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, address, text string
		want                bool
	}{
		{"Anna Rossi", "anna@example.org", "Anna Rossi insulted the referee", true},
		{"Anna Rossi", "anna@example.org", "said rossi  anna, twice", true},
		{"Anna Rossi", "anna@example.org", "write to ANNA@example.org", true},
		{"Anna Rossi", "anna@example.org", "Anna Rossini came late", false},
		{"Anna Rossi", "anna@example.org", "Anna Bianchi and Carla Rossi", false},
		{"Anna Rossi", "anna.r@example.org", "annaXr@example.org", false},
		{"Анна Иванова", "", "арбитърът и Анна Иванова.", true},
		{"Bo", "", "Bo went home", false},
		{"Bo", "bo@example.org", "bo@example.org", true},
		{"A.B (C)", "", "he is A.B (C)", true},
		{"", "", "", false},
	} {
		if got := regexp.MustCompile("(?i)" + people.Naming(c.name, c.address)).MatchString(c.text); got != c.want {
			t.Errorf("%q <%s> in %q: %v", c.name, c.address, c.text, got)
		}
	}
}
