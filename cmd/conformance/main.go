// Command conformance replays a folder of conformance cases and compares the
// outcomes; see package conformance for what a case is.
//
//	conformance -cases DIR [-mode engine] [-regulation 002] [-kind tournament]
//
// It prints each difference (case, JSON pointer, got, want), what is not
// supported yet, and as the last line the counts: "18 passed, 0 failed". The
// exit status is 1 when something failed or nothing ran, 2 when the command
// line or the cases are wrong.
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
)

func main() {
	os.Exit(status())
}

// status runs the command and is its exit status.
func status() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok, err := run(ctx, os.Args[1:], os.Stdout)
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

// run is the command; ok tells whether something ran and nothing failed.
func run(ctx context.Context, args []string, out io.Writer) (ok bool, err error) {
	flags := flag.NewFlagSet("conformance", flag.ContinueOnError)
	dir := flags.String("cases", "", "folder of case files, searched with its subfolders")
	mode := flags.String("mode", "engine", "what to replay through: engine")
	regulation := flags.String("regulation", "", "only cases of this regulation, by number")
	kind := flags.String("kind", "", "only cases of this kind")
	if err := flags.Parse(args); err != nil {
		return false, err
	}
	if *dir == "" || flags.NArg() > 0 {
		return false, errors.New("want -cases DIR and no other arguments")
	}
	driver, err := driverFor(*mode)
	if err != nil {
		return false, err
	}
	cases, err := conformance.Load(os.DirFS(*dir))
	if err != nil {
		return false, err
	}
	cases = slices.DeleteFunc(cases, func(c conformance.Case) bool {
		return *regulation != "" && c.Regulation != *regulation || *kind != "" && c.Kind != *kind
	})
	report, err := conformance.Run(ctx, driver, cases, out)
	return report.OK(), err
}

func driverFor(mode string) (conformance.Driver, error) {
	if mode != "engine" {
		return nil, fmt.Errorf("no mode %q", mode)
	}
	return &conformance.Engine{}, nil
}
