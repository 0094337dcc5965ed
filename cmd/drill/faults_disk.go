package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// diskFaults are the faults of the database's disk.
var diskFaults = []fault{
	{name: "disk-full", id: "F-06", what: "no room left on the database's disk for 8 s", set: setup{disk: 320}, try: diskFull},
	{
		name: "log-full", id: "F-06", what: "no room for the database's log, which ends it; started again once there is",
		set: setup{disk: 320, settings: map[string]string{"wal_recycle": "off", "min_wal_size": "32MB", "max_wal_size": "64MB"}}, try: logFull,
	},
	{name: "disk-slow", id: "F-06", what: "disk that takes 150 ms to keep something, for 10 s", try: diskSlow},
}

// ballast fills a disk to its last block.
func (s *scene) ballast() error {
	file, err := os.Create(s.at("database/ballast"))
	if err != nil {
		return err
	}
	defer file.Close()
	for size := 1 << 20; size >= 512; {
		if _, err := file.Write(make([]byte, size)); errors.Is(err, syscall.ENOSPC) {
			size /= 2
		} else if err != nil {
			return err
		}
	}
	return nil
}

func (s *scene) dropBallast() error { return os.Remove(s.at("database/ballast")) }

func diskFull(ctx context.Context, s *scene) (string, error) {
	return while(8*time.Second, (*scene).ballast, func(s *scene) error {
		select {
		case <-s.postgres.Done():
			return errors.New("the database has ended")
		default:
			return s.dropBallast()
		}
	})(ctx, s)
}

// logFull has the database need another file for its log, for which there is no room.
func logFull(ctx context.Context, s *scene) (string, error) {
	how := ""
	told, err := while(8*time.Second, func(s *scene) error {
		if err := s.sql(`checkpoint`); err != nil {
			return err
		}
		if err := s.ballast(); err != nil {
			return err
		}
		for range 3 {
			_ = s.sql(`select pg_logical_emit_message(true, 'ballast', 'x')`, `select pg_switch_wal()`) // an error is expected: this makes the fault happen
		}
		return nil
	}, func(s *scene) error {
		if err := s.dropBallast(); err != nil {
			return err
		}
		select {
		case <-s.postgres.Done():
			how = "; the database had ended"
			return s.restartDatabase()
		case <-time.After(time.Second):
			return nil
		}
	})(ctx, s)
	return told + how, err
}

// diskSlow delays the calls of the database's processes that make its log durable.
func diskSlow(ctx context.Context, s *scene) (string, error) {
	if _, err := exec.LookPath("strace"); err != nil {
		return "", fmt.Errorf("%w: Debian's strace slows calls down: %w", errCannot, err)
	}
	var slow *exec.Cmd
	var during int
	began := time.Time{}
	told, err := while(10*time.Second, func(s *scene) error {
		processes, err := s.processes()
		if err != nil {
			return err
		}
		args := []string{"-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync,fsync", "-e", "inject=fdatasync,fsync:delay_enter=150000"}
		for _, pid := range processes {
			args = append(args, "-p", strconv.Itoa(pid))
		}
		var said strings.Builder
		slow = exec.CommandContext(s.ctx, "strace", args...)
		slow.Stderr = &said
		endWithParent(slow)
		if err := slow.Start(); err != nil {
			return err
		}
		time.Sleep(500 * time.Millisecond)
		if err := slow.Process.Signal(syscall.Signal(0)); err != nil || strings.Contains(said.String(), "not permitted") {
			return fmt.Errorf("%w: strace: %s", errCannot, said.String())
		}
		during, began = s.crowd.done(), time.Now()
		return nil
	}, func(s *scene) error {
		during = s.crowd.done() - during
		took := time.Since(began)
		if err := slow.Process.Signal(syscall.SIGINT); err != nil {
			return err
		}
		_ = slow.Wait()
		told := float64(2*during) / took.Seconds()
		if during == 0 {
			return errors.New("nothing was done meanwhile")
		}
		s.note = fmt.Sprintf("; %.0f acts a second meanwhile", told)
		return nil
	})(ctx, s)
	return told + s.note, err
}
