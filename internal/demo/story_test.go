package demo_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apiclient"
	"referto/internal/demo"
	"referto/openapi"
)

// checkStory looks at the events anonymously, and at the data for their first referee alone.
func checkStory(t *testing.T, summary demo.Summary) {
	t.Helper()
	public := apiclient.New(summary.Server)
	events, err := apiclient.List[openapi.Event](t.Context(), public, "/tenants/fic/events", nil)
	ofSeason := func(e openapi.Event) bool { return e.Season != (openapi.SeasonID{}) }
	all := len(events)
	events = slices.DeleteFunc(events, ofSeason)
	if err != nil || len(events) != 6 || all != 72 {
		t.Fatalf("%d events, %d of no season, %v", all, len(events), err)
	}
	manager := signIn(t, summary, "championship manager")
	players, err := apiclient.List[openapi.Player](t.Context(), manager, "/tenants/fic/players", nil)
	if err != nil || len(players) != 381 {
		t.Errorf("%d players, %v", len(players), err)
	}
	for _, event := range events {
		s := announced{t: t, public: public, referee: signIn(t, summary, "first referee"), path: "/tenants/fic/events/" + event.Id.String()}
		get(t, public, s.path, &s.event)
		switch event.Slug {
		case "tappa-aosta":
			t.Run("Aosta, the finished stage", func(t *testing.T) { s.on(t).aosta() })
		case "tappa-bologna":
			t.Run("Bologna, the running stage", func(t *testing.T) { s.on(t).bologna() })
		case "tappa-torino":
			t.Run("Torino, the open stage", func(t *testing.T) { s.on(t).torino(signIn(t, summary, "player")) })
		case "fiera-firenze":
			t.Run("Firenze, finished by FG14", func(t *testing.T) { s.on(t).firenze() })
		case "negozio-modena":
			t.Run("Modena, running by JP22", func(t *testing.T) { s.on(t).modena() })
		case "ranglista-corvi":
			t.Run("Corvi, finished by BG", func(t *testing.T) { s.on(t).corvi() })
		case "squadre-parma":
			t.Run("Parma, running by SQ00", func(t *testing.T) { s.on(t).parma() })
		default:
			t.Errorf("an event %q", event.Slug)
		}
	}
}

// announced is an event of the demo data as its readers get it.
type announced struct {
	t               *testing.T
	public, referee *apiclient.Client
	path            string
	event           openapi.Event
}

func (s announced) on(t *testing.T) announced {
	s.t = t
	return s
}

func (s announced) rounds() []openapi.Round {
	s.t.Helper()
	var list openapi.RoundList
	get(s.t, s.public, s.path+"/rounds", &list)
	return list.Items
}

func (s announced) standings(query string) openapi.Standings {
	s.t.Helper()
	var standings openapi.Standings
	get(s.t, s.public, s.path+"/standings"+query, &standings)
	return standings
}

// want compares an actual value of a stage with the expected one.
func (s announced) want(what string, got, want any) {
	s.t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("%s (-want +got)\n%s", what, diff)
	}
}

func sizes(round openapi.Round) (out []int) {
	for _, table := range round.Tables {
		out = append(out, len(table.Seats))
	}
	return out
}

func numbers(refs []openapi.EntryRef) (out []int) {
	for _, ref := range refs {
		out = append(out, ref.Number)
	}
	return out
}

func ranking(standings openapi.Standings) (out []int) {
	for _, row := range standings.Rows {
		out = append(out, row.Entry.Number)
	}
	return out
}

// seatOf is an entry's end of a game.
func seatOf(result openapi.Result, entry int) openapi.SeatResult {
	for _, seat := range result.Seats {
		if seat.Entry == entry {
			return seat
		}
	}
	return openapi.SeatResult{}
}

// aosta has the shape of 8 February 2009.
func (s announced) aosta() {
	rounds := s.rounds()
	s.want("state", s.event.State, openapi.EventStateFinished)
	s.want("17 players by Club: three rounds and a final (3.2)", []any{s.event.Format.Rounds, s.event.Format.Semifinal, s.event.Format.Final, len(rounds)}, []any{3, false, true, 4})
	s.want("17 players (3.2a)", s.event.Format.TableSizes, []int{4, 4, 3, 3, 3})
	s.want("tables of round 1", sizes(rounds[0]), []int{4, 4, 3, 3, 3})
	for _, table := range rounds[0].Tables {
		s.want(fmt.Sprintf("winner of table %d", table.Number), seatOf(table.Result, table.Result.Winner).Counted, 10)
	}
	first := rounds[0].Tables[0].Result
	s.want("table 1", []any{first.Total, seatOf(first, first.Winner).Share}, []any{"20", "50.00"})

	after := s.standings("?round=1")
	s.want("the winner of table 1 leads after round 1", ranking(after)[0], first.Winner)
	for rank, share := range []string{"50.00", "43.47", "40.00", "37.03", "31.25"} {
		s.want("five have one win and ten points, the percentage decides", after.Rows[rank].Figures[:3], []string{"1", "10", share})
	}
	s.want("what set the second below the first", after.Rows[1].DecidedBy.Criterion, "share")
	seated := numbers(rounds[1].Tables[0].Seats)
	slices.Sort(seated)
	best := slices.Sorted(slices.Values(ranking(after)[:4]))
	s.want("the first four play at table 1 of round 2", seated, best)
	s.want("one has left, sixteen go on", []any{sizes(rounds[1]), len(after.Left)}, []any{[]int{4, 4, 4, 4}, 1})

	s.want("the corrected table of round 2", rounds[1].Tables[3].Version, 2)
	s.want("the clock ended table 3 of round 2", rounds[1].Tables[2].Result.Ended, openapi.EndingTimeLimit)
	if rounds[1].Tables[2].Result.WinnerCriterion == "" {
		s.t.Error("nothing told the leaders of table 3 apart")
	}
	final := s.standings("")
	s.want("final standings", []any{final.State, len(final.Rows)}, []any{openapi.StandingsStateFinal, 17})
	s.want("the winner of the final", ranking(final)[0], rounds[3].Tables[0].Result.Winner)
	s.want("who left is last", ranking(final)[16], after.Left[0].Entry.Number)
	s.discipline()
	s.draw()
}

