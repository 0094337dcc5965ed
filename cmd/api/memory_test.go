package main

import (
	"testing"
	"testing/fstest"
)

// The limit follows the settings, and without them the memory available to the program.
func TestMemoryLimit(t *testing.T) {
	t.Parallel()
	const machine = "MemTotal:        8000000 kB\nMemFree:          100000 kB\n"
	system := func(files map[string]string) fstest.MapFS {
		out := fstest.MapFS{}
		for name, text := range files {
			out[name] = &fstest.MapFile{Data: []byte(text)}
		}
		return out
	}
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  int64
	}{
		{"a machine", map[string]string{"proc/meminfo": machine}, 8000000 << 10},
		{"a control group", map[string]string{"proc/meminfo": machine, "sys/fs/cgroup/memory.max": "1000000000\n"}, 1000000000},
		{"a control group without a limit", map[string]string{"proc/meminfo": machine, "sys/fs/cgroup/memory.max": "max\n"}, 8000000 << 10},
		{"an older one", map[string]string{"proc/meminfo": machine, "sys/fs/cgroup/memory/memory.limit_in_bytes": "500000000\n"}, 500000000},
		{"an older one without a limit", map[string]string{"proc/meminfo": machine, "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 8000000 << 10},
		{"nothing to read", nil, 0},
	} {
		if got := machineMemory(system(tt.files)); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
	for _, tt := range []struct {
		name     string
		settings Settings
		want     int64
	}{
		{"with the embedded PostgreSQL", Settings{}, 500},
		{"with another", Settings{DatabaseURL: "postgres://db"}, 800},
		{"as the settings say", Settings{MemoryLimit: 512}, 512 << 20},
	} {
		if got := memoryLimit(tt.settings, 1000); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
	if _, err := readSettings([]string{"MEMORY_LIMIT_MB=64"}); err == nil {
		t.Error("64 MB are accepted")
	}
}
