package register_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
	"referto/internal/league/season"
)

// convoked returns the deadline of a convocation, or why the player is not convoked. With "" as the
// deadline, the ruleset's applies.
func convoked(b *registertest.Book, place, player, final, by, now string) string {
	s := b.Season()
	p, has := s.PlaceOf(b.Player(place), registertest.Final(final))
	if !has {
		return "no place"
	}
	var until time.Time
	if by != "" {
		until = b.At(by)
	}
	c, err := s.Call(p, b.Player(player), until, b.At(now))
	if err != nil {
		return registertest.Why(err)
	}
	return c.AnswerBy.In(s.Zone(p)).Format("2006-01-02 15:04:05")
}

// CN09 2.2: the contact convokes the finalists. Players rely on a convocation, so only a certain
// place is offered.
func TestWhoIsConvoked(t *testing.T) {
	t.Parallel()
	const twoStages = `
		regions aosta
		a1 stage aosta 2009-03-01 12: anna ida
		a2 stage aosta 2009-03-08 12: bea lea`
	const week = "2010-01-17 23:59:59"
	for _, tt := range []struct {
		name               string
		more               string
		alone              bool // more is the whole season
		who, final, wanted string
	}{
		{"CN09 1.7/the winner of a homologated stage", "", false, "anna", "regional", week},
		{"CN09 1.7/the winner of a Grande Torneo, straight to the national final", "", false, "carlo", "national", week},
		{"CN09 1.8/the winner of an open tournament", "", false, "elio", "national", week},
		{"CN09 1.9/the reigning champion", "", false, "rex", "national", week},
		{"CN09 1.7/the second of a stage whose winner cannot come", "no anna regional", false, "ida", "regional", week},
		{"CN09 1.9/the second of the same tournament", "no elio national", false, "fanny", "national", week},
		{"CN09 1.7.2/who is called up, once all stages are decided", twoStages, true, "ida", "regional", week},
		{"CN09 1.7.2/who is called up, while a stage is still to come", twoStages + "\nt9 stage aosta 2009-12-20", true, "ida", "regional", "now CN09 1.7: stages-undecided (events=t9, number=1)"},
		{"CN09 1.7/a winner while another stage is still to come", twoStages + "\nt9 stage aosta 2009-12-20", true, "anna", "regional", week},
		{
			"CN09 1.7.4/whom the manager calls up, once all stages are decided",
			sixFinalists + "decide aosta tournament 0 for eight: wanda", true, "wanda", "regional", week,
		},
		{
			"CN09 1.7.4/whom the manager calls up, while a stage is not decided",
			sixFinalists + "a7 stage aosta 2009-09-01 12 pending: nadia\ndecide aosta tournament 0 for eight: wanda", true,
			"wanda", "regional", "now CN09 1.7: stages-undecided (events=a7, number=1)",
		},
		{"CN09 1.11/the winner of a stage that nobody has homologated", "c1 stage aosta 2009-06-07 12 pending: nadia", false, "nadia", "regional", "now CN09 1.11: place-provisional"},
		{"CN09 1.11/the winner of a stage that waits for its report", "c1 stage aosta 2009-06-07 12 unreported: nadia", false, "nadia", "regional", "now CN09 1.11: place-provisional"},
		{
			"CN09 1.5/who steps in for somebody with a better place",
			"w1 stage aosta 2009-06-07 12: both second\nw2 open 2009-06-07 16: both", false, "second", "regional", week,
		},
		{
			"CN09 1.11/who steps in for somebody whose better place is provisional",
			"w1 stage aosta 2009-06-07 12: both second\nw2 open 2009-06-07 16 pending: both", false, "second", "regional", "now CN09 1.11: place-provisional",
		},
		{
			"CN09 1.7/but he has said that he cannot come anyway",
			"w1 stage aosta 2009-06-07 12: both second\nw2 open 2009-06-07 16 pending: both\nno both regional", false, "second", "regional", week,
		},
		{"CN09 1.7/somebody who was called already", "call anna regional", false, "anna", "regional", "now CN09 1.7: already-convoked"},
		{"CN09 1.9/somebody who comes already", "call elio national yes", false, "elio", "national", "now CN09 1.9: already-convoked"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := cn09(t, tt.more)
			if tt.alone {
				b = registertest.Read(t, registertest.CN09, tt.more)
			}
			is(t, "convoked", convoked(b, tt.who, tt.who, tt.final, "", "2010-01-10 10:00"), tt.wanted)
		})
	}
	b := cn09(t, "no elio national\nno fanny national")
	is(t, "CN09 1.9 whom the caller has seen there has it no more", convoked(b, "carlo", "dora", "national", "", "2010-01-10 10:00"), "now CN09 1.9: place-of-another")
	lost, _ := b.Season().Place(season.PlaceID("national-final/" + b.Event("g1").ID.String() + "/1"))
	_, err := b.Season().Call(lost, register.NoPlayer, time.Time{}, b.At("2010-01-10 10:00"))
	is(t, "CN09 1.9 nobody is convoked to a lost place", registertest.Why(err), "now CN09 1.9: place-not-held")
}

