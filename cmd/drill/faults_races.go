package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"

	"referto/openapi"
)

// playing is the number of players of the events in which the races are about one player.
const playing = 100

// raceOfWarnings has each player get two warnings at once: by one of them, and by one only, they are out.
func raceOfWarnings(ctx context.Context, s *scene) (string, error) {
	var event string
	figure, err := s.trial(ctx, s.trials, func(n int) (err error) {
		if n%playing == 0 {
			if event, err = s.started(ctx, playing); err != nil {
				return err
			}
		}
		warning := openapi.NewSanction{Entry: n%playing + 1, Kind: "warning", Moment: "after-round", Reason: "plays slowly", Paragraph: "5.2"}
		replies := s.answers(ctx, http.MethodPost, event+"/sanctions", warning, own("warning", n))
		if err := wants(replies, 201, 201); err != nil {
			return err
		}
		out := 0
		for _, r := range replies {
			var given openapi.Sanction
			if err := json.Unmarshal(r.body, &given); err != nil {
				return err
			}
			if given.Expels {
				out++
			}
		}
		if out != 1 {
			return fmt.Errorf("%d of two warnings expel", out)
		}
		return nil
	})
	if err != nil {
		return figure, err
	}
	if got, err := s.number(`select count(*) from league.sanctions`); err != nil || got != 2*s.trials {
		return figure, errors.Join(fmt.Errorf("%d warnings, want %d", got, 2*s.trials), err)
	}
	return figure, s.gapless()
}

// raceOfDraws has a round drawn twice at once, and takes the draw back for the next trial.
func raceOfDraws(ctx context.Context, s *scene) (string, error) {
	event, err := s.started(ctx, 13)
	if err != nil {
		return "", err
	}
	figure, err := s.trial(ctx, s.trials, func(n int) error {
		if err := wants(s.answers(ctx, http.MethodPost, event+"/rounds", map[string]any{}, own("draw", n)), 201, 409); err != nil {
			return err
		}
		return s.crowd.ask(ctx, n%2, http.MethodPost, event+"/rounds/1/discarding", map[string]any{"reason": "once more"}, fmt.Sprint("discard-", n)).into(http.StatusNoContent, nil)
	})
	if err != nil {
		return figure, err
	}
	if got, err := s.number(`select count(*) from league.log where kind = 'round.drawn'`); err != nil || got != s.trials {
		return figure, errors.Join(fmt.Errorf("%d draws in the log, want %d", got, s.trials), err)
	}
	return figure, s.gapless()
}

// raceOfBans bans a player while they enter: they are refused, or the ban cancels their entry.
func raceOfBans(ctx context.Context, s *scene) (string, error) {
	event, err := s.event(ctx, 2000)
	if err != nil {
		return "", err
	}
	tenant := tenantOf(event)
	from := time.Now().UTC().Format(time.DateOnly)
	told := map[string]int{}
	figure, err := s.trial(ctx, s.trials, func(n int) error {
		player, err := s.player(ctx, tenant, "Banned "+words(int64(n)))
		if err != nil {
			return err
		}
		replies := both(func(server int) reply {
			if server == n%2 {
				return s.crowd.ask(ctx, server, http.MethodPost, event+"/entries", openapi.NewEntry{Player: player}, fmt.Sprint("entry-", n))
			}
			return s.crowd.ask(ctx, server, http.MethodPost, tenant+"/bans", map[string]any{
				"player": player, "source": "letter of the organizer", "decision": map[string]any{"outcome": "ban", "from": from, "reason": "marked cards"},
			}, fmt.Sprint("ban-", n))
		})
		entered, banned := replies[n%2], replies[1-n%2]
		var ban struct{ Entries []json.RawMessage }
		if err := banned.into(http.StatusCreated, &ban); err != nil {
			return fmt.Errorf("ban: %w", err)
		}
		var entry openapi.Entry
		switch entered.status {
		case http.StatusCreated:
			told["entry first"]++
			if err := json.Unmarshal(entered.body, &entry); err != nil {
				return err
			}
			if err := s.crowd.ask(ctx, n%2, http.MethodGet, fmt.Sprintf("%s/entries/%d", event, entry.Number), nil, "").into(http.StatusOK, &entry); err != nil {
				return err
			}
			if entry.State != "cancelled" || len(ban.Entries) != 1 {
				return fmt.Errorf("banned and %s: %s", entry.State, banned.body)
			}
		case http.StatusConflict, http.StatusUnprocessableEntity:
			told["ban first"]++
		default:
			return errors.Join(fmt.Errorf("entry: %d %s", entered.status, entered.body), entered.err)
		}
		return nil
	})
	if err != nil {
		return figure, err
	}
	if got, err := s.number(`select count(*) from league.entries e join league.players p on p.tenant_id = e.tenant_id and p.id = e.player_id where p.name like 'Banned %' and e.state <> 'cancelled'`); err != nil || got != 0 {
		return figure, errors.Join(fmt.Errorf("%d banned people are entered", got), err)
	}
	return fmt.Sprintf("%s; %v", figure, told), s.gapless()
}

