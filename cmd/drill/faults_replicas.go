package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"referto/openapi"
)

// replicaFaults have two servers act at once, and set the clock of one wrong.
var replicaFaults = []fault{
	{name: "clock-ahead", id: "F-24", what: "clock of one of two servers 30 s ahead", set: setup{servers: 2, ahead: 30 * time.Second}, try: clockAhead},
	{name: "race-entry", id: "F-07", what: "one player entered at both servers at once", set: two, try: raceOfEntries},
	{name: "race-key", id: "F-07", what: "one act under one key at both servers at once", set: two, try: raceOfKeys},
	{name: "race-seats", id: "F-07", what: "sixty enter for twenty seats at once, at both servers", set: two, try: raceForSeats},
	{name: "race-result", id: "F-07", what: "first results of a table, and corrections from one version, at both servers at once", set: two, try: raceOfResults},
	{name: "race-door", id: "F-07", what: "an entry checked in at one server and cancelled at the other at once", set: two, try: raceAtTheDoor},
	{name: "race-warning", id: "F-07", what: "two warnings for one player given at both servers at once", set: two, try: raceOfWarnings},
	{name: "race-draw", id: "F-07", what: "one round drawn at both servers at once", set: two, try: raceOfDraws},
	{name: "race-ban", id: "F-07", what: "somebody banned at one server and entered at the other at once", set: two, try: raceOfBans},
	{name: "race-prize", id: "F-07", what: "the last box sent to two events from both servers at once", set: two, try: raceForTheLastBox},
	{name: "race-refund", id: "F-07", what: "one claim for a refund approved at one server and refused at the other at once", set: two, try: raceOfRefunds},
	{name: "race-slug", id: "F-07", what: "two clubs founded under one name in addresses at both servers at once", set: two, try: raceOfSlugs},
	{name: "race-refresh", id: "F-07", what: "one refresh token used at both servers at once", set: two, try: raceOfTokens},
	{name: "stale-session", id: "F-10", what: "a session ended at one server and used at the other right after", set: two, try: staleSession},
}

var two = setup{servers: 2}

// clockAhead has people sign in at one server and act at the other, and compares the moments in the log.
func clockAhead(ctx context.Context, s *scene) (string, error) {
	told, err := s.under(ctx, func(ctx context.Context) error {
		for n := range 20 {
			here, there := n%2, 1-n%2
			mine := &crowd{scene: s, client: s.crowd.client}
			var tokens openapi.Tokens
			if err := mine.ask(ctx, here, http.MethodPost, "/sessions", openapi.Credentials{Email: email, Password: password}, "").into(http.StatusCreated, &tokens); err != nil {
				return fmt.Errorf("sign in at %d: %w", here, err)
			}
			mine.token = tokens.AccessToken
			if err := mine.ask(ctx, there, http.MethodGet, "/me", nil, "").into(http.StatusOK, nil); err != nil {
				return fmt.Errorf("signed in at %d, at %d: %w", here, there, err)
			}
			if err := mine.ask(ctx, there, http.MethodPost, "/sessions/refresh", openapi.RefreshRequest{RefreshToken: tokens.RefreshToken}, "").into(http.StatusOK, &tokens); err != nil {
				return fmt.Errorf("renewed at %d: %w", there, err)
			}
			mine.token = tokens.AccessToken
			if err := mine.ask(ctx, here, http.MethodGet, "/me", nil, "").into(http.StatusOK, nil); err != nil {
				return fmt.Errorf("renewed at %d, at %d: %w", there, here, err)
			}
		}
		return nil
	})
	if err != nil {
		return told, err
	}
	back, err := s.number(`select count(*) from (select at, lag(at) over (partition by tenant_id order by sequence) as before from league.log) as facts where at < before`)
	return fmt.Sprintf("%s; 20 sessions begun at one and renewed at the other; %d facts stand behind one with a later moment, in the order in which they were done", told, back), err
}

