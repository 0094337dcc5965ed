package register_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
)

// story is a season in which acts follow each other, by the calls that the desk makes.
type story struct {
	*registertest.Book
	t *testing.T
	s *register.Season
}

// chapter is an act at a moment, and the proposals afterwards. If the act is refused, want is the
// refusal, and nothing changes.
type chapter struct{ now, act, want string }

func playStory(t *testing.T, b *registertest.Book, chapters []chapter) *story {
	t.Helper()
	y := &story{Book: b, t: t, s: b.Season()}
	for _, c := range chapters {
		after, err := y.act(strings.Fields(c.act), b.At(c.now))
		got := registertest.Why(err)
		if err == nil {
			y.s = after
			got = proposed(b, y.s.Proposals(b.At(c.now)))
		}
		is(t, c.now+" "+c.act, got, c.want)
	}
	again := *b
	again.SeasonFacts = y.s.SeasonFacts
	if !reflect.DeepEqual(again.Season().State, y.s.State) {
		t.Errorf("what is stored at the end says %s", b.Holders(again.Season(), "regional"))
	}
	return y
}

// act does one thing: "" waits; "call anna regional", "yes …", "no …", "lapse …", "back …" (the
// call is taken back), "merge aosta piemonte", "part 1", "decide aosta final 2 why: wanda".
func (y *story) act(words []string, now time.Time) (*register.Season, error) {
	y.t.Helper()
	if len(words) == 0 {
		return y.s, nil
	}
	switch words[0] {
	case "merge":
		return y.s.Merge(facts.RegionMerge{Ordinal: len(y.s.Merges) + 1, RegionID: y.Region(words[1]), IntoID: y.Region(words[2]), DecidedAt: now})
	case "part":
		_, after, err := y.s.Part(len(y.s.Merges))
		return after, err
	case "decide":
		word := y.Decision(strings.Join(words[1:], " "))
		if err := y.s.MayDecide(word); err != nil {
			return nil, err
		}
		return y.s.DecideFinal(word)
	}
	player, to := y.Player(words[1]), registertest.Final(words[2])
	switch words[0] {
	case "call":
		p, _ := y.s.PlaceOf(player, to)
		c, err := y.s.Call(p, player, time.Time{}, now)
		c.ID = y.ID("call " + words[1] + words[2])
		return y.s.Called(c), err
	case "yes", "no":
		a, err := y.s.Answer(register.Reply{Player: player, To: to, Coming: words[0] == "yes", Record: y.ID("no " + words[1] + words[2])}, now)
		return a.After, err
	case "lapse":
		u, err := y.s.Lapse(*y.s.Convocation(player, to), now)
		u.ID = y.ID("no " + words[1] + words[2])
		return y.s.Declined(u), err
	case "back":
		return y.s.TakeCallBack(*y.s.Convocation(player, to))
	}
	y.t.Fatalf("nobody does %q", words)
	return nil, nil
}

// The place of an open tournament: the winner does not answer, the second declines, and the place
// is lost; nobody else replaces them (CN09 1.9).
func TestStoryOfASeat(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "g1 open 2009-05-03 16: elio fanny gino\nnat national 2010-03-14")
	y := playStory(t, b, []chapter{
		{"2010-01-10 10:00", "", "convoke elio (CN09 1.8)"},
		{"2010-01-10 10:00", "yes elio national", "now CN09 1.9: not-convoked"},
		{"2010-01-10 10:00", "call elio national", ""},
		{"2010-01-10 10:01", "call elio national", "now CN09 1.9: already-convoked"},
		{"2010-01-17 23:59", "", ""},
		{"2010-01-17 23:59", "lapse elio national", "now CN09 1.9: answer-not-due (until=2010-01-17T23:59:59+01:00)"},
		{"2010-01-18 00:00", "", "lapse elio (CN09 1.9)"},
		{"2010-01-18 00:00", "yes elio national", "now CN09 1.9: answer-too-late (until=2010-01-17T23:59:59+01:00)"},
		{"2010-01-18 09:00", "lapse elio national", "convoke fanny (CN09 1.9)"},
		{"2010-01-18 09:00", "yes elio national", "now CN09 1.9: answer-lapsed (until=2010-01-17T23:59:59+01:00)"},
		{"2010-01-18 09:05", "call fanny national", ""},
		{"2010-01-18 09:05", "call gino national", "now CN09 1.9: place-of-another"},
		{"2010-01-19 09:00", "yes fanny national", ""},
		{"2010-01-20 09:00", "back fanny national", "now CN09 1.9: convocation-answered"},
		{"2010-01-20 09:00", "no fanny national", ""},
		{"2010-01-20 09:00", "no gino national", "now CN09 1.9: no-place-in-final"},
		{"2010-03-01 09:00", "", ""},
	})
	is(t, "CN09 1.9 the seat is lost by the last word", b.Holders(y.s, "national"), "- declined")
}

