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

	"referto/cmd/bench/internal/load"
)

// startPocketBase builds the server of cmd/bench/pocketbase and starts it on the rows of a ranking,
// in the order of the ranking.
func (s *stack) startPocketBase(ctx context.Context, root string, r *benchRanking) error {
	binary := filepath.Join(s.dir, "pocketbase")
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, ".")
	build.Dir, build.Stderr = filepath.Join(root, "cmd", "bench", "pocketbase"), os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("build pocketbase: %w", err)
	}
	rows := filepath.Join(s.dir, "ranking.tsv")
	if err := r.writeRows(rows); err != nil {
		return err
	}
	var err error
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

// peers is P19: a page of the ranking, for somebody who is signed in and for everybody, with the
// page of PocketBase, which serves the same rows to everybody from its own database.
func (b *bench) peers(ctx context.Context, r *report) error {
	ranking, reader, err := b.readRanking(ctx)
	if err != nil {
		return err
	}
	if err := b.stack.startPocketBase(ctx, b.root, ranking); err != nil {
		return err
	}
	players := len(ranking.players)
	host, peer := b.stack.api.addresses["address"], b.stack.pocketBase.addresses["address"]
	rounds, err := b.compare(ctx,
		asking("PocketBase", b.stack.pocketBase, peer, ranking.peerPages(peer, somePages)),
		asking("page anywhere", b.stack.api, host, ranking.pages(host, reader.token, 1, players-50, somePages)),
		asking("public page anywhere", b.stack.api, host, ranking.pages(host, "", 1, players-50, 100_000)),
	)
	if err != nil {
		return err
	}
	r.addComparisonOf("P19", fmt.Sprintf("page of %d players, signed in, against PocketBase", players), rounds, 0, 1, atLeast(10))
	r.addComparisonOf("P19", "the same page for everybody, most for the first time", rounds, 0, 2, target{})
	return nil
}