// tenantOf is the path of the tenant that an event is of.
func tenantOf(event string) string { return event[:len(event)-len("/events/")-36] }

// season makes a federation with a season that has begun, and returns their paths and the id of its region.
func (s *scene) season(ctx context.Context) (tenant, season string, region uuid.UUID, err error) {
	s.invited++
	slug := fmt.Sprintf("season-%d", s.invited)
	tenant = "/tenants/" + slug
	day := func(months int) string { return time.Now().UTC().AddDate(0, months, 0).Format(time.DateOnly) }
	put := func(path string, body any) (id uuid.UUID) {
		var made struct{ ID uuid.UUID }
		if err == nil {
			err = s.act(ctx, path, body, &made)
		}
		return made.ID
	}
	put("/tenants", openapi.NewTenant{Slug: slug, Name: "Season " + words(int64(s.invited)), Kind: openapi.TenantKindFederation, Languages: []openapi.Language{"en"}})
	region = put(tenant+"/regions", map[string]any{"name": "Aosta"})
	season = tenant + "/seasons/" + put(tenant+"/seasons", map[string]any{
		"slug": "season", "title": "A season", "game": "Catan", "ruleset": "catan-nazionale-2009", "regions": []uuid.UUID{region},
		"playsFrom": day(-1), "playsTo": day(6), "finalsBy": day(6),
	}).String()
	put(season+"/opening", nil)
	return tenant, season, region, err
}

// ofSeason drafts and announces an event of a season.
func (s *scene) ofSeason(ctx context.Context, tenant, season string, changes map[string]any) (id uuid.UUID, err error) {
	s.acted++
	draft := map[string]any{
		"kind": "stage", "title": "Stage " + words(int64(s.acted)), "startsAt": time.Now().Add(30 * 24 * time.Hour).UTC().Truncate(time.Second), "timeZone": "Europe/Rome",
		"venue": map[string]any{"name": "Nowhere", "city": "Nowhere"}, "season": season[len(season)-36:], "fee": map[string]any{"amount": "0.00", "currency": "EUR"},
	}
	for name, value := range changes {
		draft[name] = value
	}
	var event openapi.Event
	if err := s.act(ctx, tenant+"/events", draft, &event); err != nil {
		return id, err
	}
	return event.Id.UUID, s.act(ctx, tenant+"/events/"+event.Id.String()+"/announcement", nil, nil)
}

// raceForTheLastBox has two events get the only box at once, and takes it back for the next trial.
func raceForTheLastBox(ctx context.Context, s *scene) (string, error) {
	tenant, season, region, err := s.season(ctx)
	if err != nil {
		return "", err
	}
	var events [2]uuid.UUID
	for i := range events {
		if events[i], err = s.ofSeason(ctx, tenant, season, map[string]any{"region": region, "circuit": "regional"}); err != nil {
			return "", err
		}
	}
	var prize struct{ ID uuid.UUID }
	if err := s.act(ctx, season+"/prizes", map[string]any{"kind": "box", "name": "Catan", "price": map[string]any{"amount": "25.00", "currency": "EUR"}, "quantity": 1}, &prize); err != nil {
		return "", err
	}
	figure, err := s.trial(ctx, s.trials, func(n int) error {
		replies := both(func(server int) reply {
			return s.crowd.ask(ctx, server, http.MethodPost, season+"/prize-shipments", map[string]any{"event": events[server], "prizes": []any{map[string]any{"prize": prize.ID, "quantity": 1}}}, fmt.Sprintf("box-%d-%d", n, server))
		})
		if err := wants(replies, 201, 409); err != nil {
			return err
		}
		var prizes struct{ Items []struct{ Stock int } }
		if err := s.crowd.ask(ctx, n%2, http.MethodGet, season+"/prizes", nil, "").into(http.StatusOK, &prizes); err != nil {
			return err
		}
		if len(prizes.Items) != 1 || prizes.Items[0].Stock != 0 {
			return fmt.Errorf("the last box is given, and there are %+v", prizes.Items)
		}
		for _, r := range replies {
			if r.status != http.StatusCreated {
				continue
			}
			var shipment struct{ ID uuid.UUID }
			if err := json.Unmarshal(r.body, &shipment); err != nil {
				return err
			}
			if err := s.act(ctx, season+"/prize-shipments/"+shipment.ID.String()+"/cancellation", map[string]any{"reason": "once more"}, nil); err != nil {
				return err
			}
		}
		return nil
	})
	return figure, errors.Join(err, s.gapless())
}

