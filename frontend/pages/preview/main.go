// Command preview serves every public page with sample data, for work on templates, style or script:
//
//	go run ./frontend/pages/preview            # prints the address
//	go run ./frontend/pages/preview -every 5s  # a table finishes every five seconds
//
// The stage of Bologna takes ?phase=announced, open, closed, running,
// provisional or finished beside the page's own ?lang=, ?theme=, ?round= and ?q=.
// The events by the other regulations (sample.Slugs) take open, running, finished.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"time"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/frontend/words"
	"referto/openapi"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "preview:", err)
		os.Exit(1)
	}
}

// run serves until it is interrupted.
func run(args []string, out io.Writer) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	flags := flag.NewFlagSet("preview", flag.ContinueOnError)
	address := flags.String("addr", "127.0.0.1:0", "address to listen on")
	every := flags.Duration("every", 0, "let another table of round 3 finish every so often; 0 is never")
	if err := flags.Parse(args); err != nil {
		return err
	}
	p, err := pages.New()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", *address)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "http://%s/t/fic\n", listener.Addr())
	for _, slug := range sample.Slugs() {
		fmt.Fprintf(out, "http://%s/t/fic/e/%s\n", listener.Addr(), slug)
	}
	fmt.Fprintf(out, "http://%s/t/fic/s/%s\n", listener.Addr(), sample.SeasonSlug)
	fmt.Fprintf(out, "http://%s/t/fic/rankings/%s\n", listener.Addr(), sample.RankingSlug)
	server := &http.Server{Handler: newPreview(p, *every), ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// preview serves the pages.
type preview struct {
	pages *pages.Pages
	start time.Time
	every time.Duration
}

func newPreview(p *pages.Pages, every time.Duration) http.Handler {
	v := &preview{pages: p, start: time.Now(), every: every}
	mux := http.NewServeMux()
	mux.Handle("GET "+pages.AssetPath, http.StripPrefix(pages.AssetPath, http.FileServerFS(p.Assets())))
	mux.HandleFunc("GET /t/fic", v.home)
	mux.HandleFunc("GET /t/fic/e/{event}", v.event)
	mux.HandleFunc("GET /t/fic/e/{event}/draw", v.draw)
	mux.HandleFunc("GET /t/fic/s/"+sample.SeasonSlug, v.calendar)
	mux.HandleFunc("GET /t/fic/s/"+sample.SeasonSlug+"/qualification", v.board)
	mux.HandleFunc("GET /t/fic/s/"+sample.SeasonSlug+pages.FinalListPath, v.finalList)
	mux.HandleFunc("GET /t/fic/e/{event}"+pages.ReportPath, v.report)
	mux.HandleFunc("GET /t/fic/rules/{ruleset}/calculator", v.calculator)
	mux.HandleFunc("GET /t/fic/rankings/"+sample.RankingSlug, v.ranking)
	mux.HandleFunc("GET /t/fic/rankings/"+sample.RankingSlug+"/hall", v.ranking)
	mux.HandleFunc("GET /t/fic/players/{player}", v.player)
	for _, task := range pages.Tasks() {
		mux.HandleFunc("GET "+string(task), v.account(task))
	}
	mux.HandleFunc("GET /v1/tenants/fic/events/{event}/stream", v.stream)
	mux.HandleFunc("GET /v1/tenants/fic/events/{event}/rounds/{round}/clock", v.clock)
	mux.HandleFunc("/", v.notFound)
	return mux
}

// further counts the tables that have finished since the start.
func (v *preview) further() int {
	if v.every == 0 {
		return 0
	}
	return min(int(time.Since(v.start)/v.every), 4)
}

func (v *preview) home(w http.ResponseWriter, r *http.Request) {
	v.answer(w, r, http.StatusOK, func(out io.Writer) error { return v.pages.Home(out, sample.Home(reader(r))) })
}

func (v *preview) event(w http.ResponseWriter, r *http.Request) {
	if slices.Contains(sample.Slugs(), r.PathValue("event")) {
		v.story(w, r)
		return
	}
	view, err := sample.Event(reader(r), phase(r), v.further())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	view.Shown, _ = strconv.Atoi(r.URL.Query().Get("round")) // no number is the latest round
	view.Find = r.URL.Query().Get("q")
	v.answer(w, r, http.StatusOK, func(out io.Writer) error { return v.pages.Event(out, view) })
}

// story is the page of an event by another regulation than the stage of Bologna.
func (v *preview) story(w http.ResponseWriter, r *http.Request) {
	round, _ := strconv.Atoi(r.URL.Query().Get("round")) // no number is the latest round
	view, err := sample.Story(reader(r), r.PathValue("event"), phase(r), r.URL.Query().Get("standings"), round)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	view.Find = r.URL.Query().Get("q")
	v.answer(w, r, http.StatusOK, func(out io.Writer) error { return v.pages.Event(out, view) })
}

func (v *preview) draw(w http.ResponseWriter, r *http.Request) {
	show := sample.Draw
	if slug := r.PathValue("event"); slices.Contains(sample.Slugs(), slug) {
		show = func(reader pages.Reader, phase sample.Phase) (pages.Draw, error) {
			return sample.StoryDraw(reader, slug, phase)
		}
	}
	view, err := show(reader(r), phase(r))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	v.answer(w, r, http.StatusOK, func(out io.Writer) error { return v.pages.Draw(out, view) })
}

func (v *preview) board(w http.ResponseWriter, r *http.Request) {
	view, err := sample.Board(reader(r))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	v.answer(w, r, http.StatusOK, func(out io.Writer) error { return v.pages.Board(out, view) })
}

func (v *preview) calendar(w http.ResponseWriter, r *http.Request) {
	view, err := sample.Calendar(reader(r))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	view.Region, view.ByRegion = r.URL.Query().Get("region"), r.URL.Query().Get("by") == "region"
	v.answer(w, r, http.StatusOK, func(out io.Writer) error { return v.pages.Calendar(out, view) })
}

func (v *preview) finalList(w http.ResponseWriter, r *http.Request) {
	view, known, err := sample.Final(reader(r), r.URL.Query().Get("region"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if !known {
		v.notFound(w, r)
		return
	}
	v.answer(w, r, http.StatusOK, func(out io.Writer) error { return v.pages.FinalList(out, view) })
}

// rankingRows is the number of rows of a page of the sample's ranking.
const rankingRows = 50

func (v *preview) ranking(w http.ResponseWriter, r *http.Request) {
	view, err := sample.Ranking(reader(r), strings.HasSuffix(r.URL.Path, "/hall"), rankingRows)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	v.answer(w, r, http.StatusOK, func(out io.Writer) error { return v.pages.Ranking(out, view) })
}

// player is the page of a player of the sample's ranking.
func (v *preview) player(w http.ResponseWriter, r *http.Request) {
	n, known := sample.Ranked(r.PathValue("player"))
	if !known {
		v.notFound(w, r)
		return
	}
	view, err := sample.Player(reader(r), n, r.URL.Query().Has("against"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	v.answer(w, r, http.StatusOK, func(out io.Writer) error { return v.pages.Player(out, view) })
}

// report shows the report itself: there is no API here to sign in to.
func (v *preview) report(w http.ResponseWriter, r *http.Request) {
	view, err := sample.Report(reader(r))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	v.answer(w, r, http.StatusOK, func(out io.Writer) error { return v.pages.Report(out, view) })
}

// calculator is always filled in with the sample: it has no API here to ask.
func (v *preview) calculator(w http.ResponseWriter, r *http.Request) {
	view, err := sample.Calculator(reader(r))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	v.answer(w, r, http.StatusOK, func(out io.Writer) error { return v.pages.Calculator(out, view) })
}

// account serves a page whose form has no API here to send to: the answer explains that.
func (v *preview) account(task pages.Task) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v.answer(w, r, http.StatusOK, func(out io.Writer) error {
			return v.pages.Account(out, pages.Account{Reader: reader(r), Task: task, Token: r.URL.Query().Get("token")})
		})
	}
}

func (v *preview) notFound(w http.ResponseWriter, r *http.Request) {
	tenant := sample.Tenant()
	v.answer(w, r, http.StatusNotFound, func(out io.Writer) error {
		return v.pages.Problem(out, pages.Problem{Reader: reader(r), Tenant: &tenant, Problem: openapi.Problem{
			Status: http.StatusNotFound, Title: "Not found", RequestId: "01JQ3Z7Y8W",
		}})
	})
}

// stream sends the revision whenever a table has finished.
func (v *preview) stream(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	fmt.Fprint(w, ": hello\n\n")
	w.(http.Flusher).Flush()
	for sent := v.further(); ; {
		select {
		case <-r.Context().Done():
			return
		case <-tick.C:
		}
		if now := v.further(); now != sent {
			sent = now
			view, err := sample.Event(reader(r), sample.Running, now)
			if err != nil {
				return
			}
			fmt.Fprintf(w, "id: %d\nevent: changed\ndata: {}\n\n", view.Event.Revision)
			w.(http.Flusher).Flush()
		}
	}
}

// clock is the running round's clock, seen at the sample's moment.
func (v *preview) clock(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	now, ok := sample.StoryNow(r.PathValue("event"))
	if !ok {
		now = sample.Now()
	}
	_ = json.NewEncoder(w).Encode(openapi.Clock{Now: now.Add(time.Since(v.start))}) // the reader has gone
}

// answer writes a page with the headers it must live with.
func (v *preview) answer(w http.ResponseWriter, r *http.Request, status int, render func(io.Writer) error) {
	var page bytes.Buffer
	if err := render(&page); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy",
		"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Etag", fmt.Sprintf(`"%d-%s"`, v.further(), r.URL.RawQuery))
	w.WriteHeader(status)
	_, _ = page.WriteTo(w) // the reader has gone
}

func reader(r *http.Request) pages.Reader {
	asked := r.URL.Query().Get("lang")
	offered := []string{"it", "en", "bg"}
	return pages.Reader{
		Lang: words.Negotiate(asked, r.Header.Get("Accept-Language"), offered), LangChosen: asked != "",
		Theme: r.URL.Query().Get("theme"),
	}
}

func phase(r *http.Request) sample.Phase {
	if asked := sample.Phase(r.URL.Query().Get("phase")); asked != "" {
		return asked
	}
	return sample.Running
}
