// Bench measures how the product does against its goals of performance:
//
//	bench [-goal P4] [-rounds 11] [-slice 1s] [-profile DIR]
//
// It builds cmd/api, runs it beside a throw-away PostgreSQL, loads stages through the public API and then sends
// requests: in turns with a baseline, slice by slice in one run, so that other load on the machine affects both
// alike. The measure is the processor time of an answer, of the server and all of PostgreSQL; each goal is the median
// over the rounds of the ratio inside a round. The method, and how to read the table, are described in
// docs/benchmarks.md.
//
// Goals are no gate: the exit status is 0 when some are missed, and the table shows it. It is 1 when something could
// not be measured. It has to be started in the source tree, on Linux, which shows the resources of processes.
//
// Another run finds the capacity of two cores, and the first bottleneck:
//
//	bench capacity [-tenants 100,1000,10000] [-slice 5s] [-p99 250ms]
//
// And one has requests arrive at their times, whether or not others are answered, as people do who know nothing of
// each other:
//
//	bench capacity -arrivals 223 [-mix 70,20,8,2] [-tenants 200] [-for 3m]
//
// Bench starts itself again as "bench baseline", the server of the baselines.
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
	"strings"
	"syscall"
	"time"
)

func main() { os.Exit(status()) }

// status runs the command and is its exit status.
func status() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	switch command, args := commandOf(os.Args[1:]); command {
	case "baseline":
		err = serveBaseline(ctx, args, os.Stdin, os.Stdout, os.Stderr)
	case "capacity":
		err = runCapacity(ctx, args, os.Stdout, os.Stderr)
	default:
		err = run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 2
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 1
	default:
		return 0
	}
}

// commandOf splits the arguments of the program after a command; there is none before flags.
func commandOf(args []string) (command string, rest []string) {
	if len(args) == 0 {
		return "", nil
	}
	return args[0], args[1:]
}

// bench is one run.
type bench struct {
	rounds   int
	slice    time.Duration
	profiles string // folder for profiles of the server; "" for none
	progress io.Writer
	root     string // of the source tree

	stack *stack // started with the first goal that asks servers
	field *field
	// season is made by the first goal that asks for it.
	season benchSeason
	// ranking is made likewise, of so many people.
	ranking          *benchRanking
	rankingPagesDone bool // P2, P3 and P5 are of one run
	people           int
	small            int // tenants beside it, with small rankings
}

// A goal is measured by a function that adds its figures to the report.
type goal struct {
	id      string
	servers bool // needs running servers
	measure func(*bench, context.Context, *report) error
}

var goals = []goal{
	{"P1", true, (*bench).authorizedRow},
	{"P2", true, (*bench).rankingPages},
	{"P3", true, (*bench).rankingPages},
	{"P4", true, (*bench).unchangedPage},
	{"P5", true, (*bench).rankingPages},
	{"P6", true, (*bench).rankingRanks},
	{"P7", true, (*bench).resultEntry},
	{"P8", true, (*bench).postingAnEvent},
	{"P9", false, (*bench).decision},
	{"P10", false, (*bench).equality},
	{"P11", true, (*bench).watching},
	{"P12", true, (*bench).loginStorm},
	{"P14", true, (*bench).bulkLoad},
	{"P15", true, (*bench).seasonClose},
	{"P16", false, (*bench).schedules},
	{"P17", false, (*bench).shortTables},
	{"P18", false, (*bench).byStandings},
	{"P19", true, (*bench).peers},
	{"P20", false, (*bench).standings},
	{"P21", true, (*bench).warmPages},
	{"P22", true, (*bench).broughtIn},
	{"P23", true, (*bench).chosenPages},
	{"P24", true, (*bench).datedPages},
	{"F1", false, (*bench).formulas},
	{"F2", false, (*bench).explained},
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	only := flags.String("goal", "", "`goals` to measure, with commas between; default: all")
	b := &bench{progress: stderr}
	flags.IntVar(&b.rounds, "rounds", 11, "number of rounds")
	flags.DurationVar(&b.slice, "slice", time.Second, "length of a slice")
	flags.IntVar(&b.people, "people", 1_000_000, "number of players of the ranking")
	flags.IntVar(&b.small, "small", 10_000, "number of small tenants beside the ranking, each with a ranking of 40")
	flags.StringVar(&b.profiles, "profile", "", "`folder` to put CPU profiles of the server into, one for each goal that asks it")
	if err := flags.Parse(args); err != nil {
		return err
	}
	wanted, err := choose(*only)
	if err != nil {
		return err
	}
	if b.people < 10_000 {
		return errors.New("want a ranking of at least 10000 players")
	}
	if b.small < 0 {
		return errors.New("want no less than 0 small tenants")
	}
	if b.rounds < 1 || b.slice < 10*time.Millisecond {
		return errors.New("want at least one round and slices of 10ms")
	}
	if b.root, err = sourceTree(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	r := &report{}
	for _, g := range wanted {
		if g.servers && b.stack == nil {
			if err := b.start(ctx); err != nil {
				return err
			}
		}
		fmt.Fprintf(stderr, "%s ", g.id)
		if err := g.measure(b, ctx, r); err != nil {
			return fmt.Errorf("%s: %w", g.id, err)
		}
		fmt.Fprintln(stderr)
	}
	r.machine = b.machine(ctx)
	return r.write(stdout)
}

// choose finds goals by their numbers.
func choose(only string) ([]goal, error) {
	if only == "" {
		return goals, nil
	}
	var wanted []goal
	for _, id := range strings.Split(only, ",") {
		i := slices.IndexFunc(goals, func(g goal) bool { return strings.EqualFold(g.id, strings.TrimSpace(id)) })
		if i < 0 {
			return nil, fmt.Errorf("no goal %q", id)
		}
		wanted = append(wanted, goals[i])
	}
	return wanted, nil
}

// start starts the servers and loads their data.
func (b *bench) start(ctx context.Context) (err error) {
	fmt.Fprintln(b.progress, "building cmd/api, starting servers, loading stages …")
	if b.stack, err = startStack(ctx, b.root, b.profiles != "", false); err != nil {
		return err
	}
	if b.field, err = loadField(ctx, b.stack, b.tables()); err != nil {
		return errors.Join(err, b.stack.complaints())
	}
	if err := b.stack.startBaseline(ctx, b.field.template); err != nil {
		return err
	}
	return b.field.play()
}

func (b *bench) close() error {
	if b.stack == nil {
		return nil
	}
	return b.stack.stop()
}
