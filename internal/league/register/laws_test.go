package register_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/officiating"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
)

// somewhere returns a season after a few random acts.
func somewhere(t *rapid.T) *acts {
	a := begun(t)
	for range rapid.IntRange(0, 8).Draw(t, "acts") {
		if after := a.act(); after != nil {
			a.s = after
		}
	}
	return a
}

// sameState fails if the states of two seasons differ.
func sameState(t *rapid.T, what string, a *acts, one, other *register.Season) {
	t.Helper()
	if !reflect.DeepEqual(one.State, other.State) {
		t.Fatalf("%s: %s\n%s", what, a.Holders(one, "regional"), a.Holders(other, "regional"))
	}
}

// CN09 1.11: the preview of a verdict equals the season after it is given and stored, the preview
// of its reversal equals the season before, and the same verdict again changes nothing.
func TestVerdictsThereAndBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := somewhere(t)
		e := rapid.SampledFrom(a.s.Events).Draw(t, "event")
		valid := rapid.Bool().Draw(t, "valid")
		after, err := a.s.PreviewVerdict(e.ID, valid, a.now)
		var wrong league.Faults
		if state, _ := a.s.EventState(e.ID); errors.As(err, &wrong) && valid && len(state.Failed()) > 0 {
			return // qualified players do not count towards the size
		}
		if err != nil {
			t.Fatalf("%s: %v", e.Title, err)
		}
		sameState(t, "once it is stored", a, after, a.again(after))
		twice, err := after.PreviewVerdict(e.ID, valid, a.now)
		if err != nil {
			t.Fatal(err)
		}
		sameState(t, "given twice", a, after, twice)
		back, err := after.PreviewReversal(e.ID, a.now)
		if err != nil {
			t.Fatal(err)
		}
		before := a.s
		if before.LastVerdict(e.ID).Stands() {
			if before, err = before.PreviewReversal(e.ID, a.now); err != nil {
				t.Fatal(err)
			}
		}
		sameState(t, "taken back", a, before, back)
		if state, _ := after.EventState(e.ID); (state.Standing == "homologated") != valid {
			t.Fatalf("%s is %s", e.Title, state.Standing)
		}
	})
}

// The order of the lists of stored facts does not matter.
func TestOrderOfStoredFacts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := somewhere(t)
		other := *a.Book
		other.SeasonFacts = a.s.SeasonFacts
		f := &other.SeasonFacts
		f.Events = rapid.Permutation(f.Events).Draw(t, "events")
		f.Reports = rapid.Permutation(f.Reports).Draw(t, "reports")
		f.Verdicts = rapid.Permutation(f.Verdicts).Draw(t, "verdicts")
		f.Unavailabilities = rapid.Permutation(f.Unavailabilities).Draw(t, "unavailabilities")
		f.Convocations = rapid.Permutation(f.Convocations).Draw(t, "convocations")
		sameState(t, "in another order", a, a.s, other.Season())
	})
}

// Whose call an act ends, its undoing brings back, and each is written to once.
func TestTurnsThereAndBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := somewhere(t)
		e := rapid.SampledFrom(a.s.Events).Draw(t, "event")
		after, err := a.s.PreviewVerdict(e.ID, false, a.now)
		if err != nil {
			t.Fatal(err)
		}
		there, back := a.s.Turns(after), after.Turns(a.s)
		if len(there) != len(back) {
			t.Fatalf("%d there, %d back", len(there), len(back))
		}
		for i, turn := range there {
			if back[i].Convocation.ID != turn.Convocation.ID || back[i].Ended == turn.Ended {
				t.Fatalf("%+v there, %+v back", turn, back[i])
			}
			_, has := after.PlaceOf(turn.Convocation.PlayerID, rules.SeasonFinal(turn.Convocation.Final))
			if has == turn.Ended {
				t.Fatalf("%s has a place: %t, ended: %t", a.Name(turn.Convocation.PlayerID.UUID), has, turn.Ended)
			}
		}
		if len(a.s.Turns(a.s)) != 0 {
			t.Fatal("where nothing happens nobody is written to")
		}
	})
}

