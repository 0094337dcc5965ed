package leagueapi_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apitest"
	"referto/openapi"
)

// JP22 2 and 4: 8, 12 or 16 play; the last to enter stand by, and the field grows
// and shrinks with the entries.
func TestReserves(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "just-play-2022", nil)
	s.open()
	s.enter(7)
	seventh := s.everyEntry()[6]
	if seventh.Admission.As != "reserve" || seventh.WaitingPosition != 7 || seventh.Admission.Explanation.Rule.Paragraph != "4" {
		t.Errorf("JP22 4: seven make no field, got %+v", seventh.Admission)
	}
	if want := "Reserve number 7. 1 more entry makes a field of 8."; seventh.Admission.Explanation.Text != want {
		t.Errorf("got %q, want %q", seventh.Admission.Explanation.Text, want)
	}
	s.checkIn(upTo(7)...)
	refused := s.begin(upTo(7)...).Want(422)
	if refused.Text("rule.code") != "JP22" || refused.Text("rule.paragraph") != "2" || refused.Text("reason") != "field-size-not-allowed" {
		t.Errorf("JP22 2: %s", refused.Body)
	}
	for n := 7; n < 11; n++ {
		s.organizer.Post(s.path+"/entries", apitest.JSON{"player": s.player(n)}).Want(201)
	}
	got := standing(s.everyEntry())
	if got[8] != "seat" || got[9] != "reserve" || got[11] != "reserve" {
		t.Errorf("JP22 2: eleven entries, eight play: %v", got)
	}
	twelfth := s.organizer.Post(s.path+"/entries", apitest.JSON{"player": s.player(11)}).Want(201)
	if twelfth.Text("admission.as") != "seat" {
		t.Errorf("JP22 2: with twelve everybody plays: %s", twelfth.Body)
	}
	s.organizer.Post(s.entry(3)+"/cancellation", apitest.JSON{"reason": "malato"}).Want(200)
	got = standing(s.everyEntry())
	if got[9] != "seat" || got[10] != "reserve" || got[12] != "reserve" {
		t.Errorf("JP22 4: one gives up, eight play and three stand by: %v", got)
	}
	// 8 does not come: the ninth and the tenth in order of entry play.
	s.checkIn(9, 10, 11, 12)
	s.begin(1, 2, 4, 5, 6, 7, 9, 10).Want(200)
	after := s.everyEntry()
	if after[7].State != "no-show" || after[9].State != "playing" || after[10].State != "waiting" || after[10].Admission.As != "reserve" || after[10].WaitingPosition != 1 {
		t.Errorf("JP22 4: %+v", after[7:])
	}
}

// JP22 4: reserves play in case of defaults, also when the tables are drawn; the
// draw can be recomputed all the same.
func TestReserveStepsIn(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "just-play-2022", nil)
	s.open()
	s.enter(10)
	s.checkIn(upTo(10)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	before := s.referee.Get(s.path + "/draw").Want(200)
	first := s.draw()
	gone := first.Tables[1].Seats[2].Number
	stands := s.organizer.Post(s.entry(gone)+"/replacement", apitest.JSON{"reason": "non si presenta"}).Want(200)
	if stands.Int("number") != 9 || stands.Int("replaces") != gone || stands.Text("state") != "playing" {
		t.Errorf("JP22 4: the first reserve steps in: %s", stands.Body)
	}
	var round openapi.Round
	s.referee.Get(s.round(1)).Want(200).Into(&round)
	if got := entries(round.Tables[1]); got[2] != 9 || slices.Contains(got, gone) || !slices.Contains(reasonsOf(round.Reasons), "reserve-takes-seat") {
		t.Errorf("JP22 4: at the table sit %v, because %v", got, reasonsOf(round.Reasons))
	}
	if after := s.referee.Get(s.path + "/draw").Want(200); string(after.Body) != string(before.Body) {
		t.Errorf("the draw is another:\n%s\n%s", before.Body, after.Body)
	}
	s.organizer.Post(s.entry(gone)+"/replacement", apitest.JSON{"reason": "non si presenta"}).Refused(409, "entry-not-playing")
	s.organizer.Post(s.entry(9)+"/replacement", apitest.JSON{"reason": "si sente male"}).Want(200)
	s.organizer.Post(s.entry(10)+"/replacement", apitest.JSON{"reason": "si sente male"}).Refused(409, "no-reserve-left")
	cn09 := newStage(t, nil)
	cn09.start(12)
	cn09.organizer.Post(cn09.entry(1)+"/replacement", apitest.JSON{"reason": "non viene"}).Refused(422, "no-reserves")
}

