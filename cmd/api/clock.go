package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// clock is the platform's time: the machine's, one that starts at another instant (at)
// and goes on from there, or one that a file moves.
func clock(at, file string) (func() time.Time, error) {
	switch {
	case at != "" && file != "":
		return nil, errors.New("-at and -clock exclude each other")
	case file != "":
		return movedBy(file)
	case at == "":
		return time.Now, nil
	}
	start, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return nil, fmt.Errorf("-at: want a time like 2009-02-08T09:00:00Z, got %q", at)
	}
	began := time.Now()
	return func() time.Time { return start.Add(time.Since(began)) }, nil
}

// movedBy returns a clock that starts at the time in a file, and goes on from when the file was written. It is moved
// for replays of a season, which needs access to the machine. The file is read at every call, so that the clock moves
// once the file is there; as long as it cannot be read the clock goes on from its last setting.
func movedBy(file string) (func() time.Time, error) {
	first, err := readSetting(file)
	if err != nil {
		return nil, fmt.Errorf("-clock: %w", err)
	}
	var last atomic.Pointer[setting]
	last.Store(&first)
	return func() time.Time {
		now, err := readSetting(file)
		if err != nil {
			now = *last.Load()
		} else {
			last.Store(&now)
		}
		return now.shown.Add(time.Since(now.written))
	}, nil
}

// setting holds the time to which a clock was set, and when.
type setting struct{ shown, written time.Time }

func readSetting(name string) (s setting, err error) {
	file, err := os.Open(name)
	if err != nil {
		return s, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return s, err
	}
	text, err := io.ReadAll(file)
	if err != nil {
		return s, err
	}
	shown, err := time.Parse(time.RFC3339, strings.TrimSpace(string(text)))
	if err != nil {
		return s, fmt.Errorf("%s: want a time like 2009-02-08T09:00:00Z, got %q", name, text)
	}
	return setting{shown: shown, written: info.ModTime()}, nil
}