// sixFinalists is a season with more finalists than the regulation has a format for.
const sixFinalists = `
	regions aosta
	a1 stage aosta 2009-03-01 12: anna
	a2 stage aosta 2009-03-08 12: bea
	a3 stage aosta 2009-03-15 12: cleo
	a4 stage aosta 2009-03-22 12: dina
	a5 stage aosta 2009-03-29 12: elsa
	a6 stage aosta 2009-04-05 12: fiona
`

// The deadline of an answer. The regulation names no day: its ruleset gives a week.
func TestAnswerBy(t *testing.T) {
	t.Parallel()
	lisbon := cn09(t, "")
	for i := range lisbon.Events {
		if lisbon.Events[i].Title == "nat" {
			lisbon.Events[i].TimeZone = "Europe/Lisbon"
		}
	}
	tiers := registertest.Read(t, "three-tiers", "regions r\ng1 open 2009-06-07 6: elio fanny")
	straight := registertest.Read(t, "straight-on", "g1 open 2009-06-07 4: elio fanny")
	now := cn09(t, "")
	for _, tt := range []struct {
		name               string
		in                 *registertest.Book
		who, final         string
		by, now, wantLocal string
	}{
		{"CN09 1.9/the end of the seventh day", now, "elio", "national", "", "2010-01-10 00:00", "2010-01-17 23:59:59"},
		{"CN09 1.9/also of a call late in the evening", now, "elio", "national", "", "2010-01-10 23:59", "2010-01-17 23:59:59"},
		{"CN09 1.9/over the night on which clocks go back", now, "elio", "national", "", "2009-10-18 11:00", "2009-10-25 23:59:59"},
		{"CN09 1.9/by the clocks of the venue", lisbon, "elio", "national", "", "2010-01-10 00:30", "2010-01-16 23:59:59"},
		{"CN09 1.7/not after the final has begun", now, "anna", "regional", "", "2010-01-25 10:00", "2010-01-31 09:00:00"},
		{"CN09 1.7/and not to a final whose hour has come", now, "anna", "regional", "", "2010-01-31 09:00", "now CN09 1.7: final-has-begun (event=fin)"},
		{"CN09 1.7/a minute before it is", now, "anna", "regional", "", "2010-01-31 08:59", "2010-01-31 09:00:00"},
		{"CN09 1.9/at a moment that was asked for", now, "elio", "national", "2010-02-01 12:00", "2010-01-10 10:00", "2010-02-01 12:00:00"},
		{"CN09 1.9/not in the past", now, "elio", "national", "2010-01-10 09:59", "2010-01-10 10:00", "/answerBy CN09 1.9: answer-time-past"},
		{"CN09 1.9/nor at once", now, "elio", "national", "2010-01-10 10:00", "2010-01-10 10:00", "/answerBy CN09 1.9: answer-time-past"},
		{"CN09 1.7/until the very beginning", now, "anna", "regional", "2010-01-31 09:00", "2010-01-10 10:00", "2010-01-31 09:00:00"},
		{"CN09 1.7/not after it", now, "anna", "regional", "2010-01-31 09:01", "2010-01-10 10:00", "/answerBy CN09 1.7: answer-time-after-final"},
		{"TT 7/three days, by the clocks of the season before the final is announced", tiers, "elio", "national", "", "2010-05-10 10:00", "2010-05-13 23:59:59"},
		{"TT 7/its own paragraph on answers", tiers, "elio", "national", "2010-05-10 10:00", "2010-05-10 10:00", "/answerBy TT 7: answer-time-past"},
		{"SO 2/one day", straight, "elio", "national", "", "2009-07-01 10:00", "2009-07-02 23:59:59"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			is(t, "answer by", convoked(tt.in, tt.who, tt.who, tt.final, tt.by, tt.now), tt.wantLocal)
		})
	}
}

