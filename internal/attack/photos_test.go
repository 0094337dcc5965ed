package attack_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/media/blob"
)

// snapshot is a photo.
func snapshot(t testing.TB) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, image.NewGray(image.Rect(0, 0, 64, 48)), nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func digest(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:])
}

// buildPhotos sends three photos of the running event: a public one, one without consent to show it, and one of which
// half has arrived.
func (a *side) buildPhotos() {
	t, organizer := a.Manager.T, a.people["organizer"]
	file := snapshot(t)
	send := func(content []byte, agree bool) uuid.UUID {
		return organizer.Post(a.in("playing")+"/photos", apitest.JSON{
			"kind": "winner", "alternativeText": a.canary, "bytes": len(file), "content": content,
			"consent": apitest.JSON{"people": agree, "minors": false, "guardians": false},
		}).Want(201).ID("id")
	}
	a.photo = map[string]uuid.UUID{"public": send(file, true), "private": send(file, false), "uploading": send(file[:100], true)}
	for _, photo := range []string{"public", "private"} {
		for n := 0; organizer.Get(a.in("playing")+"/photos/"+a.photo[photo].String()).Want(200).Text("state") != "ready"; n++ {
			if n == 400 {
				t.Fatal("nothing has become of the photo")
			}
			time.Sleep(25 * time.Millisecond)
		}
	}
}

// photoRequests are those about the photos of the event that is played.
func (w *world) photoRequests(a *side) []request {
	organizer := a.people["organizer"]
	file := snapshot(organizer.T)
	in := func(pairs ...any) map[string]string {
		return in(a, append([]any{"event", a.event["playing"]}, pairs...)...)
	}
	return []request{
		{operation: "ListPhotos", path: in(), query: "limit=1"},
		{operation: "ListPhotos", about: "by staff", by: organizer, path: in(), query: "limit=3"},
		{operation: "SendPhoto", by: organizer, path: in(), body: apitest.JSON{
			"kind": "panorama", "round": 1, "alternativeText": "I tavoli", "consent": apitest.JSON{"people": true, "minors": false, "guardians": false},
			"takenAt": "2009-02-08T10:00:00Z", "bytes": len(file), "sha256": digest(file), "content": file,
		}},
		{operation: "GetUpload", by: organizer, path: in("upload", a.photo["uploading"])},
		{operation: "AppendUpload", by: organizer, path: in("upload", a.photo["uploading"]), bytes: file[100:200], offset: "100"},
		{operation: "GetPhoto", path: in("photo", a.photo["public"])},
		{operation: "GetPhoto", about: "that is not public", by: organizer, path: in("photo", a.photo["private"])},
		{operation: "GetPhotoImage", path: in("photo", a.photo["public"]), query: "size=thumbnail"},
		{operation: "ChangePhoto", by: organizer, path: in("photo", a.photo["public"]), match: a.in("playing") + "/photos/" + a.photo["public"].String(), body: apitest.JSON{
			"hidden": true, "reason": "Non vuole",
		}},
		{operation: "ChangePhoto", about: "to describe it", by: organizer, path: in("photo", a.photo["private"]), match: a.in("playing") + "/photos/" + a.photo["private"].String(), body: apitest.JSON{
			"kind": "other", "round": 0, "alternativeText": "Altro", "consent": apitest.JSON{"people": true, "minors": false, "guardians": false},
		}},
		{operation: "ListPhotoPeople", by: organizer, path: in("photo", a.photo["private"])},
		{operation: "NamePhotoPeople", by: organizer, path: in("photo", a.photo["private"]), match: a.in("playing") + "/photos/" + a.photo["private"].String(), body: apitest.JSON{
			"players": []uuid.UUID{a.records["asked"]},
		}},
		{operation: "RemovePhoto", by: organizer, path: in("photo", a.photo["private"]), body: apitest.JSON{"reason": "Sfocata"}},
	}
}

// keepFiles keeps the files of the server that has built the world.
func (w *world) keepFiles(s *apitest.Server) {
	w.files = map[string][]byte{}
	for _, name := range s.Files() {
		data, err := os.ReadFile(filepath.Join(s.FilesDir(), name))
		if err != nil {
			s.T.Fatal(err)
		}
		w.files[name] = data
	}
}

// store is a store with the world's files.
func (w *world) store(t *testing.T) blob.Store {
	t.Helper()
	store := apitest.NewFiles(t, t.TempDir())
	for name, data := range w.files {
		if err := store.Put(context.WithoutCancel(t.Context()), name, data); err != nil {
			t.Fatal(err)
		}
	}
	return store
}
