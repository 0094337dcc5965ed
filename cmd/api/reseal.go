package main

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"referto/internal/keysdb"
	"referto/internal/league/desk"
	"referto/internal/league/desk/resealdesk"
	"referto/internal/league/leaguedb"
	"referto/internal/sealed"
	"referto/internal/tenant/tenantdb"
)

// errLeft: an older key is still needed.
var errLeft = errors.New("reseal: something is not under the first key: older keys are needed still")

// resealCommand encrypts anew under the first sealing key the data that is encrypted under another one, and prints
// how much is under which key afterwards.
func resealCommand(ctx context.Context, s Settings, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("reseal", flag.ContinueOnError)
	flags.SetOutput(stderr)
	count := flags.Bool("count", false, "change nothing: only say what is under which key")
	every := flags.Bool("every-file", false, "look into each file, whatever the database says of it: after files were restored from a backup")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return errUsage
	}
	keys, err := sealingKeys(s)
	if err != nil {
		return err
	}
	files, err := s.files()
	if err != nil {
		return err
	}
	return withDatabase(ctx, s, func(ctx context.Context, pool *tenantdb.DB) error {
		var counts map[string]leaguedb.Sealed
		var done resealdesk.Done
		if counts, err = leaguedb.CountSealed(ctx, pool); err != nil {
			return err
		}
		if !*count {
			if err := errors.Join(resealdesk.Needed(counts, keys), known(ctx, pool, keys)); err != nil {
				return err
			}
			d := desk.New(rand.Reader)
			d.Keys = keys
			done, counts, err = resealdesk.Work{Desk: d, DB: pool, Files: files, EveryFile: *every, Step: func(done resealdesk.Done) {
				fmt.Fprintf(stderr, "%d bank data and %d files are encrypted anew\n", done.Texts, done.Files)
			}}.Run(ctx)
		}
		if err != nil {
			return err
		}
		return printSealed(stdout, keys, counts, done)
	})
}

// known makes sure that all servers can open data encrypted under the first key: they encrypt under it themselves.
func known(ctx context.Context, db *tenantdb.DB, keys sealed.Keys) error {
	inUse, err := keysdb.InUse(ctx, db, "sealing")
	if err != nil {
		return err
	}
	if first := keys.Fingerprints()[0]; len(inUse) > 0 && inUse[0] != first {
		return fmt.Errorf("reseal: servers encrypt under %s, and this file has %s in front: put one in front on every server first, see docs/operate/keys.md", inUse[0], first)
	}
	return nil
}

// printSealed prints how much is stored under which key, and whether the others can be removed.
func printSealed(out io.Writer, keys sealed.Keys, counts map[string]leaguedb.Sealed, done resealdesk.Done) error {
	for _, fault := range done.Faults {
		fmt.Fprintln(out, fault)
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "KEY\tBANK DATA\tFILES\t")
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		c, about := counts[name], ""
		switch {
		case name == keys.First():
			about = "the first"
		case name == "":
			name, about = "-", "not known yet"
		case !keys.Has(name):
			about = "not in the file of keys"
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\n", name, c.Texts, c.Files, about)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if resealdesk.Left(counts, keys.First()) > 0 {
		return errLeft
	}
	_, err := fmt.Fprintf(out, "Everything is under %s: other keys may go from the file.\n", keys.First())
	return err
}
