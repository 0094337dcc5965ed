package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// mostProfiled is the longest a profile may be.
const mostProfiled = 5 * time.Minute

// profile takes a CPU profile of the server for about as long as it takes to
// compare some contenders, if profiles are wanted. The returned function waits
// until it is written.
func (b *bench) profile(ctx context.Context, goal string, contenders int) (wait func()) {
	if b.profiles == "" {
		return func() {}
	}
	length := min(time.Duration(contenders*(b.rounds+1))*b.slice, mostProfiled)
	ctx, cancel := context.WithTimeout(ctx, length+time.Minute)
	written := make(chan struct{})
	go func() {
		defer close(written)
		if err := b.fetchProfile(ctx, goal, length); err != nil {
			fmt.Fprintln(b.progress, "profile:", err)
		}
	}()
	return func() { <-written; cancel() }
}

func (b *bench) fetchProfile(ctx context.Context, goal string, length time.Duration) error {
	address := fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", b.stack.api.addresses["profiles"], max(1, int(length.Seconds())))
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if err := os.MkdirAll(b.profiles, 0o755); err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(b.profiles, goal+".prof"))
	if err != nil {
		return err
	}
	if _, err := io.Copy(file, response.Body); err != nil {
		return err
	}
	return file.Close()
}
