// Command freshness fails when the table of minimum versions was last reviewed
// too long ago to be trusted for a release.
package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"referto/internal/supply"
)

func main() {
	if err := run(time.Now(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(now time.Time, stdout io.Writer) error {
	table, err := supply.Current()
	if err != nil {
		return err
	}
	checked, days := table.Checked.Format(time.DateOnly), int(now.Sub(table.Checked).Hours()/24)
	if table.Stale(now) {
		return fmt.Errorf("the table of minimum versions was reviewed on %s, %d days ago: review internal/supply/minimums.txt", checked, days)
	}
	_, err = fmt.Fprintf(stdout, "the table of minimum versions was reviewed on %s, %d days ago\n", checked, days)
	return err
}
