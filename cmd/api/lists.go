package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"referto/internal/auditchain"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/media/blob"
	"referto/internal/tenant/tenantdb"
)

const (
	// listsFolder is where lists lie in their store.
	listsFolder = "lists"
	// listedAt writes the moment of a list into its key, so that later ones sort behind.
	listedAt = "20060102t150405.000z"
	// listsKept is the time for which lists are kept: longer than any backup.
	listsKept = 400 * 24 * time.Hour
)

// keepListsCommand stores, out of reach of the database's users, the lists with which a restored database is
// compared: the numbers of its rows, the list of erasures and the heads of the audits, as far as it is given the
// addresses to read them from. The audits are checked first, against the heads that were stored last; "anew" skips
// that, for the first time after a restore to an earlier moment. It fails if an audit differs from its sealed state,
// and then stores no heads, so that the earlier ones stay the last.
func keepListsCommand(ctx context.Context, s Settings, args []string, stdout, stderr io.Writer) error {
	anew := len(args) == 1 && args[0] == "anew"
	switch {
	case len(args) > 0 && !anew:
		return errUsage
	case s.ListsURL == "":
		return errors.New("keep-lists: LISTS_URL is missing: where lists are kept, apart from the database")
	case s.DatabaseURL == "" && s.BackupDatabaseURL == "":
		return errors.New("keep-lists: DATABASE_URL and BACKUP_DATABASE_URL are missing: want at least one")
	}
	store, err := blob.Open(s.ListsURL, "")
	if err != nil {
		return fmt.Errorf("settings: LISTS_URL: %w", err)
	}
	lists := lists{store, time.Now().UTC(), stdout}
	if s.BackupDatabaseURL != "" {
		counts, err := countRows(ctx, s)
		if err != nil {
			return err
		}
		err = lists.keep(ctx, "counts", func(out io.Writer) error { _, err := counts.WriteTo(out); return err })
		if err != nil {
			return err
		}
	}
	if s.DatabaseURL != "" {
		if err := lists.keepOfApplication(ctx, s, anew, stderr); err != nil {
			return err
		}
	}
	return lists.forget(ctx)
}

// lists are those in a store, to which some are added at a moment.
type lists struct {
	store blob.Store
	now   time.Time
	out   io.Writer
}

// keepOfApplication stores the lists that are read as the application role.
func (l lists) keepOfApplication(ctx context.Context, s Settings, anew bool, stderr io.Writer) error {
	err := withDatabase(ctx, s, func(ctx context.Context, pool *tenantdb.DB) error {
		return l.keep(ctx, "erasures", func(out io.Writer) error { return peopledesk.ListErasures(ctx, pool, out) })
	})
	if err != nil {
		return err
	}
	var kept []auditchain.Head
	if !anew {
		if kept, err = l.lastHeads(ctx); err != nil {
			return err
		}
	}
	looked, err := lookAtAudits(ctx, s, kept, stderr)
	if err != nil {
		return err
	}
	if looked.found {
		return errLacking
	}
	return l.keep(ctx, "heads", func(out io.Writer) error { return auditchain.WriteHeads(out, looked.heads) })
}

// keep keeps a list of a kind.
func (l lists) keep(ctx context.Context, kind string, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	key := fmt.Sprintf("%s/%s-%s", listsFolder, kind, l.now.Format(listedAt))
	if err := l.store.Put(ctx, key, text.Bytes()); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	_, err := fmt.Fprintf(l.out, "%s: %d bytes\n", key, text.Len())
	return err
}

// lastHeads are the heads that were kept last; none where none were.
func (l lists) lastHeads(ctx context.Context) ([]auditchain.Head, error) {
	last := ""
	for key, err := range l.keys(ctx) {
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(key, listsFolder+"/heads-") {
			last = max(last, key)
		}
	}
	if last == "" {
		return nil, nil
	}
	text, err := l.store.Get(ctx, last)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", last, err)
	}
	heads, err := auditchain.ReadHeads(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", last, err)
	}
	_, err = fmt.Fprintf(l.out, "the audits are compared with %s\n", last)
	return heads, err
}

func (l lists) keys(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for file, err := range l.store.Below(ctx, listsFolder) {
			if err != nil {
				err = fmt.Errorf("lists: %w", err)
			}
			if !yield(file.Key, err) || err != nil {
				return
			}
		}
	}
}

// forget deletes the lists that are past their time, by the moment in their keys.
func (l lists) forget(ctx context.Context) error {
	var old []string
	for key, err := range l.keys(ctx) {
		if err != nil {
			return err
		}
		_, moment, _ := strings.Cut(key, "-")
		if at, err := time.Parse(listedAt, moment); err == nil && l.now.Sub(at) > listsKept {
			old = append(old, key)
		}
	}
	for _, key := range old {
		if err := l.store.Delete(ctx, key); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return nil
}
