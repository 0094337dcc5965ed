package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"

	"referto/cmd/bench/internal/load"
)

// warmPages is P21: public pages as a browser opens them that has never seen them,
// against a file with the same bytes, as net/http serves it from the disk. They are the
// page of a running stage and the board of a season of 50 stages, compressed.
func (b *bench) warmPages(ctx context.Context, r *report) error {
	season, err := b.smallSeason(ctx)
	if err != nil {
		return err
	}
	opened := []struct{ what, path string }{{"stage page", "/t/" + federation + "/e/" + stageSlug}, {"season board", season.board}}
	var contenders []contender
	for i, page := range opened {
		file := fmt.Sprintf("%d.html.br", i)
		if err := b.keepPage(ctx, page.path, file); err != nil {
			return err
		}
		contenders = append(contenders, b.opening("file of the "+page.what, b.stack.baseline, "files", "/"+file), b.opening(page.what, b.stack.api, "address", page.path))
	}
	defer b.profile(ctx, "P21", len(contenders))()
	rounds, err := b.compare(ctx, contenders...)
	if err != nil {
		return err
	}
	for i, page := range opened {
		r.addComparisonOf("P21", "opening a warm "+page.what+" against a file of its size", rounds, 2*i, 2*i+1, atLeast(1))
	}
	return nil
}

// opening is a contender that answers with the page at an address, compressed.
func (b *bench) opening(name string, by *server, address, path string) contender {
	host := by.addresses[address]
	request := load.Request("GET", path, host, nil, "Accept-Language", "it", "Accept-Encoding", "br")
	return contender{name, by.process, load.Plan{Address: host, Connections: readers, Next: load.Same(request), Want: []int{http.StatusOK}}}
}

// keepPage writes a page of the server, as it travels, to the files of the baseline.
func (b *bench) keepPage(ctx context.Context, path, file string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+b.stack.api.addresses["address"]+path, http.NoBody)
	if err != nil {
		return err
	}
	request.Header.Set("Accept-Language", "it")
	request.Header.Set("Accept-Encoding", "br")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Encoding") != "br" {
		return fmt.Errorf("%s: status %d, coding %q", path, response.StatusCode, response.Header.Get("Content-Encoding"))
	}
	return os.WriteFile(filepath.Join(b.stack.files, file), body, 0o600)
}
