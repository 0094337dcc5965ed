package people_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/people"
)

// photoDay is the day of these tests; a person born in 1995 or later is a minor then by the law of
// Italy.
var photoDay = time.Date(2009, 2, 8, 12, 0, 0, 0, time.UTC)

// TestWithholds: one person is enough to withhold a photo from the public, and a request to be
// taken off outweighs consents.
func TestWithholds(t *testing.T) {
	t.Parallel()
	asked := photoDay
	on := func(born int, agreed ...facts.Consent) facts.PersonOnPhoto {
		return facts.PersonOnPhoto{Born: born, Agreed: agreed}
	}
	self := facts.Consent{Purpose: facts.Photos}
	guardian := facts.Consent{Purpose: facts.Photos, Guardian: "Mother"}
	withdrawn := facts.Consent{Purpose: facts.Photos, WithdrawnAt: &asked}
	asks := on(1980, self)
	asks.AskedOffAt = &asked
	for _, tt := range []struct {
		name string
		so   facts.Withheld
		on   []facts.PersonOnPhoto
		want facts.Withheld
	}{
		{"nobody is named", "", nil, ""},
		{"of age, agrees", "", []facts.PersonOnPhoto{on(1980, self)}, ""},
		{"of an unknown age, agrees", "", []facts.PersonOnPhoto{on(0, self)}, ""},
		{"of age, does not agree", "", []facts.PersonOnPhoto{on(1980)}, facts.WithoutConsent},
		{"of age, agrees to the full name only", "", []facts.PersonOnPhoto{on(1980, facts.Consent{Purpose: facts.FullName})}, facts.WithoutConsent},
		{"of age, has taken it back", "", []facts.PersonOnPhoto{on(1980, withdrawn)}, facts.WithoutConsent},
		{"of age since, a guardian's", "", []facts.PersonOnPhoto{on(1994, guardian)}, facts.WithoutConsent},
		{"a minor, a guardian agrees", "", []facts.PersonOnPhoto{on(1995, guardian)}, ""},
		{"a minor, agrees alone", "", []facts.PersonOnPhoto{on(1995, self)}, facts.WithoutGuardian},
		{"agrees and asks to be taken off", "", []facts.PersonOnPhoto{asks}, facts.AskedOff},
		{"all of several agree", "", []facts.PersonOnPhoto{on(1980, self), on(1995, guardian)}, ""},
		{"one of several does not", facts.WithoutGuardian, []facts.PersonOnPhoto{on(1980, self), on(1981)}, facts.WithoutConsent},
		{"the gravest is told", "", []facts.PersonOnPhoto{on(1981), on(1995), asks}, facts.AskedOff},
		{"a minor before somebody of age", "", []facts.PersonOnPhoto{on(1981), on(1995)}, facts.WithoutGuardian},
		{"somebody was erased, all others agree", facts.ErasedPerson, []facts.PersonOnPhoto{on(1980, self)}, facts.ErasedPerson},
		{"somebody was erased, and was alone", facts.ErasedPerson, nil, facts.ErasedPerson},
		{"all who kept it are named no more", facts.AskedOff, nil, ""},
	} {
		if got := people.WithheldFor(tt.so, tt.on, "IT", photoDay); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestNameOn: a photo names people by any of their records; people named already keep theirs.
func TestNameOn(t *testing.T) {
	t.Parallel()
	id := func(n byte) league.PlayerID { return league.PlayerID{UUID: uuid.UUID{15: n}} }
	record := func(n byte) facts.Player { return facts.Player{ID: id(n)} }
	alias := func(n, of byte) facts.Player {
		kept := id(of)
		return facts.Player{ID: id(n), KeptAs: &kept}
	}
	person := func(n byte, by ...league.PlayerID) facts.PersonOnPhoto {
		return facts.PersonOnPhoto{PersonID: id(n), Records: by}
	}
	type list = []league.PlayerID
	for _, tt := range []struct {
		name     string
		on       []facts.PersonOnPhoto
		asked    []facts.Player
		add, end list
	}{
		{"nobody", nil, nil, nil, nil},
		{"two", nil, []facts.Player{record(1), record(2)}, list{id(1), id(2)}, nil},
		{"a person by two records", nil, []facts.Player{record(1), alias(2, 1)}, list{id(1)}, nil},
		{"an alias, by which parting leaves it named", nil, []facts.Player{alias(2, 1)}, list{id(2)}, nil},
		{"the same again", []facts.PersonOnPhoto{person(1, id(1))}, []facts.Player{record(1)}, nil, nil},
		{"known by an alias, named by the kept record", []facts.PersonOnPhoto{person(1, id(2))}, []facts.Player{record(1)}, nil, nil},
		{"another", []facts.PersonOnPhoto{person(1, id(1))}, []facts.Player{record(3)}, list{id(3)}, list{id(1)}},
		{"nobody any more, by all records", []facts.PersonOnPhoto{person(1, id(1), id(2))}, nil, nil, list{id(1), id(2)}},
	} {
		got := people.NameOn(tt.on, tt.asked)
		if diff := cmp.Diff(people.PhotoNaming{Add: tt.add, End: tt.end}, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
	}
}