// Two finalists: their seconds are called up for a game of four; without one of them three
// play; without both they play with another region (CN09 1.7.2, 1.7.1).
func TestStoryOfTwoFinalists(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, oneAndTwo)
	y := playStory(t, b, []chapter{
		{"2010-01-10 10:00", "", "merge aosta (CN09 1.7.1), convoke anna (CN09 1.7), convoke bea (CN09 1.7), convoke cleo (CN09 1.7), convoke lea (CN09 1.7.2), convoke mara (CN09 1.7.2)"},
		{"2010-01-10 10:00", "call bea regional", "merge aosta (CN09 1.7.1), convoke anna (CN09 1.7), convoke cleo (CN09 1.7), convoke lea (CN09 1.7.2), convoke mara (CN09 1.7.2)"},
		{"2010-01-10 10:00", "call lea regional", "merge aosta (CN09 1.7.1), convoke anna (CN09 1.7), convoke cleo (CN09 1.7), convoke mara (CN09 1.7.2)"},
		{"2010-01-11 10:00", "no lea regional", "merge aosta (CN09 1.7.1), convoke anna (CN09 1.7), convoke cleo (CN09 1.7), convoke mara (CN09 1.7.2)"},
	})
	is(t, "CN09 1.7.2 three play", regions(b, y.s, "piemonte"), "final (CN09 1.7.2) bea cleo mara+")
	no, err := y.s.Answer(register.Reply{Player: b.Player("mara"), To: registertest.Final("regional")}, b.At("2010-01-12 10:00"))
	if err != nil {
		t.Fatal(err)
	}
	is(t, "CN09 1.7.2 without both they play with another", proposed(b, no.After.Proposals(b.At("2010-01-12 10:00"))),
		"merge aosta (CN09 1.7.1), merge piemonte (CN09 1.7.2), convoke anna (CN09 1.7), convoke cleo (CN09 1.7)")
	guests, err := no.After.Merge(facts.RegionMerge{Ordinal: 1, RegionID: b.Region("piemonte"), IntoID: b.Region("aosta")})
	if err != nil {
		t.Fatal(err)
	}
	is(t, "CN09 1.7.1 aosta has one finalist and does not play alone", regions(b, guests, "aosta"), "final (CN09 1.7.3) anna bea cleo")
	is(t, "CN09 1.7.1 whose guests they are", regions(b, guests, "piemonte"), "merged (CN09 1.7.2) with aosta bea cleo")
}

