package remote_test

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/internal/league/conformance"
	"referto/internal/league/conformance/remote"
)

func TestMain(m *testing.M) { os.Exit(apitest.Run(m)) }

func start(t *testing.T) *remote.Driver {
	t.Helper()
	s := apitest.Start(t)
	driver, err := remote.New(t.Context(), s.Address, s.Mailbox.Dir())
	if err != nil {
		t.Fatal(err)
	}
	return driver
}

func run(t *testing.T, driver *remote.Driver, cases []conformance.Case) (conformance.Report, string) {
	t.Helper()
	var out bytes.Buffer
	report, err := conformance.Run(t.Context(), driver, cases, &out)
	if err != nil {
		t.Fatal(err)
	}
	return report, out.String()
}

// TestServerAgrees replays the two cases of the package above, a fixed schedule
// and ties, each also under another reading.
func TestServerAgrees(t *testing.T) {
	t.Parallel()
	cases, err := conformance.Load(os.DirFS("../testdata"))
	if err != nil {
		t.Fatal(err)
	}
	report, out := run(t, start(t), cases)
	if out != "2 passed, 0 failed\n" || report.Replays != 4 {
		t.Errorf("%d replays, got\n%s", report.Replays, out)
	}
}

// For a longer run, use -tournaments 1000 -seed 100.
var (
	tournaments = flag.Int("tournaments", 4, "how many tournaments of each regulation are made up")
	firstSeed   = flag.Uint64("seed", 0, "of the first tournament made up")
)

// eventsOfServer is the number of events held on one server, which sends only so
// many invitations for one network at a time.
const eventsOfServer = 40

// TestServerAgreesWithTheEngine on tournaments of all regulations made up by
// chance.
func TestServerAgreesWithTheEngine(t *testing.T) {
	t.Parallel()
	for regulation := range makers {
		t.Run(regulation, func(t *testing.T) {
			t.Parallel()
			var cases []conformance.Case
			for i := range *tournaments {
				cases = append(cases, randomCase(t, regulation, *firstSeed+uint64(i)))
			}
			for some := range slices.Chunk(cases, eventsOfServer) {
				if report, out := run(t, start(t), some); report.Failed > 0 || report.Passed != len(some) {
					t.Errorf("got\n%s", out)
				}
			}
		})
	}
}

// TestSamples: the server replays the tournaments of all regulations as the engine
// does, under all their readings.
func TestSamples(t *testing.T) {
	t.Parallel()
	cases, err := conformance.Load(os.DirFS("../samples"))
	if err != nil {
		t.Fatal(err)
	}
	if report, out := run(t, start(t), cases); out != "4 passed, 0 failed\n" || report.Replays < 20 {
		t.Errorf("%d replays, got\n%s", report.Replays, out)
	}
}

// TestFactsUnderAnotherReading: if other players would have qualified, the server seats those who played,
// because the request asks for it.
func TestFactsUnderAnotherReading(t *testing.T) {
	t.Parallel()
	var found bool
	driver := start(t)
	for seed := uint64(0); seed < 40 && !found; seed++ {
		played := randomCase(t, "002", seed)
		if !bytes.Contains(played.Input, []byte(`"time_limit"`)) {
			continue
		}
		played.Readings = nil
		played = withOutcome(t, played)
		other := played
		other.Readings = map[string]string{"A002-3": "this_game_only"}
		other = withOutcome(t, other)
		if found = text(t, member(other, "semifinal_seating")) != text(t, member(played, "semifinal_seating")); !found {
			continue
		}
		if _, out := run(t, driver, []conformance.Case{other}); out != "1 passed, 0 failed\n" {
			t.Errorf("%s: got\n%s", other.ID, out)
		}
	}
	if !found {
		t.Error("no tournament where the reading seats others in the semifinals")
	}
}

// TestDifferencesAreFound: the outcome is the server's, not the case's.
func TestDifferencesAreFound(t *testing.T) {
	t.Parallel()
	c := randomCase(t, "002", 1)
	c.Expected.(map[string]any)["unconfirmed_expulsions"] = []any{"P99"}
	report, out := run(t, start(t), []conformance.Case{c})
	if report.Failed != 1 || !strings.Contains(out, `random-002-1 /unconfirmed_expulsions/0: got`) {
		t.Errorf("got\n%s", out)
	}
}

// TestRefusalsAreFailures: refusals of the server are reported.
func TestRefusalsAreFailures(t *testing.T) {
	t.Parallel()
	c := randomCase(t, "002", 1)
	c.Readings = map[string]string{"A002-1": "cap_some"}
	if report, out := run(t, start(t), []conformance.Case{c}); report.Failed != 1 || !strings.Contains(out, "no-such-option") {
		t.Errorf("got\n%s", out)
	}
}
