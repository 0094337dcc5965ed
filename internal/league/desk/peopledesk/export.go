package peopledesk

import (
	"context"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// Times of copies of a person's data.
const (
	// ExportKept is for how long a copy is kept once it is made.
	ExportKept = 7 * 24 * time.Hour
	// ExportTried is for how long a copy is tried to be made.
	ExportTried = 24 * time.Hour
)

// ExportKey names the file of a copy in the store of files; the file is encrypted under it.
func ExportKey(x leaguedb.DataExport) string {
	return "exports/" + x.AccountID.String() + "/" + x.ID.String()
}

// AskExport requests a copy of all data about an account. While a copy is being made, it returns that one.
func (d Desk) AskExport(tx tenantdb.GlobalTx, account uuid.UUID, now time.Time) (x leaguedb.DataExport, err error) {
	asked := leaguedb.DataExport{ID: desk.NewID(), AccountID: account, AskedAt: now, ExpiresAt: now.Add(ExportTried)}
	b := &tenantdb.Batch{}
	leaguedb.AskDataExport(b, &x, asked)
	return x, tx.Send(b)
}

// PersonData holds everything that the platform has about a person.
type PersonData struct {
	Account leaguedb.PersonRows
	Tenants []PersonInTenant
}

// PersonInTenant holds everything that a tenant has about a person.
type PersonInTenant struct {
	tenant.Ref
	Rows               leaguedb.PersonRows
	Pictures, Receipts []leaguedb.PersonFile
}

// AboutPerson collects the data that the platform has about a person, one tenant after the other, each through
// its own door and as of one moment. Step is called after each tenant with the progress.
func (d Desk) AboutPerson(ctx context.Context, db *tenantdb.DB, account uuid.UUID, step func(done, total int)) (PersonData, error) {
	data := PersonData{Account: leaguedb.PersonRows{}}
	var tenants []tenant.Ref
	err := tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		b := &tenantdb.Batch{}
		leaguedb.LoadAccountRows(b, data.Account, account)
		if err := tx.Send(b); err != nil {
			return err
		}
		self, err := tx.Self(account, "")
		if err != nil {
			return err
		}
		tenants, err = leaguedb.TenantsAbout(self, account)
		return err
	})
	if err != nil {
		return data, err
	}
	for i, t := range tenants {
		found, err := aboutInTenant(ctx, db, t, account)
		if err != nil {
			return data, err
		}
		data.Tenants = append(data.Tenants, found)
		step(i+1, len(tenants)+1)
	}
	return data, nil
}

func aboutInTenant(ctx context.Context, db *tenantdb.DB, t tenant.Ref, account uuid.UUID) (PersonInTenant, error) {
	found := PersonInTenant{Ref: t, Rows: leaguedb.PersonRows{}}
	err := tenantdb.In(tenantdb.OfOneMoment(ctx), db, t.ID, nil, func(tx tenantdb.Tx) error {
		var record *facts.Player
		b := &tenantdb.Batch{}
		leaguedb.LoadPlayerOfAccount(b, &record, account)
		if err := tx.Send(b); err != nil {
			return err
		}
		var id *league.PlayerID
		if record != nil {
			id = &record.ID
		}
		b = &tenantdb.Batch{}
		leaguedb.LoadPersonRows(b, found.Rows, account, id)
		leaguedb.LoadPersonFiles(b, &found.Pictures, &found.Receipts, account, id)
		return tx.Send(b)
	})
	return found, err
}

// Refusals of fetching a copy.
var (
	ErrNotReady = league.NotNow("export-not-ready") // it is being made, or could not be
	ErrExpired  = league.NotNow("export-expired")   // its file is gone
)

// MayFetch refuses a copy whose file is not there.
func MayFetch(x leaguedb.DataExport, now time.Time) error {
	switch {
	case x.State == leaguedb.ExportExpired || x.State == leaguedb.ExportReady && !now.Before(x.ExpiresAt):
		return ErrExpired
	case x.State != leaguedb.ExportReady:
		return ErrNotReady
	}
	return nil
}

// Files is the store that holds copies.
type Files interface {
	Delete(ctx context.Context, key string) error
}

// mostDue bounds the number of copies read in one sweep.
const mostDue = 500

// DeleteDueExports deletes the files of expired copies, the file before the row, and returns their number.
func DeleteDueExports(ctx context.Context, db *tenantdb.DB, files Files, now time.Time) (deleted int64, err error) {
	var due []leaguedb.DataExport
	err = tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		b := &tenantdb.Batch{}
		leaguedb.LoadDueExports(b, &due, now, mostDue)
		return tx.Send(b)
	})
	for _, x := range due {
		if err != nil {
			return deleted, err
		}
		if err = files.Delete(ctx, ExportKey(x)); err != nil {
			return deleted, err
		}
		err = tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
			b := &tenantdb.Batch{}
			leaguedb.ExpireDataExport(b, x.ID)
			return tx.Send(b)
		})
		if err == nil { // once more: it may have been encrypted anew just then, which holds the row
			err = files.Delete(ctx, ExportKey(x))
			deleted++
		}
	}
	return deleted, err
}
