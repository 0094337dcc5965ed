package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"referto/cmd/bench/internal/baselinedb"
	"referto/cmd/bench/internal/load"
	"referto/openapi"
)

// The installation at which requests arrive: in each tenant so many stages have all results of their four rounds, each
// of a hundred people at 25 tables. Others are in their fourth round; results of that are entered.
const (
	arrivingTenants = 200
	playedStages    = 5
	stagePlayers    = 100
	stageTables     = stagePlayers / 4
	stageRounds     = 4
	officials       = 100 // accounts that manage tenants and referee stages
	followers       = 10  // of each stage that is in its fourth round; a third as many follow those that are played
	callers         = 128 // connections; a request that finds all of them waiting for answers waits, too
)

// The kinds of requests, in the order of their shares in a mix.
const (
	standingsRead = iota
	signedInRead
	resultEntered
	fileMoved
)

// usualMix are the shares of the kinds in a hundred requests of a day of play.
const usualMix = "70,20,8,2"

// errTurnedAway is the answer of a server that has too much to do.
var errTurnedAway = errors.New("turned away")

// arriving is the measuring of open loads: requests arrive at their times, whether or not others have been answered.
type arriving struct {
	bench
	tenants int
	rates   []float64 // requests a second
	mix     []int     // shares of the kinds
	during  time.Duration

	played, running []place
	followers       []*follower
	officials       []caller
	document        string       // file of a stage, without its title
	results, files  atomic.Int64 // that were sent
	lines           []*load.Line
	chances         []*rand.Rand // of the callers
}

// place is a stage with its addresses and the people responsible.
type place struct {
	tenant, event, page string // addresses
	referee, manager    int    // places among the officials
}

// follower looks at the standings of one stage again and again.
type follower struct {
	path string
	tag  atomic.Pointer[string] // of the state seen last
}

// runArrivals has requests arrive at each rate, at so many tenants. The rates are numbers with commas between.
func runArrivals(ctx context.Context, b bench, rates, mix, tenants string, during time.Duration, out io.Writer) (err error) {
	a := &arriving{bench: b, during: during}
	if a.rates, err = arrivalsOf(rates); err != nil {
		return err
	}
	if a.mix, err = mixOf(mix); err != nil {
		return err
	}
	if a.tenants, err = strconv.Atoi(tenants); err != nil || a.tenants < 1 {
		return fmt.Errorf("tenants: want one number from 1 with -arrivals, got %q", tenants)
	}
	if during < time.Second {
		return errors.New("for: want at least a second")
	}
	return a.measure(ctx, out)
}

// arrivalsOf parses the rates.
func arrivalsOf(text string) (rates []float64, err error) {
	for _, word := range strings.Split(text, ",") {
		rate, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || rate <= 0 {
			return nil, fmt.Errorf("arrivals: want requests a second, got %q", word)
		}
		rates = append(rates, rate)
	}
	return rates, nil
}

// mixOf parses the shares of the kinds.
func mixOf(text string) (mix []int, err error) {
	all := 0
	for _, word := range strings.Split(text, ",") {
		share, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || share < 0 {
			return nil, fmt.Errorf("mix: want shares from 0, got %q", word)
		}
		mix, all = append(mix, share), all+share
	}
	if len(mix) != fileMoved+1 || all != 100 {
		return nil, fmt.Errorf("mix: want %d shares of together 100, got %q", fileMoved+1, text)
	}
	return mix, nil
}

// warm is the time of arrivals that do not count, before those that do.
func (a *arriving) warm() time.Duration { return a.during / 10 }

// inFourthRound is the number of stages of each tenant that are in their fourth round: as many as there are results to
// enter, and a fifth more.
func (a *arriving) inFourthRound() int {
	results := 0.0
	for _, rate := range a.rates {
		results += 1.2 * rate * float64(a.mix[resultEntered]) / 100 * (a.during + a.warm()).Seconds()
	}
	return 1 + int(results)/(a.tenants*stageTables)
}

