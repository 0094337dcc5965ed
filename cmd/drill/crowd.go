package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"referto/internal/apiclient"
	"referto/openapi"
)

// patienceOfPeople bounds the time a crowd waits for an answer.
const patienceOfPeople = 30 * time.Second

// crowd does acts, each under a key of its own, until they are acknowledged, and takes note of every answer.
type crowd struct {
	scene  *scene
	token  string
	client *http.Client

	acts atomic.Int64 // that were begun
	turn atomic.Int64

	events      sync.Mutex // over the fields up to begun
	event, page string     // paths of the event that players enter, and of its page
	begun       int        // entries of that event, as far as they were begun

	mu       sync.Mutex
	answers  map[string]int // by status, or "none"
	faulty   []string       // answers that are not among the promised ones
	slowest  time.Duration
	entered  []string // names of the players whose entry was acknowledged
	lastDone time.Time
}

// newCrowd signs the organizer in.
func newCrowd(s *scene) (*crowd, error) {
	c := &crowd{scene: s, client: &http.Client{Timeout: patienceOfPeople, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}, answers: map[string]int{}, event: s.people.event, page: s.people.page}
	return c, c.signIn()
}

func (c *crowd) signIn() error { return c.signInAs(email) }

// signInAnew signs the organizer in while others act.
func (c *crowd) signInAnew() error {
	other := &crowd{scene: c.scene, client: c.client}
	if err := other.signIn(); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.token = other.token
	return nil
}

// staySignedIn signs the organizer in again every few minutes, since an access token lasts ten. If the server is away
// at that moment it is asked again.
func (c *crowd) staySignedIn(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(4 * time.Minute):
		}
		for ctx.Err() == nil && c.signInAnew() != nil {
			time.Sleep(time.Second)
		}
	}
}

// bearer is the token of the acting account.
func (c *crowd) bearer() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.token
}

func (c *crowd) signInAs(email string) error {
	c.token = ""
	answer := c.ask(c.scene.ctx, 0, http.MethodPost, "/sessions", openapi.Credentials{Email: email, Password: password}, "")
	var tokens openapi.Tokens
	if err := answer.into(http.StatusCreated, &tokens); err != nil {
		return err
	}
	c.token = tokens.AccessToken
	return nil
}

// reply records the outcome of a request.
type reply struct {
	status int // 0: no answer
	wait   string
	tag    string // of the answer read
	body   []byte
	took   time.Duration
	err    error
}

// into reads a reply that has to have a status.
func (r reply) into(status int, out any) error {
	if r.status != status {
		return errors.Join(fmt.Errorf("%d, want %d: %s", r.status, status, bytes.TrimSpace(r.body)), r.err)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(r.body, out)
}

// ask asks a server once, and takes note of nothing.
func (c *crowd) ask(ctx context.Context, server int, method, path string, body any, key string, headers ...string) (r reply) {
	began := time.Now()
	defer func() { r.took = time.Since(began) }()
	var text io.Reader = http.NoBody
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return reply{err: err}
		}
		text = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.scene.servers[server].address+"/v1"+path, text)
	if err != nil {
		return reply{err: err}
	}
	request.Header.Set("Content-Type", "application/json")
	if token := c.bearer(); token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	if key != "" {
		request.Header.Set("Idempotency-Key", "drill-"+strings.ReplaceAll(key, " ", "-"))
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := c.client.Do(request)
	if err != nil {
		return reply{err: err}
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return reply{err: err}
	}
	return reply{status: response.StatusCode, wait: response.Header.Get("Retry-After"), tag: response.Header.Get("ETag"), body: answer}
}

