package jobs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk/photodesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/photos"
	"referto/internal/live"
	"referto/internal/media"
	"referto/internal/tenant/tenantdb"
)

// PhotoJob is a photo that has arrived, to have its pictures made.
type PhotoJob struct {
	Tenant uuid.UUID      `json:"tenant"`
	Event  league.EventID `json:"event"`
	Photo  uuid.UUID      `json:"photo"`
}

// Kind names the job.
func (PhotoJob) Kind() string { return "photo" }

// PhotoFilesJob is a removed photo whose pictures are to be deleted.
type PhotoFilesJob struct {
	Tenant uuid.UUID      `json:"tenant"`
	Event  league.EventID `json:"event"`
	Photo  uuid.UUID      `json:"photo"`
}

// Kind names the job.
func (PhotoFilesJob) Kind() string { return "photo-files" }

// developPhoto makes the pictures of a photo, stores them and then records that they are there. If it is done
// again, it stores the same files.
func (w Workshop) developPhoto(ctx context.Context, job PhotoJob) error {
	p, file, err := w.loadSent(ctx, job)
	if err != nil || p.State != facts.PhotoProcessing || p.RemovedAt != nil {
		return err
	}
	made, err := w.pictures(ctx, job, p, file)
	if err != nil {
		return err
	}
	var s *officiating.Situation
	err = tenantdb.In(ctx, w.DB, job.Tenant, nil, func(tx tenantdb.Tx) (err error) {
		s, err = photodesk.At(w.Desk).DevelopedPhoto(tx, job.Event, job.Photo, made)
		return err
	})
	switch {
	case errors.Is(err, league.ErrNotFound): // it was removed meanwhile
		return w.deletePictures(ctx, job.Tenant, job.Photo, made.PageDigest, made.ThumbnailDigest)
	case err == nil && s != nil:
		w.Hub.Committed(live.Topic{Tenant: job.Tenant, Event: job.Event.UUID}, s.Event.Revision)
	}
	return err
}

// loadSent loads a photo with its file, put together from its parts.
func (w Workshop) loadSent(ctx context.Context, job PhotoJob) (p facts.Photo, file []byte, err error) {
	door, err := tenantdb.Read(ctx, w.DB, job.Tenant, nil)
	if err != nil {
		return p, nil, err
	}
	var parts [][]byte
	b := &tenantdb.Batch{}
	leaguedb.LoadPhoto(b, &p, job.Event, job.Photo)
	leaguedb.LoadPhotoParts(b, &parts, job.Photo)
	if err := door.Send(b); err != nil {
		return p, nil, err
	}
	return p, bytes.Join(parts, nil), nil
}

// pictures makes the pictures of a photo and stores them. A file that is refused is no error: the refusal is
// its outcome.
func (w Workshop) pictures(ctx context.Context, job PhotoJob, p facts.Photo, file []byte) (photos.Developed, error) {
	if sum := sha256.Sum256(file); p.Digest != "" && p.Digest != hex.EncodeToString(sum[:]) {
		return photos.Developed{Refused: &league.Grounds{Reason: "photo-digest"}}, nil
	}
	photo, err := w.Studio.Develop(ctx, file)
	var no *league.RuleError
	if errors.As(err, &no) {
		return photos.Developed{Refused: &no.Grounds}, nil
	}
	if err != nil {
		return photos.Developed{}, err
	}
	for _, image := range []media.Image{photo.Page, photo.Thumbnail} {
		if err := w.Files.Put(ctx, photodesk.PhotoKey(job.Tenant, job.Photo, image.Digest), image.Data); err != nil {
			return photos.Developed{}, err
		}
	}
	return photos.Developed{
		PageDigest: photo.Page.Digest, PageWidth: photo.Page.Width, PageHeight: photo.Page.Height,
		ThumbnailDigest: photo.Thumbnail.Digest, ThumbnailWidth: photo.Thumbnail.Width, ThumbnailHeight: photo.Thumbnail.Height,
	}, nil
}

// deletePhotoFiles deletes the pictures of a removed photo.
func (w Workshop) deletePhotoFiles(ctx context.Context, job PhotoFilesJob) error {
	door, err := tenantdb.Read(ctx, w.DB, job.Tenant, nil)
	if err != nil {
		return err
	}
	var p facts.Photo
	b := &tenantdb.Batch{}
	leaguedb.LoadPhoto(b, &p, job.Event, job.Photo)
	if err := door.Send(b); err != nil || p.RemovedAt == nil {
		return err
	}
	return w.deletePictures(ctx, job.Tenant, p.ID, p.PageDigest, p.ThumbnailDigest)
}

func (w Workshop) deletePictures(ctx context.Context, tenant, photo uuid.UUID, digests ...string) error {
	for _, digest := range digests {
		if digest == "" { // there was none yet
			continue
		}
		if err := w.Files.Delete(ctx, photodesk.PhotoKey(tenant, photo, digest)); err != nil {
			return err
		}
	}
	return nil
}