// answers asks server 0 and server 1 the same at once.
func (s *scene) answers(ctx context.Context, method, path string, body any, key func(server int) string, headers ...string) []reply {
	return both(func(server int) reply { return s.crowd.ask(ctx, server, method, path, body, key(server), headers...) })
}

// both has two things done at the same moment, and notes no more than their replies.
func both(do func(server int) reply) []reply {
	out := make([]reply, 2)
	start, done := make(chan struct{}), make(chan struct{})
	for i := range out {
		go func() {
			<-start
			// A caller who waits too long for their turn is asked to come again, under the same key.
			for out[i] = do(i); out[i].status == http.StatusServiceUnavailable && out[i].wait != ""; out[i] = do(i) {
				time.Sleep(50 * time.Millisecond)
			}
			done <- struct{}{}
		}()
	}
	close(start)
	<-done
	<-done
	return out
}

// own keys are different at each server.
func own(act string, n int) func(int) string {
	return func(server int) string { return fmt.Sprintf("%s-%d-%d", act, n, server) }
}

// wants reports replies that have other statuses than these, in ascending order.
func wants(replies []reply, statuses ...int) error {
	var got []int
	for _, r := range replies {
		got = append(got, r.status)
	}
	slices.Sort(got)
	if !slices.Equal(got, statuses) {
		return errors.Join(fmt.Errorf("%v, want %v: %s | %s", got, statuses, replies[0].body, replies[1].body), replies[0].err, replies[1].err)
	}
	return nil
}

