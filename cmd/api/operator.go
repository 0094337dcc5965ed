package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/email"
	"referto/internal/tenant/tenantdb"
)

// operatorCommand adds, removes or lists the operators of the platform.
func operatorCommand(ctx context.Context, s Settings, args []string, stdout, _ io.Writer) error {
	act, of := "", ""
	switch {
	case len(args) == 1 && args[0] == "list":
		act = "list"
	case len(args) == 2 && (args[0] == "add" || args[0] == "remove"):
		act, of = args[0], args[1]
	default:
		return fmt.Errorf("operator: want add MAIL, remove MAIL or list; %w", errUsage)
	}
	var key string
	if act != "list" {
		address, err := email.Parse(of)
		if err != nil {
			return fmt.Errorf("operator: %q: %w", of, err)
		}
		key = address.Key
	}
	return withDatabase(ctx, s, func(ctx context.Context, pool *tenantdb.DB) error {
		return tenantdb.Global(ctx, pool, nil, func(tx tenantdb.GlobalTx) error {
			switch act {
			case "add":
				return said(stdout, act, of, authzdb.AddOperator(tx, key, time.Now().UTC()))
			case "remove":
				return said(stdout, act, of, authzdb.RemoveOperator(tx, key, time.Now().UTC()))
			}
			list, err := authzdb.Operators(tx)
			for _, o := range list {
				fmt.Fprintf(stdout, "%s %s, since %s\n", o.Email, o.Name, o.AddedAt.Format(time.DateOnly))
			}
			return err
		})
	})
}

// said prints the outcome, or explains in plain words that no account has the address.
func said(out io.Writer, act, of string, err error) error {
	switch {
	case errors.Is(err, tenantdb.ErrNotFound) && act == "add":
		return fmt.Errorf("operator: no account has confirmed the address %s", of)
	case errors.Is(err, tenantdb.ErrNotFound):
		return fmt.Errorf("operator: %s is no operator", of)
	case err != nil:
		return err
	}
	if act == "add" {
		_, err = fmt.Fprintf(out, "%s is an operator: /admin is there for eight hours after signing in with the password.\n", of)
	} else {
		_, err = fmt.Fprintf(out, "%s is no operator any more.\n", of)
	}
	return err
}
