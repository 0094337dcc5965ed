package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestClockMovedByAFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "clock")
	set := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := clock("", file); err == nil {
		t.Error("there is no file, and that is well")
	}
	set("soon")
	if _, err := clock("", file); err == nil {
		t.Error("a file that says no time is taken")
	}
	set("2009-02-08T09:00:00Z\n")
	if _, err := clock("2009-02-08T09:00:00Z", file); err == nil {
		t.Error("both ways to set the clock are taken")
	}
	now, err := clock("", file)
	if err != nil {
		t.Fatal(err)
	}
	shows := func(want string) {
		t.Helper()
		from, err := time.Parse(time.RFC3339, want)
		if got := now(); err != nil || got.Before(from) || got.After(from.Add(time.Minute)) {
			t.Errorf("got %s, want %s and a little more, %v", got, want, err)
		}
	}
	shows("2009-02-08T09:00:00Z")
	if first := now(); !now().After(first) {
		t.Error("it stands still")
	}
	set("2010-03-06T09:00:00Z")
	shows("2010-03-06T09:00:00Z")
	set("2008-11-01T09:00:00Z")
	shows("2008-11-01T09:00:00Z")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	shows("2008-11-01T09:00:00Z")
}
