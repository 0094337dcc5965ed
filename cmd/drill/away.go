package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
)

// awayFor is the time for which the database refuses the servers: longer than probes take to notice, and
// than a server may be deaf while its database answers.
const awayFor = 25 * time.Second

// away has the database refuse all servers for a time, in which the balancer has to go on sending
// requests to them: a page is there from memory, and an operation is refused with the time to come back.
func (u *upgrade) away(ctx context.Context, crowd *people) (err error) {
	const operation = "/v1/tenants"
	for range 2 * u.chart.replicas { // each server has read the page
		if status, _, err := u.look(ctx, crowd.page); status != http.StatusOK {
			return errors.Join(fmt.Errorf("%s is answered %d before the database is away", crowd.page, status), err)
		}
	}
	database, err := pgx.Connect(ctx, u.postgres.DSN(databaseName, "postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = database.Close(context.WithoutCancel(ctx)) }()
	for _, statement := range []string{`alter role ` + tenantdb.ApplicationRole + ` nologin`, endConnections} {
		if _, err := database.Exec(ctx, statement); err != nil {
			return err
		}
	}
	pages, refused, err := u.without(ctx, crowd.page, operation)
	if _, admitted := database.Exec(ctx, `alter role `+tenantdb.ApplicationRole+` login`); admitted != nil || err != nil {
		return errors.Join(err, admitted)
	}
	back := time.Now()
	for status := 0; status != http.StatusOK; status, _, _ = u.look(ctx, operation) {
		if time.Since(back) > 30*time.Second {
			return errors.New("the database is back, and the servers do not answer")
		}
		time.Sleep(50 * time.Millisecond)
	}
	u.say("the database refused the servers for %s: %d times a page was there from memory, %d times an operation was refused with Retry-After; answered again %s after it was back", awayFor, pages, refused, time.Since(back).Round(100*time.Millisecond))
	if pages == 0 {
		return errors.New("no page came from memory: the drill shows nothing")
	}
	return nil
}

// without asks for a page and an operation while the database is away, and counts the pages that say that they
// are from memory and the refusals that say when to come back. Any other answer is an error.
func (u *upgrade) without(ctx context.Context, page, operation string) (pages, refused int, err error) {
	for began := time.Now(); time.Since(began) < awayFor; time.Sleep(250 * time.Millisecond) {
		since := time.Since(began).Round(time.Second)
		status, header, err := u.look(ctx, page)
		if status != http.StatusOK {
			return 0, 0, errors.Join(fmt.Errorf("%s is answered %d, %s after the database went away", page, status, since), err)
		}
		if header.Get("Warning") != "" {
			pages++
		}
		status, header, err = u.look(ctx, operation)
		if status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" {
			return 0, 0, errors.Join(fmt.Errorf("%s is answered %d with Retry-After %q, %s after the database went away", operation, status, header.Get("Retry-After"), since), err)
		}
		refused++
	}
	return pages, refused, nil
}

// look asks for an address by the balancer.
func (u *upgrade) look(ctx context.Context, address string) (int, http.Header, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.balancer.address+address, nil)
	if err != nil {
		return 0, nil, err
	}
	response, err := (&http.Client{Timeout: 30 * time.Second}).Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, response.Header, err
}