// measure loads the installation and sends the arrivals of each rate.
func (a *arriving) measure(ctx context.Context, out io.Writer) (err error) {
	fmt.Fprintf(a.progress, "%d tenants: loading ", a.tenants)
	defer func() { err = errors.Join(err, a.close()) }()
	if err := a.load(ctx); err != nil {
		return err
	}
	size, err := baselinedb.Size(ctx, a.stack.superuser)
	if err != nil {
		return err
	}
	stages, tablesPlayed := len(a.played)+len(a.running), len(a.played)*stageRounds+len(a.running)*(stageRounds-1)
	fmt.Fprintf(out, "%d tenants, %d stages, %d players, %d results, %d MiB\n\n", a.tenants, stages, a.tenants*stagePlayers, tablesPlayed*stageTables, size>>20)
	for i := range callers {
		a.lines = append(a.lines, &load.Line{Address: a.stack.api.addresses["address"]})
		a.chances = append(a.chances, rand.New(rand.NewPCG(uint64(i), callers)))
	}
	for _, rate := range a.rates {
		fmt.Fprintf(a.progress, "%g/s ", rate)
		if err := a.arrive(ctx, rate, out); err != nil {
			return errors.Join(err, a.stack.complaints())
		}
	}
	fmt.Fprintln(a.progress)
	return a.stack.complaints()
}

// load plays a stage through the API up to the last result of its fourth round, and copies it.
func (a *arriving) load(ctx context.Context) (err error) {
	if a.stack, err = startStack(ctx, a.root, false, true); err != nil {
		return err
	}
	l, err := newLoader(ctx, a.stack)
	if err != nil {
		return err
	}
	a.field = &field{loader: l}
	l.draw(a.field, stagePlayers)
	l.playOn(a.field)
	if a.document = l.document(a.field); l.err != nil {
		return fmt.Errorf("load a stage: %w", l.err)
	}
	if err := baselinedb.AddCrowd(ctx, a.stack.superuser, refereeMail, officials); err != nil {
		return err
	}
	running := a.inFourthRound()
	a.field.copies, err = baselinedb.Spread(ctx, a.stack.superuser, a.field.template, baselinedb.Extent{
		Tenants: a.tenants, Stages: playedStages + running, Played: playedStages, Crowd: officials, Managed: true,
	})
	if err != nil {
		return err
	}
	a.settle()
	return nil
}

// playOn plays a stage from its first round to the results of its fourth.
func (l *loader) playOn(f *field) {
	path := eventPath(f.event)
	for round := 1; round <= stageRounds; round++ {
		at := path + "/rounds/" + strconv.Itoa(round)
		if round > 1 {
			f.round, f.results = openapi.Round{}, nil
			l.post(l.referee, path+"/rounds", openapi.NewRound{}, &f.round)
			for _, table := range f.round.Tables {
				f.results = append(f.results, l.result(table))
			}
		}
		for i, result := range f.results {
			l.post(l.referee, at+"/tables/"+strconv.Itoa(i+1)+"/result", json.RawMessage(result), nil)
		}
		if round < stageRounds {
			l.post(l.referee, at+"/closing", nil, nil)
		}
	}
}

// titled stands where a document has the title of its event.
const titled = "Stage of the benchmark"

// document is the file of a stage.
func (l *loader) document(f *field) string {
	var document json.RawMessage
	if l.err == nil {
		l.err = l.referee.Get(l.ctx, eventPath(f.event)+"/export", &document)
	}
	if l.err == nil && strings.Count(string(document), titled) != 1 {
		l.err = errors.New("the file of the stage does not name its title once")
	}
	return string(document)
}

// settle finds the addresses of the copies, and has people follow them by their pages and by the API alike.
func (a *arriving) settle() {
	for i, stage := range a.field.copies {
		tenant, n := i%a.tenants+1, i/a.tenants+1
		at := place{
			tenant: "/v1/tenants/" + stage.Tenant.String(), event: fmt.Sprintf("/v1/tenants/%s/events/%s", stage.Tenant, stage.Event),
			page: fmt.Sprintf("/t/copy-%d/e/%s-%d", tenant, stageSlug, n), referee: stage.Referee - 1, manager: tenant % officials,
		}
		following := followers
		if n <= playedStages {
			a.played = append(a.played, at)
			following = 0
			if i%playedStages < 2 {
				following = followers / 3
			}
		} else {
			a.running = append(a.running, at)
		}
		for k := range following {
			path := at.page
			if k%2 == 1 {
				path = at.event + "/standings"
			}
			a.followers = append(a.followers, &follower{path: path})
		}
	}
}