// FG14 1 and 2: twenty play; players who ask later wait until another gives up and the referee accepts them,
// and after 10:20 at the venue nobody enters.
func TestWaitingForTheReferee(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "firenzegioca-2014", nil)
	s.open()
	s.enter(22)
	accept := func(n int) *apitest.Answer { return s.referee.Post(s.entry(n)+"/acceptance", nil) }
	list := s.everyEntry()
	if got := list[21]; got.Admission.As != "waiting" || got.WaitingPosition != 2 || got.Admission.Explanation.Rule.Paragraph != "1" {
		t.Errorf("FG14 1: %+v", got.Admission)
	}
	full := accept(21).Refused(409, "no-place-free")
	if full.Text("rule.paragraph") != "1" {
		t.Errorf("FG14 1: %s", full.Body)
	}
	s.organizer.Post(s.entry(5)+"/cancellation", apitest.JSON{"reason": "malato"}).Want(200)
	if got := standing(s.everyEntry()); got[21] != "waiting" {
		t.Errorf("FG14 1: nobody moves up by himself, got %v", got)
	}
	s.organizer.Post(s.entry(22)+"/acceptance", nil).Want(403)
	accepted := accept(22).Want(200)
	if accepted.Text("admission.as") != "seat" || accepted.Text("acceptedBy") != "Fabio Primo Arbitro" {
		t.Errorf("FG14 1: the referee lets in whom he wants: %s", accepted.Body)
	}
	accept(21).Refused(409, "no-place-free")
	accept(22).Refused(409, "entry-accepted")
	accept(1).Refused(409, "entry-has-seat")
	s.referee.Delete(s.entry(22) + "/acceptance").Want(200)
	s.referee.Delete(s.entry(22)+"/acceptance").Refused(409, "entry-not-accepted")
	accept(21).Want(200)
	// 10:20 in Florence is 9:20 UTC; at 10:21 it is too late.
	for _, tt := range []struct {
		at   time.Duration
		want string
	}{{80*time.Minute + 59*time.Second, "waiting"}, {time.Second, "late"}} {
		s.server.Clock.Advance(tt.at)
		s.organizer.Renew()
		s.referee.Renew()
		entry := s.organizer.Post(s.path+"/entries", apitest.JSON{"player": s.player(22)}).Want(201)
		if got := entry.Text("admission.as"); got != tt.want {
			t.Errorf("FG14 2: at %s got %s, want %s", s.server.Clock.Now(), got, tt.want)
		}
	}
	late := accept(24).Refused(422, "asked-too-late")
	if late.Text("rule.paragraph") != "2" {
		t.Errorf("FG14 2: %s", late.Body)
	}
	plays := append(slices.DeleteFunc(upTo(20), func(n int) bool { return n == 5 }), 21)
	s.checkIn(plays...)
	s.checkIn(22)
	s.begin(plays...).Want(200)
	accept(22).Refused(409, "before-start-only")
	if after := s.everyEntry(); after[20].State != "playing" || after[21].State != "waiting" {
		t.Errorf("FG14 1: %+v", after[20:])
	}
}

