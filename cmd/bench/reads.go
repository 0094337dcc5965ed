package main

import (
	"context"
	"fmt"
	"net/http"
	"sync/atomic"

	"referto/cmd/bench/internal/baselineapi"
	"referto/cmd/bench/internal/load"
)

// readers is the number of connections that read.
const readers = 16

// authorizedRow is P1: one row for a signed-in reader. Ours verifies the token, reads session and grants, decides,
// reads under row-level security and answers JSON that fits the contract; the base is net/http, pgx and encoding/json
// with neither.
func (b *bench) authorizedRow(ctx context.Context, r *report) error {
	reader, err := b.signIn(ctx, refereeMail)
	if err != nil {
		return err
	}
	host, raw := b.stack.api.addresses["address"], b.stack.baseline.addresses["tasks"]
	var ours, base [][]byte
	for _, id := range b.field.people {
		ours = append(ours, load.Request("GET", "/v1/tenants/"+federation+"/players/"+id.String(), host, nil, "Authorization", "Bearer "+reader.token))
		base = append(base, load.Request("GET", "/players/"+b.field.template.Tenant.String()+"/"+id.String(), raw, nil))
	}
	defer b.profile(ctx, "P1", 2)()
	rounds, err := b.compare(ctx,
		contender{"raw handler", b.stack.baseline.process, load.Plan{Address: raw, Connections: readers, Next: inTurn(base), Want: []int{http.StatusOK}}},
		contender{"api", b.stack.api.process, load.Plan{Address: host, Connections: readers, Next: inTurn(ours), Want: []int{http.StatusOK}}})
	if err != nil {
		return err
	}
	r.addComparison("P1", "authorized row against a raw handler", rounds, 0, atLeast(0.75))
	return nil
}

// inTurn is a plan's Next that goes through requests, whatever connection asks.
func inTurn(requests [][]byte) func(int, []byte) []byte {
	var next atomic.Int64
	return func(_ int, buffer []byte) []byte {
		return append(buffer, requests[int(next.Add(1))%len(requests)]...)
	}
}

// unchangedPage is P4: a page that the client has already, against echo's hello. It is the standings of a running
// stage, and of a season the board and the register of places. Reported beside it: against a minimal handler on echo
// with the same kind of answer.
func (b *bench) unchangedPage(ctx context.Context, r *report) error {
	season, err := b.smallSeason(ctx)
	if err != nil {
		return err
	}
	host, hello := b.stack.api.addresses["address"], b.stack.baseline.addresses["hello"]
	contenders := []contender{{"hello", b.stack.baseline.process, load.Plan{
		Address: hello, Connections: readers, Next: load.Same(load.Request("GET", "/hello", hello, nil)), Want: []int{http.StatusOK},
	}}, {"unchanged", b.stack.baseline.process, load.Plan{
		Address: hello, Connections: readers, Next: load.Same(load.Request("GET", "/unchanged", hello, nil, "If-None-Match", baselineapi.Tag)), Want: []int{http.StatusNotModified},
	}}}
	shown := []struct{ what, path string }{
		{"standings", "/v1" + eventPath(b.field.event) + "/standings"}, {"board", season.board}, {"register", season.register},
	}
	for _, s := range shown {
		etag, err := entityTag(ctx, "http://"+host+s.path)
		if err != nil {
			return err
		}
		contenders = append(contenders, contender{s.what, b.stack.api.process, load.Plan{
			Address: host, Connections: readers, Next: load.Same(load.Request("GET", s.path, host, nil, "If-None-Match", etag)), Want: []int{http.StatusNotModified},
		}})
	}
	defer b.profile(ctx, "P4", len(contenders))()
	rounds, err := b.compare(ctx, contenders...)
	if err != nil {
		return err
	}
	for i, s := range shown {
		r.addComparisonOf("P4", "unchanged "+s.what+" against echo's hello", rounds, 0, i+2, atLeast(1))
		r.add("P4", "the same against a 304 of echo: processor time of the base / ours", over(rounds, func(round []sample) float64 { return round[1].cost() / round[i+2].cost() }), target{})
	}
	return nil
}

// entityTag returns the entity tag of the page at an address.
func entityTag(ctx context.Context, address string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", err
	}
	request.Header.Set("Accept-Encoding", "identity") // each coding has a tag of its own
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	etag := response.Header.Get("ETag")
	if response.StatusCode != http.StatusOK || etag == "" {
		return "", fmt.Errorf("%s: status %d, entity tag %q", address, response.StatusCode, etag)
	}
	return etag, nil
}
