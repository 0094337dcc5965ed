// Command conformance replays folders of conformance cases and compares the outcomes; see package conformance for the
// form of a case.
//
//	conformance -cases DIR… [-mode engine] [-regulation 002] [-kind tournament]
//	conformance -cases DIR… -mode api [-program bin/api | -server URL -mailbox DIR] [-sample SEED]
//
// -cases is given once for every folder; their cases are replayed in one run.
//
// Mode engine replays through the packages of this project, mode api through the public API: of servers that it
// starts for itself, or of a running one, whose mails it has to be able to read. A server limits the mails for one
// network; it takes any number of cases if it trusts this machine as a proxy (TRUSTED_PROXIES), else about a hundred
// replays at once. Seasons move the clock of their server: they are replayed only on servers that were started for
// them.
//
// With -sample all cases are replayed under the readings in force, and of those with the same other
// reading of a paragraph one in ten, drawn with the seed: see [conformance.Sample].
//
// It prints each difference (case, JSON pointer, got, want), the cases that are not supported yet, and as the last
// line the counts: "18 passed, 0 failed". The exit status is 1 when something failed or nothing ran, 2 when the
// command line or the cases are wrong.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"

	"referto/internal/league/conformance"
	"referto/internal/league/conformance/remote"
)

func main() {
	os.Exit(status())
}

// status runs the command and is its exit status.
func status() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok, err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintln(os.Stderr, "conformance:", err)
		return 2
	case !ok:
		return 1
	default:
		return 0
	}
}

// options are the words of the command line.
type options struct {
	cases                    []string // folders
	mode, regulation, kind   string
	program, server, mailbox string // of mode api
	sample                   uint64 // 0 is everything
}

func parse(args []string) (o options, err error) {
	flags := flag.NewFlagSet("conformance", flag.ContinueOnError)
	flags.Func("cases", "`folder` of case files, searched with its subfolders; may be given several times", func(folder string) error {
		o.cases = append(o.cases, folder)
		return nil
	})
	flags.StringVar(&o.mode, "mode", "engine", "what to replay through: engine or api")
	flags.StringVar(&o.regulation, "regulation", "", "only cases of this regulation, by `number`")
	flags.StringVar(&o.kind, "kind", "", "only cases of this kind")
	flags.StringVar(&o.program, "program", "bin/api", "mode api: server `program` to start")
	flags.StringVar(&o.server, "server", "", "mode api: `address` of a running server, instead of starting one")
	flags.StringVar(&o.mailbox, "mailbox", "", "mode api: `folder` into which the running server puts its mails")
	flags.Uint64Var(&o.sample, "sample", 0, "`seed` of which tenth of the alternatives of each reading is replayed; without it all are")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	switch {
	case len(o.cases) == 0 || flags.NArg() > 0:
		return o, errors.New("want -cases DIR and no other arguments")
	case (o.server == "") != (o.mailbox == ""):
		return o, errors.New("-server and -mailbox go together")
	}
	return o, nil
}

// run is the command; ok reports whether something ran and nothing failed.
func run(ctx context.Context, args []string, out, log io.Writer) (ok bool, err error) {
	o, err := parse(args)
	if err != nil {
		return false, err
	}
	var cases []conformance.Case
	for _, folder := range o.cases {
		loaded, err := conformance.Load(os.DirFS(folder))
		if err != nil {
			return false, fmt.Errorf("%s: %w", folder, err)
		}
		cases = append(cases, loaded...)
	}
	cases = slices.DeleteFunc(cases, func(c conformance.Case) bool {
		return o.regulation != "" && c.Regulation != o.regulation || o.kind != "" && c.Kind != o.kind
	})
	if o.sample != 0 {
		cases = conformance.Sample(cases, o.sample)
	}
	driver, end, err := driverFor(ctx, o, cases, log)
	if err != nil {
		return false, err
	}
	report, err := conformance.Run(ctx, driver, cases, out)
	_, _ = fmt.Fprintf(log, "%d replays\n", report.Replays)
	return report.OK(), errors.Join(err, end())
}

// driverFor returns the driver of a mode, with the function that ends it.
func driverFor(ctx context.Context, o options, cases []conformance.Case, log io.Writer) (driver conformance.Driver, end func() error, err error) {
	end = func() error { return nil }
	switch {
	case o.mode == "engine":
		return &conformance.Engine{}, end, nil
	case o.mode != "api":
		return nil, nil, fmt.Errorf("no mode %q", o.mode)
	case o.server != "":
		driver, err = remote.New(ctx, o.server, o.mailbox)
		return driver, end, err
	}
	f := &fleet{program: o.program, log: log, given: make(map[string]int)}
	if err := f.start(ctx, cases); err != nil {
		return nil, nil, errors.Join(err, f.close())
	}
	return f, f.close, nil
}