// FG14 2: the time at which a player asked counts, not the time at which it was typed in.
func TestRequestOnPaper(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "firenzegioca-2014", nil)
	s.open()
	s.enter(1)
	s.server.Clock.Advance(3 * time.Hour)
	s.organizer.Renew()
	enter := func(n int, at string) *apitest.Answer {
		return s.organizer.Post(s.path+"/entries", apitest.JSON{"player": s.player(n), "receivedAt": at})
	}
	for n, tt := range []struct{ at, want string }{
		{"2009-02-08T10:20:59+01:00", "seat"}, {"2009-02-08T10:21:00+01:00", "late"}, {"2009-02-07T23:00:00+01:00", "seat"},
	} {
		if got := enter(n+1, tt.at).Want(201).Text("admission.as"); got != tt.want {
			t.Errorf("FG14 2: asked at %s: %s, want %s", tt.at, got, tt.want)
		}
	}
	future := enter(4, "2009-02-08T12:00:01+01:00").Refused(422, "invalid")
	if future.Text("errors.0.reason") != "received-in-future" || future.Text("errors.0.pointer") != "/receivedAt" {
		t.Errorf("nobody has asked yet: %s", future.Body)
	}
}

// Two referees let two in at the same moment for the one place there is.
func TestRaceForTheLastPlace(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "firenzegioca-2014", apitest.JSON{"capacity": 12})
	s.open()
	s.enter(14)
	s.organizer.Post(s.entry(1)+"/cancellation", apitest.JSON{"reason": "malato"}).Want(200)
	accept := func(n int) func() *apitest.Answer {
		return func() *apitest.Answer { return s.referee.Post(s.entry(n)+"/acceptance", nil) }
	}
	for range max(1, *trials/6) {
		answers := race(accept(13), accept(14))
		if got := statuses(answers); !slices.Equal(got, []int{200, 409}) {
			t.Fatalf("got %v", got)
		}
		in := 13
		if answers[1].Status == 200 {
			in = 14
		}
		s.referee.Delete(s.entry(in) + "/acceptance").Want(200)
	}
}

// SQ00 names no field, BG none: every player plays for whom there is room.
func TestNoFieldToFill(t *testing.T) {
	t.Parallel()
	for _, ruleset := range []string{"risiko-squadre-2000", "catan-ranglista-bg"} {
		s := newEvent(t, ruleset, apitest.JSON{"capacity": 8})
		s.open()
		s.enter(9)
		list := s.everyEntry()
		if list[7].Admission.As != "seat" || list[8].State != "waiting" || list[8].Admission.As != "waiting" || list[8].Admission.Explanation.Rule.Code != "" {
			t.Errorf("%s: %+v", ruleset, list[7:])
		}
		s.referee.Post(s.entry(9)+"/acceptance", nil).Refused(422, "referee-lets-nobody-in")
	}
}

// CN09 3.2: the letter about another structure of a draft, which has no page yet, leads to the screen on which it is announced.
func TestAgreedStructureOfADraft(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.organizer.Post(s.path+"/structure", apitest.JSON{"rounds": 1, "semifinal": false, "final": true, "reason": "poco tempo in sala"}).Want(200)
	s.federation.Manager.Post(s.path+"/structure/approval", nil).Want(200)
	letter := s.server.Mailbox.Wait(s.organizer.Email, "announcement")
	if want := "/console/t/" + s.federation.Slug + "/events/" + s.id.String() + "/setup"; !slices.Contains(letter.Links(), apitest.PublicURL+want) {
		t.Errorf("the letter leads to %q, wanted %s", letter.Links(), want)
	}
}