// entered returns the situation of a final in which everybody who comes has an entry.
func entered(t *rapid.T, s *register.Season, final facts.Event) *officiating.Situation {
	in := &officiating.Situation{Rules: s.Rules}
	in.Event = final
	for _, p := range s.State.Places {
		if f := s.FinalOf(p); p.State == "accepted" && f != nil && f.ID == final.ID {
			in.Entries = append(in.Entries, facts.Entry{Number: len(in.Entries) + 1, PlayerID: p.Holder, State: facts.Entered})
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "strangers") {
		in.Entries = append(in.Entries, facts.Entry{Number: len(in.Entries) + 1, PlayerID: league.PlayerID{UUID: uuid.UUID{0: 1, 15: byte(len(in.Entries))}}, State: facts.Entered})
	}
	return in
}

// CN09 1.7: after the effects of an act on a final are carried out, exactly the players who come
// have entries, and no effects remain.
func TestEntriesFollow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := begun(t)
		a.Add("f regional aosta 2010-02-07 open\nn national 2010-03-14 open")
		a.s = a.Season()
		for range rapid.IntRange(0, 12).Draw(t, "acts before") {
			if after := a.act(); after != nil {
				a.s = after
			}
		}
		after := a.s
		for range rapid.IntRange(0, 6).Draw(t, "acts after") {
			before := a.s
			a.s = after
			if next := a.act(); next != nil {
				after = next
			}
			a.s = before
		}
		for _, name := range []string{"f", "n"} {
			in := entered(t, a.s, a.Event(name))
			effects := a.s.Effects(after, in)
			for _, e := range effects {
				if e.Reason == "" {
					t.Fatalf("%+v says nothing of why", e)
				}
				switch e.Kind {
				case register.EffectEntered:
					in.Entries = append(in.Entries, facts.Entry{Number: len(in.Entries) + 1, PlayerID: e.Entry.PlayerID, State: facts.Entered})
				case register.EffectCancelled:
					in.Entries[e.Entry.Number-1].State = facts.EntryCancelled
				default:
					t.Fatalf("%+v before the start", e)
				}
			}
			var are []league.PlayerID
			for _, entry := range in.Entries {
				if entry.State == facts.Entered {
					are = append(are, entry.PlayerID)
				}
			}
			if left := after.NotFinalists(in.Event, are); len(left) != 0 {
				t.Fatalf("they do not come to %s: %v", name, left)
			}
			want := entered(t, after, a.Event(name))
			for _, entry := range want.Entries {
				if _, no := after.NotFinalists(in.Event, []league.PlayerID{entry.PlayerID})[entry.PlayerID]; !no && !slices.Contains(are, entry.PlayerID) {
					t.Fatalf("%s comes and has not entered", a.Name(entry.PlayerID.UUID))
				}
			}
			if rest := after.Effects(after, in); len(rest) != 0 {
				t.Fatalf("%s is left to be done", rest[0].Kind)
			}
			others := slices.Contains(a.s.Affected(after), in.Event.ID)
			if strangers := slices.ContainsFunc(effects, func(e register.Effect) bool { return e.Reason != "not-a-finalist" }); strangers && !others {
				t.Fatalf("%s has effects, and nobody else comes", name)
			}
		}
	})
}

// An event is decided only once, and a refused act changes nothing.
func TestDecidedOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := somewhere(t)
		e := rapid.SampledFrom(a.s.Events).Draw(t, "event")
		before := a.again(a.s)
		c, err := a.s.Case(e, true)
		if err != nil {
			t.Fatal(err)
		}
		kind := rapid.SampledFrom([]facts.VerdictKind{facts.VerdictHomologated, facts.VerdictInvalidated, facts.VerdictReturned, facts.VerdictWaived}).Draw(t, "kind")
		v, err := c.Homologate(homologation.NewVerdict{Kind: kind, Manager: true, Reason: "Perché sì", Unsound: rapid.Bool().Draw(t, "unsound")}, a.now)
		if stood := c.Last.Stands(); stood && err == nil {
			t.Fatalf("%s was decided, and is again", e.Title)
		}
		if err == nil {
			after := c.Ruled(v)
			sameState(t, "stored", a, after, a.again(after))
			if last := after.LastVerdict(e.ID); last.Kind != kind {
				t.Fatalf("the last verdict is %s", last.Kind)
			}
		}
		var state *league.StateError
		var rule *league.RuleError
		var wrong league.Faults
		if err != nil && !errors.As(err, &state) && !errors.As(err, &rule) && !errors.As(err, &wrong) {
			t.Fatalf("refused by %T", err)
		}
		sameState(t, "the season at hand", a, before, a.s)
	})
}

// A qualified player may enter no event from the day after, and nobody else is refused (CN09 1.5).
func TestWhoIsKeptOut(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := somewhere(t)
		day := rules.Day("2009-03-01").Plus(rapid.IntRange(0, 80).Draw(t, "days"))
		b := registertest.Read(t, registertest.CN09, "later open "+string(day))
		later := b.Event("later")
		var all []league.PlayerID
		want := map[league.PlayerID]bool{}
		for _, p := range a.s.State.Places {
			all = append(all, p.Steps[0].Player)
			if p.State == "void" {
				continue
			}
			switch {
			case p.Steps[0].Kind == "entitled":
				want[p.Steps[0].Player] = true
			case p.Steps[0].Kind == "won" && p.Origin.Day < day:
				want[p.Steps[0].Player] = true
			}
		}
		for player := range want {
			if _, out := a.s.Qualified(later, all)[player]; !out {
				t.Fatalf("%s may enter on %s", a.Name(player.UUID), day)
			}
		}
		for player, why := range a.s.Qualified(later, all) {
			if !want[player] && why.Params["day"] > string(day) {
				t.Fatalf("%s is kept out by what is to come: %s", a.Name(player.UUID), why)
			}
		}
		if diff := cmp.Diff(map[league.PlayerID]league.Grounds{}, a.s.Qualified(later, []league.PlayerID{a.Player("zita of nowhere")})); diff != "" {
			t.Fatal(diff)
		}
	})
}
