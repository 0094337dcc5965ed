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

// cutting does acts while the line to the database is cut after each statement of each act
// in turn.
type cutting struct {
	tb     *testing.T
	server *apitest.Server
	line   *apitest.PowerLine // nil does them without cuts
	rows   worlddbtest.Copy
	// probe asks for something that needs the database.
	probe func() (*apitest.Answer, error)
	cuts  int
	// left lists the rows that each act has left in the tables: "draw: league.log +1, …".
	left []string
}

// statementsOfAct is far above the number of statements of any act.
const statementsOfAct = 200

func (c *cutting) hashes() worlddbtest.Hashes {
	h := c.rows.Hashes(c.tb)
	maps.DeleteFunc(h, func(table, _ string) bool { return !strings.HasPrefix(table, "league.") })
	return h
}

// act does something once, after trying it with a cut behind each of its
// statements, with -short behind every tenth: every time all of it is stored or nothing.
func (c *cutting) act(name string, by *apitest.Client, method, path string, body any, options ...apitest.Option) *apitest.Answer {
	c.tb.Helper()
	options = append(options, apitest.Key(uuid.NewString()))
	c.server.AwaitJobs() // letters of earlier acts store their outcome
	before := c.hashes()
	first, step := 0, 1
	if testing.Short() {
		first, step = sampling.Of(name, []int{0, 1, 2, 3, 4, 5})[0], 10 // hardly an act sends fewer
	}
	for n := first; c.line != nil; n += step {
		if n >= statementsOfAct {
			c.tb.Fatalf("%s: still cut after %d statements", name, n)
		}
		c.line.CutAfter(n)
		answer, err := by.Try(method, path, body, options...)
		cut := c.line.Mend()
		c.recover()
		changed := c.hashes().Changed(before)
		if !cut {
			break // it has no more statements
		}
		c.cuts++
		if err == nil && answer.Status != http.StatusServiceUnavailable {
			c.tb.Errorf("%s: cut after statement %d and answered with %d\n%s", name, n, answer.Status, answer.Body)
		}
		if len(changed) > 0 {
			break // it was stored: all of it, as the comparison of the two plays says
		}
	}
	// Asked again, it is done now or answered from before. A request that names the version seen is refused as
	// stale, a deletion of a deleted thing as not found, and a repeated erasure, of which no answer is kept, as
	// done already.
	answer := by.Do(method, path, body, options...)
	again := c.line != nil && (method == http.MethodPut && answer.Status == http.StatusPreconditionFailed ||
		method == http.MethodDelete && answer.Status == http.StatusNotFound ||
		answer.Status == http.StatusConflict && answer.Text("reason") == "erasure-done")
	if answer.Status >= 300 && !again {
		c.tb.Fatalf("%s: %d\n%s", name, answer.Status, answer.Body)
	}
	c.left = append(c.left, name+": "+growth(before, c.hashes()))
	return answer
}

// recover asks until the server has given up every connection that is dead.
func (c *cutting) recover() {
	c.tb.Helper()
	for good, tried := 0, 0; good < 3; tried++ {
		answer, err := c.probe()
		if err == nil && answer.Status == 200 {
			good++
		} else {
			good = 0
		}
		if tried == 100 {
			c.tb.Fatal("the server does not recover")
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

// blackout plays an event while power is cut.
type blackout struct {
	*stage
	*cutting
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
func (c *cutting) checkLog(manager *apitest.Client, tenant string) {
	c.tb.Helper()
	for after := int64(0); ; {
		var page openapi.LogPage
		manager.Get(fmt.Sprintf("%s/log?limit=100&after=%d", tenant, after)).Want(200).Into(&page)
		if len(page.Items) == 0 {
			return
		}
		for _, fact := range page.Items {
			if fact.Sequence != after+1 {
				c.tb.Fatalf("after fact %d of the log comes %d", after, fact.Sequence)
			}
			after = fact.Sequence
		}
	}
}

// leavesAs compares the rows that acts have left under power cuts with those that they leave undisturbed, and
// reports a line that was not in the way of the acts, so that they were hardly cut.
func (c *cutting) leavesAs(calm *cutting) {
	c.tb.Helper()
	if diff := cmp.Diff(calm.left, c.left); diff != "" {
		c.tb.Errorf("what the acts leave in the tables (-undisturbed +cut)\n%s", diff)
	}
	least := 3 * len(c.left)
	if testing.Short() {
		least /= 10
	}
	if c.cuts < least {
		c.tb.Errorf("%d cuts in %d acts: the line was not where they pass", c.cuts, len(c.left))
	}
	c.tb.Logf("%d cuts in %d acts", c.cuts, len(c.left))
}

// TestPowerCut: cutting power between any two statements of an act leaves all of
// it or nothing, the log has no gap, and the event goes on and ends as one that was
// never disturbed.
func TestPowerCut(t *testing.T) {
	t.Parallel()
	play := func(server *apitest.Server, line *apitest.PowerLine) *blackout {
		b := &blackout{stage: newStageOn(t, server, nil)}
		b.cutting = &cutting{tb: t, server: server, line: line, rows: worlddbtest.Watch(t, server.Database), probe: func() (*apitest.Answer, error) { return b.referee.Try("GET", b.path+"/entries", nil) }}
		b.play()
		b.checkLog(b.federation.Manager, b.federation.Path)
		return b
	}
	calm := play(apitest.Start(t), nil)
	server, line := apitest.StartBehind(t)
	server.ErrorsDue()
	cut := play(server, line)
	if diff := cmp.Diff(calm.ranks(), cut.ranks()); diff != "" {
		t.Errorf("the standings (-undisturbed +cut)\n%s", diff)
	}
	cut.leavesAs(calm.cutting)
	if !slices.ContainsFunc(cut.left, func(s string) bool { return strings.Contains(s, "league.log +") }) {
		t.Error("no act has left a fact in the log")
	}
}
