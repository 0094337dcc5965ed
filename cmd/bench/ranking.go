package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/cmd/bench/internal/baselinedb"
	"referto/cmd/bench/internal/load"
	"referto/internal/apiclient"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/ranking"
	"referto/internal/league/rules/presets"
	"referto/openapi"
)

// smallRankings is the number of players of each ranking beside the large one.
const smallRankings = 40

// benchRanking is the ranking that is asked about.
type benchRanking struct {
	baselinedb.Ranking
	players []baselinedb.RankedPlayer // in the order in which they were made
	path    string
	loaded  time.Duration // until the first page was there
}

// readRanking makes the large ranking, if that has not been done, and signs in an account that reads it.
func (b *bench) readRanking(ctx context.Context) (*benchRanking, caller, error) {
	ranking, err := b.largeRanking(ctx)
	if err != nil {
		return nil, caller{}, err
	}
	reader, err := b.signIn(ctx, refereeMail)
	return ranking, reader, err
}

// largeRanking is the ranking of a federation, made by the first goal that asks for it.
func (b *bench) largeRanking(ctx context.Context) (*benchRanking, error) {
	if b.ranking != nil {
		return b.ranking, nil
	}
	k, err := presets.Find("catan-ranglista-bg")
	if err != nil {
		return nil, err
	}
	keeper := ranking.NewKeeper(k)
	var made openapi.Ranking
	b.field.loader.post(b.field.loader.manager, "/tenants/"+federation+"/rankings", openapi.NewRanking{
		Slug: "lifetime", Title: "Lifetime", Ruleset: "catan-ranglista-bg", Counted: []openapi.EventKind{openapi.EventKindRanking},
	}, &made)
	if b.field.loader.err != nil {
		return nil, b.field.loader.err
	}
	if err := b.field.loader.manager.Do(ctx, http.MethodPut, "/tenants/"+federation+"/categories", juniors(), nil, apiclient.IfMatch(0)); err != nil {
		return nil, err
	}
	r := &benchRanking{Ranking: baselinedb.Ranking{Tenant: b.field.template.Tenant, Ranking: made.Id.UUID}, path: "/v1/tenants/" + federation + "/rankings/" + made.Id.String()}
	if r.players, err = rankedPlayers(keeper, b.people); err != nil {
		return nil, err
	}
	began := time.Now()
	if err := baselinedb.FillRanking(ctx, b.stack.superuser, r.Ranking, desk.KeyForm, r.players); err != nil {
		return nil, err
	}
	if err := baselinedb.SmallTenants(ctx, b.stack.superuser, b.small); err != nil {
		return nil, err
	}
	if err := baselinedb.CopyRanking(ctx, b.stack.superuser, r.Ranking, smallRankings); err != nil {
		return nil, err
	}
	fmt.Fprintf(b.progress, "(%d players beside %d small tenants in %s) ", b.people, b.small, time.Since(began).Round(time.Second))
	began = time.Now()
	if _, err := b.rankingPage(ctx, r.path, 1); err != nil {
		return nil, err
	}
	r.loaded = time.Since(began)
	b.ranking = r
	return r, nil
}

// clubMembers is the number of players of a club of the large ranking; the first one has a tenth of all.
const clubMembers = 100

// juniors are those born since 2009: some 9 of 100 players.
func juniors() openapi.NewCategories {
	born := 2009
	return openapi.NewCategories{Categories: []openapi.Category{{Key: "juniors", Title: "Juniors", By: openapi.CategoryBasisBorn, From: &born}}}
}

// rankedPlayers makes people with figures of a lifetime below the cap. A few hundred share
// each number of points, and some all figures.
func rankedPlayers(k *ranking.Keeper, n int) ([]baselinedb.RankedPlayer, error) {
	chance := rand.New(rand.NewPCG(1, 2))
	out := make([]baselinedb.RankedPlayer, n)
	for i := range out {
		points, played := chance.IntN(290), 1+chance.IntN(60)
		figures := []league.Frac{
			league.Int(points), league.Int(played * (20 + chance.IntN(15))), league.NewFrac(int64(played*(5000+chance.IntN(3000))), 100),
			league.Int(chance.IntN(played + 1)), league.Int(chance.IntN(played + 1)), league.Int(chance.IntN(played + 1)), league.Int(played),
		}
		if i%10 == 0 { // a beginner
			figures = []league.Frac{league.Int(points % 6), league.Int(30), league.Int(75), league.Int(1), {}, {}, league.Int(1)}
		}
		key, err := k.Key(ranking.Career{Figures: figures}, ranking.Moment{})
		if err != nil {
			return nil, err
		}
		id := uuid.UUID{6: 0x70, 8: 0x80}
		for at := range 6 {
			id[at] = byte(i >> (8 * (5 - at)))
		}
		id[9], id[15] = 1, byte(chance.IntN(256))
		out[i] = baselinedb.RankedPlayer{ID: id, Name: fmt.Sprintf("ranked %s %06d", string(rune('a'+i%26)), i), Key: []byte(key), Born: 1940 + chance.IntN(76)}
		if out[i].Club = i / clubMembers % (1 + n/clubMembers); i%10 == 9 {
			out[i].Club = 0 // the one that everybody knows
		}
		for _, f := range figures {
			out[i].Figures = append(out[i].Figures, f.String())
		}
	}
	return out, nil
}

