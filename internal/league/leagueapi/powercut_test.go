package leagueapi_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/attack/worlddbtest"
	"referto/internal/sampling"
	"referto/openapi"
)

// blackout plays an event while the line to the database is cut after each
// statement of each act in turn.
type blackout struct {
	*stage
	line *apitest.PowerLine // nil plays without cuts
	rows worlddbtest.Copy
	cuts int
	// left lists the rows that each act has left in the tables: "draw: league.log +1, …".
	left []string
}

// statementsOfAct is far above what any act sends.
const statementsOfAct = 200

func (b *blackout) hashes() worlddbtest.Hashes {
	h := b.rows.Hashes(b.t)
	maps.DeleteFunc(h, func(table, _ string) bool { return !strings.HasPrefix(table, "league.") })
	return h
}

// act does something once, after trying it with a cut behind each of its
// statements, with -short behind every third: every time all of it is stored or nothing.
func (b *blackout) act(name string, by *apitest.Client, method, path string, body any, options ...apitest.Option) *apitest.Answer {
	b.t.Helper()
	options = append(options, apitest.Key(uuid.NewString()))
	before := b.hashes()
	first, step := 0, 1
	if testing.Short() {
		first, step = sampling.Of(name, []int{0, 1, 2})[0], 3
	}
	for n := first; b.line != nil; n += step {
		if n >= statementsOfAct {
			b.t.Fatalf("%s: still cut after %d statements", name, n)
		}
		b.line.CutAfter(n)
		answer, err := by.Try(method, path, body, options...)
		cut := b.line.Mend()
		b.recover()
		changed := b.hashes().Changed(before)
		if !cut {
			break // it has no more statements
		}
		b.cuts++
		if err == nil && answer.Status < 300 {
			b.t.Errorf("%s: cut after statement %d and answered with %d", name, n, answer.Status)
		}
		if len(changed) > 0 {
			break // it was stored: all of it, as the comparison of the two plays says
		}
	}
	// Asked again, it is done now or answered from before. Who names the version they
	// have seen learns that it is no longer the latest.
	answer := by.Do(method, path, body, options...)
	if done := answer.Status < 300 || b.line != nil && method == "PUT" && answer.Status == http.StatusPreconditionFailed; !done {
		b.t.Fatalf("%s: %d\n%s", name, answer.Status, answer.Body)
	}
	b.left = append(b.left, name+": "+growth(before, b.hashes()))
	return answer
}

// recover asks until the server has given up every connection that is dead.
func (b *blackout) recover() {
	b.t.Helper()
	for good, tried := 0, 0; good < 3; tried++ {
		answer, err := b.referee.Try("GET", b.path+"/entries", nil)
		if err == nil && answer.Status == 200 {
			good++
		} else {
			good = 0
		}
		if tried == 100 {
			b.t.Fatal("the server does not recover")
		}
	}
}

// growth counts the rows that each changed table has gained.
func growth(before, after worlddbtest.Hashes) string {
	var tables []string
	for _, table := range after.Changed(before) {
		tables = append(tables, fmt.Sprintf("%s %+d", table, rows(after[table])-rows(before[table])))
	}
	return strings.Join(tables, ", ")
}

// rows is the number of rows that a hash begins with.
func rows(hash string) (n int) {
	_, _ = fmt.Sscan(hash, &n) // a table that was not there has none
	return n
}