// arrive sends the arrivals of a rate, after some that do not count, and reports them.
func (a *arriving) arrive(ctx context.Context, rate float64, out io.Writer) (err error) {
	if a.officials, err = a.signInCrowd(ctx, officials); err != nil {
		return err
	}
	chance := rand.New(rand.NewPCG(uint64(rate), 1))
	defer func() {
		for _, line := range a.lines {
			line.Close()
		}
	}()
	load.Serve(ctx, load.Arrivals(chance, rate, a.warm(), a.mix), callers, a.send)
	arrivals := load.Arrivals(chance, rate, a.during, a.mix)
	used, err := a.beginUse()
	if err != nil {
		return err
	}
	began := time.Now()
	served := load.Serve(ctx, arrivals, callers, a.send)
	took := time.Since(began)
	shares, err := used(took)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return a.report(out, rate, served, shares)
}

// send sends one request and judges its answer.
func (a *arriving) send(ctx context.Context, caller int, arrival load.Arrival) error {
	chance := a.chances[caller]
	switch arrival.Kind {
	case standingsRead:
		return a.follow(ctx, caller, a.followers[chance.IntN(len(a.followers))])
	case signedInRead:
		return a.read(ctx, caller, chance.IntN(4), a.running[chance.IntN(len(a.running))])
	case resultEntered:
		return a.enter(ctx, caller)
	default:
		return a.move(ctx, caller, a.played[chance.IntN(len(a.played))])
	}
}

// follow asks whether the standings have changed since the follower looked last.
func (a *arriving) follow(ctx context.Context, caller int, who *follower) error {
	header := []string{"Accept-Encoding", "gzip"}
	if tag := who.tag.Load(); tag != nil {
		header = append(header, "If-None-Match", *tag)
	}
	answer, err := a.ask(ctx, caller, "GET", who.path, nil, []int{http.StatusOK, http.StatusNotModified}, header...)
	if err == nil && answer.Status == http.StatusOK {
		who.tag.Store(&answer.Tag)
	}
	return err
}

// read reads as somebody who is responsible: the entries with what is not public, the round, the event, or the
// register.
func (a *arriving) read(ctx context.Context, caller, what int, at place) error {
	path := []string{at.event + "/entries", at.event + "/rounds/" + strconv.Itoa(stageRounds), at.event, at.tenant + "/players"}[what]
	who := at.referee
	if path == at.tenant+"/players" {
		who = at.manager
	}
	_, err := a.ask(ctx, caller, "GET", path, nil, []int{http.StatusOK}, "Accept-Encoding", "gzip", "Authorization", "Bearer "+a.officials[who].token)
	return err
}

// enter enters the first result of a table.
func (a *arriving) enter(ctx context.Context, caller int) error {
	n := int(a.results.Add(1) - 1)
	at, table := a.running[n%len(a.running)], n/len(a.running)
	if table >= stageTables {
		return errors.New("no table without a result is left")
	}
	_, err := a.ask(ctx, caller, "POST", fmt.Sprintf("%s/rounds/%d/tables/%d/result", at.event, stageRounds, table+1), a.field.results[table],
		[]int{http.StatusCreated}, "Authorization", "Bearer "+a.officials[at.referee].token, "Idempotency-Key", fmt.Sprintf("arrival-%d", n))
	return err
}