// rankingPage reads a page of a ranking from a position on.
func (b *bench) rankingPage(ctx context.Context, path string, from int) (page openapi.RankingStandings, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://%s%s/standings?from=%d", b.stack.api.addresses["address"], path, from), http.NoBody)
	if err != nil {
		return page, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return page, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s from %d: status %d: %s", path, from, response.StatusCode, body)
	}
	if err != nil {
		return page, err
	}
	return page, json.Unmarshal(body, &page)
}

// pages returns requests for pages of the ranking, some at random between two positions, by a signed-in reader;
// anonymous without a token.
func (r *benchRanking) pages(host, token string, from, to, n int) [][]byte {
	chance := rand.New(rand.NewPCG(3, uint64(from)))
	var header []string
	if token != "" {
		header = []string{"Authorization", "Bearer " + token}
	}
	requests := make([][]byte, n)
	for i := range requests {
		requests[i] = load.Request("GET", r.path+"/standings?from="+strconv.Itoa(from+chance.IntN(max(1, to-from))), host, nil, header...)
	}
	return requests
}

// beside returns requests for the first pages of small tenants' rankings, of each once and in no order, so that their
// trees come and go beside the large one. With pages of the large one, nine of them stand between two.
func (r *benchRanking) beside(host, token string, small int, pages [][]byte) [][]byte {
	var requests [][]byte
	for i, n := range rand.New(rand.NewPCG(8, 9)).Perm(small) {
		path := "/v1/tenants/" + baselinedb.SmallSlug(1+n) + "/rankings/" + r.Ranking.Ranking.String() + "/standings"
		requests = append(requests, load.Request("GET", path, host, nil, "Authorization", "Bearer "+token))
		for j := range min(9, len(pages)) {
			requests = append(requests, pages[(9*i+j)%len(pages)])
		}
	}
	return requests
}

// rawPages are requests of the base for pages anywhere, each from the key of a player.
func (r *benchRanking) rawPages(host string) [][]byte {
	chance := rand.New(rand.NewPCG(4, 5))
	requests := make([][]byte, somePages)
	for i := range requests {
		key := hex.EncodeToString(r.players[chance.IntN(len(r.players))].Key)
		requests[i] = load.Request("GET", "/ranking/"+r.Tenant.String()+"/"+r.Ranking.Ranking.String()+"/"+key, host, nil)
	}
	return requests
}

// somePages is the number of different pages that a contender is asked for.
const somePages = 5000

// asking is a contender that answers requests in turn.
func asking(name string, by *server, host string, requests [][]byte) contender {
	return contender{name, by.process, load.Plan{Address: host, Connections: readers, Next: inTurn(requests), Want: []int{http.StatusOK}}}
}

