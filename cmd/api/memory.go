package main

import (
	"bufio"
	"io/fs"
	"log/slog"
	"runtime/debug"
	"strconv"
	"strings"
)

// leastMemory is the smallest limit in megabytes that leaves the program room to work.
const leastMemory = 128

// limitMemory sets the memory limit of the Go runtime: as it nears the limit it collects garbage more often, and
// returns memory to the system. The settings override GOMEMLIMIT, which the runtime has read, and that overrides a
// share of the available memory (0: unknown, and no limit).
func limitMemory(s Settings, byRuntime bool, there int64, log *slog.Logger) {
	limit := memoryLimit(s, there)
	if limit == 0 || s.MemoryLimit == 0 && byRuntime {
		return
	}
	debug.SetMemoryLimit(limit)
	log.Info("memory limit", "megabytes", limit>>20)
}

// memoryLimit returns the limit in bytes by the settings and the available memory; 0 for none.
func memoryLimit(s Settings, there int64) int64 {
	switch {
	case s.MemoryLimit > 0:
		return int64(s.MemoryLimit) << 20
	case s.DatabaseURL == "": // PostgreSQL has the other half
		return there / 2
	}
	return there / 5 * 4
}

// machineMemory returns the bytes of memory available to the program: those of its control group (Linux, version 2 or
// 1), or else those of the machine. It is 0 if neither can be read.
func machineMemory(root fs.FS) int64 {
	machine := memoryTotal(root)
	for _, name := range []string{"sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		text, err := fs.ReadFile(root, name)
		if err != nil {
			continue
		}
		group, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		if err == nil && group > 0 && (machine == 0 || group < machine) { // "max", or a number beyond all memory, is none
			return group
		}
	}
	return machine
}

// memoryTotal is the machine's memory in bytes, of /proc/meminfo.
func memoryTotal(root fs.FS) int64 {
	file, err := root.Open("proc/meminfo")
	if err != nil {
		return 0
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) == 3 && fields[0] == "MemTotal:" && fields[2] == "kB" {
			kilobytes, _ := strconv.ParseInt(fields[1], 10, 64)
			return kilobytes << 10
		}
	}
	return 0
}
