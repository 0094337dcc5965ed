package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"referto/internal/apiclient"
	"referto/openapi"
)

// people read, write and watch, by the balancer's address and nothing else.
type people struct {
	address string
	client  *apiclient.Client // of the organizer
	event   string            // path of the event below /v1
	page    string            // path of its page

	reads  atomic.Int64
	failed atomic.Int64
	first  atomic.Pointer[string] // the first failure

	acts  atomic.Int64 // acknowledged
	tries atomic.Int64

	mu    sync.Mutex
	times []time.Duration // of some of the reads

	watchers []*watcher
}

const (
	clubSlug     = "drill"
	clubPath     = "/tenants/" + clubSlug
	email        = "organizer@drill.example"
	password     = "rehearsed-is-half-done"
	readers      = 12
	watching     = 50
	actsASecond  = 5
	timesKept    = 200_000
	streamSilent = 40 * time.Second // the server sends something every 15 seconds
)

// found makes an account, a club and an event that people enter.
func found(ctx context.Context, address, mailbox string) (*people, error) {
	client, err := apiclient.Mailbox(mailbox).SignInOrUp(ctx, apiclient.New(address), openapi.NewAccount{Email: email, Name: "Olga", Password: password, Language: "en"})
	if err != nil {
		return nil, err
	}
	if err := client.Post(ctx, "/tenants", openapi.NewTenant{Slug: clubSlug, Name: "Drill", Kind: openapi.TenantKindClub, Languages: []openapi.Language{"en"}}, nil); err != nil {
		return nil, err
	}
	p := &people{address: address, client: client}
	p.event, p.page, err = announce(ctx, client, "Drill")
	return p, err
}

// announce announces an event of the club, refereed by the organizer, and opens its entries. No two events have the same
// title. It returns the path of the event below /v1 and that of its page.
func announce(ctx context.Context, client *apiclient.Client, title string) (path, page string, err error) {
	var event openapi.Event
	if err := client.Post(ctx, clubPath+"/events", openapi.NewEvent{
		Kind: openapi.EventKindClub, Ruleset: "just-play-2022", Title: title, StartsAt: time.Now().Add(24 * time.Hour).UTC().Truncate(time.Second), TimeZone: "Europe/Rome",
		Venue: openapi.Venue{Name: "Nowhere", City: "Nowhere"}, TimeLimitMinutes: 75,
	}, &event); err != nil {
		return "", "", err
	}
	path = clubPath + "/events/" + event.Id.String()
	if err := client.Post(ctx, path+"/staff", openapi.NewStaff{Name: "Olga", Role: openapi.StaffRoleFirstReferee, Email: email}, nil); err != nil {
		return "", "", err
	}
	var offered openapi.MyInvitations
	if err := client.Get(ctx, "/me/invitations", &offered); err != nil {
		return "", "", err
	}
	for _, invitation := range offered.Items {
		if err := client.Post(ctx, "/me/invitations/"+invitation.Id.String()+"/acceptance", nil, nil); err != nil {
			return "", "", err
		}
	}
	for _, act := range []string{"/announcement", "/entry-opening"} {
		if err := client.Post(ctx, path+act, nil, nil); err != nil {
			return "", "", err
		}
	}
	return path, "/t/" + clubSlug + "/e/" + event.Slug, nil
}

// begin has everybody act until the context ends.
func (p *people) begin(ctx context.Context) (wait func()) {
	var all sync.WaitGroup
	for i := range readers {
		all.Go(func() { p.read(ctx, i) })
	}
	all.Go(func() { p.write(ctx) })
	for i := range watching {
		// Browsers come back spread over the seconds that the stream has given them.
		w := &watcher{pause: 500*time.Millisecond + time.Duration(i)*50*time.Millisecond}
		p.watchers = append(p.watchers, w)
		all.Go(func() { w.watch(ctx, p.address+"/v1"+p.event+"/stream", p.fault) })
	}
	return all.Wait
}

func (p *people) fault(why string) {
	p.failed.Add(1)
	p.first.CompareAndSwap(nil, &why)
}