// move brings a stage in from a file or takes one out as a document, a workbook or tables, in turns.
func (a *arriving) move(ctx context.Context, caller int, at place) error {
	n := a.files.Add(1)
	if format := []string{"", "json", "xlsx", "csv"}[n%4]; format != "" {
		_, err := a.ask(ctx, caller, "GET", at.event+"/export?format="+format, nil, []int{http.StatusOK}, "Authorization", "Bearer "+a.officials[at.referee].token)
		return err
	}
	document := strings.Replace(a.document, titled, "Stage from elsewhere "+strconv.FormatInt(n, 10), 1)
	answer, err := a.ask(ctx, caller, "POST", at.tenant+"/imports?dryRun=false", []byte(document), []int{http.StatusCreated},
		"Authorization", "Bearer "+a.officials[at.manager].token, "Idempotency-Key", fmt.Sprintf("arrival-file-%d", n))
	if err == nil && !strings.Contains(answer.Body, `"event":"`) { // named once it is stored
		err = fmt.Errorf("a file is not stored: %s", answer.Body)
	}
	return err
}

// ask sends a request over the line of a caller.
func (a *arriving) ask(ctx context.Context, caller int, method, path string, body []byte, want []int, header ...string) (load.Answer, error) {
	line := a.lines[caller]
	answer, err := line.Ask(ctx, load.Request(method, path, line.Address, body, header...))
	if err != nil {
		return answer, err
	}
	for _, status := range want {
		if answer.Status == status {
			return answer, nil
		}
	}
	if answer.Status == http.StatusTooManyRequests || answer.Status == http.StatusServiceUnavailable {
		return answer, fmt.Errorf("%w with %d", errTurnedAway, answer.Status)
	}
	return answer, fmt.Errorf("%s %s: status %d: %s", method, path, answer.Status, answer.Body)
}

// report prints the figures of a rate beside their targets. It fails if a request was answered neither as it should be
// nor as by a server that has too much to do.
func (a *arriving) report(out io.Writer, rate float64, served []load.Served, shares use) error {
	rows := []struct {
		what   string
		target time.Duration // of 95 in a hundred; 0 for none
		kinds  []int
	}{
		{"reads", 50 * time.Millisecond, []int{standingsRead, signedInRead}},
		{"  standings", 0, []int{standingsRead}},
		{"  signed in", 0, []int{signedInRead}},
		{"results", 100 * time.Millisecond, []int{resultEntered}},
		{"files", 0, []int{fileMoved}},
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "%g /s\tarrived /s\tp50 ms\tp95 ms\tp99 ms\tp100 ms\ttarget of p95\t\n", rate)
	for _, row := range rows {
		fmt.Fprintf(table, "%s\t%.1f\t", row.what, float64(load.Count(served, row.kinds...))/a.during.Seconds())
		for _, share := range []float64{0.5, 0.95, 0.99, 1} {
			fmt.Fprintf(table, "%.1f\t", load.Within(served, share, row.kinds...).Seconds()*1000)
		}
		if row.target > 0 {
			fmt.Fprintf(table, "%s: %s", row.target, reached(load.Within(served, 0.95, row.kinds...) <= row.target))
		}
		fmt.Fprintln(table, "\t")
	}
	if err := table.Flush(); err != nil {
		return err
	}
	turned, given, wrong := failures(served)
	share := float64(turned+given+len(wrong)) / float64(len(served))
	fmt.Fprintf(out, "%d requests, %d turned away with 429 or 503, %d given up since no connection was free for 30 s, %d answered wrongly; below 0.1 %%: %s\n",
		len(served), turned, given, len(wrong), reached(share < 0.001))
	fmt.Fprintf(out, "%s; a fifth is left: %s\n\n", shares, reached(shares.left() >= 0.2))
	return errors.Join(wrong[:min(len(wrong), 5)]...)
}

// failures are the answers that are not those wanted.
func failures(served []load.Served) (turned, given int, wrong []error) {
	for _, s := range served {
		switch {
		case errors.Is(s.Err, errTurnedAway):
			turned++
		case errors.Is(s.Err, load.ErrGivenUp):
			given++
		case s.Err != nil:
			wrong = append(wrong, s.Err)
		}
	}
	return turned, given, wrong
}

func reached(is bool) string {
	if is {
		return "reached"
	}
	return "missed"
}
