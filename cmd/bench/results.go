package main

import (
	"context"
	"fmt"
	"net/http"
	"sync/atomic"

	"referto/cmd/bench/internal/baselinedb"
	"referto/cmd/bench/internal/load"
)

// writers is the number of connections that write.
const writers = 32

// resultEntry is P7: first results of tables in many tenants, with everything that
// goes with them. One base sends the same inserts in one pipeline and does nothing
// else; the other saves row by row.
func (b *bench) resultEntry(ctx context.Context, r *report) error {
	token, err := b.signIn(ctx)
	if err != nil {
		return err
	}
	host, raw := b.stack.api.addresses["address"], b.stack.baseline.addresses["tasks"]
	tenants := len(b.field.copies) / (stagesCopied + 2)
	ours := b.field.copies[:stagesCopied*tenants]
	pipelined, saved := b.field.copies[stagesCopied*tenants:][:tenants], b.field.copies[(stagesCopied+1)*tenants:]
	path := func(s baselinedb.Stage, table int) string {
		return fmt.Sprintf("/v1/tenants/%s/events/%s/rounds/1/tables/%d/result", s.Tenant, s.Event, table)
	}
	baseline := func(kind string) func(baselinedb.Stage, int) string {
		return func(s baselinedb.Stage, table int) string {
			return fmt.Sprintf("/%s/%s/%s/%d", kind, s.Tenant, s.Event, (table-1)%tables+1)
		}
	}
	created := []int{http.StatusCreated}
	defer b.profile(ctx, "P7", 3)()
	rounds, err := b.compare(ctx,
		contender{"pipeline", b.stack.baseline.process, load.Plan{
			Address: raw, Connections: writers, Next: b.everyTable(raw, "pipeline", pipelined, baseline("pipeline")), Want: created,
		}},
		contender{"api", b.stack.api.process, load.Plan{
			Address: host, Connections: writers, Next: b.everyTable(host, "api", ours, path, "Authorization", "Bearer "+token), Want: created,
		}},
		contender{"row by row", b.stack.baseline.process, load.Plan{
			Address: raw, Connections: writers, Next: b.everyTable(raw, "rows", saved, baseline("rows")), Want: created,
		}})
	if err != nil {
		return err
	}
	r.addComparison("P7", "result against the bare pipeline", rounds, 0, 1, atLeast(0.5))
	r.addComparison("P7", "result against saving row by row", rounds, 2, 1, atLeast(10))
	return nil
}

// everyTable is a plan's Next that posts one result to each table of all stages:
// the first tables of all, then the second and so on, so that neighbors in time
// are of different tenants. Past the last table the numbers go on.
func (b *bench) everyTable(host, name string, stages []baselinedb.Stage, path func(baselinedb.Stage, int) string, header ...string) func(int, []byte) []byte {
	var next atomic.Int64
	return func(_ int, buffer []byte) []byte {
		n := int(next.Add(1)) - 1
		table := n/len(stages) + 1
		headers := append([]string{"Idempotency-Key", fmt.Sprintf("bench-%s-%d", name, n)}, header...)
		return append(buffer, load.Request("POST", path(stages[n%len(stages)], table), host, b.field.results[(table-1)%tables], headers...)...)
	}
}
