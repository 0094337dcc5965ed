package bans_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/bans"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
)

func id(n byte) uuid.UUID { return uuid.UUID{15: n} }

var (
	season = league.SeasonID{UUID: id(1)}
	now    = time.Date(2009, 2, 10, 18, 0, 0, 0, time.UTC)
)

// decision parses a decision in short form: "none", "ban 2009-03-01", "ban 2009-03-01 2009-06-30".
func decision(text string) bans.Decision {
	fields := append(strings.Fields(text), "", "")
	return bans.Decision{Outcome: facts.BanOutcome(fields[0]), Term: qualify.Term{From: rules.Day(fields[1]), Until: rules.Day(fields[2])}, Reason: "carte segnate"}
}

// caseOf returns a case with the given decisions.
func caseOf(decisions ...string) facts.Ban {
	ban := facts.Ban{ID: league.BanID{UUID: id(2)}}
	for _, text := range decisions {
		ban.Decisions = append(ban.Decisions, bans.Decide(ban, decision(text), "", now))
	}
	return ban
}

// CN09 5.5: a player who was expelled and reported may be excluded from further events ("escludere tali persone
// da ogni ulteriore torneo"). The regulation does not say for how long and from which events: a ban has a first
// day, and optionally a last day, kinds of events and a season.
func TestDecisions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, decision string
		change         func(*bans.Decision)
		want           string
	}{
		{"CN09 5.5 a ban without end", "ban 2009-03-01", nil, ""},
		{"CN09 5.5 a ban for a time", "ban 2009-03-01 2009-06-30", nil, ""},
		{"CN09 5.5 a ban of one day", "ban 2009-03-01 2009-03-01", nil, ""},
		{"CN09 5.5 a ban from kinds of events of a season", "ban 2009-03-01", func(d *bans.Decision) { d.Kinds, d.Season = []string{"open"}, season }, ""},
		{"CN09 5.5 a ban that ends the day before it begins", "ban 2009-03-02 2009-03-01", nil, "faults /until: ends-before-it-begins"},
		{"CN09 5.5 a ban that begins never", "ban", nil, "faults /from: ban-begin-missing"},
		{"CN09 5.5 a ban that only ends", "ban", func(d *bans.Decision) { d.Until = "2009-03-01" }, "faults /from: ban-begin-missing"},
		{"CN09 5.5 no ban", "none", nil, ""},
		{"CN09 5.5 no ban, and yet from a day on", "none 2009-03-01", nil, "faults /outcome: no-ban-no-term"},
		{"CN09 5.5 no ban, and yet to a day", "none", func(d *bans.Decision) { d.Until = "2009-03-01" }, "faults /outcome: no-ban-no-term"},
		{"CN09 5.5 no ban, and yet from kinds of events", "none", func(d *bans.Decision) { d.Kinds = []string{"open"} }, "faults /outcome: no-ban-no-term"},
		{"CN09 5.5 no ban, and yet from a season", "none", func(d *bans.Decision) { d.Season = season }, "faults /outcome: no-ban-no-term"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := decision(tt.decision)
			if tt.change != nil {
				tt.change(&d)
			}
			if got := leaguetest.Answer(d.Check()); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// CN09 5.5: every decision of a case stays on record, numbered; the last one stands.
func TestDecisionsOfACase(t *testing.T) {
	t.Parallel()
	ban := caseOf("ban 2009-03-01 2009-06-30")
	d := decision("ban 2009-03-01")
	d.Kinds, d.Season = []string{"open", "online"}, season
	ban.Decisions = append(ban.Decisions, bans.Decide(ban, d, "VIII Campionato", now.AddDate(0, 0, 1)))
	ban.Decisions = append(ban.Decisions, bans.Decide(ban, decision("none"), "of no season", now.AddDate(0, 0, 2)))
	want := []facts.BanDecision{
		{BanID: ban.ID, Ordinal: 1, Outcome: facts.Banned, Kinds: []string{}, FromDay: "2009-03-01", UntilDay: "2009-06-30", Reason: "carte segnate", DecidedAt: now},
		{
			BanID: ban.ID, Ordinal: 2, Outcome: facts.Banned, Kinds: []string{"open", "online"}, SeasonID: &season, Season: "VIII Campionato",
			FromDay: "2009-03-01", Reason: "carte segnate", DecidedAt: now.AddDate(0, 0, 1),
		},
		{BanID: ban.ID, Ordinal: 3, Outcome: facts.NoBan, Kinds: []string{}, Reason: "carte segnate", DecidedAt: now.AddDate(0, 0, 2)},
	}
	if diff := cmp.Diff(want, ban.Decisions); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := ban.Stands(); got.Ordinal != 3 {
		t.Errorf("decision %d stands", got.Ordinal)
	}
}

// CN09 5.5: a case is opened once and may be decided again any number of times. A ban can be lifted only while
// it stands.
func TestWayOfACase(t *testing.T) {
	t.Parallel()
	sanction, withdrawal := id(3), id(4)
	for _, tt := range []struct {
		name    string
		about   facts.Ban
		decided bool
		want    string
	}{
		{"CN09 5.5 an expulsion that waits", facts.Ban{SanctionID: &sanction}, false, ""},
		{"CN09 5.5 an expulsion that was decided about", facts.Ban{SanctionID: &sanction}, true, "state expulsion-decided"},
		{"BG 1.1.7 a leaving that waits", facts.Ban{WithdrawalID: &withdrawal}, false, ""},
		{"BG 1.1.7 a leaving that was decided about", facts.Ban{WithdrawalID: &withdrawal}, true, "state leaving-decided"},
	} {
		if got := leaguetest.Answer(bans.RequireUndecided(tt.about, tt.decided)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	for _, tt := range []struct{ name, stands, next, want string }{
		{"CN09 5.5 lifted", "ban 2009-03-01", "none", ""},
		{"CN09 5.5 another term", "ban 2009-03-01", "ban 2009-03-01 2009-06-30", ""},
		{"CN09 5.5 a ban after all", "none", "ban 2009-03-01", ""},
		{"CN09 5.5 lifted again", "none", "none", "state no-ban-stands"},
	} {
		if got := leaguetest.Answer(bans.MayRevise(caseOf("ban 2009-01-01", tt.stands), decision(tt.next))); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Referees who expelled a player or confirmed it (CN09 5.5b), or reported that the player left (BG 1.1.7), may
// not decide on the consequences.
func TestWhoDecides(t *testing.T) {
	t.Parallel()
	sanction, withdrawal, referee, first, manager := id(3), id(4), id(5), id(6), id(7)
	by := []uuid.UUID{referee, first}
	expelled, left, other := facts.Ban{SanctionID: &sanction}, facts.Ban{WithdrawalID: &withdrawal}, facts.Ban{Source: "lettera"}
	for _, tt := range []struct {
		name string
		ban  facts.Ban
		by   []uuid.UUID
		who  uuid.UUID
		want error
	}{
		{"CN09 5.5 the manager", expelled, by, manager, nil},
		{"CN09 5.5b who expelled", expelled, by, referee, bans.ErrOwnExpulsion},
		{"CN09 5.5b who confirmed it", expelled, by, first, bans.ErrOwnExpulsion},
		{"BG 1.1.7 the manager", left, by, manager, nil},
		{"BG 1.1.7 who reported it", left, by, referee, bans.ErrOwnReport},
		{"CN09 5.5 of what nobody reported", other, nil, referee, nil},
	} {
		if got := bans.RequireOther(tt.ban, tt.by, tt.who); !errors.Is(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// The person concerned may appeal once against each ban, for as long as it stands.
func TestAppeals(t *testing.T) {
	t.Parallel()
	appealed := func(ban facts.Ban) facts.Ban {
		ban, err := bans.Appeal(ban, "Non erano le mie carte", now)
		if err != nil {
			t.Fatal(err)
		}
		return ban
	}
	revised := func(ban facts.Ban, text string) facts.Ban {
		ban.Decisions = append(slices.Clip(ban.Decisions), bans.Decide(ban, decision(text), "", now))
		return ban
	}
	for _, tt := range []struct {
		name string
		ban  facts.Ban
		want string
	}{
		{"CN09 5.5 to a ban", caseOf("ban 2009-03-01"), ""},
		{"CN09 5.5 to a ban again", appealed(caseOf("ban 2009-03-01")), "state ban-appealed"},
		{"CN09 5.5 to the next one", revised(appealed(caseOf("ban 2009-03-01")), "ban 2009-04-01"), ""},
		{"CN09 5.5 to no ban", caseOf("none"), "state no-ban-stands"},
		{"CN09 5.5 to one that was lifted", revised(appealed(caseOf("ban 2009-03-01")), "none"), "state no-ban-stands"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			before := tt.ban.Version()
			after, err := bans.Appeal(tt.ban, "  Non è giusto\n", now)
			if got := leaguetest.Answer(err); got != tt.want {
				t.Fatalf("got %q, want %q", got, tt.want)
			}
			if tt.ban.Version() != before {
				t.Error("the case itself has changed")
			}
			if stands := after.Stands(); err == nil && (stands.Appeal != "Non è giusto" || !stands.AppealedAt.Equal(now) || after.Version() != before+1) {
				t.Errorf("%+v of version %d, before %d", stands, after.Version(), before)
			}
		})
	}
}

// A decision maker must have read the person's appeal: so each decision and each appeal gives the case a new
// version.
func TestEveryActIsAnotherVersion(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ban := caseOf("ban 2009-03-01")
		for range rapid.IntRange(0, 8).Draw(t, "acts") {
			before := ban.Version()
			if rapid.Bool().Draw(t, "appeal") {
				after, err := bans.Appeal(ban, "No", now)
				if (err == nil) != (after.Version() == before+1) {
					t.Fatalf("version %d after %d: %v", after.Version(), before, err)
				}
				ban = after
				continue
			}
			d := decision(rapid.SampledFrom([]string{"none", "ban 2009-03-01"}).Draw(t, "decision"))
			ban.Decisions = append(ban.Decisions, bans.Decide(ban, d, "", now))
			if ban.Version() != before+1 || ban.Stands().Ordinal != len(ban.Decisions) {
				t.Fatalf("version %d after %d, decision %d", ban.Version(), before, ban.Stands().Ordinal)
			}
		}
	})
}

// CN09 1.5: an exclusion holds for a term or until it is revoked. It can be revoked only once.
func TestExclusions(t *testing.T) {
	t.Parallel()
	for term, want := range map[qualify.Term]string{
		{From: "2009-03-01"}:                      "",
		{From: "2009-03-01", Until: "2009-03-01"}: "",
		{From: "2009-03-02", Until: "2009-03-01"}: "faults /until: ends-before-it-begins",
	} {
		if got := leaguetest.Answer(bans.CheckTerm(term)); got != want {
			t.Errorf("CN09 1.5 %v: %q, want %q", term, got, want)
		}
	}
	x, err := bans.Revoke(facts.Exclusion{}, "non lo è più", now)
	if err != nil || !x.RevokedAt.Equal(now) || x.RevokedReason != "non lo è più" {
		t.Errorf("CN09 1.5 revoked: %+v, %v", x, err)
	}
	if _, err := bans.Revoke(x, "due volte", now); leaguetest.Answer(err) != "state exclusion-revoked" {
		t.Errorf("CN09 1.5 revoked twice: %v", err)
	}
}
