package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"referto/cmd/bench/internal/baselinedb"
	"referto/cmd/bench/internal/load"
)

// chosenPages is P23: pages of a part of a ranking's players, those of a year category and those of a club, anywhere
// in their list, for a signed-in reader. The base is the raw page of P2, which is of all players.
func (b *bench) chosenPages(ctx context.Context, r *report) error {
	ranking, reader, err := b.readRanking(ctx)
	if err != nil {
		return err
	}
	host, raw := b.stack.api.addresses["address"], b.stack.baseline.addresses["tasks"]
	large := baselinedb.ClubOfRanking(0).String()
	for _, first := range []struct{ what, query string }{{"a year category", "category=juniors"}, {"the largest club", "club=" + large}} {
		began := time.Now()
		page, err := b.ask(ctx, ranking.path+"/standings?"+first.query, reader.token)
		if err != nil {
			return err
		}
		r.addText("P23", fmt.Sprintf("first page of %s, %d of %d players", first.what, page.Players, len(ranking.players)), time.Since(began).Round(time.Millisecond).String())
	}
	chance := rand.New(rand.NewPCG(10, 11))
	requests := func(query func() string) [][]byte {
		out := make([][]byte, somePages)
		for i := range out {
			out[i] = load.Request("GET", ranking.path+"/standings?"+query(), host, nil, "Authorization", "Bearer "+reader.token)
		}
		return out
	}
	anywhere := func(filter string, players int) func() string {
		return func() string { return filter + "&from=" + strconv.Itoa(1+chance.IntN(players)) }
	}
	players, clubs := len(ranking.players), len(ranking.players)/clubMembers
	rounds, err := b.compare(ctx,
		asking("raw page", b.stack.baseline, raw, ranking.rawPages(raw)),
		asking("page of a category", b.stack.api, host, requests(anywhere("category=juniors", players/20))),
		asking("page of the largest club", b.stack.api, host, requests(anywhere("club="+large, players/12))),
		asking("page of some club", b.stack.api, host, requests(func() string { return "club=" + baselinedb.ClubOfRanking(1+chance.IntN(clubs-1)).String() })),
	)
	if err != nil {
		return err
	}
	for i, what := range []string{"page of a year category", "page of the largest club", "page of any club of some ninety"} {
		r.addComparisonOf("P23", what+", signed in, against a raw page of all", rounds, 0, i+1, atLeast(0.5))
	}
	return nil
}