// Five finalists: the second of the largest stage is called up, then the second of the next, then
// the thirds when no second is left, and when nobody is left the manager decides (CN09 1.7.4).
func TestStoryOfFiveFinalists(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, `
		regions aosta
		a1 stage aosta 2009-03-01 12: anna ida rita
		a2 stage aosta 2009-03-08 14: bea lea sara
		a3 stage aosta 2009-03-15 16: cleo mara tina
		a4 stage aosta 2009-03-22 14: dina nora ugo
		a5 stage aosta 2009-03-29 12: elsa olga vera`)
	s := b.Season()
	calledBack := func() string {
		r, _ := s.Region(b.Region("aosta"))
		if len(r.CalledUp) == 0 {
			return string(r.Format.Kind)
		}
		p, _ := s.Place(r.CalledUp[0])
		return b.Name(p.Holder.UUID)
	}
	for _, tt := range []struct{ rule, next string }{
		{"CN09 1.7.4 the second of the stage of sixteen", "mara"},
		{"CN09 1.7.4 of two with fourteen the earlier (reading A002-11)", "lea"},
		{"CN09 1.7.4 then the later", "nora"},
		{"CN09 1.7.4 of two with twelve the earlier", "ida"},
		{"CN09 1.7.4 the last of the seconds", "olga"},
		{"CN09 1.7.4 no second is left: the third of the stage of sixteen", "tina"},
		{"CN09 1.7.4 of those with fourteen the earlier", "sara"},
		{"CN09 1.7.4 then the later", "ugo"},
		{"CN09 1.7.4 of those with twelve the earlier", "rita"},
		{"CN09 1.7.4 the last of the thirds", "vera"},
	} {
		is(t, tt.rule, calledBack(), tt.next)
		s = s.Declined(facts.Unavailability{ID: b.ID("no " + tt.next), PlayerID: b.Player(tt.next), Final: "regional-final"})
	}
	is(t, "CN09 1.7.4 nobody is left", calledBack(), "unresolved")
	after, err := s.DecideFinal(b.Decision("aosta final 2 the fourth is at hand: wanda"))
	if err != nil {
		t.Fatal(err)
	}
	is(t, "CN09 1.7.4 the manager's word", regions(b, after, "aosta"), "final (CN09 1.7.4) anna bea cleo dina elsa wanda+")
	// One of the five declines: four play at one table, and the sixth is not needed any more.
	four := after.Declined(facts.Unavailability{ID: b.ID("no elsa"), PlayerID: b.Player("elsa"), Final: "regional-final"})
	is(t, "CN09 1.7 four", regions(b, four, "aosta"), "final (CN09 1.7) anna bea cleo dina")
}

// A region plays with another, then by itself again: the players called up there change with it
// (CN09 1.7.1, 1.7.2).
func TestStoryOfGuests(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, oneAndTwo)
	y := playStory(t, b, []chapter{
		{"2010-01-10 10:00", "merge aosta piemonte", "convoke anna (CN09 1.7), convoke bea (CN09 1.7), convoke cleo (CN09 1.7)"},
		{"2010-01-10 10:00", "merge piemonte aosta", "/into CN09 1.7.1: region-merges-back"},
		{"2010-01-10 10:00", "call anna regional", "convoke bea (CN09 1.7), convoke cleo (CN09 1.7)"},
		{"2010-01-11 10:00", "yes anna regional", "convoke bea (CN09 1.7), convoke cleo (CN09 1.7)"},
		{"2010-01-12 10:00", "no cleo regional", "convoke bea (CN09 1.7), convoke mara (CN09 1.7)"},
		{"2010-01-12 11:00", "no mara regional", "convoke bea (CN09 1.7), convoke ida (CN09 1.7.2), convoke lea (CN09 1.7.2)"},
		{"2010-01-12 12:00", "call lea regional", "convoke bea (CN09 1.7), convoke ida (CN09 1.7.2)"},
	})
	is(t, "CN09 1.7.2 two, and the seconds of both regions in the order of their stages", regions(b, y.s, "piemonte"), "final (CN09 1.7.2) bea anna ida+ lea+")
	host := b.Name(y.s.Host(b.Place(y.s, "ida", "regional")).UUID)
	is(t, "CN09 1.7.1 who is called up plays at the host", host, "piemonte")
	after, err := y.act([]string{"part", "1"}, b.At("2010-01-13 10:00"))
	if err != nil {
		t.Fatal(err)
	}
	is(t, "CN09 1.7.1 piemonte has one finalist left and waits for a region", regions(b, after, "piemonte"), "merge (CN09 1.7.1) bea")
	turns := y.s.Turns(after)
	if len(turns) != 1 || b.Name(turns[0].Convocation.PlayerID.UUID) != "lea" || !turns[0].Ended {
		t.Errorf("CN09 1.7.2 who had been called up is called no more: %+v", turns)
	}
}

