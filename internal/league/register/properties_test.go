package register_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// acts is a season on which random acts are carried out one by one, with its facts.
type acts struct {
	*registertest.Book
	t   *rapid.T
	s   *register.Season
	now time.Time
}

// begun returns a season of a few regions, with stages of different sizes and people who win often.
func begun(t *rapid.T) *acts {
	b := registertest.Read(t, registertest.CN09, "regions aosta piemonte toscana\nchampion rex")
	names := []string{"anna", "bea", "cleo", "dina", "elsa", "fiona", "gina", "hilda", "ida", "lea", "mara", "nora"}
	for n := range rapid.IntRange(2, 9).Draw(t, "stages") {
		region := rapid.SampledFrom([]string{"aosta", "aosta", "piemonte", "toscana"}).Draw(t, "region")
		size := rapid.SampledFrom([]string{"12", "12", "16", "28", "12 pending"}).Draw(t, "size")
		first := rapid.Permutation(names).Draw(t, "first")[:3]
		day := rules.Day("2009-03-01").Plus(n)
		b.Add("s" + string(rune('0'+n)) + " stage " + region + " " + string(day) + " " + size + ": " + first[0] + " " + first[1] + " " + first[2])
	}
	b.Add("g1 open 2009-05-03 16: olga pina\ng2 open 2009-05-10 36: rita sara")
	return &acts{Book: b, t: t, s: b.Season(), now: b.At("2010-01-10 10:00")}
}

// again returns the season derived anew from its stored facts.
func (a *acts) again(s *register.Season) *register.Season {
	b := *a.Book
	b.SeasonFacts = s.SeasonFacts
	return b.Season()
}

// anybody draws a player with or without a place, and a final.
func (a *acts) anybody() (league.PlayerID, rules.SeasonFinal) {
	to := rapid.SampledFrom([]rules.SeasonFinal{rules.ToRegionalFinal, rules.ToNationalFinal}).Draw(a.t, "final")
	if rapid.Bool().Draw(a.t, "a holder") {
		p := rapid.SampledFrom(a.s.State.Places).Draw(a.t, "place")
		return p.Holder, p.To
	}
	return a.Player(rapid.SampledFrom([]string{"anna", "ida", "pina", "rex", "zita"}).Draw(a.t, "player")), to
}

// act carries out a random act that the desk offers, and returns the season after it; nil if it is
// refused.
func (a *acts) act() *register.Season {
	player, to := a.anybody()
	a.now = a.now.Add(time.Duration(rapid.IntRange(1, 40).Draw(a.t, "hours")) * time.Hour)
	var after *register.Season
	var err error
	switch rapid.IntRange(0, 5).Draw(a.t, "act") {
	case 0:
		p, _ := a.s.PlaceOf(player, to)
		var c facts.Convocation
		if c, err = a.s.Call(p, player, time.Time{}, a.now); err == nil {
			c.ID = uuid.New()
			after = a.s.Called(c)
		}
	case 1, 2:
		var answer register.Answered
		r := register.Reply{Player: player, To: to, Coming: rapid.Bool().Draw(a.t, "comes"), How: rapid.SampledFrom([]string{"", "by phone"}).Draw(a.t, "how"), Record: uuid.New()}
		answer, err = a.s.Answer(r, a.now)
		after = answer.After
	case 3:
		if c := a.s.Convocation(player, to); c != nil {
			var u facts.Unavailability
			if u, err = a.s.Lapse(*c, a.now); err == nil {
				u.ID = uuid.New()
				after = a.s.Declined(u)
			}
		}
	case 4:
		regions := rapid.Permutation([]string{"aosta", "piemonte", "toscana"}).Draw(a.t, "merged")
		after, err = a.s.Merge(facts.RegionMerge{Ordinal: len(a.s.Merges) + 1, RegionID: a.Region(regions[0]), IntoID: a.Region(regions[1]), DecidedAt: a.now})
	case 5:
		word := a.Decision("aosta tournament 0 at hand: wanda")
		if err = a.s.MayDecide(word); err == nil {
			after, err = a.s.DecideFinal(word)
		}
	}
	if err != nil {
		return nil
	}
	return after
}