// rankingPages is P2, P3 and P5: pages of a ranking anywhere in it with shared ranks, for a signed-in and for an
// anonymous reader. The base is net/http, pgx and encoding/json with a page from a key on that has neither ranks nor
// permissions.
func (b *bench) rankingPages(ctx context.Context, r *report) error {
	if b.rankingPagesDone {
		return nil
	}
	b.rankingPagesDone = true
	ranking, reader, err := b.readRanking(ctx)
	if err != nil {
		return err
	}
	host, raw, hello := b.stack.api.addresses["address"], b.stack.baseline.addresses["tasks"], b.stack.baseline.addresses["hello"]
	if err := b.keepStandings(ctx, ranking); err != nil {
		return err
	}
	files := b.stack.baseline.addresses["files"]
	players := len(ranking.players)
	var around [][]byte
	for i := range somePages {
		player := ranking.players[i*7919%players].ID
		around = append(around, load.Request("GET", ranking.path+"/standings?limit=11&around="+player.String(), host, nil, "Authorization", "Bearer "+reader.token))
	}
	hot := ranking.pages(host, "", players/2, players/2+1, 1)
	anywhere := ranking.pages(host, reader.token, 1, players-50, somePages)
	mine := load.Request("GET", ranking.path+"/standings?limit=11&around="+ranking.players[players/2].ID.String(), host, nil)
	contenders := []contender{
		asking("raw page", b.stack.baseline, raw, ranking.rawPages(raw)),
		asking("page anywhere", b.stack.api, host, anywhere),
		asking("page at the top", b.stack.api, host, ranking.pages(host, reader.token, 1, min(500, players-50), somePages)),
		asking("page at the end", b.stack.api, host, ranking.pages(host, reader.token, max(1, players-550), players-50, somePages)),
		asking("public page anywhere", b.stack.api, host, ranking.pages(host, "", 1, players-50, 100_000)),
		asking("hot public page", b.stack.api, host, hot),
		asking("file", b.stack.baseline, files, [][]byte{load.Request("GET", "/standings.json", files, nil)}),
		asking("where am I", b.stack.api, host, around),
		asking("hello", b.stack.baseline, hello, [][]byte{load.Request("GET", "/hello", hello, nil)}),
		asking("where am I, public", b.stack.api, host, [][]byte{mine}),
	}
	if b.small > 0 {
		contenders = append(contenders,
			asking("page anywhere, one of ten of a small tenant", b.stack.api, host, ranking.beside(host, reader.token, b.small, anywhere)),
			asking("first page of small tenants", b.stack.api, host, ranking.beside(host, reader.token, b.small, nil)))
	}
	defer b.profile(ctx, "P2", len(contenders))()
	rounds, err := b.compare(ctx, contenders...)
	if err != nil {
		return err
	}
	cost := func(base, ours int) []float64 {
		return over(rounds, func(s []sample) float64 { return s[base].cost() / s[ours].cost() })
	}
	r.addComparisonOf("P2", fmt.Sprintf("page of %d players, signed in, against a raw page", players), rounds, 0, 1, atLeast(1))
	r.addText("P2", "first page after the start, in memory from then on", ranking.loaded.Round(time.Millisecond).String())
	if b.small > 0 {
		r.add("P2", fmt.Sprintf("the same while one request of ten is the first page of one of %d small tenants, against a raw page", b.small), cost(0, 10), target{})
		r.addText("P2", fmt.Sprintf("first page of one of %d small tenants, each in turn", b.small), costs(rounds, 11)+" µs, p99 "+p99(rounds, 11))
	}
	r.addComparisonOf("P3", "hot public page against a raw page", rounds, 0, 5, atLeast(5))
	r.add("P3", "the same against a file of its size: processor time of the base / ours", cost(6, 5), atLeast(0.9))
	r.add("P3", "public page anywhere, most for the first time, against a raw page", cost(0, 4), target{})
	r.add("P5", "page at the end / page at the top: processor time", over(rounds, func(s []sample) float64 { return s[3].cost() / s[2].cost() }), atMost(1.2))
	r.add("P5", "where am I with ten neighbors, signed in / echo's hello: processor time", over(rounds, func(s []sample) float64 { return s[7].cost() / s[8].cost() }), atMost(1.15))
	r.add("P5", "where am I against a raw page: processor time of the base / ours", cost(0, 7), target{})
	r.add("P5", "where am I as the public reads it, kept, / echo's hello: processor time", over(rounds, func(s []sample) float64 { return s[9].cost() / s[8].cost() }), target{})
	r.addText("P5", "where am I, one answer", costs(rounds, 7)+" µs, p99 "+p99(rounds, 7))
	return nil
}

// keepStandings writes a page of the ranking to the files of the baseline.
func (b *bench) keepStandings(ctx context.Context, r *benchRanking) error {
	page, err := b.rankingPage(ctx, r.path, len(r.players)/2)
	if err != nil {
		return err
	}
	text, err := json.Marshal(page)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.stack.files, "standings.json"), text, 0o600)
}

// rankingRanks is P6: positions and ranks of pages anywhere against rank() of PostgreSQL over the
// whole list, after postings.
func (b *bench) rankingRanks(ctx context.Context, r *report) error {
	ranking, err := b.largeRanking(ctx)
	if err != nil {
		return err
	}
	p, err := b.poster(ctx)
	if err != nil {
		return err
	}
	defer p.close(ctx)
	for range 20 {
		if err := p.post(ctx); err != nil {
			return err
		}
	}
	reader, err := b.signIn(ctx, refereeMail)
	if err != nil {
		return err
	}
	began := time.Now()
	ids, ranks, err := baselinedb.RanksBySQL(ctx, b.stack.superuser, ranking.Ranking)
	if err != nil {
		return err
	}
	bySQL := time.Since(began)
	differences, compared := 0, 0
	chance := rand.New(rand.NewPCG(6, 7))
	for n := range 400 {
		from := 1 + chance.IntN(len(ids))
		if n < 20 { // where the postings were
			from = 1 + n*50
		}
		page, err := b.ask(ctx, fmt.Sprintf("%s/standings?from=%d", ranking.path, from), reader.token)
		if err != nil {
			return err
		}
		for i, row := range page.Items {
			compared++
			if at := from - 1 + i; at >= len(ids) || row.Player.Id.UUID != ids[at] || row.Rank != ranks[at] {
				differences++
			}
		}
	}
	if compared == 0 {
		return errors.New("no rows compared")
	}
	r.one("P6", "rows elsewhere than PostgreSQL's rank() has them, after 20 postings", float64(differences), atMost(0))
	r.addText("P6", "compared", fmt.Sprintf("%d rows of %d; rank() took %s", compared, len(ids), bySQL.Round(time.Millisecond)))
	return nil
}

// ask reads a page as a signed-in reader, past every shelf.
func (b *bench) ask(ctx context.Context, path, token string) (page openapi.RankingStandings, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+b.stack.api.addresses["address"]+path, http.NoBody)
	if err != nil {
		return page, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return page, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return page, fmt.Errorf("%s: status %d", path, response.StatusCode)
	}
	return page, json.NewDecoder(response.Body).Decode(&page)
}