// trial repeats an act a number of times and reports it.
func (s *scene) trial(ctx context.Context, times int, do func(n int) error) (string, error) {
	began := time.Now()
	for n := range times {
		if n%400 == 399 { // an access token lasts ten minutes
			if err := s.crowd.signIn(); err != nil {
				return "", err
			}
		}
		if err := do(n); err != nil {
			return fmt.Sprintf("after %d trials", n), fmt.Errorf("trial %d: %w", n, err)
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
	}
	return fmt.Sprintf("%d trials, 0 violations, %s each", times, (time.Since(began) / time.Duration(times)).Round(time.Millisecond)), nil
}

// player adds a player to the register of a tenant.
func (s *scene) player(ctx context.Context, tenant, name string) (id openapi.PlayerID, err error) {
	var player openapi.Player
	err = s.crowd.ask(ctx, 0, http.MethodPost, tenant+"/players", openapi.NewPlayer{Name: name}, "player "+name).into(http.StatusCreated, &player)
	return player.Id, err
}

func raceOfEntries(ctx context.Context, s *scene) (string, error) {
	figure, err := s.trial(ctx, s.trials, func(n int) error {
		player, err := s.player(ctx, clubPath, "Racer "+words(int64(n)))
		if err != nil {
			return err
		}
		return wants(s.answers(ctx, http.MethodPost, s.people.event+"/entries", openapi.NewEntry{Player: player}, own("entry", n)), 201, 409)
	})
	if err != nil {
		return figure, err
	}
	return figure, s.numbered(s.trials)
}

// numbered reports entries that are not so many, or not numbered without gaps.
func (s *scene) numbered(want int) error {
	for _, query := range []string{`select count(*) from league.entries`, `select coalesce(max(number), 0) from league.entries`, `select count(distinct player_id) from league.entries`} {
		if got, err := s.number(query); err != nil || got != want {
			return errors.Join(fmt.Errorf("%s: %d, want %d", query, got, want), err)
		}
	}
	return s.gapless()
}

func (s *scene) gapless() error {
	gaps, err := s.number(`select count(*) from (select max(sequence) - count(*) as missing from league.log group by tenant_id) as logs where missing <> 0`)
	if err == nil && gaps > 0 {
		err = errors.New("a log has gaps")
	}
	return err
}

func raceOfKeys(ctx context.Context, s *scene) (string, error) {
	figure, err := s.trial(ctx, s.trials, func(n int) error {
		replies := s.answers(ctx, http.MethodPost, clubPath+"/players", openapi.NewPlayer{Name: "Twice " + words(int64(n))}, func(int) string { return fmt.Sprint("key-", n) })
		if err := wants(replies, 201, 201); err != nil {
			return err
		}
		if string(replies[0].body) != string(replies[1].body) {
			return fmt.Errorf("two answers: %s and %s", replies[0].body, replies[1].body)
		}
		return nil
	})
	if err != nil {
		return figure, err
	}
	if got, err := s.number(`select count(*) from league.players where name like 'Twice %'`); err != nil || got != s.trials {
		return figure, errors.Join(fmt.Errorf("%d players, want %d", got, s.trials), err)
	}
	return figure, s.gapless()
}

// event makes an event by CN09 in a federation, with its organizer as first referee, open for entries.
func (s *scene) event(ctx context.Context, capacity int) (path string, err error) {
	s.invited++
	c, federation := s.crowd, fmt.Sprintf("race-%d", s.invited)
	post := func(path string, body, out any) {
		if err == nil {
			err = s.act(ctx, path, body, out)
		}
	}
	post("/tenants", openapi.NewTenant{Slug: federation, Name: "Race " + words(int64(s.invited)), Kind: openapi.TenantKindFederation, Languages: []openapi.Language{"en"}}, nil)
	var event openapi.Event
	post("/tenants/"+federation+"/events", map[string]any{
		"kind": "stage", "title": "Race", "startsAt": time.Now().Add(time.Hour).UTC().Truncate(time.Second), "timeZone": "Europe/Rome",
		"venue": map[string]any{"name": "Nowhere", "city": "Nowhere"}, "ruleset": "catan-nazionale-2009", "capacity": capacity,
		"fee": map[string]any{"amount": "5.00", "currency": "EUR"}, "formula": "club", "timeLimitMinutes": 80,
	}, &event)
	path = "/tenants/" + federation + "/events/" + event.Id.String()
	post(path+"/staff", openapi.NewStaff{Name: "Olga", Role: openapi.StaffRoleFirstReferee, Email: email}, nil)
	var offered openapi.MyInvitations
	if err == nil {
		err = c.ask(ctx, 0, http.MethodGet, "/me/invitations", nil, "").into(http.StatusOK, &offered)
	}
	for _, invitation := range offered.Items {
		post("/me/invitations/"+invitation.Id.String()+"/acceptance", nil, nil)
	}
	post(path+"/announcement", nil, nil)
	post(path+"/entry-opening", nil, nil)
	return path, err
}

// racers puts people into the register of an event's tenant.
func (s *scene) racers(ctx context.Context, event string, number int) (out []openapi.PlayerID, err error) {
	tenant := event[:len(event)-len("/events/")-36]
	for i := range number {
		id, err := s.player(ctx, tenant, fmt.Sprintf("Racer %s of %s", words(int64(i)), words(int64(s.invited))))
		if err != nil {
			return nil, err
		}
		out = append(out, id)
	}
	return out, nil
}

func raceForSeats(ctx context.Context, s *scene) (string, error) {
	return s.trial(ctx, max(1, s.trials/50), func(int) error {
		event, err := s.event(ctx, 20)
		if err != nil {
			return err
		}
		players, err := s.racers(ctx, event, 60)
		if err != nil {
			return err
		}
		done := make(chan error, len(players))
		for i, player := range players {
			go func() {
				for {
					r := s.crowd.ask(ctx, i%2, http.MethodPost, event+"/entries", openapi.NewEntry{Player: player}, "entry of "+player.String())
					if r.status == http.StatusServiceUnavailable && r.wait != "" {
						continue // a caller who waits too long for their turn is asked to come again
					}
					done <- r.into(http.StatusCreated, nil)
					return
				}
			}()
		}
		for range players {
			err = errors.Join(err, <-done)
		}
		if err != nil {
			return err
		}
		var page openapi.EntryPage
		if err := s.crowd.ask(ctx, 0, http.MethodGet, event+"/entries?limit=100", nil, "").into(http.StatusOK, &page); err != nil {
			return err
		}
		seats := 0
		for i, e := range page.Items {
			if e.Number != i+1 {
				return fmt.Errorf("start numbers have a gap at %d", i+1)
			}
			if e.State == "entered" {
				seats++
			} else if e.WaitingPosition != i+1-20 {
				return fmt.Errorf("entry %d waits as number %d", e.Number, e.WaitingPosition)
			}
		}
		if len(page.Items) != 60 || seats != 20 {
			return fmt.Errorf("%d entries, %d of them with a seat", len(page.Items), seats)
		}
		return s.gapless()
	})
}

// act does one act at the first server.
func (s *scene) act(ctx context.Context, path string, body, out any) error {
	s.acted++
	r := s.crowd.ask(ctx, 0, http.MethodPost, path, body, fmt.Sprint("act ", s.acted))
	if r.status >= 300 || r.status == 0 {
		return errors.Join(fmt.Errorf("%s: %d %s", path, r.status, r.body), r.err)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(r.body, out)
}

// started makes an event that so many people play.
func (s *scene) started(ctx context.Context, number int) (event string, err error) {
	if event, err = s.event(ctx, number); err != nil {
		return "", err
	}
	players, err := s.racers(ctx, event, number)
	if err != nil {
		return "", err
	}
	var marks, lots []map[string]any
	for i := range players {
		marks = append(marks, map[string]any{"entry": i + 1, "here": true})
		lots = append(lots, map[string]any{"entry": i + 1, "number": i + 1})
	}
	for _, one := range []struct {
		path string
		body map[string]any
	}{
		{"/entry-lists", map[string]any{"players": players}},
		{"/entry-marks", map[string]any{"marks": marks}},
		{"/start", map[string]any{"lots": lots, "reason": "drawn by hand"}},
	} {
		if err := s.act(ctx, event+one.path, one.body, nil); err != nil {
			return "", err
		}
	}
	return event, nil
}

func raceOfResults(ctx context.Context, s *scene) (string, error) {
	event, err := s.started(ctx, 40)
	if err != nil {
		return "", err
	}
	var round openapi.Round
	if err := s.act(ctx, event+"/rounds", map[string]any{}, &round); err != nil {
		return "", err
	}
	for _, t := range round.Tables {
		if err := wants(s.answers(ctx, http.MethodPost, fmt.Sprintf("%s/rounds/1/tables/%d/result", event, t.Number), result(t), own("result", t.Number)), 201, 409); err != nil {
			return "", fmt.Errorf("first results of table %d: %w", t.Number, err)
		}
	}
	correction := result(round.Tables[0])
	correction["reason"] = "counted again"
	figure, err := s.trial(ctx, s.trials, func(n int) error {
		return wants(s.answers(ctx, http.MethodPut, event+"/rounds/1/tables/1/result", correction, func(int) string { return "" }, "If-Match", fmt.Sprintf("%q", fmt.Sprint(n+1))), 200, 412)
	})
	if err != nil {
		return figure, err
	}
	return fmt.Sprintf("%d tables; %s", len(round.Tables), figure), s.gapless()
}

// result is one in which the first seat declares victory.
func result(t openapi.Table) map[string]any {
	points := []int{10, 8, 7, 5}
	var seats []map[string]any
	for i, seat := range t.Seats {
		seats = append(seats, map[string]any{"entry": seat.Number, "vp": points[i]})
	}
	return map[string]any{"ended": "declared", "declaredBy": t.Seats[0].Number, "seats": seats}
}

func raceAtTheDoor(ctx context.Context, s *scene) (string, error) {
	won := map[string]int{}
	figure, err := s.trial(ctx, s.trials, func(n int) error {
		player, err := s.player(ctx, clubPath, "Racer "+words(int64(n)))
		if err != nil {
			return err
		}
		var entry openapi.Entry
		if err := s.crowd.ask(ctx, 0, http.MethodPost, s.people.event+"/entries", openapi.NewEntry{Player: player}, fmt.Sprint("entry-", n)).into(http.StatusCreated, &entry); err != nil {
			return err
		}
		path := fmt.Sprintf("%s/entries/%d", s.people.event, entry.Number)
		replies := both(func(server int) reply {
			if server == n%2 {
				return s.crowd.ask(ctx, server, http.MethodPost, path+"/check-in", nil, fmt.Sprint("check-in-", n))
			}
			return s.crowd.ask(ctx, server, http.MethodPost, path+"/cancellation", map[string]any{"reason": "ill"}, fmt.Sprint("cancellation-", n))
		})
		checked, cancelled := replies[n%2].status, replies[1-n%2].status
		if err := s.crowd.ask(ctx, 0, http.MethodGet, path, nil, "").into(http.StatusOK, &entry); err != nil {
			return err
		}
		what := fmt.Sprintf("check-in %d, cancellation %d: %s", checked, cancelled, entry.State)
		won[what]++
		if cancelled == http.StatusOK && entry.State != "cancelled" || cancelled == http.StatusConflict && entry.State != "checked-in" || cancelled != http.StatusOK && cancelled != http.StatusConflict || checked != http.StatusOK && checked != http.StatusConflict {
			return fmt.Errorf("%s: %s | %s", what, replies[0].body, replies[1].body)
		}
		return nil
	})
	return fmt.Sprintf("%s; %v", figure, won), errors.Join(err, s.gapless())
}

func raceOfSlugs(ctx context.Context, s *scene) (string, error) {
	return s.trial(ctx, s.trials, func(n int) error {
		club := openapi.NewTenant{Slug: fmt.Sprintf("racing-%d", n), Name: "Racing " + words(int64(n)), Kind: openapi.TenantKindClub, Languages: []openapi.Language{"en"}}
		return wants(s.answers(ctx, http.MethodPost, "/tenants", club, own("club", n)), 201, 409)
	})
}

// raceOfTokens has a browser with two tabs renew at both servers: neither is signed out.
func raceOfTokens(ctx context.Context, s *scene) (string, error) {
	var tokens openapi.Tokens
	if err := s.crowd.ask(ctx, 0, http.MethodPost, "/sessions", openapi.Credentials{Email: email, Password: password}, "").into(http.StatusCreated, &tokens); err != nil {
		return "", err
	}
	return s.trial(ctx, s.trials, func(n int) error {
		replies := s.answers(ctx, http.MethodPost, "/sessions/refresh", openapi.RefreshRequest{RefreshToken: tokens.RefreshToken}, func(int) string { return "" })
		if err := wants(replies, 200, 200); err != nil {
			return err
		}
		var others [2]openapi.Tokens
		for i, r := range replies {
			if err := json.Unmarshal(r.body, &others[i]); err != nil {
				return err
			}
		}
		if others[0].RefreshToken != others[1].RefreshToken {
			return errors.New("two successors of one token")
		}
		tokens = others[n%2]
		return nil
	})
}

// staleSession signs an account in at one server and out at the other: the first one refuses it at once. Revoked
// roles are tried in package attack, over two servers: each costs a letter, of which one address gets few.
func staleSession(ctx context.Context, s *scene) (string, error) {
	guest := &crowd{scene: s, client: s.crowd.client}
	return s.trial(ctx, s.trials, func(n int) error {
		if err := guest.signInAs(guestEmail); err != nil {
			return err
		}
		here := n % 2
		if r := guest.ask(ctx, here, http.MethodGet, "/me", nil, ""); r.status != http.StatusOK {
			return fmt.Errorf("signed in: %d %s", r.status, r.body)
		}
		if r := guest.ask(ctx, 1-here, http.MethodDelete, "/sessions/current", nil, ""); r.status != http.StatusNoContent {
			return fmt.Errorf("signing out: %d %s", r.status, r.body)
		}
		if r := guest.ask(ctx, here, http.MethodGet, "/me", nil, ""); r.status != http.StatusUnauthorized {
			return fmt.Errorf("signed out: %d %s", r.status, r.body)
		}
		return nil
	})
}
