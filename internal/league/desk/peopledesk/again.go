package peopledesk

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb" //nolint:depguard // the program itself erases again what was decided before: nobody calls
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// The lines of a list of erasures: a record of a tenant, or an account.
const (
	recordLine  = "record"
	accountLine = "account"
)

// ListErasures writes the erased records and the deleted accounts, one a line: the erasures to be repeated
// after a copy of the database was restored. The list holds ids only.
func ListErasures(ctx context.Context, db *tenantdb.DB, out io.Writer) error {
	err := tenantdb.Everywhere(ctx, db, func(tx tenantdb.Tx) error {
		var records []league.PlayerID
		b := &tenantdb.Batch{}
		leaguedb.LoadErasures(b, &records)
		if err := tx.Send(b); err != nil {
			return err
		}
		for _, r := range records {
			if _, err := fmt.Fprintln(out, recordLine, tx.Tenant(), r); err != nil {
				return fmt.Errorf("list of erasures: %w", err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	var accounts []uuid.UUID
	err = tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		accounts, err = authzdb.DeletedAccounts(tx)
		return err
	})
	for _, a := range accounts {
		if err == nil {
			_, err = fmt.Fprintln(out, accountLine, a)
		}
	}
	return err
}

// EraseListed repeats the erasures of a list, and returns their number. It skips records and accounts that the
// database, which may be older, does not have, and those that are erased in it already.
func (d Desk) EraseListed(ctx context.Context, db *tenantdb.DB, list io.Reader, now time.Time) (done int, err error) {
	lines := bufio.NewScanner(list)
	for number := 1; lines.Scan(); number++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		ids := make([]uuid.UUID, len(words)-1)
		for i, word := range words[1:] {
			if ids[i], err = uuid.Parse(word); err != nil {
				return done, fmt.Errorf("line %d: %w", number, err)
			}
		}
		switch {
		case words[0] == recordLine && len(ids) == 2:
			err = tenantdb.In(ctx, db, ids[0], nil, func(tx tenantdb.Tx) error {
				return d.EraseAgain(tx, desk.Act{Now: now}.Unrecorded(), league.PlayerID{UUID: ids[1]})
			})
		case words[0] == accountLine && len(ids) == 1:
			err = deleteAgain(ctx, db, ids[0], now)
		default:
			err = fmt.Errorf("line %d: neither a record nor an account", number)
		}
		switch {
		case errors.Is(err, tenantdb.ErrNotFound): // made later, or gone
		case err != nil:
			return done, err
		default:
			done++
		}
	}
	if err := lines.Err(); err != nil {
		return done, fmt.Errorf("list of erasures: %w", err)
	}
	return done, nil
}

// deleteAgain takes the person out of an account, with its roles and its record in every tenant.
func deleteAgain(ctx context.Context, db *tenantdb.DB, account uuid.UUID, now time.Time) error {
	err := tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		a, err := authzdb.LockedAccount(tx, account)
		if err == nil && a.Email == "" {
			err = tenantdb.ErrNotFound // it is deleted in the copy as well
		}
		if err != nil {
			return err
		}
		if err := authzdb.EndSessions(tx, account, uuid.Nil, authzdb.EndedByDeletion, now); err != nil {
			return err
		}
		return authzdb.EmptyAccount(tx, account, "", now)
	})
	if err != nil {
		return err
	}
	return tenantdb.Everywhere(ctx, db, func(tx tenantdb.Tx) error {
		tx.Defer(func(b *tenantdb.Batch) {
			authzdb.RevokeAll(b, account, now)
			leaguedb.PartAccount(b, account)
			leaguedb.ForgetAccount(b, account, authzdb.DeletedName(account), now)
		})
		return nil
	})
}
