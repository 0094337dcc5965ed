package people_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/people"
	"referto/internal/likeness"
)

// A refusal contains the data needed to resolve it: the records, by name and id, and the field.
func TestRefusalsNameRecords(t *testing.T) {
	t.Parallel()
	anna, terza := facts.Player{ID: numbered(1), Name: "Anna"}, facts.Player{ID: numbered(3), Name: "Terza"}
	berta := facts.Player{ID: numbered(2), Name: "Berta"}
	aliasOf := func(p, kept facts.Player) facts.Player {
		p.KeptAs = &kept.ID
		return p
	}
	merge := func(change func(*people.Pair)) error {
		p := people.Pair{Alias: anna, Kept: berta}
		change(&p)
		return p.MayMerge()
	}
	for says, tt := range map[string]struct {
		err     error
		text    string
		current map[string]any
	}{
		"said to be two people": {
			merge(func(p *people.Pair) {
				p.Distinct = []facts.Distinction{{OneID: numbered(4), OtherID: numbered(5)}, {OneID: numbered(6), OtherID: numbered(7)}}
			}),
			"merge-two-people (name=Anna, other=Berta)",
			map[string]any{"player": numbered(4), "other": numbered(5)},
		},
		"an alias of another": {
			merge(func(p *people.Pair) { p.Alias, p.Into = aliasOf(anna, terza), []facts.Player{berta, terza} }),
			"record-merged (into=Terza)",
			map[string]any{"player": numbered(3), "name": "Terza"},
		},
		"into an alias of another": {
			merge(func(p *people.Pair) { p.Kept, p.Into = aliasOf(berta, terza), []facts.Player{anna, terza} }),
			"record-merged (into=Terza)",
			map[string]any{"player": numbered(3), "name": "Terza"},
		},
		"one that keeps others": {merge(func(p *people.Pair) { p.Others = []facts.Player{terza, berta} }), "record-keeps-others (name=Terza)", nil},
		"of one event":          {merge(func(p *people.Pair) { p.Shared = []facts.Event{{Title: "Tappa"}, {Title: "Altra"}} }), "merge-same-event (event=Tappa)", nil},
		"of two journeys":       {merge(func(p *people.Pair) { p.Claimed = []facts.Season{{Title: "2009"}, {Title: "2010"}} }), "merge-two-refunds (season=2009)", nil},
		"two people before one event": {
			merge(func(p *people.Pair) { p.Distinct, p.Shared = []facts.Distinction{{}}, []facts.Event{{Title: "Tappa"}} }),
			"merge-two-people (name=Anna, other=Berta)",
			map[string]any{"player": league.PlayerID{}, "other": league.PlayerID{}},
		},
	} {
		var state *league.StateError
		if !errors.As(tt.err, &state) || state.Error() != tt.text || cmp.Diff(tt.current, state.Current) != "" {
			t.Errorf("%s: %v %v, want %s %v", says, tt.err, state, tt.text, tt.current)
		}
	}
	for field, err := range map[string]error{"/into": merge(func(p *people.Pair) { p.Kept = anna }), "/other": people.ErrNotTwo} {
		var faults league.Faults
		if !errors.As(err, &faults) || faults[0].Field != field {
			t.Errorf("%v, want a fault of %s", err, field)
		}
	}
}

// Records with the same account belong to one person; the aliases of other records do not matter.
func TestMergeOfOneAccount(t *testing.T) {
	t.Parallel()
	account, same := uuid.UUID{1}, uuid.UUID{1}
	one, other := facts.Player{ID: numbered(1), AccountID: &account}, facts.Player{ID: numbered(2), AccountID: &same}
	p := people.Pair{Alias: one, Kept: other, Into: []facts.Player{{ID: numbered(3)}}}
	if err := p.MayMerge(); err != nil || p.Account() != people.AccountStays {
		t.Errorf("%v, the account %s", err, p.Account())
	}
}

// An alias whose kept record is unknown is not refused: the caller has to pass the kept records.
func TestAliasOfUnknownRecord(t *testing.T) {
	t.Parallel()
	unknown := numbered(9)
	p := people.Pair{Alias: facts.Player{ID: numbered(1), KeptAs: &unknown}, Kept: facts.Player{ID: numbered(2)}, Into: []facts.Player{{ID: numbered(3)}}}
	if err := p.MayMerge(); err != nil {
		t.Error(err)
	}
}

