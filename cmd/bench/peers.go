package main

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"referto/cmd/bench/internal/baselinedb"
	"referto/cmd/bench/internal/load"
)

// buildPeer builds a server of a module in cmd/bench.
func (s *stack) buildPeer(ctx context.Context, root, name string) (binary string, err error) {
	binary = filepath.Join(s.dir, name)
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, ".")
	build.Dir, build.Stderr = filepath.Join(root, "cmd", "bench", name), os.Stderr
	if err := build.Run(); err != nil {
		return "", fmt.Errorf("build %s: %w", name, err)
	}
	return binary, nil
}

// startPrest builds the server of cmd/bench/prest and starts it on the database, with the rows of a ranking in a
// table of their own.
func (s *stack) startPrest(ctx context.Context, root string, r *benchRanking) error {
	binary, err := s.buildPeer(ctx, root, "prest")
	if err != nil {
		return err
	}
	if err := baselinedb.FlatRanking(ctx, s.superuser, r.Ranking); err != nil {
		return err
	}
	variables, err := baselinedb.PrestVariables(s.superuser, connections)
	if err != nil {
		return err
	}
	s.prest, err = startServer(ctx, append(os.Environ(), variables...), filepath.Join(s.dir, "prest.log"), binary)
	return err
}

// prestPages are requests to pREST for pages anywhere, each from a position on.
func (r *benchRanking) prestPages(host string, n int) [][]byte {
	chance := rand.New(rand.NewPCG(10, 11))
	requests := make([][]byte, n)
	for i := range requests {
		query := url.Values{
			"tenant": {"$eq." + r.Tenant.String()}, "position": {fmt.Sprintf("$gt.%d", chance.IntN(len(r.players)-50))},
			"_order": {"position"}, "_page": {"1"}, "_page_size": {"50"},
		}
		requests[i] = load.Request("GET", "/"+databaseName+"/bench/ranking?"+query.Encode(), host, nil)
	}
	return requests
}

// startPocketBase builds the server of cmd/bench/pocketbase and starts it on the rows of a ranking,
// in the order of the ranking.
func (s *stack) startPocketBase(ctx context.Context, root string, r *benchRanking) error {
	binary, err := s.buildPeer(ctx, root, "pocketbase")
	if err != nil {
		return err
	}
	rows := filepath.Join(s.dir, "ranking.tsv")
	if err := r.writeRows(rows); err != nil {
		return err
	}
	s.pocketBase, err = startServer(ctx, os.Environ(), filepath.Join(s.dir, "pocketbase.log"), binary,
		"-folder", filepath.Join(s.dir, "pb_data"), "-rows", rows, "-tenant", r.Tenant.String())
	return err
}

// writeRows writes a line for each player: position, id, name and figures.
func (r *benchRanking) writeRows(name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriter(file)
	for i, p := range r.players {
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\n", i+1, p.ID, p.Name, strings.Join(p.Figures, "/"))
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return file.Close()
}

// peerPages are requests to PocketBase for pages anywhere, each from a position on, without
// counting the rows of the list: its cheapest page.
func (r *benchRanking) peerPages(host string, n int) [][]byte {
	chance := rand.New(rand.NewPCG(8, 9))
	requests := make([][]byte, n)
	for i := range requests {
		query := url.Values{
			"filter": {fmt.Sprintf("(tenant='%s' && position>%d)", r.Tenant, chance.IntN(len(r.players)-50))},
			"sort":   {"position"}, "perPage": {"50"}, "skipTotal": {"1"},
		}
		requests[i] = load.Request("GET", "/api/collections/ranking/records?"+query.Encode(), host, nil)
	}
	return requests
}

// peers is P19: a page of the ranking, for a signed-in and for an anonymous reader, with the page of PocketBase,
// which serves the same rows to everybody from its own database, and of pREST, which does so from a table of PostgreSQL.
func (b *bench) peers(ctx context.Context, r *report) error {
	ranking, reader, err := b.readRanking(ctx)
	if err != nil {
		return err
	}
	if err := b.stack.startPocketBase(ctx, b.root, ranking); err != nil {
		return err
	}
	if err := b.stack.startPrest(ctx, b.root, ranking); err != nil {
		return err
	}
	players := len(ranking.players)
	host, peer, prest := b.stack.api.addresses["address"], b.stack.pocketBase.addresses["address"], b.stack.prest.addresses["address"]
	rounds, err := b.compare(ctx,
		asking("PocketBase", b.stack.pocketBase, peer, ranking.peerPages(peer, somePages)),
		asking("page anywhere", b.stack.api, host, ranking.pages(host, reader.token, 1, players-50, somePages)),
		asking("public page anywhere", b.stack.api, host, ranking.pages(host, "", 1, players-50, 100_000)),
		asking("pREST", b.stack.prest, prest, ranking.prestPages(prest, somePages)),
	)
	if err != nil {
		return err
	}
	r.addComparisonOf("P19", fmt.Sprintf("page of %d players, signed in, against PocketBase", players), rounds, 0, 1, atLeast(10))
	r.addComparisonOf("P19", "the page, signed in, against pREST", rounds, 3, 1, target{})
	r.addComparisonOf("P19", "the same page for everybody, most for the first time", rounds, 0, 2, target{})
	return nil
}