// read reads pages and the API, one after the other, from one of them on.
func (p *people) read(ctx context.Context, from int) {
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{}}
	addresses := []string{p.page, "/v1" + p.event, "/t/" + clubSlug + "/", "/v1/tenants", "/v1" + clubPath + "/events", "/", p.page}
	for n := from; ctx.Err() == nil; n++ {
		address := addresses[n%len(addresses)]
		began := time.Now()
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.address+address, nil)
		if err != nil {
			p.fault(err.Error())
			return
		}
		response, err := client.Do(request)
		if err == nil {
			_, err = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
		}
		if ctx.Err() != nil {
			return
		}
		p.reads.Add(1)
		if err != nil {
			p.fault(fmt.Sprintf("%s: %v", address, err))
		} else if response.StatusCode != http.StatusOK {
			p.fault(fmt.Sprintf("%s: %s", address, response.Status))
		}
		p.mu.Lock()
		if len(p.times) < timesKept {
			p.times = append(p.times, time.Since(began))
		}
		p.mu.Unlock()
	}
}

// write puts players into the register and enters them. An act that has no answer is not done
// again: whether it is lost shows in the list.
func (p *people) write(ctx context.Context) {
	for tick := time.NewTicker(time.Second / actsASecond); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := p.enter(context.WithoutCancel(ctx)); err != nil {
			p.fault(err.Error())
		}
	}
}

// enter has one more player enter.
func (p *people) enter(ctx context.Context) error {
	var player openapi.Player
	name := fmt.Sprintf("Player %s", words(p.tries.Add(1)))
	if err := p.client.Post(ctx, clubPath+"/players", openapi.NewPlayer{Name: name}, &player); err != nil {
		return err
	}
	if err := p.client.Post(ctx, p.event+"/entries", openapi.NewEntry{Player: player.Id}, nil); err != nil {
		return err
	}
	p.acts.Add(1)
	return nil
}

// words spells a number in letters, so that no two names are alike.
func words(n int64) string {
	var b strings.Builder
	for _, digit := range strconv.FormatInt(n, 10) {
		b.WriteString([]string{"zo", "ma", "ti", "re", "qua", "pu", "sho", "lin", "bek", "vur"}[digit-'0'])
	}
	return b.String()
}

// entered are the entries that the installation has.
func (p *people) entered(ctx context.Context) (int, error) {
	entries, err := apiclient.List[openapi.Entry](ctx, p.client, p.event+"/entries", nil)
	return len(entries), err
}

// quantile is the time that a part of the reads took at most.
func (p *people) quantile(part float64) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.times) == 0 {
		return 0
	}
	slices.Sort(p.times)
	return p.times[int(part*float64(len(p.times)-1))]
}

// watcher follows an event's stream as a browser does: one that ends is opened again.
type watcher struct {
	revision, opened atomic.Int64
	longest          atomic.Int64 // time without a stream, in nanoseconds
	pause            time.Duration
}

func (w *watcher) watch(ctx context.Context, address string, fault func(string)) {
	client := &http.Client{Transport: &http.Transport{}}
	for lost := time.Now(); ctx.Err() == nil; {
		began := time.Now()
		err := w.listen(ctx, client, address, func() {
			w.opened.Add(1)
			if gap := int64(time.Since(lost)); w.opened.Load() > 1 && gap > w.longest.Load() {
				w.longest.Store(gap)
			}
		})
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			fault(fmt.Sprintf("stream, after %s: %v", time.Since(began).Round(time.Second), err))
		}
		lost = time.Now()
		time.Sleep(w.pause)
	}
}

// listen reads one stream to its end.
func (w *watcher) listen(ctx context.Context, client *http.Client, address string, opened func()) error {
	ctx, silent := context.WithCancel(ctx)
	defer silent()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept", "text/event-stream")
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s", response.Status)
	}
	opened()
	alarm := time.AfterFunc(streamSilent, silent)
	defer alarm.Stop()
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		alarm.Reset(streamSilent)
		if id, found := strings.CutPrefix(lines.Text(), "id: "); found {
			if revision, err := strconv.ParseInt(id, 10, 64); err == nil {
				w.revision.Store(revision)
			}
		}
	}
	return lines.Err()
}
