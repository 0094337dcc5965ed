package main

import (
	"testing"
	"time"
)

func TestSizes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{"1GB": 1024, "1.5GB": 1536, "300MB": 300} {
		if got, err := sizeOf(text); err != nil || got != want {
			t.Errorf("%s: %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "1", "GB", "-1GB", "0MB", "1TB", "1 GB", "NaNGB", "InfGB"} {
		if got, err := sizeOf(text); err == nil {
			t.Errorf("%q is taken as %d MB", text, got)
		}
	}
}

func TestTheTimeOfARestoreIsThatOfAGigabyte(t *testing.T) {
	t.Parallel()
	if got, said := perGigabyte(3*time.Minute, 2048); !said || got != 90*time.Second {
		t.Errorf("3 min for 2 GB: %s, %t", got, said)
	}
	if _, said := perGigabyte(20*time.Second, 24); said {
		t.Error("24 MB say something of a GB")
	}
}