// CN09 3.2: another structure holds once the championship manager has approved it.
func TestAgreedStructure(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	propose := func(rounds int, semifinal bool) *apitest.Answer {
		return s.organizer.Post(s.path+"/structure", apitest.JSON{"rounds": rounds, "semifinal": semifinal, "final": true, "reason": "poco tempo in sala"})
	}
	s.federation.Manager.Post(s.path+"/structure/approval", nil).Refused(409, "no-structure-proposed")
	proposed := propose(1, false).Want(200)
	if proposed.Text("structure.rule.paragraph") != "3.2" || proposed.Text("structure.proposedBy") != "Olga Organizzatrice" {
		t.Errorf("CN09 3.2: %s", proposed.Body)
	}
	s.organizer.Post(s.path+"/structure/approval", nil).Want(403)
	s.open()
	s.enter(12)
	s.checkIn(upTo(12)...)
	waiting := s.begin(upTo(12)...).Refused(409, "structure-not-approved")
	if waiting.Text("rule.paragraph") != "3.2" {
		t.Errorf("CN09 3.2: %s", waiting.Body)
	}
	s.federation.Manager.Post(s.path+"/structure/approval", nil).Want(200)
	s.federation.Manager.Post(s.path+"/structure/approval", nil).Refused(409, "structure-approved")
	propose(2, false).Want(200) // another one has not been approved
	s.begin(upTo(12)...).Refused(409, "structure-not-approved")
	propose(1, false).Want(200)
	approved := s.federation.Manager.Post(s.path+"/structure/approval", nil).Want(200)
	if approved.Int("format.rounds") != 1 || approved.Text("structure.approvedBy") == "" {
		t.Errorf("CN09 3.2: %s", approved.Body)
	}
	s.begin(upTo(12)...).Want(200)
	propose(3, false).Refused(409, "before-start-only")
	var event openapi.Event
	s.server.Anonymous().Get(s.path).Want(200).Into(&event)
	if event.Format.Rounds != 1 || !event.Format.Final || !event.Format.Fixed {
		t.Errorf("CN09 3.2: one round and the final, got %+v", event.Format)
	}
	s.play(s.draw())
	s.close(1)
	if final := s.draw(); final.Kind != "final" {
		t.Errorf("after one round comes the final, got %s", final.Kind)
	}
}

func TestStructureRefusedAndWithdrawn(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	structure := apitest.JSON{"rounds": 2, "semifinal": true, "final": false, "reason": "poco tempo"}
	s.organizer.Post(s.path+"/structure", structure).Refused(422, "invalid")
	structure["final"] = true
	s.organizer.Post(s.path+"/structure", structure).Want(200)
	s.organizer.Delete(s.path + "/structure").Want(200)
	s.organizer.Delete(s.path+"/structure").Refused(409, "no-structure-proposed")
	structure["advance"] = 1
	if got := s.organizer.Post(s.path+"/structure", structure).Refused(422, "invalid"); got.Text("errors.0.pointer") != "/rounds" {
		t.Errorf("CN09 3.2: rounds before semifinals that are drawn: %s", got.Body)
	}
	structure["rounds"] = 0
	if got := s.organizer.Post(s.path+"/structure", structure).Want(200); got.Int("structure.advance") != 1 || got.Int("structure.rounds") != 0 {
		t.Errorf("CN09 3.2: %s", got.Body)
	}
	other := newEvent(t, "firenzegioca-2014", nil)
	refused := other.organizer.Post(other.path+"/structure", structure).Refused(422, "no-other-structure")
	if refused.Text("rule.code") != "FG14" {
		t.Errorf("FG14 3: %s", refused.Body)
	}
}

// BG 1.2.3: two rounds or three, as announced.
func TestAnnouncedRounds(t *testing.T) {
	t.Parallel()
	for formula, rounds := range map[string]int{"two-rounds": 2, "three-rounds": 3} {
		s := newEvent(t, "catan-ranglista-bg", apitest.JSON{"formula": formula})
		s.open()
		s.enter(4)
		s.checkIn(upTo(4)...)
		if got := s.begin(upTo(4)...).Want(200).Int("format.rounds"); got != rounds {
			t.Errorf("BG 1.2.3: %s: %d rounds", formula, got)
		}
	}
}

// The start follows the admission shown with every entry.
func TestAdmissionIsTheStart(t *testing.T) {
	t.Parallel()
	for _, n := range []int{8, 10, 13, 18} {
		s := newEvent(t, "just-play-2022", nil)
		s.open()
		s.enter(n)
		s.checkIn(upTo(n)...)
		var said []int
		for _, e := range s.everyEntry() {
			if e.Admission.As == "seat" {
				said = append(said, e.Number)
			}
		}
		s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
		var play []int
		for _, e := range s.everyEntry() {
			if e.State == "playing" {
				play = append(play, e.Number)
			}
		}
		if diff := cmp.Diff(said, play); diff != "" {
			t.Errorf("%d enter (-said +plays): %s", n, diff)
		}
	}
}
