package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"referto/internal/league/draws"
)

// errDiffers: the document of a draw is inconsistent.
var errDiffers = errors.New("verify-draw: the document is not right")

// mostDocument bounds a document to be checked, in bytes; that of 2,000 players
// takes less than one megabyte.
const mostDocument = 64 << 20

// verifyDrawCommand checks the document of a draw in a file, or with "-" from the
// standard input. It uses no setting, no database and no network.
func verifyDrawCommand(_ context.Context, _ Settings, args []string, stdout, _ io.Writer) error {
	if len(args) != 1 {
		return unreadable{fmt.Errorf("want one file or -; %w", errUsage)}
	}
	document, err := readDocument(args[0])
	if err != nil {
		return unreadable{err}
	}
	report, err := draws.Verify(document)
	if err != nil {
		return unreadable{err}
	}
	return writeReport(stdout, report)
}

func readDocument(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(io.LimitReader(os.Stdin, mostDocument))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, mostDocument))
}

// writeReport writes the checked parts, the parts that have to be believed, and the first difference.
func writeReport(out io.Writer, report draws.Report) error {
	lines := []string{}
	for _, checked := range report.Checked {
		lines = append(lines, "right:    "+checked)
	}
	for _, believed := range report.Believed {
		lines = append(lines, "believed: "+believed)
	}
	verdict, err := "The draw is right.", error(nil)
	if report.Difference != "" {
		lines = append(lines, "WRONG:    "+report.Difference)
		verdict, err = "The draw is not what the document says.", errDiffers
	}
	for _, line := range append(lines, verdict) {
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return err
}

// unreadable: there was no document to check.
type unreadable struct{ error }

// Unwrap is the reason.
func (u unreadable) Unwrap() error { return u.error }

// exitCode returns the status of the program's end: 1, and 2 where it could not even begin.
func exitCode(err error) int {
	if errors.As(err, new(unreadable)) {
		return 2
	}
	return 1
}