// insist asks one server after the other, with the same key, until the act is done. It returns an error for an
// answer that is neither that nor to come again later.
func (c *crowd) insist(ctx context.Context, method, path string, body any) ([]byte, error) {
	key := uuid.NewString()
	for {
		server := int(c.turn.Add(1)) % len(c.scene.servers)
		r := c.ask(ctx, server, method, path, body, key)
		c.note(method, path, r)
		switch {
		case r.status >= 200 && r.status < 300:
			return r.body, nil
		case r.status == 0, r.status == http.StatusServiceUnavailable, r.status == http.StatusInternalServerError:
		default:
			return nil, fmt.Errorf("%s %s: %d %s", method, path, r.status, r.body)
		}
		select { // people wait as long as they are asked to; these do not, which is harder
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// note records a reply. The promised replies are: done, 503 with a time to come again, and none at all.
func (c *crowd) note(method, path string, r reply) {
	c.mu.Lock()
	defer c.mu.Unlock()
	name := strconv.Itoa(r.status)
	if r.status == 0 {
		name = "none"
	}
	c.answers[name]++
	c.slowest = max(c.slowest, r.took)
	late := r.took > max(c.scene.answersWithin, c.scene.patience)
	if r.status >= 400 && (r.status != http.StatusServiceUnavailable || r.wait == "") || late {
		c.faulty = append(c.faulty, fmt.Sprintf("%s %s: %d after %s, Retry-After %q: %s %v", method, path, r.status, r.took.Round(time.Millisecond), r.wait, bytes.TrimSpace(r.body), r.err))
	}
}

// enter puts a player into the register and enters them: two acts.
func (c *crowd) enter(ctx context.Context) error {
	name := "Crowd " + words(c.acts.Add(1))
	text, err := c.insist(ctx, http.MethodPost, clubPath+"/players", openapi.NewPlayer{Name: name})
	if err != nil {
		return err
	}
	var player openapi.Player
	if err := json.Unmarshal(text, &player); err != nil {
		return err
	}
	event, err := c.toEnter(ctx)
	if err != nil {
		return err
	}
	if _, err := c.insist(ctx, http.MethodPost, event+"/entries", openapi.NewEntry{Player: player.Id}); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entered = append(c.entered, name)
	c.lastDone = time.Now()
	return nil
}

// entering returns the paths of the event that players enter at the moment, and of its page.
func (c *crowd) entering() (event, page string) {
	c.events.Lock()
	defer c.events.Unlock()
	return c.event, c.page
}

// toEnter returns the path of the event for one more player, and announces the next event if the field of this one is full.
func (c *crowd) toEnter(ctx context.Context) (event string, err error) {
	c.events.Lock()
	defer c.events.Unlock()
	if c.scene.field > 0 && c.begun == c.scene.field {
		organizer, err := apiclient.New(c.scene.servers[0].address).SignIn(ctx, email, password)
		if err != nil {
			return "", err
		}
		next, page, err := announce(ctx, organizer, "Drill "+words(c.acts.Load()))
		if err != nil {
			return "", err
		}
		c.event, c.page, c.begun = next, page, 0
	}
	c.begun++
	return c.event, nil
}

// done returns the number of players who were entered.
func (c *crowd) done() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.entered)
}

// doneAfter waits until a player was entered after a moment, and returns how much later.
func (c *crowd) doneAfter(ctx context.Context, moment time.Time) (time.Duration, error) {
	for {
		c.mu.Lock()
		last := c.lastDone
		c.mu.Unlock()
		if last.After(moment) {
			return last.Sub(moment), nil
		}
		if time.Since(moment) > time.Minute {
			return 0, errors.New("no act was done in the minute after")
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// writers is the number of concurrent writers that enter players.
const writers = 8

// under does something while players are entered, lets this continue for a moment afterwards, and compares the
// replies with the stored data.
func (s *scene) under(ctx context.Context, during func(ctx context.Context) error) (figure string, err error) {
	c := s.crowd
	entering, calm := context.WithCancel(ctx)
	defer calm()
	var all sync.WaitGroup
	failed := make(chan error, writers)
	for range writers {
		all.Go(func() {
			for entering.Err() == nil {
				if err := c.enter(context.WithoutCancel(entering)); err != nil {
					failed <- err
					return
				}
				select {
				case <-entering.Done():
				case <-time.After(s.pace):
				}
			}
		})
	}
	go c.staySignedIn(entering)
	if _, err := c.doneAfter(ctx, time.Now()); err != nil {
		return "", err
	}
	err = during(entering)
	if err == nil {
		_, err = c.doneAfter(ctx, time.Now())
		time.Sleep(500 * time.Millisecond)
	}
	calm()
	ended := make(chan struct{})
	go func() {
		all.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(90 * time.Second):
		return "", errors.Join(err, errors.New("some never had their answer"))
	}
	close(failed)
	for one := range failed {
		err = errors.Join(err, one)
	}
	if err != nil {
		return "", errors.Join(err, c.judge())
	}
	return c.figure(), s.verify()
}

// figure sums up the replies.
func (c *crowd) figure() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := ""
	for _, status := range slices.Sorted(maps.Keys(c.answers)) {
		if len(status) == 3 && status[0] == '2' {
			continue
		}
		what := status
		if status == "none" {
			what = "cut off"
		}
		text += fmt.Sprintf(", %d × %s", c.answers[status], what)
	}
	return fmt.Sprintf("%d acts%s, slowest %s", 2*len(c.entered), text, c.slowest.Round(10*time.Millisecond))
}

// judge reports replies that are not among the promised ones.
func (c *crowd) judge() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var errs []error
	for _, one := range c.faulty[:min(len(c.faulty), 5)] {
		errs = append(errs, errors.New(one))
	}
	if more := len(c.faulty) - len(errs); more > 0 {
		errs = append(errs, fmt.Errorf("and %d more", more))
	}
	return errors.Join(errs...)
}

// verify compares the replies with the stored data.
func (s *scene) verify() error {
	c := s.crowd
	errs := []error{c.judge()}
	for _, one := range []struct {
		what, query string
		want        int
	}{
		{"players that were acknowledged and are there", `select count(*) from league.players where name = any($1)`, len(c.entered)},
		{"players in all", `select count(*) from league.players where name like 'Crowd %' and ($1::text[]) is not null`, len(c.entered)},
		{"entries that were acknowledged and are there", `select count(*) from league.entries e join league.players p on p.tenant_id = e.tenant_id and p.id = e.player_id where p.name = any($1)`, len(c.entered)},
		{"entries in all", `select count(*) from league.entries where ($1::text[]) is not null`, len(c.entered)},
		{"facts of an entry", `select count(*) from league.log where kind = 'entry.created' and ($1::text[]) is not null`, len(c.entered)},
		{"keys of an entry", `select count(*) from league.idempotency where lower(operation) = 'createentry' and ($1::text[]) is not null`, len(c.entered)},
		{"gaps in logs", `select count(*) from (select max(sequence) - count(*) as missing from league.log group by tenant_id) as logs where missing <> 0 and ($1::text[]) is not null`, 0},
		{"start numbers missing", `select coalesce(sum(missing), 0)::bigint from (select max(number) - count(*) as missing from league.entries group by event_id) as events where ($1::text[]) is not null`, 0},
	} {
		got, err := s.number(one.query, c.entered)
		if err == nil && got != one.want {
			err = fmt.Errorf("%s: %d, want %d", one.what, got, one.want)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