// A reminder is written once, some days before the answer is due.
func TestRemindAt(t *testing.T) {
	t.Parallel()
	b := cn09(t, "")
	elio := b.Place(b.Season(), "elio", "national")
	tiers := registertest.Read(t, "three-tiers", "regions r\ng1 open 2009-06-07 6: elio fanny")
	for _, tt := range []struct {
		name       string
		in         *registertest.Book
		sent, till string
		want       string // "" for never
	}{
		{"CN09 1.9/two days before", b, "2010-01-10 10:00", "2010-01-17 23:59", "2010-01-15 23:59"},
		{"CN09 1.9/at the same hour although clocks went back between", b, "2009-10-18 10:00", "2009-10-26 20:00", "2009-10-24 20:00"},
		{"CN09 1.9/not where there were no more than two days", b, "2010-01-10 10:00", "2010-01-12 10:00", ""},
		{"CN09 1.9/a minute more", b, "2010-01-10 10:00", "2010-01-12 10:01", "2010-01-10 10:01"},
		{"TT 7/nobody is reminded", tiers, "2010-01-10 10:00", "2010-01-17 23:59", ""},
	} {
		c := facts.Convocation{Place: string(elio.ID), Final: "national-final", SentAt: b.At(tt.sent), AnswerBy: b.At(tt.till)}
		got, is := tt.in.Season().RemindAt(c)
		if is != (tt.want != "") || is && !got.Equal(b.At(tt.want)) {
			t.Errorf("%s: got %s %t, want %q", tt.name, got, is, tt.want)
		}
	}
}

// The state of a convocation, and whether a reminder of it still makes sense.
func TestCallStands(t *testing.T) {
	t.Parallel()
	const inTime, due = "2010-01-17 23:58", "2010-01-17 23:59"
	for _, tt := range []struct {
		name, more, who, final, now string
		want                        string
		waits                       bool
	}{
		{"CN09 1.9/it waits", "call elio national", "elio", "national", inTime, register.ConvocationWaits, true},
		{"CN09 1.9/the time is over", "call elio national", "elio", "national", due, register.ConvocationOverdue, false},
		{"CN09 1.9/who comes", "call elio national yes", "elio", "national", inTime, register.SaidYes, false},
		{"CN09 1.9/who comes, after the time", "call elio national yes", "elio", "national", due, register.SaidYes, false},
		{"CN09 1.9/who does not", "call elio national\nno elio national", "elio", "national", inTime, register.SaidNo, false},
		{"CN09 1.9/who does not, after he had said yes", "call elio national yes\nno elio national", "elio", "national", inTime, register.SaidNo, false},
		{"CN09 1.9/who did not answer", "call elio national\nno elio national lapsed", "elio", "national", due, register.DidNotAnswer, false},
		{"CN09 1.9/it was taken back", "call elio national withdrawn", "elio", "national", inTime, register.HasEnded, false},
		{"CN09 1.5/who may not take part any more", "call elio national\nbar elio employee-of-publisher 2009-05-04 -", "elio", "national", inTime, register.HasEnded, false},
		{"CN09 1.7/to a final that has begun", "call anna regional\nf0 regional aosta 2010-02-01 running", "anna", "regional", inTime, register.ConvocationWaits, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := cn09(t, tt.more)
			s, c := b.Season(), b.Call(tt.who, tt.final)
			got, no := s.Stands(c, b.At(tt.now))
			is(t, "stands", got, tt.want)
			if said := got == register.SaidNo || got == register.DidNotAnswer; said != (no != nil) {
				t.Errorf("the word by which he does not come: %+v", no)
			}
			_, p, waits := s.Waits(c.ID, b.At(tt.now))
			if waits != tt.waits || waits && p.Holder != c.PlayerID {
				t.Errorf("waits: %t, for the place of %s", waits, b.Name(p.Holder.UUID))
			}
		})
	}
	b := cn09(t, "")
	if _, _, waits := b.Season().Waits(uuid.New(), b.At(inTime)); waits {
		t.Error("a call that nobody has sent waits for an answer")
	}
}

// Once the deadline has passed, a missing answer can be counted as a no.
func TestLapse(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, more, who, final, now, want string }{
		{"CN09 1.9/the time is over", "call elio national", "elio", "national", "2010-01-17 23:59", ""},
		{"CN09 1.9/a minute before", "call elio national", "elio", "national", "2010-01-17 23:58", "now CN09 1.9: answer-not-due (until=2010-01-17T23:59:00+01:00)"},
		{"CN09 1.9/he comes", "call elio national yes", "elio", "national", "2010-01-17 23:59", "now CN09 1.9: convocation-answered"},
		{"CN09 1.9/he has said no", "call elio national\nno elio national", "elio", "national", "2010-01-17 23:59", "now CN09 1.9: convocation-answered"},
		{"CN09 1.9/it has lapsed already", "call elio national\nno elio national lapsed", "elio", "national", "2010-01-17 23:59", "now CN09 1.9: convocation-answered"},
		{"CN09 1.7/to a regional final", "call anna regional", "anna", "regional", "2010-01-10 10:00", "now CN09 1.7: answer-not-due (until=2010-01-17T23:59:00+01:00)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := cn09(t, tt.more)
			u, err := b.Season().Lapse(b.Call(tt.who, tt.final), b.At(tt.now))
			is(t, "lapse", registertest.Why(err), tt.want)
			if err != nil {
				return
			}
			want := facts.Unavailability{PlayerID: b.Player(tt.who), Final: tt.final + "-final", Lapsed: true, SaidAt: b.At(tt.now)}
			if u != want {
				t.Errorf("got %+v, want %+v", u, want)
			}
			after := b.Season().Declined(u)
			is(t, "CN09 1.9 the second of the same tournament has the place", b.Holders(after, "national"), "carlo held, +fanny held, rex held")
		})
	}
}

