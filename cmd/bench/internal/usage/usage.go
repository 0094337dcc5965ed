// Package usage measures the resources of running processes: processor time and memory, from Linux's /proc.
//
// Processor time is user and system time of all threads, in nanoseconds. The time of a thread or process that ends
// between two readings is lost, so readings are for servers that keep their threads and connections.
package usage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Process is a process by its number.
type Process int

// Tree are a process and its children: a PostgreSQL by its first process.
type Tree Process

// A Reading is the processor time each process had used when it was read.
type Reading map[Process]time.Duration

// Read adds the time a process has used up to now.
func (p Process) Read(into Reading) error {
	used, err := p.time()
	into[p] = used
	return err
}

// Read adds the times of the process and its children. A child that ends
// meanwhile is left out.
func (t Tree) Read(into Reading) error {
	if err := Process(t).Read(into); err != nil {
		return err
	}
	processes, err := os.ReadDir("/proc")
	if err != nil {
		return fmt.Errorf("usage: %w", err)
	}
	for _, entry := range processes {
		id, err := strconv.Atoi(entry.Name())
		if err != nil || parent(id) != int(t) {
			continue
		}
		used, err := Process(id).time()
		if err != nil && !gone(err) {
			return err
		}
		into[Process(id)] = used
	}
	return nil
}

// Since is the time used by all processes since an earlier reading.
func (r Reading) Since(earlier Reading) time.Duration {
	var used time.Duration
	for process, now := range r {
		used += now - earlier[process]
	}
	return used
}

// time is the time used by all threads.
func (p Process) time() (time.Duration, error) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", p))
	if err != nil || len(threads) == 0 {
		return 0, fmt.Errorf("usage: process %d: %w", p, fs.ErrNotExist)
	}
	var used time.Duration
	for _, thread := range threads {
		text, err := os.ReadFile(thread)
		if gone(err) {
			continue
		}
		if err != nil {
			return 0, fmt.Errorf("usage: %w", err)
		}
		nanoseconds, _, _ := strings.Cut(string(text), " ")
		n, err := strconv.ParseInt(nanoseconds, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("usage: %s: %w", thread, err)
		}
		used += time.Duration(n)
	}
	return used, nil
}

// Machine is the time for which all processors of the machine together have worked since it was started, and for which
// they had nothing to do.
func Machine() (worked, idle time.Duration, err error) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, 0, fmt.Errorf("usage: %w", err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return processors(first)
}

// tick is the unit of the first lines of /proc/stat.
const tick = 10 * time.Millisecond

// processors reads the line of all processors: user, nice, system, idle, waiting for a disk, two kinds of interrupts, and
// what other virtual machines have taken. The times of guests after them are part of user and nice.
func processors(line string) (worked, idle time.Duration, err error) {
	fields := strings.Fields(line)
	if len(fields) < 9 || fields[0] != "cpu" {
		return 0, 0, fmt.Errorf("usage: no line of all processors: %q", line)
	}
	for i, field := range fields[1:9] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, 0, fmt.Errorf("usage: %q: %w", line, err)
		}
		if i == 3 || i == 4 {
			idle += time.Duration(n) * tick
		} else {
			worked += time.Duration(n) * tick
		}
	}
	return worked, idle, nil
}

// Memory is the resident memory of the process, in bytes.
func (p Process) Memory() (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", p))
	if err != nil {
		return 0, fmt.Errorf("usage: %w", err)
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0, fmt.Errorf("usage: process %d: statm has no second field", p)
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("usage: process %d: %w", p, err)
	}
	return pages * int64(os.Getpagesize()), nil
}

// parent is the number of a process' parent; 0 if it has ended.
func parent(id int) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
	if err != nil {
		return 0
	}
	// The second field is the name in parentheses, which may hold anything.
	_, rest, _ := strings.Cut(string(text[strings.LastIndexByte(string(text), ')')+1:]), " ")
	fields := strings.Fields(rest)
	if len(fields) < 2 {
		return 0
	}
	parent, err := strconv.Atoi(fields[1])
	if err != nil {
		return 0
	}
	return parent
}

// gone reports whether a file could not be read because its process has ended.
func gone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ESRCH)
}
