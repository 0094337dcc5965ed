// Package keysdb checks at the start whether a server has the keys that the other servers of its installation use.
//
// The database keeps fingerprints of the keys of the server that started last, by kind: the keys that sign access
// tokens, the secret of cursors and refresh tokens, the keys that encrypt stored data. A server fits if it knows the
// key that is in use and uses one that is known ([Compare]). So a key is replaced in steps, on one server after the
// other: the new one is added behind the old, then put in front, then the old one is removed. An operator who
// replaces keys at once has to confirm it ([Adopt]).
//
// A fingerprint reveals nothing of its key.
package keysdb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"referto/internal/tenant/tenantdb"
)

// ErrOthers means that a server has other keys than its installation.
var ErrOthers = errors.New("other keys than the servers of this installation use")

// Ring are the keys of one kind that a server has.
type Ring struct {
	Kind    string   // signing, secret or sealing
	Setting string   // that names their file
	Keys    []string // fingerprints; the first signs or encrypts
}

// Compare compares a server's keys with the installation's and notes them as such if
// they fit. Where none are noted they are the first. The error is [ErrOthers], which
// names the setting and the fingerprints of each kind that does not fit.
func Compare(ctx context.Context, db *tenantdb.DB, rings []Ring, now time.Time) error {
	return tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		var faults []error
		for _, ring := range rings {
			known, err := note(tx, ring, now)
			if err != nil {
				return err
			}
			if fault := ring.fits(known); fault != nil {
				faults = append(faults, fault)
			}
		}
		if len(faults) > 0 {
			return errors.Join(faults...)
		}
		return replace(tx, rings, now)
	})
}

// Adopt makes a server's keys the installation's, whatever was noted.
func Adopt(ctx context.Context, db *tenantdb.DB, rings []Ring, now time.Time) error {
	return tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		for _, ring := range rings {
			if _, err := note(tx, ring, now); err != nil {
				return err
			}
		}
		return replace(tx, rings, now)
	})
}

// InUse returns the fingerprints of the keys of a kind that the server has which started last;
// none where none has ever started.
func InUse(ctx context.Context, db *tenantdb.DB, kind string) (keys []string, err error) {
	err = tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		b := &tenantdb.Batch{}
		tenantdb.Scalar(b, &keys, `select coalesce((select keys from platform.keys_in_use where kind = $1), '{}')`, kind)
		return tx.Send(b)
	})
	return keys, err
}

// note reads the keys that are noted of a kind, which are these where there are none, and
// holds them until the transaction ends: of two that start at once one is first.
func note(tx tenantdb.GlobalTx, ring Ring, now time.Time) (known []string, err error) {
	b := &tenantdb.Batch{}
	b.Queue(`insert into platform.keys_in_use (kind, keys, noted_at) values ($1, $2, $3) on conflict (kind) do nothing`, ring.Kind, ring.Keys, now.UTC())
	tenantdb.Scalar(b, &known, `select keys from platform.keys_in_use where kind = $1 for update`, ring.Kind)
	return known, tx.Send(b)
}

func replace(tx tenantdb.GlobalTx, rings []Ring, now time.Time) error {
	b := &tenantdb.Batch{}
	for _, ring := range rings {
		tenantdb.Exec(b, `update platform.keys_in_use set keys = $2, noted_at = $3 where kind = $1`, ring.Kind, ring.Keys, now.UTC())
	}
	return tx.Send(b)
}

// fits returns an error where the keys do not go with those that are known; the first of either
// is in use.
func (r Ring) fits(known []string) error {
	if slices.Contains(known, r.Keys[0]) && slices.Contains(r.Keys, known[0]) {
		return nil
	}
	return fmt.Errorf("%s: %w: in use is %s, and this server has %s", r.Setting, ErrOthers, known[0], strings.Join(r.Keys, ", "))
}
