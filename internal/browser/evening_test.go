package browser_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// runs lets the server's clock show the time that it is, until the test ends.
func runs(t *testing.T, clock *apitest.Clock) {
	t.Helper()
	clock.Set(time.Now())
	tick := time.NewTicker(20 * time.Millisecond)
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	go func() {
		defer tick.Stop()
		for {
			select {
			case now := <-tick.C:
				clock.Set(now)
			case <-over:
				return
			}
		}
	}()
}

// beforehand runs a script on every page that a tab loads from now on, before the page's own.
func (b tab) beforehand(script string) {
	b.t.Helper()
	do(b, "a script beforehand", chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		_, err := cdp.Call(ctx, at, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}))
}

// holds returns how many bytes the scripts of a page hold, and how many nodes it has, after garbage collection.
func (b tab) holds() (bytes, nodes float64) {
	b.t.Helper()
	do(b, "what it holds", chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		if _, err := cdp.Call(ctx, at, performance.Enable, performance.EnableParams{}); err != nil {
			return err
		}
		if _, err := cdp.Call(ctx, at, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
			return err
		}
		got, err := cdp.Call(ctx, at, performance.GetMetrics, cdp.Empty{})
		for _, one := range got.Metrics {
			switch one.Name {
			case "JSHeapUsedSize":
				bytes = one.Value
			case "Nodes":
				nodes = one.Value
			}
		}
		return err
	}))
	return bytes, nodes
}

// J38: a projector hangs on the wall for half an hour, with a clock that is seven minutes off, while the network is
// cut every two minutes. The remaining time of the round is right to the second also during a cut, and until the
// server has first sent its time no time of the device is shown; the foot shows since when there is no network, by
// the hour at the venue; changes made meanwhile are there afterwards; a wall that is held stays; and the page takes
// no more memory at the end than at the beginning. With -short there are two cuts, one after the other, and walls
// turn ten times as fast.
func TestTheScreenHangsForHalfAnHour(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	runs(t, server.Clock)
	by := stageBy(12)
	by["startsAt"] = time.Now().UTC().Truncate(time.Second)
	s := newEventBy(t, server, 12, by)
	command := func(what apitest.JSON) { s.referee.Post(s.path+"/rounds/1/clock/commands", what).Want(200) }
	command(apitest.JSON{"command": "start"})
	cuts, pause, speed := 15, 100*time.Second, 1
	if testing.Short() {
		cuts, pause, speed = 2, 0, 10
	}

	b := open(t, chromium(t), "about:blank")
	b.wrong(7)
	b.beforehand(fmt.Sprintf(`{ const real = performance.now.bind(performance); window.truly = () => performance.timeOrigin + real(); performance.now = () => %d * real(); }`, speed))
	b.beforehand(`{ const ask = window.fetch; window.fetch = (...args) => new Promise((go) => { window.answer = () => { window.fetch = ask; go(ask(...args)); }; }); }`)
	do(b, "a projector", chromedp.EmulateViewport(1920, 1080))
	do(b, "the wall", chromedp.Navigate(strings.Replace(s.page, "?", "/screen?", 1)))
	eventually(t, "it has asked for the time", func() bool { return b.is(`window.answer && document.body.matches(".turning")`) })
	do(b, "let it tick", chromedp.Evaluate[bool](`new Promise((go) => setTimeout(() => go(true), 300))`, chromedp.EvalAwaitPromise))
	if b.is(`[...document.querySelectorAll(".hour")].some((one) => !one.hidden) || document.querySelector("[data-ends]").hasAttribute("aria-label")`) {
		t.Error("before the answer the wall has a time of the device")
	}
	do(b, "the answer", chromedp.Evaluate[bool](`answer(), true`))
	heading := func() string { return b.text(".wall:not([hidden]) h2") }
	off := func() int {
		ends, err := time.Parse(time.RFC3339Nano, s.referee.Get(s.path+"/rounds/1/clock").Want(200).Text("endsAt"))
		if err != nil {
			t.Fatal(err)
		}
		return b.number(fmt.Sprintf(`(() => {
			const figure = (document.querySelector("[data-ends]")?.textContent ?? "0").split(":").map(Number);
			return Math.abs(figure.reduce((sum, one) => 60 * sum + one, 0) - Math.ceil((%d - truly()) / 1000));
		})()`, ends.UnixMilli()))
	}
	right := func(when string) {
		t.Helper()
		seconds := off()
		for began := time.Now(); seconds > 1 && time.Since(began) < 40*time.Second; time.Sleep(200 * time.Millisecond) {
			seconds = off() // a browser that waits for its turn draws late, and takes the time of a slow answer for a later one
		}
		if seconds > 1 {
			t.Errorf("%s the clock is %d seconds off: %s", when, seconds, b.text("[data-ends]"))
		}
	}
	eventually(t, "it has asked what time it is", func() bool { return off() <= 1 })
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	space := `document.body.dispatchEvent(new KeyboardEvent("keydown", {key: " ", bubbles: true, cancelable: true})), true`
	do(b, "hold", chromedp.Evaluate[bool](space))
	held := heading()
	bytes, nodes := 0.0, 0.0
	for n := range cuts {
		s.referee.Renew()
		right("before a cut")
		since := []string{time.Now().In(rome).Add(-30 * time.Second).Format("15:04"), ""}
		block(b, []*network.BlockPattern{{URLPattern: server.Address + "/*", Block: true}})
		since[1] = time.Now().In(rome).Add(time.Second).Format("15:04")
		eventually(t, "it says that there is no network", func() bool { return b.is(`!document.getElementById("net").hidden`) })
		if said := b.text("#net"); !slices.ContainsFunc(since, func(hour string) bool { return strings.Contains(said, hour) }) {
			t.Errorf("cut at %q it says %q", since, said)
		}
		right("during a cut")
		seconds := 60 - 120*(n%2)
		command(apitest.JSON{"command": "extend", "seconds": seconds})
		block(b, nil)
		eventually(t, "the network is back", func() bool { return b.is(`document.getElementById("net").hidden`) })
		right("after a cut")
		if got := heading(); got != held {
			t.Errorf("the wall that is held has become %q", got)
		}
		if n == 0 {
			bytes, nodes = b.holds()
		}
		time.Sleep(pause)
	}
	if more, grown := b.holds(); more > 1.2*bytes || grown > 1.2*nodes {
		t.Errorf("from %.0f bytes and %.0f nodes to %.0f and %.0f", bytes, nodes, more, grown)
	} else {
		t.Logf("from %.0f bytes and %.0f nodes to %.0f and %.0f", bytes, nodes, more, grown)
	}
	do(b, "go on", chromedp.Evaluate[bool](space))
	eventually(t, "the walls turn again", func() bool { return heading() != held })
}
