package register_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/league/facts"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
)

// The ways in which an answer to a convocation arrives.
const (
	byAccount = ""
	byLink    = "link"     // of the letter
	byPhone   = "by phone" // recorded by the person who convokes
	byOldLink = "old-link" // of a letter that does not hold any more
	inTime    = "2010-01-12 10:00"
	tooLate   = "2010-01-17 23:59" // when the time to answer of [registertest.Book]'s calls is over
)

// reply reads a word, "elio national yes".
func reply(b *registertest.Book, word, how string) register.Reply {
	w := strings.Fields(word)
	r := register.Reply{Player: b.Player(w[0]), To: registertest.Final(w[1]), Coming: w[2] == "yes", Record: b.ID("record")}
	switch how {
	case byLink:
		r.ByLink = b.ID("call " + w[0] + w[1])
	case byOldLink:
		r.ByLink = b.ID("another call")
	default:
		r.How = how
	}
	return r
}

// answered returns why an answer is refused, or the record that is stored of it and the holders of
// the final afterwards: "said; - declined". "as before" means that the answer changes nothing.
func answered(b *registertest.Book, word, how, now string) string {
	s, r := b.Season(), reply(b, word, how)
	a, err := s.Answer(r, b.At(now))
	switch {
	case err != nil:
		return registertest.Why(err)
	case a.After == s:
		return "as before"
	}
	var kept []string
	if a.Said != nil {
		kept = append(kept, "said")
	}
	if a.TakenBack != nil {
		kept = append(kept, "taken back")
	}
	if a.Call != nil {
		kept = append(kept, map[bool]string{true: "accepted", false: "not accepted"}[a.Call.AcceptedAt != nil])
	}
	return strings.Join(kept, ", ") + "; " + b.Holders(a.After, strings.TrimSuffix(string(r.To), "-final"))
}