// discipline checks the sanctions that the referees of the finished event wrote down.
func (s announced) discipline() {
	var sanctions openapi.SanctionList
	get(s.t, s.referee, s.path+"/sanctions", &sanctions)
	for _, sanction := range sanctions.Items {
		s.want("sanction", []any{sanction.Kind, sanction.Effective, sanction.Expels}, []any{openapi.SanctionKindWarning, true, false})
	}
	s.want("warnings", len(sanctions.Items), 2)
	var rulings openapi.RulingList
	get(s.t, s.referee, s.path+"/rulings", &rulings)
	s.want("rulings", len(rulings.Items), 1)
	for _, ruling := range rulings.Items {
		s.want("ruling (2.5)", []any{ruling.State, *ruling.Upheld, ruling.Rule.Paragraph}, []any{openapi.RulingStateFinal, true, "4.4"})
	}
	entries, err := apiclient.List[openapi.Entry](s.t.Context(), s.referee, s.path+"/entries", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, entry := range entries {
		if !entry.FeePaid {
			s.t.Errorf("%s has not paid", entry.Player.Name)
		}
	}
}

// draw is the sealed one of the finished stage: its secret is revealed and fits the
// commitment.
func (s announced) draw() {
	var draw openapi.Draw
	get(s.t, s.public, s.path+"/draw", &draw)
	secret, err := hex.DecodeString(draw.Secret)
	if err != nil {
		s.t.Fatal(err)
	}
	commitment := sha256.Sum256(secret)
	s.want("draw", []any{draw.Method, len(draw.Lots), draw.Commitment}, []any{openapi.DrawMethodDrawn, 17, hex.EncodeToString(commitment[:])})
}

// bologna is in its second round.
func (s announced) bologna() {
	rounds := s.rounds()
	s.want("state", []any{s.event.State, s.event.Counts.Players, s.event.Region.Name}, []any{openapi.EventStateRunning, 22, "Emilia-Romagna"})
	s.want("22 players by Club: three rounds (3.2)", []any{s.event.Format.Rounds, len(rounds)}, []any{3, 2})
	s.want("tables (3.2a)", sizes(rounds[0]), []int{4, 4, 4, 4, 3, 3})
	s.want("the clock of round 2", rounds[1].Clock.Phase, openapi.ClockPhaseRunning)
	running := s.standings("")
	s.want("round 2", []any{running.State, running.TablesReported, running.Tables, len(running.Rows)}, []any{openapi.StandingsStateProvisional, 3, 6, 22})
	// The second round seats the leaders by their results of the first.
	want := []struct{ name, share string }{
		{"Marta Bellandi", "50.00"},
		{"Pietro Scalabrin", "40.00"},
		{"Nicolò Tassinari", "38.46"},
		{"Federica Lodi", "37.03"},
		{"Valentina Sighinolfi", "30.30"},
		{"Silvia Pedrazzi", "30.30"},
		{"Davide Orlandini", "36.00"},
		{"Alice Venturelli", "27.27"},
		{"Sara Gherardi", "24.24"},
		{"Riccardo Fabbri", "24.24"},
		{"Irene Cavallari", "26.92"},
		{"Ivajlo Penev", "21.21"},
	}
	after := s.standings("?round=1")
	for i, row := range want {
		got := after.Rows[i]
		s.want(fmt.Sprintf("rank %d after round 1", i+1), []string{got.Entry.Player.Name, got.Figures[2]}, []string{row.name, row.share})
	}
	if !after.Rows[5].DecidedBy.ByLot {
		s.t.Error("the lot did not decide between the fifth and the sixth")
	}
	absent, err := apiclient.List[openapi.Entry](s.t.Context(), s.referee, s.path+"/entries", url.Values{"state": {"no-show"}})
	if err != nil || len(absent) != 1 {
		s.t.Errorf("%d no-shows, %v", len(absent), err)
	}
}

// torino has a waiting list.
func (s announced) torino(player *apiclient.Client) {
	s.want("state", s.event.State, openapi.EventStateOpen)
	s.want("entries", []any{s.event.Capacity, s.event.Counts.Entered, s.event.Counts.Waiting}, []any{16, 16, 3})
	s.want("fee", s.event.Fee, openapi.Money{Amount: "8.00", Currency: openapi.MoneyCurrencyEUR})
	if !s.event.StartsAt.After(s.event.CreatedAt) {
		s.t.Errorf("announced for %s on %s", s.event.StartsAt, s.event.CreatedAt)
	}
	var own openapi.Entry
	get(s.t, player, s.path+"/my-entry", &own)
	s.want("the player with an account", []any{own.State, own.Player.Name}, []any{openapi.EntryStateEntered, "Elena Passerini"})
}
