package jobs

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/desk/photodesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/media/blob"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// ExportJob makes a requested copy of all data about a person.
type ExportJob struct {
	Export uuid.UUID `json:"export"`
}

// Kind names the job.
func (ExportJob) Kind() string { return "data-export" }

// mostFiles bounds the bytes of pictures and receipts in a copy, because it is made in memory. Files that are
// left out are named in the copy and can be fetched from the pages that show them.
const mostFiles = 64 << 20

// exportData makes a copy, stores it encrypted and then records that it is there. If it is done again, it
// stores the same file again.
func (w Workshop) exportData(ctx context.Context, job ExportJob) error {
	x, err := w.askedExport(ctx, job.Export)
	if err != nil || x == nil || x.State != leaguedb.ExportWaiting {
		return err
	}
	err = w.makeExport(ctx, x)
	if err == nil || !outbox.LastTry(ctx) {
		return err
	}
	now := w.Entrance().Now().UTC()
	x.State, x.FinishedAt = leaguedb.ExportFailed, &now
	return errors.Join(err, w.endExport(ctx, *x))
}

func (w Workshop) askedExport(ctx context.Context, id uuid.UUID) (x *leaguedb.DataExport, err error) {
	err = tenantdb.Global(ctx, w.DB, nil, func(tx tenantdb.GlobalTx) error {
		b := &tenantdb.Batch{}
		leaguedb.LoadAskedExport(b, &x, id)
		return tx.Send(b)
	})
	return x, err
}

func (w Workshop) endExport(ctx context.Context, x leaguedb.DataExport) error {
	err := tenantdb.Global(ctx, w.DB, nil, func(tx tenantdb.GlobalTx) error {
		b := &tenantdb.Batch{}
		leaguedb.EndDataExport(b, x, w.Desk.Keys.First())
		return tx.Send(b)
	})
	if errors.Is(err, tenantdb.ErrNotFound) { // another try has ended it
		return nil
	}
	return err
}

func (w Workshop) makeExport(ctx context.Context, x *leaguedb.DataExport) error {
	data, err := peopledesk.At(w.Desk).AboutPerson(ctx, w.DB, x.AccountID, func(done, total int) {
		x.Done, x.Total = done, total
		err := tenantdb.Global(ctx, w.DB, nil, func(tx tenantdb.GlobalTx) error {
			b := &tenantdb.Batch{}
			leaguedb.StepDataExport(b, x.ID, done, total)
			return tx.Send(b)
		})
		if err != nil {
			w.Log.WarnContext(ctx, "progress of a copy not told", "export", x.ID.String(), "error", err.Error())
		}
	})
	if err != nil {
		return err
	}
	file, err := w.writeExport(ctx, data)
	if err != nil {
		return err
	}
	key := peopledesk.ExportKey(*x)
	sealed, err := w.Desk.Keys.Seal(file, key)
	if err != nil {
		return err
	}
	if err := w.Files.Put(ctx, key, sealed); err != nil {
		return err
	}
	now := w.Entrance().Now().UTC().Truncate(time.Microsecond)
	x.State, x.FinishedAt, x.ExpiresAt, x.Bytes = leaguedb.ExportReady, &now, now.Add(peopledesk.ExportKept), int64(len(file))
	x.Total = len(data.Tenants) + 1
	x.Done = x.Total
	return w.endExport(ctx, *x)
}

// writeExport writes the collected data as a ZIP: a document for the account, one for each tenant, and the
// files of each.
func (w Workshop) writeExport(ctx context.Context, data peopledesk.PersonData) ([]byte, error) {
	var out bytes.Buffer
	p := parcel{zip: zip.NewWriter(&out), left: mostFiles}
	if err := p.document("account.json", data.Account); err != nil {
		return nil, err
	}
	for _, t := range data.Tenants {
		document := struct {
			Tenant string              `json:"tenant"`
			Name   string              `json:"name"`
			Rows   leaguedb.PersonRows `json:"data"`
			// LeftOut are files that would have made the copy too long.
			LeftOut []string `json:"filesLeftOut"`
		}{t.Slug, t.Name, t.Rows, []string{}}
		for _, f := range t.Pictures {
			name := t.Slug + "/photos/" + f.ID.String() + ".jpg"
			if err := p.file(ctx, name, &document.LeftOut, func() ([]byte, error) { return w.Files.Get(ctx, photodesk.PhotoKey(t.ID, f.ID, f.Digest)) }); err != nil {
				return nil, err
			}
		}
		for _, f := range t.Receipts {
			key := moneydesk.ReceiptKey(t.ID, facts.RefundReceipt{RefundID: f.Owner, Digest: f.Digest})
			open := func() ([]byte, error) {
				sealed, err := w.Files.Get(ctx, key)
				if err != nil {
					return nil, err
				}
				return w.Desk.Keys.Open(sealed, key)
			}
			if err := p.file(ctx, t.Slug+"/receipts/"+f.ID.String()+extensions[f.MediaType], &document.LeftOut, open); err != nil {
				return nil, err
			}
		}
		if err := p.document(t.Slug+"/data.json", document); err != nil {
			return nil, err
		}
	}
	if err := p.zip.Close(); err != nil {
		return nil, fmt.Errorf("copy of data: %w", err)
	}
	return out.Bytes(), nil
}

// extensions end the names of receipts, by their media types.
var extensions = map[string]string{"image/jpeg": ".jpg", "application/pdf": ".pdf"}

// parcel is a ZIP that is being written.
type parcel struct {
	zip  *zip.Writer
	left int // bytes that files may still have
}

func (p *parcel) document(name string, content any) error {
	text, err := json.MarshalIndent(content, "", "  ")
	if err != nil {
		return fmt.Errorf("copy of data: %s: %w", name, err)
	}
	return p.add(name, text)
}

func (p *parcel) add(name string, content []byte) error {
	to, err := p.zip.Create(name)
	if err == nil {
		_, err = to.Write(content)
	}
	if err != nil {
		return fmt.Errorf("copy of data: %s: %w", name, err)
	}
	return nil
}

// file adds a file, or notes that it is left out: it is too long, or was deleted meanwhile.
func (p *parcel) file(ctx context.Context, name string, leftOut *[]string, get func() ([]byte, error)) error {
	content, err := get()
	if err != nil && !errors.Is(err, blob.ErrNotFound) {
		return fmt.Errorf("copy of data: %s: %w", name, err)
	}
	if err != nil || len(content) > p.left {
		*leftOut = append(*leftOut, name)
		return ctx.Err()
	}
	p.left -= len(content)
	return p.add(name, content)
}