// The consequences of an answer to a convocation, and when it cannot be given. In the national
// final only the holders of the open tournament's place change (elio, then fanny).
func TestAnswer(t *testing.T) {
	t.Parallel()
	const called, comes = "call elio national", "call elio national yes"
	const elioHeld, elioComes, fannyNext, nobody = "carlo held, elio held, rex held", "carlo held, elio accepted, rex held", "carlo held, +fanny held, rex held", "carlo held, - declined, rex held"
	for _, tt := range []struct{ name, more, word, how, now, want string }{
		{"CN09 1.9/who is convoked comes", called, "elio national yes", byAccount, inTime, "accepted; " + elioComes},
		{"CN09 1.9/by the link of his letter", called, "elio national yes", byLink, inTime, "accepted; " + elioComes},
		{"CN09 1.9/as he says on the phone", called, "elio national yes", byPhone, inTime, "accepted; " + elioComes},
		{"CN09 1.9/who has said so already", comes, "elio national yes", byAccount, inTime, "as before"},
		{"CN09 1.9/if he cannot, the second of the same tournament has the place", called, "elio national no", byLink, inTime, "said; " + fannyNext},
		{"CN09 1.9/also before he was convoked", "", "elio national no", byAccount, inTime, "said; " + fannyNext},
		{"CN09 1.9/who has said so already cannot", "no elio national", "elio national no", byPhone, inTime, "as before"},
		{"CN09 1.9/who had said yes may give up", comes, "elio national no", byAccount, inTime, "said, not accepted; " + fannyNext},
		{"CN09 1.9/if the second cannot either the place is lost", "no elio national", "fanny national no", byAccount, inTime, "said; " + nobody},
		{"CN09 1.9/nobody comes who was not convoked", "", "elio national yes", byAccount, inTime, "now CN09 1.9: not-convoked"},
		{"CN09 1.9/not even as he says on the phone", "", "elio national yes", byPhone, inTime, "now CN09 1.9: not-convoked"},
		{"CN09 1.9/nobody comes who has no place", "", "fanny national yes", byPhone, inTime, "now CN09 1.9: no-place-in-final"},
		{"CN09 1.9/nor does he decline one himself", "", "fanny national no", byAccount, inTime, "now CN09 1.9: no-place-in-final"},
		{"CN09 1.9/but the second may let know that he could not step in", "", "fanny national no", byPhone, inTime, "said; " + elioHeld},

		{"CN09 1.9/a no is taken back as long as nobody relies on it", called + "\nno elio national", "elio national yes", byAccount, inTime, "taken back, accepted; " + elioComes},
		{"CN09 1.9/also of who had not been convoked: he has his place again", "no elio national", "elio national yes", byPhone, inTime, "taken back; " + elioHeld},
		{"CN09 1.9/not once the second was convoked", called + "\nno elio national\ncall fanny national", "elio national yes", byAccount, inTime, "now CN09 1.9: place-went-on"},
		{"CN09 1.9/nor once the second comes", called + "\nno elio national\ncall fanny national yes", "elio national yes", byPhone, inTime, "now CN09 1.9: place-went-on"},
		{"CN09 1.9/again once the second cannot", called + "\nno elio national\ncall fanny national\nno fanny national", "elio national yes", byPhone, inTime, "taken back, accepted; " + elioComes},

		{"CN09 1.9/a yes after the time to answer", called, "elio national yes", byAccount, tooLate, "now CN09 1.9: answer-too-late (until=2010-01-17T23:59:00+01:00)"},
		{"CN09 1.9/a minute before it", called, "elio national yes", byAccount, "2010-01-17 23:58", "accepted; " + elioComes},
		{"CN09 1.9/a no after the time to answer frees the place", called, "elio national no", byAccount, tooLate, "said; " + fannyNext},
		{"CN09 1.9/who had said yes in time may give up after it", comes, "elio national no", byAccount, tooLate, "said, not accepted; " + fannyNext},
		{"CN09 1.9/and says yes once more without a change", comes, "elio national yes", byAccount, tooLate, "as before"},
		{"CN09 1.9/the link of the letter works until then, for a yes", called, "elio national yes", byLink, tooLate, "now CN09 1.9: answer-too-late (until=2010-01-17T23:59:00+01:00)"},
		{"CN09 1.9/and for a no", comes, "elio national no", byLink, tooLate, "now CN09 1.9: answer-too-late (until=2010-01-17T23:59:00+01:00)"},
		{"CN09 1.9/whoever convokes may record a late yes", called, "elio national yes", byPhone, tooLate, "accepted; " + elioComes},
		{"CN09 1.9/what was taken for a no he does not take back himself", called + "\nno elio national lapsed", "elio national yes", byAccount, inTime, "now CN09 1.9: answer-lapsed (until=2010-01-17T23:59:00+01:00)"},
		{"CN09 1.9/nor turn into a no of his own", called + "\nno elio national lapsed", "elio national no", byLink, inTime, "now CN09 1.9: answer-lapsed (until=2010-01-17T23:59:00+01:00)"},
		{"CN09 1.9/whoever convokes may", called + "\nno elio national lapsed", "elio national yes", byPhone, tooLate, "taken back, accepted; " + elioComes},

		{"CN09 1.9/the link of a call that was taken back", "call elio national withdrawn", "elio national yes", byLink, inTime, "now CN09 1.9: convocation-withdrawn"},
		{"CN09 1.9/the link of the letter before this one", called, "elio national yes", byOldLink, inTime, "now CN09 1.9: convocation-withdrawn"},
		{
			"CN09 1.11/his tournament turns out invalid", "c1 open 2009-06-07 16 invalid: gino hilda\ncall gino national at=c1",
			"gino national yes", byAccount, inTime, "now CN09 1.11: event-invalid",
		},
		{"CN09 1.5/why somebody may not take part is not said to whoever has his link", called + "\nbar elio banned 2009-06-01 -", "elio national yes", byLink, inTime, "now CN09 1.5: may-not-take-part"},
		{"CN09 1.5/nor by whom he is employed", called + "\nbar elio employee-of-publisher 2009-06-01 -", "elio national no", byLink, inTime, "now CN09 1.5: may-not-take-part"},

		{"CN09 1.7/the second replaces the winner of a stage", "", "anna regional no", byAccount, inTime, "said; +ida held, bea held, cleo held, dora held"},
		{"CN09 1.7/the regional final has begun", "call anna regional\nf2 regional aosta 2010-02-01 running", "anna regional no", byAccount, inTime, "now CN09 1.7: final-has-begun (event=f2)"},
		{"CN09 1.9/that of another region has not", "call elio national\nf2 regional aosta 2010-02-01 running", "elio national no", byAccount, inTime, "said; " + fannyNext},
		{"CN09 1.9/the national final has begun", called + "\nn2 national 2010-03-20 running", "elio national no", byPhone, inTime, "now CN09 1.9: final-has-begun (event=n2)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := cn09(t, tt.more)
			is(t, "answer", answered(b, tt.word, tt.how, tt.now), tt.want)
		})
	}
}

