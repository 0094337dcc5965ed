package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"referto/internal/demo"
)

// trialCommand plays a tournament of eight on a running server, as an account that is there.
func trialCommand(ctx context.Context, s Settings, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("trial", flag.ContinueOnError)
	flags.SetOutput(stderr)
	server := flags.String("server", s.PublicURL, "`address` of the server; default: PUBLIC_URL")
	limit := flags.Duration("within", 2*time.Minute, "`time` that the tournament may take")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *server == "" || s.TrialEmail == "" || s.TrialPassword == "" {
		return errors.New("trial: set TRIAL_EMAIL and TRIAL_PASSWORD to an account whose address is confirmed, made on the page of the server, and PUBLIC_URL or -server to the server's address")
	}
	ctx, cancel := context.WithTimeout(ctx, *limit)
	defer cancel()
	began := time.Now()
	address := strings.TrimSuffix(*server, "/")
	result, err := demo.Trial(ctx, address, demo.Account{Email: s.TrialEmail, Password: s.TrialPassword}, began)
	if err != nil {
		return fmt.Errorf("trial: %w", unreached(err, address, "start it"))
	}
	_, err = fmt.Fprintf(stdout, "A tournament of eight was played in %s, %s has won: %s%s\n", time.Since(began).Round(time.Millisecond), result.Winner, address, result.Page)
	return err
}
