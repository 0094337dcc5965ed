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

// resultEntry is P7: first results of tables in many tenants, with all their consequences. One base sends the same
// inserts in one pipeline and does nothing else; the other saves row by row.
func (b *bench) resultEntry(ctx context.Context, r *report) error {
	referees, err := b.referees(ctx)
	if err != nil {
		return err
	}
	host, raw := b.stack.api.addresses["address"], b.stack.baseline.addresses["tasks"]
	tenants := len(b.field.copies) / (2*stagesCopied + 1)
	ours := reporting{name: "api", host: host, stages: b.field.copies[:stagesCopied*tenants]}
	ours.path = func(s baselinedb.Stage, table int) string {
		return fmt.Sprintf("/v1/tenants/%s/events/%s/rounds/1/tables/%d/result", s.Tenant, s.Event, table)
	}
	rows := reporting{name: "rows", host: raw, stages: b.field.copies[stagesCopied*tenants:][:tenants]}
	rows.path = baselinePath("rows")
	pipeline := reporting{name: "pipeline", host: raw, stages: b.field.copies[(stagesCopied+1)*tenants:]}
	pipeline.path = baselinePath("pipeline")
	defer b.profile(ctx, "P7", 3)()
	rounds, err := b.compare(ctx,
		contender{"pipeline", b.stack.baseline.process, b.everyTable(pipeline, referees)},
		contender{"api", b.stack.api.process, b.everyTable(ours, referees)},
		contender{"row by row", b.stack.baseline.process, b.everyTable(rows, referees)})
	if err != nil {
		return err
	}
	r.addComparison("P7", "result against the bare pipeline", rounds, 0, atLeast(0.5))
	r.addComparison("P7", "result against saving row by row", rounds, 2, atLeast(10))
	return nil
}

func baselinePath(kind string) func(baselinedb.Stage, int) string {
	return func(s baselinedb.Stage, table int) string {
		return fmt.Sprintf("/%s/%s/%s/%d", kind, s.Tenant, s.Event, table)
	}
}

// reporting writes the results.
type reporting struct {
	name, host string
	stages     []baselinedb.Copy
	path       func(baselinedb.Stage, int) string
}

// everyTable is the plan that posts one result to each table of all stages, as the referee of each. A connection
// reports a stage, table after table, before it takes the next free one; neighbors in the list are of different
// tenants. Past the last stage it begins again.
func (b *bench) everyTable(to reporting, referees []caller) load.Plan {
	var taken atomic.Int64
	type place struct{ stage, table int }
	places := make([]place, writers)
	for i := range places {
		places[i].table = tables
	}
	next := func(connection int, buffer []byte) []byte {
		p := &places[connection]
		if p.table++; p.table > tables {
			p.stage, p.table = int(taken.Add(1))-1, 1
		}
		stage := to.stages[p.stage%len(to.stages)]
		referee := referees[stage.Referee-1]
		return append(buffer, load.Request("POST", to.path(stage.Stage, p.table), to.host, b.field.results[p.table-1],
			"Authorization", "Bearer "+referee.token, "Account", referee.account.String(),
			"Idempotency-Key", fmt.Sprintf("bench-%s-%d-%d", to.name, p.stage, p.table))...)
	}
	return load.Plan{Address: to.host, Connections: writers, Next: next, Want: []int{http.StatusCreated}}
}