// raceOfRefunds has one claim approved and refused at once. The claimant is the reigning champion, whose journey to
// the final is refunded; that the final was played a week ago is written into the database directly.
func raceOfRefunds(ctx context.Context, s *scene) (string, error) {
	claimant := &crowd{scene: s, client: s.crowd.client}
	season, err := s.champion(ctx, claimant)
	if err != nil {
		return "", err
	}
	told := map[string]int{}
	figure, err := s.trial(ctx, s.trials, func(n int) error {
		if n%400 == 399 {
			if err := claimant.signInAs(guestEmail); err != nil {
				return err
			}
		}
		claim, err := claimant.claim(ctx, season, n)
		if err != nil {
			return err
		}
		replies := both(func(server int) reply {
			if server == n%2 {
				return s.crowd.ask(ctx, server, http.MethodPost, claim+"/approval", map[string]any{}, fmt.Sprint("approval-", n))
			}
			return s.crowd.ask(ctx, server, http.MethodPost, claim+"/refusal", map[string]any{"reason": "nothing is owed"}, fmt.Sprint("refusal-", n))
		})
		if err := wants(replies, 200, 409); err != nil {
			return err
		}
		want := "approved"
		if replies[n%2].status != http.StatusOK {
			want = "refused"
		}
		told[want]++
		var now struct{ State string }
		if err := s.crowd.ask(ctx, n%2, http.MethodGet, claim, nil, "").into(http.StatusOK, &now); err != nil {
			return err
		}
		if now.State != want {
			return fmt.Errorf("%s was acknowledged, and the claim is %s", want, now.State)
		}
		if want == "refused" {
			return nil
		}
		// One claim at a time: the next trial has its own.
		return claimant.ask(ctx, 0, http.MethodPost, claim+"/withdrawal", map[string]any{"reason": "once more"}, fmt.Sprint("withdrawal-", n)).into(http.StatusOK, nil)
	})
	return fmt.Sprintf("%s; %v", figure, told), errors.Join(err, s.gapless())
}

// champion makes a season that has ended, makes the claimant its reigning champion, and signs them in.
func (s *scene) champion(ctx context.Context, claimant *crowd) (season string, err error) {
	tenant, season, _, err := s.season(ctx)
	if err != nil {
		return "", err
	}
	if err := claimant.signInAs(guestEmail); err != nil {
		return "", err
	}
	player, err := s.player(ctx, tenant, "Gina Champion")
	if err != nil {
		return "", err
	}
	tagged := s.crowd.ask(ctx, 0, http.MethodGet, season, nil, "")
	if err := s.crowd.ask(ctx, 0, http.MethodPatch, season, map[string]any{"champion": player}, "", "If-Match", tagged.tag).into(http.StatusOK, nil); err != nil {
		return "", err
	}
	final, err := s.ofSeason(ctx, tenant, season, map[string]any{"kind": "national-final"})
	if err != nil {
		return "", err
	}
	id := season[len(season)-36:]
	return season, s.sql(
		fmt.Sprintf(`update league.players set account_id = (select id from platform.accounts where email_key = '%[2]s') where id = '%[1]s'`, player, guestEmail),
		fmt.Sprintf(`insert into league.player_accounts (tenant_id, account_id, player_id) select tenant_id, account_id, id from league.players where id = '%s'`, player),
		fmt.Sprintf(`update league.events set starts_at = now() - interval '7 days' where id = '%s'`, final),
		fmt.Sprintf(`insert into league.outcomes (tenant_id, event_id, number, ranking, recorded_by, recorded_at)
			select tenant_id, id, 1, array['%[2]s'::uuid], (select id from platform.accounts where email_key = '%[3]s'), now() from league.events where id = '%[1]s'`, final, player, email),
		fmt.Sprintf(`update league.seasons set revision = revision + 1 where id = '%s'`, id),
	)
}

// claim hands in a claim of ten euros with its receipt, and returns its path.
func (c *crowd) claim(ctx context.Context, season string, n int) (path string, err error) {
	tag := ""
	do := func(method, path string, body, out any, headers ...string) {
		if err != nil {
			return
		}
		key := ""
		if method == http.MethodPost {
			key = fmt.Sprintf("claim %d %s", n, path[len(season):])
		}
		r := c.ask(ctx, n%2, method, path, body, key, headers...)
		if tag = r.tag; r.status >= 300 || r.status == 0 {
			err = errors.Join(fmt.Errorf("%s %s: %d %s", method, path, r.status, r.body), r.err)
		} else if out != nil {
			err = json.Unmarshal(r.body, out)
		}
	}
	var claim struct{ ID uuid.UUID }
	amount := map[string]any{"amount": "10.00", "currency": "EUR"}
	do(http.MethodPost, season+"/refunds", map[string]any{}, &claim)
	path = season + "/refunds/" + claim.ID.String()
	do(http.MethodPost, path+"/expenses", map[string]any{"what": "Train", "spentOn": time.Now().UTC().AddDate(0, 0, -8).Format(time.DateOnly), "amount": amount}, nil)
	do(http.MethodPost, path+"/expenses/1/receipts", map[string]any{"amount": amount, "content": fmt.Appendf(nil, "%%PDF-1.4\n%% %s\n%%%%EOF\n", uuid.NewString())}, nil)
	do(http.MethodGet, path, nil, nil)
	do(http.MethodPut, path+"/account", map[string]any{"holder": "Gina", "iban": "IT60X0542811101000000123456"}, nil, "If-Match", tag)
	do(http.MethodPost, path+"/submission", nil, nil)
	return path, err
}