// Mergers and distinctions are numbered facts, of which the last counts.
func TestMergeFacts(t *testing.T) {
	t.Parallel()
	at := time.Date(2009, 2, 8, 9, 0, 0, 0, time.UTC)
	kept := numbered(2)
	p := people.Pair{Alias: facts.Player{ID: numbered(1)}, Kept: facts.Player{ID: kept}}
	if d := cmp.Diff(facts.Merge{AliasID: numbered(1), Number: 1, KeptID: &kept, Reason: "twice", DecidedAt: at}, p.Merge(nil, "twice", at)); d != "" {
		t.Errorf("the first: %s", d)
	}
	if d := cmp.Diff(facts.Merge{AliasID: numbered(1), Number: 5, KeptID: &kept, Reason: "twice", DecidedAt: at}, p.Merge(&facts.Merge{Number: 4}, "twice", at)); d != "" {
		t.Errorf("the fifth: %s", d)
	}
	got, err := people.Part(facts.Player{ID: numbered(1), KeptAs: &kept}, &facts.Merge{Number: 1}, "no", at)
	if d := cmp.Diff(facts.Merge{AliasID: numbered(1), Number: 2, Reason: "no", DecidedAt: at}, got); d != "" || err != nil {
		t.Errorf("parted: %v %s", err, d)
	}
}

// The likeness of two records compares names and addresses.
func TestLikeness(t *testing.T) {
	t.Parallel()
	a, b := facts.Player{Name: "Ada Lodi", Email: "ada@example.org"}, facts.Player{Name: "Àda Lodi", Email: "ADA@example.org"}
	if got, want := people.Likeness(a, b), (people.Resemblance{Name: likeness.Unmarked, Mail: true}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	b.Email = ""
	if got := people.Likeness(a, b); got.Mail {
		t.Errorf("%+v: no address is like none", got)
	}
	a.Email = ""
	if got := people.Likeness(a, b); got.Mail {
		t.Errorf("%+v: two without an address have none in common", got)
	}
}

// Years of birth are equal, different, or unknown.
func TestLikenessByYearOfBirth(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		one, other  int
		same, apart bool
	}{
		{1970, 1970, true, false},
		{1970, 1971, false, true},
		{1970, 0, false, false},
		{0, 1970, false, false},
		{0, 0, false, false},
	} {
		a, b := facts.Player{Name: "Ada Lodi", BirthYear: tt.one}, facts.Player{Name: "Ada Lodi", BirthYear: tt.other}
		if got := people.Likeness(a, b); got.SameYear != tt.same || got.OtherYear != tt.apart || got.Name != likeness.Identical {
			t.Errorf("%d and %d: %+v", tt.one, tt.other, got)
		}
	}
}

// The most likely same person comes first. A different year of birth outweighs name and address
// together: father and son may share both.
func TestNearerComesFirst(t *testing.T) {
	t.Parallel()
	inOrder := []people.Resemblance{
		{SameYear: true, Mail: true, Name: likeness.Identical},
		{SameYear: true, Mail: true, Name: likeness.Alike},
		{SameYear: true, Name: likeness.Unlike},
		{Mail: true, Name: likeness.Identical},
		{Mail: true, Name: likeness.Unlike},
		{Name: likeness.Identical},
		{Name: likeness.Unmarked},
		{Name: likeness.Alike},
		{OtherYear: true, Mail: true, Name: likeness.Identical},
		{OtherYear: true, Name: likeness.Identical},
	}
	for i, a := range inOrder {
		for j, b := range inOrder {
			if got, want := people.Nearer(a, b), min(max(i-j, -1), 1); got != want {
				t.Errorf("%+v and %+v: %d, want %d", a, b, got, want)
			}
		}
	}
}

// A claim of another record by somebody else disputes nothing.
func TestClaimOfAnotherRecord(t *testing.T) {
	t.Parallel()
	s := people.Standing{Account: me, Record: free, Open: []facts.PlayerRequest{claim(5, other, player(20))}}
	for _, how := range []people.How{people.ByMail, people.ByCode, people.ByRequest} {
		if err := s.MayLink(how); err != nil {
			t.Errorf("by %s: %v", how, err)
		}
	}
}

// GDPR Art. 7 (1): to which text somebody has agreed is known, by its number: each purpose has a first text, and the key of
// its words names both.
func TestTexts(t *testing.T) {
	t.Parallel()
	for _, p := range []facts.Purpose{facts.FullName, facts.Profile, facts.Photos, facts.Letters} {
		if got := people.TextVersion(p); got != 1 {
			t.Errorf("%s: %d", p, got)
		}
		if got := people.TextKey(p, people.TextVersion(p)); got != "consent."+string(p)+"-1" {
			t.Errorf("%s: %s", p, got)
		}
	}
	if got := people.TextKey("photos", 12); got != "consent.photos-12" {
		t.Error(got)
	}
	if people.TextVersion("dance") != 0 {
		t.Error("a purpose that is none has a text")
	}
}