// An answer returns the records that the caller has to store.
func TestWhatIsKeptOfAnAnswer(t *testing.T) {
	t.Parallel()
	b := cn09(t, "call elio national")
	r, now := reply(b, "elio national no", byPhone), b.At(inTime)
	r.Reason = "Mi sposo quel giorno"
	a, err := b.Season().Answer(r, now)
	if err != nil {
		t.Fatal(err)
	}
	want := &facts.Unavailability{ID: b.ID("record"), PlayerID: b.Player("elio"), Final: "national-final", Reason: "Mi sposo quel giorno", How: byPhone, SaidAt: now}
	if diff := cmp.Diff(want, a.Said); diff != "" {
		t.Error(diff)
	}
	if place := b.Place(b.Season(), "elio", "national"); a.Place != place.ID {
		t.Errorf("it is about %s, not %s", a.Place, place.ID)
	}
	a, err = b.Season().Answer(reply(b, "elio national yes", byPhone), now)
	if err != nil || a.Call.ID != b.Call("elio", "national").ID || !a.Call.AcceptedAt.Equal(now) || a.Call.How != byPhone {
		t.Errorf("got %+v, %v", a.Call, err)
	}
	if before := b.Season().Convocations[0]; before.AcceptedAt != nil {
		t.Error("the season at hand has changed")
	}
	a, err = b.Season().Answer(reply(b, "fanny national no", byPhone), now)
	if err != nil || a.Place != "" {
		t.Errorf("the word of somebody without a place is about %q, %v", a.Place, err)
	}
}

// CN09 2.2: the contact who may record an answer is the one of the region that hosts the final,
// also for a player who no longer has a place there.
func TestHostFor(t *testing.T) {
	t.Parallel()
	b := cn09(t, "merge piemonte aosta\nno anna regional\nno elio national")
	for _, tt := range []struct{ name, who, final, want string }{
		{"CN09 1.7/his own region", "bea", "regional", "aosta"},
		{"CN09 1.7.1/the region with which his own plays", "dora", "regional", "aosta"},
		{"CN09 1.7/where he had a place before he said no", "anna", "regional", "aosta"},
		{"CN09 1.9/the national final is of no region", "elio", "national", "-"},
		{"CN09 1.7/somebody without any place", "zita", "regional", "-"},
	} {
		got := b.Season().HostFor(register.Reply{Player: b.Player(tt.who), To: registertest.Final(tt.final)})
		is(t, tt.name, b.Name(got.UUID), tt.want)
	}
	if b.Season().HostFor(register.Reply{}).UUID != uuid.Nil {
		t.Error("nobody's word is of a region")
	}
}

// A player without a place may let know that they could not step in, if the register contains them.
func TestWhoHasToBeRegistered(t *testing.T) {
	t.Parallel()
	b := cn09(t, "")
	for _, tt := range []struct {
		name, word, how string
		want            bool
	}{
		{"CN09 1.9/who has a place is", "elio national no", byPhone, false},
		{"CN09 1.9/the second of the tournament", "fanny national no", byPhone, true},
		{"CN09 1.9/who says that he comes is refused anyway", "zita national yes", byPhone, false},
		{"CN09 1.9/who answers himself too", "zita national no", byAccount, false},
	} {
		if got := b.Season().NeedsRegister(reply(b, tt.word, tt.how)); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
	err := register.RequireRegistered(b.Players("anna", "zita", "bea", "zoe"), b.Players("anna", "bea"), func(i int) string { return "/ranking/" + string(rune('0'+i)) })
	is(t, "each stranger is named", registertest.Why(err), "/ranking/1 unknown-player; /ranking/3 unknown-player")
}
