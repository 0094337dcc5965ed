package facts_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// TestSanctionForTheEngines: the engines get a sanction with its offense instead of the referee's
// words, an expulsion from its confirmation if that came later (CN09 5.5b), and exact points.
func TestSanctionForTheEngines(t *testing.T) {
	t.Parallel()
	id, now := uuid.New(), time.Unix(0, 0)
	one, two, yes, no, points, words := 1, 2, true, false, "-10.5", "many"
	exact := league.Int(-21).Div(league.Int(2))
	given := func(change func(*facts.Sanction)) facts.Sanction {
		s := facts.Sanction{ID: id, Entry: 5, Kind: league.Expulsion, Round: 1, During: true, Reason: "imbroglia"}
		if change != nil {
			change(&s)
		}
		return s
	}
	read := func(change func(*league.Sanction)) league.Sanction {
		s := league.Sanction{Ref: id.String(), Entry: 5, Kind: league.Expulsion, At: league.Moment{Round: 1, During: true}, Reason: "imbroglia"}
		if change != nil {
			change(&s)
		}
		return s
	}
	for _, tt := range []struct {
		name   string
		given  facts.Sanction
		want   league.Sanction
		moment league.Moment
	}{
		{"CN09 5.5b/not confirmed", given(nil), read(nil), league.Moment{Round: 1, During: true}},
		{
			"CN09 5.3/of an offense of the list", given(func(s *facts.Sanction) { s.Offense = "cheating" }),
			read(func(s *league.Sanction) { s.Reason = "cheating" }),
			league.Moment{Round: 1, During: true},
		},
		{
			"CN09 5.5b/confirmed at once", given(func(s *facts.Sanction) { s.ConfirmedAt, s.ConfirmedRound, s.ConfirmedDuring = &now, &one, &yes }),
			read(func(s *league.Sanction) { s.Confirmed = true }),
			league.Moment{Round: 1, During: true},
		},
		{
			"CN09 5.5b/confirmed after the game", given(func(s *facts.Sanction) { s.ConfirmedAt, s.ConfirmedRound, s.ConfirmedDuring = &now, &one, &no }),
			read(func(s *league.Sanction) { s.Confirmed, s.ConfirmedAt = true, &league.Moment{Round: 1} }),
			league.Moment{Round: 1},
		},
		{
			"CN09 5.5b/confirmed in the next game", given(func(s *facts.Sanction) { s.ConfirmedAt, s.ConfirmedRound, s.ConfirmedDuring = &now, &two, &yes }),
			read(func(s *league.Sanction) { s.Confirmed, s.ConfirmedAt = true, &league.Moment{Round: 2, During: true} }),
			league.Moment{Round: 2, During: true},
		},
		{
			"CN09 5.5b/confirmed, nobody wrote down when", given(func(s *facts.Sanction) { s.ConfirmedAt = &now }),
			read(func(s *league.Sanction) { s.Confirmed = true }),
			league.Moment{Round: 1, During: true},
		},
		{
			"SQ00 penalties/points of its own", given(func(s *facts.Sanction) { s.Kind, s.Points = league.Points, &points }),
			read(func(s *league.Sanction) { s.Kind, s.Points = league.Points, &exact }),
			league.Moment{Round: 1, During: true},
		},
		{
			"SQ00 penalties/points of the offense", given(func(s *facts.Sanction) { s.Kind, s.Offense = league.Points, "disturbance" }),
			read(func(s *league.Sanction) { s.Kind, s.Reason = league.Points, "disturbance" }),
			league.Moment{Round: 1, During: true},
		},
		{
			"SQ00 penalties/what is no number counts as none", given(func(s *facts.Sanction) { s.Points = &words }),
			read(nil),
			league.Moment{Round: 1, During: true},
		},
		{
			"BG 1.1.4/after the results were processed", given(func(s *facts.Sanction) { s.AfterEnd = true }),
			read(func(s *league.Sanction) { s.AfterEnd = true }),
			league.Moment{Round: 1, During: true},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			equal := cmp.Comparer(func(a, b league.Frac) bool { return a.Equal(b) })
			if diff := cmp.Diff(tt.want, tt.given.League(), equal); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if got := tt.given.ConfirmedMoment(); got != tt.moment {
				t.Errorf("confirmed at %+v, want %+v", got, tt.moment)
			}
		})
	}
}

// TestWithdrawalForTheEngines: the engines get all of a withdrawal except for its recorder and the
// time.
func TestWithdrawalForTheEngines(t *testing.T) {
	t.Parallel()
	id := uuid.New()
	got := facts.Withdrawal{ID: id, Ordinal: 3, Entry: 5, Round: 2, During: true, Reason: "malore", Unexcused: true, Qualified: true, GivenBy: "Olga"}.League()
	want := league.Withdrawal{Ref: id.String(), Entry: 5, At: league.Moment{Round: 2, During: true}, Reason: "malore", Qualified: true, Unexcused: true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestBanStands: the last decision of a case stands, and each decision and each appeal adds a
// version (CN09 5.5).
func TestBanStands(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	first := facts.BanDecision{Ordinal: 1, Outcome: facts.Banned}
	appealed := first
	appealed.AppealedAt = &now
	second := facts.BanDecision{Ordinal: 2, Outcome: facts.NoBan}
	for _, tt := range []struct {
		name      string
		decisions []facts.BanDecision
		stands    facts.BanOutcome
		version   int
	}{
		{"CN09 5.5/decided", []facts.BanDecision{first}, facts.Banned, 1},
		{"CN09 5.5/appealed, it stands", []facts.BanDecision{appealed}, facts.Banned, 2},
		{"CN09 5.5/decided anew", []facts.BanDecision{appealed, second}, facts.NoBan, 3},
	} {
		b := facts.Ban{Decisions: tt.decisions}
		if b.Stands().Outcome != tt.stands || b.Version() != tt.version {
			t.Errorf("%s: %s stands in version %d, want %s in %d", tt.name, b.Stands().Outcome, b.Version(), tt.stands, tt.version)
		}
	}
}

// TestConfirm: the first referee confirms at a moment of the event; that moment counts from
// then on, and another sanction confirmed at the same does not share it (CN09 5.5b).
func TestConfirm(t *testing.T) {
	t.Parallel()
	now := time.Unix(7, 0)
	first := facts.Sanction{ID: uuid.New(), Entry: 5, Kind: league.Expulsion, Round: 1, During: true}
	second := first
	for _, tt := range []struct {
		name string
		at   league.Moment
		want *league.Moment // later than it was given; nil at once
	}{
		{"CN09 5.5b/at once", league.Moment{Round: 1, During: true}, nil},
		{"CN09 5.5b/after the game", league.Moment{Round: 1}, &league.Moment{Round: 1}},
		{"CN09 5.5b/in the next game", league.Moment{Round: 2, During: true}, &league.Moment{Round: 2, During: true}},
	} {
		s := first
		s.Confirm(tt.at, now)
		if diff := cmp.Diff(tt.want, s.League().ConfirmedAt); diff != "" || !s.League().Confirmed || s.ConfirmedMoment() != tt.at || !s.ConfirmedAt.Equal(now) {
			t.Errorf("%s: %+v\n%s", tt.name, s.League(), diff)
		}
	}
	at := league.Moment{Round: 3}
	first.Confirm(at, now)
	at.Round = 4
	second.Confirm(at, now)
	if first.ConfirmedMoment().Round != 3 || second.ConfirmedMoment().Round != 4 {
		t.Errorf("confirmed at %+v and %+v", first.ConfirmedMoment(), second.ConfirmedMoment())
	}
}
