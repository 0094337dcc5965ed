package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"referto/internal/refusals/refusalsdb"
	"referto/internal/tenant/tenantdb"
)

// securityLogCommand prints refusals, a line of JSON for each line of the security log.
func securityLogCommand(ctx context.Context, s Settings, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("security-log", flag.ContinueOnError)
	flags.SetOutput(stderr)
	since := flags.Duration("since", 24*time.Hour, "how far back, by the last `time` of a line")
	var f refusalsdb.Filter
	flags.TextVar(&f.Account, "account", uuid.Nil, "`id` of the only account")
	flags.TextVar(&f.Address, "address", netip.Addr{}, "the only `address`")
	flags.IntVar(&f.Limit, "limit", 1000, "lines at most")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || *since <= 0 || f.Limit < 1 {
		return fmt.Errorf("security-log: want flags with a time and a number above 0; %w", errUsage)
	}
	f.Since = time.Now().Add(-*since)
	return withDatabase(ctx, s, func(ctx context.Context, pool *tenantdb.DB) error {
		lines, err := refusalsdb.List(ctx, pool, f)
		if err != nil {
			return err
		}
		out := json.NewEncoder(stdout)
		for _, line := range lines {
			if err := out.Encode(line); err != nil {
				return err
			}
		}
		return nil
	})
}