// Whatever the acts and their order: the season after an act equals the one derived anew from its
// facts, and the season before is unchanged.
func TestActsAreReplayed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := begun(t)
		for range rapid.IntRange(1, 12).Draw(t, "acts") {
			before, was := a.s, a.again(a.s).State
			after := a.act()
			if !reflect.DeepEqual(before.State, was) || !reflect.DeepEqual(a.again(before).State, was) {
				t.Fatal("the season at hand has changed")
			}
			if after == nil {
				continue
			}
			if again := a.again(after); !reflect.DeepEqual(again.State, after.State) {
				t.Fatalf("done %s\nloaded %s", a.Holders(after, "regional"), a.Holders(again, "regional"))
			}
			a.s = after
		}
	})
}

// A player is proposed for a convocation if and only if they can be convoked, and a convocation
// proposed to lapse can lapse.
func TestProposalsCanBeDone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := begun(t)
		for range rapid.IntRange(0, 10).Draw(t, "acts") {
			if after := a.act(); after != nil {
				a.s = after
			}
		}
		now := a.now.AddDate(0, 0, rapid.IntRange(0, 9).Draw(t, "days later"))
		convoke, lapse := map[season.PlaceID]bool{}, map[season.PlaceID]bool{}
		for _, p := range a.s.Proposals(now) {
			convoke[p.Place], lapse[p.Place] = p.Kind == register.ToConvoke, p.Kind == register.ToLapse
		}
		for _, p := range a.s.State.Places {
			if _, err := a.s.Call(p, p.Holder, time.Time{}, now); convoke[p.ID] != (err == nil) {
				t.Fatalf("%s: proposed %t, %v", p.ID, convoke[p.ID], err)
			}
			c := a.s.Convocation(p.Holder, p.To)
			if c == nil {
				continue
			}
			if _, err := a.s.Lapse(*c, now); p.State == season.Offered && lapse[p.ID] != (err == nil) {
				t.Fatalf("%s: proposed to lapse %t, %v", p.ID, lapse[p.ID], err)
			}
		}
	})
}

// relied reports whether an act gives a place in a final to a player who had none before and is
// already convoked to that final, for another place that is gone.
func relied(before, after *register.Season, to rules.SeasonFinal) bool {
	return slices.ContainsFunc(after.State.Places, func(p season.Place) bool {
		_, had := before.PlaceOf(p.Holder, to)
		return p.To == to && p.Holder != register.NoPlayer && !had && after.Convocation(p.Holder, to) != nil
	})
}

// The player that Follows names has the place after a no, and a no that is revoked before anybody
// relies on it leaves the register unchanged.
func TestNoAndYesAgain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := begun(t)
		for range rapid.IntRange(0, 6).Draw(t, "acts") {
			if after := a.act(); after != nil {
				a.s = after
			}
		}
		for _, p := range a.s.State.Places {
			if p.Holder == register.NoPlayer {
				continue
			}
			next := a.s.Follows(p)
			said, err := a.s.Answer(register.Reply{Player: p.Holder, To: p.To, How: "by phone", Record: uuid.New()}, a.now)
			if err != nil {
				t.Fatalf("%s cannot say no: %v", a.Name(p.Holder.UUID), err)
			}
			if _, has := said.After.PlaceOf(next.Player, p.To); next.Player != register.NoPlayer && !has {
				t.Fatalf("after %s follows %s, who has no place", a.Name(p.Holder.UUID), a.Name(next.Player.UUID))
			}
			back, err := said.After.Answer(register.Reply{Player: p.Holder, To: p.To, Coming: true, How: "by phone"}, a.now)
			if relied(a.s, said.After, p.To) {
				if err == nil || !strings.Contains(err.Error(), "place-went-on") {
					t.Fatalf("somebody convoked has the place of %s, and: %v", a.Name(p.Holder.UUID), err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s cannot say yes again: %v", a.Name(p.Holder.UUID), err)
			}
			accepted := back.After.State
			if c := a.s.Convocation(p.Holder, p.To); c == nil && !reflect.DeepEqual(accepted, a.s.State) {
				t.Fatalf("was %s, is %s", a.Holders(a.s, "regional"), a.Holders(back.After, "regional"))
			}
		}
	})
}