// A stage turns out invalid when everybody has said yes: the register is as if it had been
// void from the beginning, and back again (CN09 1.7, 1.11).
func TestStoryOfAnInvalidStage(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, threeStages)
	y := playStory(t, b, []chapter{
		{"2010-01-10 10:00", "call anna regional", "convoke bea (CN09 1.7), convoke cleo (CN09 1.7)"},
		{"2010-01-10 10:00", "call bea regional", "convoke cleo (CN09 1.7)"},
		{"2010-01-10 10:00", "call cleo regional", ""},
		{"2010-01-11 10:00", "yes anna regional", ""},
		{"2010-01-11 11:00", "yes bea regional", ""},
		{"2010-01-11 12:00", "yes cleo regional", ""},
	})
	is(t, "CN09 1.7.3 three come", b.Holders(y.s, "regional"), "anna accepted, bea accepted, cleo accepted")
	unsound := homologation.NewVerdict{Kind: facts.VerdictInvalidated, Unsound: true, Reason: "Inventati"}
	invalid := done(t, b, y.s, "a1", unsound, "2010-01-12 10:00")
	is(t, "CN09 1.11 two are left, and their seconds", b.Holders(invalid, "regional"), "- void, bea accepted, cleo accepted, +lea held, +mara held")
	is(t, "CN09 1.7.2 who are to be called now", proposed(b, invalid.Proposals(b.At("2010-01-12 10:00"))), "convoke lea (CN09 1.7.2), convoke mara (CN09 1.7.2)")
	turns := y.s.Turns(invalid)
	if len(turns) != 1 || !turns[0].Ended || b.Name(turns[0].Convocation.PlayerID.UUID) != "anna" {
		t.Errorf("CN09 1.11 whose call has ended: %+v", turns)
	}
	why, ended := invalid.Ended(*invalid.Convocation(b.Player("anna"), registertest.Final("regional")))
	is(t, "CN09 1.11 why", why.String(), "CN09 1.11: event-invalid")
	if !ended {
		t.Error("CN09 1.11 her call holds")
	}
	valid := done(t, b, invalid, "a1", homologation.NewVerdict{Kind: facts.VerdictHomologated}, "2010-01-13 10:00")
	is(t, "CN09 1.11 it was valid after all", b.Holders(valid, "regional"), "anna accepted, bea accepted, cleo accepted")
	if turns := invalid.Turns(valid); len(turns) != 1 || turns[0].Ended {
		t.Errorf("CN09 1.11 whose call holds again: %+v", turns)
	}
}

// The same by the regulation of another federation: the third of an event steps in for its second,
// and a third is called up too (BL 6.1, 7.3).
func TestStoryOfTheBorder(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, "border-league", `
		regions aosta
		b1 stage aosta 2009-03-01 5: anna xenia ada
		b2 stage aosta 2009-03-02 6: bea yara bice
		b3 stage aosta 2009-03-03 6: cleo zita cora`)
	y := playStory(t, b, []chapter{
		{"2010-01-10 10:00", "call xenia national", "convoke anna (BL 5), convoke bea (BL 5), convoke yara (BL 5), convoke cleo (BL 5), convoke zita (BL 5), convoke cora (BL 7.3), convoke bice (BL 7.3)"},
		{"2010-01-20 23:59", "lapse xenia national", "now BL 9: answer-not-due (until=2010-01-20T23:59:59Z)"},
		{"2010-01-21 00:00", "lapse xenia national", "convoke anna (BL 5), convoke ada (BL 6.1), convoke bea (BL 5), convoke yara (BL 5), convoke cleo (BL 5), convoke zita (BL 5), convoke cora (BL 7.3), convoke bice (BL 7.3)"},
		{"2010-01-21 10:00", "no bice regional", "convoke anna (BL 5), convoke ada (BL 6.1), convoke bea (BL 5), convoke yara (BL 5), convoke cleo (BL 5), convoke zita (BL 5), convoke cora (BL 7.3), convoke ada (BL 7.3)"},
		{"2010-01-21 10:00", "no cora regional", "convoke anna (BL 5), convoke ada (BL 6.1), convoke bea (BL 5), convoke yara (BL 5), convoke cleo (BL 5), convoke zita (BL 5), convoke ada (BL 7.3)"},
	})
	is(t, "BL 7.3 four play", regions(b, y.s, "aosta"), "final (BL 7.3) anna bea cleo ada+")
	is(t, "BL 6.1 the third has the seat of the second", b.Holders(y.s, "national"), "+ada held, yara held, zita held")
}