// play plays an event of twelve through everything that a draw or a close hangs
// on.
func (b *blackout) play() {
	b.t.Helper()
	b.open()
	b.enter(11)
	b.act("entry", b.organizer, "POST", b.path+"/entries", apitest.JSON{"player": b.player(11)})
	lots := []apitest.JSON{}
	for i := 1; i <= 12; i++ {
		b.organizer.Post(b.entry(i)+"/check-in", nil).Want(200)
		lots = append(lots, apitest.JSON{"entry": i, "number": i})
	}
	b.act("start", b.referee, "POST", b.path+"/start", apitest.JSON{"lots": lots, "reason": "sorteggio con i bussolotti"})
	first := b.drawn("draw")
	recorded := b.act("result", b.referee, "POST", b.table(1, 1)+"/result", result(first.Tables[0]))
	correction := result(first.Tables[0])
	correction["reason"] = "ricontato"
	b.act("correction", b.referee, "PUT", b.table(1, 1)+"/result", correction, apitest.Match(recorded.ETag()))
	b.act("warning", b.referee, "POST", b.path+"/sanctions", sanction(2, "warning", "during-game"))
	b.act("clock", b.referee, "POST", b.round(1)+"/clock/commands", apitest.JSON{"command": "start"})
	b.stage.play(openapi.Round{Number: 1, Tables: first.Tables[1:]})
	b.act("close", b.referee, "POST", b.round(1)+"/closing", nil)
	b.act("reopen", b.referee, "POST", b.round(1)+"/reopening", apitest.JSON{"reason": "un risultato sbagliato"})
	b.act("close again", b.referee, "POST", b.round(1)+"/closing", nil)
	b.stage.play(b.drawn("second draw"))
	b.close(2)
	b.stage.play(b.drawn("final"))
	b.act("close of the final", b.referee, "POST", b.round(3)+"/closing", nil)
	b.act("completion", b.referee, "POST", b.path+"/completion", nil)
	b.act("reopening of the event", b.referee, "POST", b.path+"/reopening", apitest.JSON{"reason": "un risultato sbagliato"})
}

func (b *blackout) drawn(name string) openapi.Round {
	b.t.Helper()
	var round openapi.Round
	b.act(name, b.referee, "POST", b.path+"/rounds", apitest.JSON{}).Into(&round)
	return round
}

// ranks are the standings as start numbers with their ranks.
func (b *blackout) ranks() []string {
	var out []string
	for _, row := range b.standings().Rows {
		out = append(out, fmt.Sprintf("%d: %d", row.Rank, row.Entry.Number))
	}
	return out
}

// checkLog: the facts of the tenant are numbered without gaps.
func (b *blackout) checkLog() {
	b.t.Helper()
	for after := int64(0); ; {
		var page openapi.LogPage
		b.federation.Manager.Get(fmt.Sprintf("%s/log?limit=100&after=%d", b.federation.Path, after)).Want(200).Into(&page)
		if len(page.Items) == 0 {
			return
		}
		for _, fact := range page.Items {
			if fact.Sequence != after+1 {
				b.t.Fatalf("after fact %d of the log comes %d", after, fact.Sequence)
			}
			after = fact.Sequence
		}
	}
}

// enough reports a line that was not where acts pass: they were hardly cut.
func (b *blackout) enough() {
	b.t.Helper()
	least := 3 * len(b.left)
	if testing.Short() {
		least /= 3
	}
	if b.cuts < least {
		b.t.Errorf("%d cuts in %d acts: the line was not where they pass", b.cuts, len(b.left))
	}
}

// TestPowerCut: cutting power between any two statements of an act leaves all of
// it or nothing, the log has no gap, and the event goes on and ends as one that was
// never disturbed.
func TestPowerCut(t *testing.T) {
	t.Parallel()
	play := func(server *apitest.Server, line *apitest.PowerLine) *blackout {
		b := &blackout{stage: newStageOn(t, server, nil), line: line, rows: worlddbtest.Watch(t, server.Database)}
		b.play()
		b.checkLog()
		return b
	}
	calm := play(apitest.Start(t), nil)
	server, line := apitest.StartBehind(t)
	server.ErrorsDue()
	cut := play(server, line)
	if diff := cmp.Diff(calm.left, cut.left); diff != "" {
		t.Errorf("what the acts leave in the tables (-undisturbed +cut)\n%s", diff)
	}
	if diff := cmp.Diff(calm.ranks(), cut.ranks()); diff != "" {
		t.Errorf("the standings (-undisturbed +cut)\n%s", diff)
	}
	cut.enough()
	t.Logf("%d cuts in %d acts", cut.cuts, len(cut.left))
	if !slices.ContainsFunc(cut.left, func(s string) bool { return strings.Contains(s, "league.log +") }) {
		t.Error("no act has left a fact in the log")
	}
}
