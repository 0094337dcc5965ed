package pages_test

import (
	"bytes"
	"compress/gzip"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/openapi"
)

func TestPhotosAreShown(t *testing.T) {
	t.Parallel()
	view := stageView(t, "it", sample.Finished)
	none := stagePage(t, view)
	if found := none.all(tag("img")); len(found) != 0 {
		t.Fatalf("%d pictures without photos", len(found))
	}
	id := uuid.MustParse("01a1f92d-eacd-7d23-8b48-015f7747ebb5")
	size := openapi.PhotoSize{Width: 480, Height: 360}
	view.Photos = []openapi.Photo{
		{Id: id, Kind: "panorama", Round: 2, AlternativeText: `I "tavoli" <3>`, Thumbnail: size},
		{Id: id, Kind: "maglietta", AlternativeText: "Le magliette", Thumbnail: size},
	}
	page := stagePage(t, view)
	pictures := page.all(tag("img"))
	if len(pictures) != 2 {
		t.Fatalf("%d pictures of 2 photos", len(pictures))
	}
	for name, want := range map[string]string{
		"alt": `I "tavoli" <3>`, "loading": "lazy", "width": "480", "height": "360",
		"src": "/v1/tenants/" + view.Tenant.Slug + "/events/" + view.Event.Id.String() + "/photos/" + id.String() + "/image?size=thumbnail",
	} {
		if got := attribute(pictures[0], name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	section := page.one(func(n *html.Node) bool { return attribute(n, "id") == "photos" })
	if got, want := text(section), "Foto I tavoli, turno 2"; got != want {
		t.Errorf("the section reads %q, want %q", got, want)
	}
}

// TestManyPhotosLeaveThePageSmall: 40 KB before the pictures themselves, style and
// script included.
func TestManyPhotosLeaveThePageSmall(t *testing.T) {
	t.Parallel()
	view := stageView(t, "bg", sample.Finished)
	for range 48 {
		view.Photos = append(view.Photos, openapi.Photo{
			Id: uuid.New(), Kind: "panorama", Round: 1, AlternativeText: "Масите и играчите в началото на първия кръг", Thumbnail: openapi.PhotoSize{Width: 480, Height: 360},
		})
	}
	p, err := pages.New()
	if err != nil {
		t.Fatal(err)
	}
	var out, zipped bytes.Buffer
	if err := p.Event(&out, view); err != nil {
		t.Fatal(err)
	}
	w := gzip.NewWriter(&zipped)
	if _, err := w.Write(out.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	const assets = 10_000 + 6_000 // at most: see TestAssets
	if zipped.Len()+assets > 40_000 {
		t.Errorf("the page has %d bytes", zipped.Len())
	}
}
