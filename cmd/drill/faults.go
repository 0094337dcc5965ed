package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// fault is something that goes wrong, tried on an installation of its own.
type fault struct {
	name string
	id   string // in the table of docs/operate/faults.md
	what string // is done
	set  setup
	try  func(ctx context.Context, s *scene) (figure string, err error)
}

// faults are tried in this order.
var faults = slices.Concat(programFaults, databaseFaults, diskFaults, lineFaults, mailFaults, fileFaults, replicaFaults, neighborFaults, hourFaults)

// errCannot is the error of a fault that this machine cannot be made to have.
var errCannot = errors.New("cannot be tried here")

// faultsCommand tries the faults one after the other and prints a line for each.
func faultsCommand(ctx context.Context, args []string, stdout io.Writer) (err error) {
	flags := flag.NewFlagSet("faults", flag.ContinueOnError)
	var o rehearsal
	o.flags(flags)
	flags.IntVar(&o.kills, "kills", 12, "`times` that a process is killed")
	flags.IntVar(&o.trials, "trials", 1000, "`trials` of each race")
	flags.DurationVar(&o.patience, "patience", 15*time.Second, "`time` within which every request is answered: the program promises to begin within ten seconds, and the machine may be busy")
	flags.DurationVar(&o.hour, "hour", 5*time.Minute, "`time` of the load that lasts long; before a release an hour")
	only := flags.String("only", "", "`names` of the faults to try, with commas between; all by default")
	if err := flags.Parse(args); err != nil {
		return err
	}
	chosen, err := choose(*only)
	if err == nil {
		err = o.begin(ctx, flags.Name())
	}
	if err != nil {
		return err
	}
	defer o.lines.end()
	return o.rehearse(ctx, chosen, stdout)
}

// choose finds the faults that were asked for.
func choose(names string) ([]fault, error) {
	if names == "" {
		return faults, nil
	}
	var out []fault
	for name := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(faults, func(f fault) bool { return f.name == name })
		if i < 0 {
			var all []string
			for _, f := range faults {
				all = append(all, f.name)
			}
			return nil, fmt.Errorf("faults: no %q; there are %s", name, strings.Join(all, ", "))
		}
		out = append(out, faults[i])
	}
	return out, nil
}

// rehearsal holds the settings for trying all faults.
type rehearsal struct {
	program, toxiproxy string
	kills, trials      int
	patience           time.Duration
	hour               time.Duration
	lines              *toxiproxy
}

// flags defines the flags of every rehearsal.
func (o *rehearsal) flags(to *flag.FlagSet) {
	to.StringVar(&o.program, "program", "", "`file` of the program")
	to.StringVar(&o.toxiproxy, "toxiproxy", "", "`file` of toxiproxy's server")
}

// begin starts the lines of a rehearsal, which has a name in messages.
func (o *rehearsal) begin(ctx context.Context, name string) (err error) {
	if o.program == "" || o.toxiproxy == "" {
		return fmt.Errorf("%s: want -program and -toxiproxy", name)
	}
	for _, file := range []*string{&o.program, &o.toxiproxy} {
		if *file, err = filepath.Abs(*file); err != nil {
			return err
		}
	}
	o.lines, err = startToxiproxy(ctx, o.toxiproxy)
	return err
}

// rehearse tries faults. It reports faults that could not be tried separately from those that broke a promise.
func (o rehearsal) rehearse(ctx context.Context, chosen []fault, stdout io.Writer) error {
	var broken, untried []string
	began := time.Now()
	for _, f := range chosen {
		started := time.Now()
		figure, err := o.one(ctx, f)
		verdict := "kept"
		switch {
		case errors.Is(err, errCannot):
			verdict, figure = "NOT TRIED", err.Error()
			untried = append(untried, f.name)
		case err != nil:
			verdict = "BROKEN"
			broken = append(broken, f.name)
		}
		fmt.Fprintf(stdout, "%-4s  %-20s  %-9s  %s: %s (%.0f s)\n", f.id, f.name, verdict, f.what, figure, time.Since(started).Seconds())
		if verdict == "BROKEN" {
			fmt.Fprintf(stdout, "      %s\n", strings.ReplaceAll(err.Error(), "\n", "\n      "))
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	fmt.Fprintf(stdout, "%d faults in %s: %d promises broken, %d not tried\n", len(chosen), time.Since(began).Round(time.Second), len(broken), len(untried))
	if len(broken) > 0 {
		return fmt.Errorf("broken: %s", strings.Join(broken, ", "))
	}
	return nil
}

// one tries a fault on an installation of its own.
func (o rehearsal) one(ctx context.Context, f fault) (figure string, err error) {
	s := &scene{rehearsal: o, setup: f.set}
	defer func() { err = errors.Join(err, s.end()) }()
	if err := s.begin(ctx); err != nil {
		return "", fmt.Errorf("begin: %w", err)
	}
	return f.try(ctx, s)
}
