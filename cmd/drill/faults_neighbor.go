package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"time"

	"referto/openapi"
)

// neighborFaults have people ask for more than their share, or all at once.
var neighborFaults = []fault{
	{name: "loud-neighbor", id: "F-12", what: "somebody asks in a club of their own, on 16 connections: ten times as often as they may, and then without pause", set: setup{limited: true}, try: loudNeighbor},
	{name: "sign-ins", id: "F-12", what: "300 accounts sign in from one network within ten seconds, each with a password that is hashed at full cost", set: setup{limited: true, answersWithin: 30 * time.Second}, try: signIns},
}

// The figures of a loud neighbor: how long they ask, the pause between two requests of the quiet one, and the
// requests that an account may send at once and in each second by the program's defaults.
const (
	loudFor       = 15 * time.Second
	loudLines     = 16
	loudRate      = 10 * pointsASecond // requests a second of a neighbor who asks ten times as often as they may
	quietPause    = 100 * time.Millisecond
	quietRatio    = 2                      // how much longer than alone the quiet one may wait beside that neighbor
	quietUnheard  = 10 * time.Millisecond  // whatever the ratio: nobody notices less
	quietAtMost   = 100 * time.Millisecond // beside a neighbor who asks without pause
	pointsAtOnce  = 1200
	pointsASecond = pointsAtOnce / 60
)

// loudCommand asks for something until its time is over, so often a second or without pause (0), and prints the answers it
// got. It is a process of its own, so that the operating system can give it less of the processor than the others: real
// neighbors ask from machines of their own.
func loudCommand(ctx context.Context, args []string, stdout io.Writer) error {
	if len(args) != 3 {
		return errors.New("loud: want an address, a time and requests a second; the token is read from TOKEN")
	}
	lasts, err := time.ParseDuration(args[1])
	if err != nil {
		return err
	}
	rate, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	turns := turnsAt(ctx, rate, lasts)
	ctx, stop := context.WithTimeout(ctx, lasts)
	defer stop()
	client := &http.Client{Timeout: patienceOfPeople, Transport: &http.Transport{MaxIdleConnsPerHost: loudLines}}
	var heard loudness
	var mu sync.Mutex
	var all sync.WaitGroup
	for range loudLines {
		all.Go(func() {
			own := loudness{}
			for range turns {
				if ctx.Err() != nil {
					break
				}
				own.ask(ctx, client, args[0], os.Getenv("TOKEN"))
			}
			mu.Lock()
			defer mu.Unlock()
			heard.Served, heard.Refused, heard.Other = heard.Served+own.Served, heard.Refused+own.Refused, heard.Other+own.Other
		})
	}
	all.Wait()
	return json.NewEncoder(stdout).Encode(heard)
}

