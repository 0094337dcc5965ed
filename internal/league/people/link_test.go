package people_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/people"
	"referto/internal/likeness"
)

func id(n byte) uuid.UUID { return uuid.UUID{15: n} }

func player(n byte) league.PlayerID { return league.PlayerID{UUID: id(n)} }

// The account is 1, the record 10; another account is 2, another record 20.
var (
	me, other = id(1), id(2)
	free      = facts.Player{ID: player(10), Name: "Ada Lodi"}
)

func owned(by uuid.UUID) facts.Player {
	p := free
	p.AccountID = &by
	return p
}

func claim(n byte, by uuid.UUID, of league.PlayerID) facts.PlayerRequest {
	return facts.PlayerRequest{ID: id(n), Kind: facts.ClaimRequest, AccountID: by, PlayerID: of}
}

func TestMayLink(t *testing.T) {
	t.Parallel()
	tests := []struct {
		says                  string
		record                facts.Player
		has                   *facts.Player
		open                  []facts.PlayerRequest
		mail, request, mayAsk error
	}{
		{says: "a record that is nobody's", record: free},
		{says: "somebody else's", record: owned(other), mail: people.ErrClaimed, request: people.ErrClaimed, mayAsk: people.ErrClaimed},
		{says: "his own", record: owned(me), mail: people.ErrOwnAlready, request: people.ErrOwnAlready, mayAsk: people.ErrOwnAlready},
		{says: "he has another", record: free, has: &facts.Player{ID: player(20)}, mail: people.ErrOtherRecord, request: people.ErrOtherRecord, mayAsk: people.ErrOtherRecord},
		{says: "somebody else asks for it", record: free, open: []facts.PlayerRequest{claim(5, other, player(10))}, mail: people.ErrDisputed},
		{says: "he asks for it himself", record: free, open: []facts.PlayerRequest{claim(5, me, player(10))}, mayAsk: people.ErrAsked},
		{says: "he asks for another", record: free, open: []facts.PlayerRequest{claim(5, me, player(20))}, mayAsk: people.ErrAsked},
		{
			says: "both ask for it", record: free, open: []facts.PlayerRequest{claim(5, me, player(10)), claim(6, other, player(10))},
			mail: people.ErrDisputed, mayAsk: people.ErrAsked,
		},
	}
	for _, tt := range tests {
		t.Run(tt.says, func(t *testing.T) {
			t.Parallel()
			s := people.Standing{Account: me, Record: tt.record, Has: tt.has, Open: tt.open}
			for how, want := range map[people.How]error{people.ByMail: tt.mail, people.ByCode: tt.mail, people.ByRequest: tt.request} {
				if got := s.MayLink(how); !errors.Is(got, want) {
					t.Errorf("by %s: got %v, want %v", how, got, want)
				}
			}
			if got := s.MayAsk(); !errors.Is(got, tt.mayAsk) {
				t.Errorf("asks: got %v, want %v", got, tt.mayAsk)
			}
		})
	}
}

// Whose record it is settles the claims of it, and their claim of another.
func TestSettle(t *testing.T) {
	t.Parallel()
	s := people.Standing{Account: me, Record: free, Open: []facts.PlayerRequest{
		claim(5, me, player(10)), claim(6, other, player(10)), claim(7, me, player(20)), claim(8, other, player(20)),
	}}
	got := map[uuid.UUID]facts.RequestOutcome{}
	for _, r := range s.Settle() {
		got[r.ID] = r.Outcome
	}
	want := map[uuid.UUID]facts.RequestOutcome{id(5): facts.RequestConfirmed, id(6): facts.RequestOvertaken, id(7): facts.RequestOvertaken}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if s.Open[0].Outcome != "" {
		t.Error("what stands was changed")
	}
}

// A claim by a person with another name, or one that only looks the same, is not confirmed without
// a reason.
func TestMayConfirm(t *testing.T) {
	t.Parallel()
	record := facts.Player{Name: "Carlo Grandè", Email: "carlo@example.org"}
	tests := []struct {
		name, mail string
		closeness  likeness.Closeness
		sameMail   bool
		silently   bool
	}{
		{"carlo grandè", "x@example.org", likeness.Identical, false, true},
		{"Carlo Grande", "x@example.org", likeness.Unmarked, false, true},
		{"Grande Carlo", "x@example.org", likeness.Alike, false, false},
		{"Cаrlo Grandè", "x@example.org", likeness.Alike, false, false}, // a Cyrillic а
		{"Dora Piccola", "x@example.org", likeness.Unlike, false, false},
		{"Dora Piccola", "Carlo+reg@example.org", likeness.Unlike, true, true},
		{"Dora Piccola", "", likeness.Unlike, false, false},
	}
	for _, tt := range tests {
		like := people.Resemble(tt.name, tt.mail, record)
		if like.Name != tt.closeness || like.Mail != tt.sameMail {
			t.Errorf("%s, %s: got %+v", tt.name, tt.mail, like)
		}
		if err := people.MayConfirm(like, ""); (err == nil) != tt.silently {
			t.Errorf("%s, %s without a reason: %v", tt.name, tt.mail, err)
		}
		if err := people.MayConfirm(like, "I know her"); err != nil {
			t.Errorf("%s, %s with a reason: %v", tt.name, tt.mail, err)
		}
	}
	if like := people.Resemble("Ada", "", facts.Player{Name: "Ada"}); like.Mail {
		t.Error("no address is the same as no address")
	}
}

func TestMayDecide(t *testing.T) {
	t.Parallel()
	tests := []struct {
		outcome   facts.RequestOutcome
		confirmed bool
		reason    string
		want      error
	}{
		{"", true, "", nil},
		{"", false, "another Ada", nil},
		{"", false, "", people.ErrReasonNeeded},
		{facts.RequestConfirmed, true, "", people.ErrDecided},
		{facts.RequestOvertaken, false, "another Ada", people.ErrDecided},
	}
	for _, tt := range tests {
		if got := people.MayDecide(facts.PlayerRequest{Outcome: tt.outcome}, tt.confirmed, tt.reason); !errors.Is(got, tt.want) {
			t.Errorf("%q, %t, %q: got %v, want %v", tt.outcome, tt.confirmed, tt.reason, got, tt.want)
		}
	}
}