// A call that was sent in error is taken back until somebody has said yes to it.
func TestTakeCallBack(t *testing.T) {
	t.Parallel()
	b := cn09(t, "call elio national\ncall anna regional yes\ncall rex national\nno rex national")
	s := b.Season()
	after, err := s.TakeCallBack(b.Call("elio", "national"))
	is(t, "taken back", registertest.Why(err), "")
	is(t, "CN09 1.9 the place is held as before", b.Holders(after, "national"), "carlo held, elio held, - declined")
	if len(s.Convocations) != 3 || len(after.Convocations) != 2 {
		t.Errorf("before %d, after %d", len(s.Convocations), len(after.Convocations))
	}
	_, err = s.TakeCallBack(b.Call("anna", "regional"))
	is(t, "CN09 1.7 who comes relies on it", registertest.Why(err), "now CN09 1.7: convocation-answered")
	_, err = s.TakeCallBack(b.Call("rex", "national"))
	is(t, "what was answered with no may be", registertest.Why(err), "")
}

// The players of a final can no longer change once it has begun.
func TestRequireToBegin(t *testing.T) {
	t.Parallel()
	for state, want := range map[string]string{
		"announced": "", "open": "", "closed": "",
		"running": "now CN09 1.7: final-has-begun (event=f0)", "finished": "now CN09 1.7: final-has-begun (event=f0)",
	} {
		b := registertest.Read(t, registertest.CN09, threeStages+"f0 regional aosta 2010-01-31 "+state)
		s := b.Season()
		is(t, state, registertest.Why(s.RequireToBegin(b.Place(s, "anna", "regional"))), want)
	}
	b := registertest.Read(t, registertest.CN09, threeStages)
	s := b.Season()
	is(t, "before it is announced", registertest.Why(s.RequireToBegin(b.Place(s, "anna", "regional"))), "")
}

// threeStages are the stages of [championship] at Aosta.
const threeStages = `
	regions aosta
	a1 stage aosta 2009-03-01 12: anna ida
	a2 stage aosta 2009-03-08 12: bea lea
	a3 stage aosta 2009-03-15 12: cleo mara
`

// MyPlaces lists both places of a player who has two, and never lists a free place.
func TestMyPlaces(t *testing.T) {
	t.Parallel()
	b := cn09(t, "no elio national\nno fanny national\nno carlo national")
	s := b.Season()
	if got := s.MyPlaces(b.Player("dora")); len(got) != 2 {
		t.Errorf("CN09 1.7, 1.9 the second of a Grande Torneo whose winner cannot come: %+v", got)
	}
	if got := s.MyPlaces(b.Player("elio")); len(got) != 0 {
		t.Errorf("who cannot come: %+v", got)
	}
	if got := s.MyPlaces(league.PlayerID{}); len(got) != 0 {
		t.Errorf("nobody: %+v", got)
	}
}

// Places and convocations are found by their ids; unknown ids are refused.
func TestFoundByID(t *testing.T) {
	t.Parallel()
	b := cn09(t, "call elio national\ncall anna regional withdrawn")
	s := b.Season()
	p, err := s.ToCall(b.Place(s, "carlo", "national").ID)
	is(t, "a place", b.Name(p.Holder.UUID)+registertest.Why(err), "carlo")
	_, err = s.ToCall("national-final/x/1")
	is(t, "CN09 1.9 a place that there is not", registertest.Why(err), "/places unknown-place")
	c, err := s.FindCall(b.Call("elio", "national").ID)
	is(t, "a call", b.Name(c.PlayerID.UUID)+registertest.Why(err), "elio")
	for _, id := range []uuid.UUID{b.Call("anna", "regional").ID, uuid.New()} {
		_, err = s.FindCall(id)
		is(t, "one that was taken back, or never sent", registertest.Why(err), "not found")
	}
}