// turnsAt gives so many turns a second for a time, as fast as they are taken where the number is 0.
func turnsAt(ctx context.Context, rate int, lasts time.Duration) <-chan struct{} {
	turns := make(chan struct{})
	go func() {
		defer close(turns)
		for began, n := time.Now(), 0; time.Since(began) < lasts; n++ {
			if rate > 0 {
				time.Sleep(time.Until(began.Add(time.Duration(n) * time.Second / time.Duration(rate))))
			}
			select {
			case turns <- struct{}{}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return turns
}

// loudness counts the answers that a loud neighbor got.
type loudness struct {
	Served  int64 // 200
	Refused int64 // 429 with Retry-After
	Other   int64 // anything else
}

// ask sends one request and counts its answer.
func (l *loudness) ask(ctx context.Context, client *http.Client, address, token string) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		l.Other++
		return
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := client.Do(request)
	if err == nil {
		_, err = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
	}
	switch {
	case ctx.Err() != nil: // its time is over: the answer may have been cut off by us
	case err != nil:
		l.Other++
	case response.StatusCode == http.StatusOK:
		l.Served++
	case response.StatusCode == http.StatusTooManyRequests && response.Header.Get("Retry-After") != "":
		l.Refused++
	default:
		l.Other++
	}
}

// loudly starts a loud neighbor with the lowest priority. The function that it returns waits for their end.
func loudly(ctx context.Context, address, token string, rate int) (func() (loudness, error), error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var out, complaints bytes.Buffer
	command := exec.CommandContext(ctx, "nice", "-n", "19", self, "loud", address, loudFor.String(), strconv.Itoa(rate))
	command.Env, command.Stdout, command.Stderr = []string{"PATH=" + os.Getenv("PATH"), "TOKEN=" + token}, &out, &complaints
	endWithParent(command)
	ended := make(chan error, 1)
	if err := spawn(command, func(err error) { ended <- err }); err != nil {
		return nil, err
	}
	return func() (heard loudness, err error) {
		if err := <-ended; err != nil {
			return heard, fmt.Errorf("loud: %w: %s", err, complaints.Bytes())
		}
		return heard, json.Unmarshal(out.Bytes(), &heard)
	}, nil
}

// loudNeighbor compares the waiting time of a caller who asks ten times a second, alone and beside loud neighbors, and
// counts the neighbors' answers.
func loudNeighbor(ctx context.Context, s *scene) (string, error) {
	loud := &crowd{scene: s, client: s.crowd.client}
	if err := loud.signInAs(guestEmail); err != nil {
		return "", err
	}
	club := openapi.NewTenant{Slug: "loud", Name: "Loud", Kind: openapi.TenantKindClub, Languages: []openapi.Language{"en"}}
	if r := loud.ask(ctx, 0, http.MethodPost, "/tenants", club, "loud"); r.status != http.StatusCreated {
		return "", fmt.Errorf("founding: %d %s", r.status, r.body)
	}
	alone, err := askQuietly(ctx, s, loudFor)
	if err != nil {
		return "", err
	}
	began := time.Now() // before, the neighbor has not asked, and a full bucket gains nothing
	var heard loudness
	var beside [2]time.Duration // of a neighbor who asks ten times too often, and of one who asks without pause
	for i, rate := range []int{loudRate, 0} {
		wait, err := loudly(ctx, s.servers[0].address+"/v1/tenants/loud/events", loud.token, rate)
		if err != nil {
			return "", err
		}
		beside[i], err = askQuietly(ctx, s, loudFor)
		one, failed := wait()
		if err := errors.Join(err, failed); err != nil {
			return "", err
		}
		heard = loudness{heard.Served + one.Served, heard.Refused + one.Refused, heard.Other + one.Other}
	}
	figure := fmt.Sprintf("95 of 100 requests of the quiet one were answered within %s, %s without pause, %s without the neighbor, none refused; the neighbor got %d, and 429 %d times",
		beside[0].Round(100*time.Microsecond), beside[1].Round(100*time.Microsecond), alone.Round(100*time.Microsecond), heard.Served, heard.Refused)
	return figure, heard.judge(alone, beside, time.Since(began))
}

// judge reports what a loud neighbor did to a quiet one, and got, against what was promised.
func (l loudness) judge(alone time.Duration, beside [2]time.Duration, lasted time.Duration) error {
	most := int64(pointsAtOnce + pointsASecond*(lasted/time.Second+1))
	switch {
	case l.Other > 0:
		return fmt.Errorf("the neighbor was answered otherwise than by 200, or 429 with Retry-After, %d times", l.Other)
	case l.Refused == 0 || l.Served > most*102/100:
		return fmt.Errorf("the neighbor got %d, %d at most are theirs", l.Served, most)
	case beside[0] > max(quietUnheard, quietRatio*alone):
		return fmt.Errorf("the quiet one waits %s, and %s alone", beside[0], alone)
	case beside[1] > quietAtMost:
		return fmt.Errorf("the quiet one waits %s beside a neighbor who asks without pause", beside[1])
	}
	return nil
}

// askQuietly asks for a time as the organizer, ten times a second, and returns the time within which 95 of 100
// answers came.
func askQuietly(ctx context.Context, s *scene, long time.Duration) (time.Duration, error) {
	var took []time.Duration
	for end := time.Now().Add(long); time.Now().Before(end); time.Sleep(quietPause) {
		r := s.crowd.ask(ctx, 0, http.MethodGet, clubPath+"/events", nil, "")
		if r.status != http.StatusOK {
			return 0, fmt.Errorf("the quiet one was answered %d %s", r.status, r.body)
		}
		took = append(took, r.took)
	}
	slices.Sort(took)
	return took[len(took)*95/100], nil
}