// All earlier consents are checked: a second one for a purpose is refused.
func TestMayGiveAmongSeveral(t *testing.T) {
	t.Parallel()
	given := []facts.Consent{{Purpose: facts.Letters}, {Purpose: facts.Photos}}
	err := people.MayGive(facts.Consent{Purpose: facts.Photos, TextVersion: 1, Proof: "a form"}, false, false, given)
	if !errors.Is(err, people.ErrConsentGiven) {
		t.Error(err)
	}
}

// Names are searched for from four letters on; two words in either order, three only in their own,
// and every address.
func TestNamingAtTheBounds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		addresses []string
		text      string
		want      bool
	}{
		{"Anna", nil, "Anna came late", true},
		{"Ивет", nil, "дойде Ивет", true},
		{"Eva", nil, "Eva came late", false},
		{"Anna Maria Rossi", nil, "Anna Maria Rossi left", true},
		{"Anna Maria Rossi", nil, "Maria Anna left", false},
		{"Anna Maria Rossi", nil, "Rossi Anna Maria left", false},
		{"Anna Rossi", nil, "Rossi Anna left", true},
		{"Anna Rossi", nil, "Rossi left", false},
		{"Anna Rossi", nil, "Bianca Rossi Annamaria left", false},
		{"Anna Rossi", nil, "XRossi Anna left", false},
		{"Anna", []string{"", "a@example.org", "b@example.org"}, "write to b@example.org", true},
		{"Anna", []string{"a@example.org", "b@example.org"}, "write to a@example.org", true},
		{"Eva", []string{""}, "Eva", false},
	} {
		if got := regexp.MustCompile("(?i)" + people.Naming(tt.name, tt.addresses...)).MatchString(tt.text); got != tt.want {
			t.Errorf("%q %q in %q: %t", tt.name, tt.addresses, tt.text, got)
		}
	}
}

// All people who are not asked for are removed from a photo, wherever they stand in the list.
func TestNameOnEndsAll(t *testing.T) {
	t.Parallel()
	on := []facts.PersonOnPhoto{
		{PersonID: numbered(1), Records: []league.PlayerID{numbered(1)}},
		{PersonID: numbered(2), Records: []league.PlayerID{numbered(2), numbered(4)}},
		{PersonID: numbered(3), Records: []league.PlayerID{numbered(3)}},
	}
	got := people.NameOn(on, []facts.Player{{ID: numbered(5)}, {ID: numbered(1)}})
	want := people.PhotoNaming{Add: []league.PlayerID{numbered(5)}, End: []league.PlayerID{numbered(2), numbered(4), numbered(3)}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// A person without a known year of birth is no minor, in any year.
func TestNoYearIsNoMinor(t *testing.T) {
	t.Parallel()
	early := time.Date(10, 1, 1, 0, 0, 0, 0, time.UTC)
	if people.IsMinor(0, "IT", early) || !people.IsMinor(1, "IT", early) {
		t.Error("who has no year of birth is a minor")
	}
}

// A code is written in two halves with a hyphen, and its digest covers the written form.
func TestWriteCode(t *testing.T) {
	t.Parallel()
	if got := people.WriteCode("K7Q2M", "9XFM3"); got != "K7Q2M-9XFM3" {
		t.Error(got)
	}
	if string(people.HashSecret("K7Q2", "M9XFM3")) == string(people.HashSecret("K7Q2M", "9XFM3")) {
		t.Error("codes that are cut at another place have one digest")
	}
}

// All letters of codes are equally likely: each byte gives one, and the same bytes give the same
// code.
func TestNewCode(t *testing.T) {
	t.Parallel()
	seen := map[rune]int{}
	for b := range 256 {
		handle, secret := people.NewCode([people.CodeBytes]byte{0: byte(b), 9: byte(255 - b)})
		if len(handle) != 5 || len(secret) != 5 || strings.Trim(handle[1:]+secret[:4], "0") != "" {
			t.Fatalf("%s %s", handle, secret)
		}
		seen[rune(handle[0])]++
		seen[rune(secret[4])]++
	}
	for letter, n := range seen {
		if n != 16 {
			t.Errorf("%c comes %d times", letter, n)
		}
	}
	if len(seen) != 32 {
		t.Errorf("%d letters", len(seen))
	}
}
