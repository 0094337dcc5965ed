package leagueapi_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/media/blob"
	"referto/internal/media/blob/blobtest"
	"referto/internal/serve"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// gps stands in the photos of these tests and must never come out.
const gps = "GPS 44.6471 N 10.9252 E"

// snapshot is an incompressible photo, with the metadata of a camera.
func snapshot(t *testing.T, w, h int) []byte {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	picture := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range picture.Pix {
		picture.Pix[i] = byte(random.Uint32())
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, nil); err != nil {
		t.Fatal(err)
	}
	comment := append([]byte{0xff, 0xfe, 0, byte(len(gps) + 2)}, gps...)
	return append(append(bytes.Clone(out.Bytes()[:2]), comment...), out.Bytes()[2:]...)
}

// everybody agrees to the publication.
func everybody() apitest.JSON {
	return apitest.JSON{"people": true, "minors": false, "guardians": false}
}

// photo is the announcement of a photo, with changes.
func photo(file []byte, changes apitest.JSON) apitest.JSON {
	body := apitest.JSON{"kind": "winner", "alternativeText": "La vincitrice con la coppa", "consent": everybody(), "bytes": len(file)}
	for name, value := range changes {
		body[name] = value
	}
	return body
}

// photographed is an announced event.
func photographed(t *testing.T) *stage {
	t.Helper()
	s := newStage(t, nil)
	s.open()
	return s
}

// send sends a whole small photo and waits until it is ready.
func (s *stage) send(file []byte, changes apitest.JSON) openapi.Photo {
	s.t.Helper()
	id := s.organizer.Post(s.path+"/photos", photo(file, changes), apitest.Key(uuid.NewString())).Want(201).ID("id")
	if n := len(file); changes["content"] == nil {
		s.append(s.organizer, id, file, 0, n).Want(200)
	}
	return s.wait(id)
}

// append sends the part of a file between two places.
func (s *stage) append(by *apitest.Client, id uuid.UUID, file []byte, from, to int) *apitest.Answer {
	s.t.Helper()
	return by.Do("PATCH", s.path+"/uploads/"+id.String(), file[from:to], bytesOf, apitest.Header("Upload-Offset", strconv.Itoa(from)))
}

// wait waits until a photo is ready or refused.
func (s *stage) wait(id uuid.UUID) openapi.Photo {
	s.t.Helper()
	for range 400 {
		var p openapi.Photo
		s.organizer.Get(s.photo(id)).Want(200).Into(&p)
		if p.State == "ready" || p.State == "refused" {
			return p
		}
		time.Sleep(25 * time.Millisecond)
	}
	s.t.Fatal("nothing has become of the photo")
	return openapi.Photo{}
}

func (s *stage) photo(id uuid.UUID) string { return s.path + "/photos/" + id.String() }

// TestAPhotoIsSentAndSeen: from the announcement to the page of the event.
func TestAPhotoIsSentAndSeen(t *testing.T) {
	t.Parallel()
	s := photographed(t)
	file := snapshot(t, 900, 700)
	sum := sha256.Sum256(file)
	p := s.send(file, apitest.JSON{"kind": "panorama", "round": 2, "takenAt": "2009-02-08T10:30:00Z", "sha256": hex.EncodeToString(sum[:])})
	if !p.Public || p.Round != 2 || p.Page.Width != 900 || p.Thumbnail.Width != 480 || p.Thumbnail.Height != 373 {
		t.Fatalf("it has become %+v", p)
	}
	stranger := s.server.Anonymous()
	list := stranger.Get(s.path + "/photos").Want(200)
	if list.Len("items") != 1 || list.ID("items.0.id") != p.Id || list.Value("items.0.consent") != nil {
		t.Fatalf("a stranger is told %s", list.Body)
	}
	seen := stranger.Get(s.photo(p.Id) + "/image?size=thumbnail").Want(200)
	if bytes.Contains(seen.Body, []byte("GPS")) || !bytes.HasPrefix(seen.Body, []byte("\xff\xd8\xff")) {
		t.Error("what the camera wrote is seen")
	}
	sum = sha256.Sum256(seen.Body)
	for name, want := range map[string]string{
		"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Content-Disposition": `inline; filename="panorama-thumbnail.jpg"`,
		"Cache-Control": "public, max-age=60", "ETag": `"` + hex.EncodeToString(sum[:]) + `"`,
	} {
		if got := seen.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	stranger.Get(s.photo(p.Id)+"/image?size=thumbnail", apitest.Header("If-None-Match", seen.ETag())).Want(304)
	if got := s.organizer.Get(s.photo(p.Id) + "/image").Want(200).Header.Get("Cache-Control"); got != "private, no-store" {
		t.Errorf("an answer to the organizer is kept: %q", got)
	}
	page := s.page()
	for _, want := range []string{`alt="La vincitrice con la coppa"`, `width="480"`, `loading="lazy"`, s.photo(p.Id) + "/image?size=thumbnail"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// page is the public page of the event.
func (s *stage) page() string {
	s.t.Helper()
	slug := s.organizer.Get(s.path).Want(200).Text("slug")
	answer, err := http.Get(s.server.Address + "/t/" + s.federation.Slug + "/e/" + slug)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(answer.Body); err != nil || answer.StatusCode != http.StatusOK {
		s.t.Fatal(answer.Status, err)
	}
	return body.String()
}

// TestAnUploadGoesOnWhereItWasCut: parts that arrived before stay, in another process too, and a part whose
// answer was lost may be sent again.
func TestAnUploadGoesOnWhereItWasCut(t *testing.T) {
	t.Parallel()
	s := photographed(t)
	file := snapshot(t, 1800, 1400)
	if len(file) < 1<<20 {
		t.Fatalf("a photo of %d bytes does not need parts", len(file))
	}
	const part = 400_000
	id := s.organizer.Post(s.path+"/photos", photo(file, apitest.JSON{"content": file[:1000]})).Want(201).ID("id")
	s.append(s.organizer, id, file, 1000, part).Want(200)
	s.server.Restart()
	at := s.path + "/uploads/" + id.String()
	if head := s.organizer.Do("HEAD", at, nil).Want(200); head.Header.Get("Upload-Offset") != strconv.Itoa(part) || len(head.Body) > 0 {
		t.Fatalf("after the cut it goes on at %q", head.Header.Get("Upload-Offset"))
	}
	s.append(s.organizer, id, file, 1000, part).Want(200) // its answer was lost
	refused := s.append(s.organizer, id, file, part+1, part+2).Refused(409, "photo-offset")
	if refused.Int("current.received") != part {
		t.Errorf("it is to go on at %v", refused.Value("current.received"))
	}
	s.append(s.organizer, id, file, 500, part+2).Refused(409, "photo-offset")
	other := bytes.Clone(file)
	other[2000]++
	s.append(s.organizer, id, other, 1000, part).Refused(409, "photo-offset")
	for from := part; from < len(file); from += part {
		to := min(len(file), from+part)
		for range 2 {
			if got := s.append(s.organizer, id, file, from, to).Want(200).Header.Get("Upload-Offset"); got != strconv.Itoa(to) {
				t.Errorf("after %d bytes it goes on at %s", to, got)
			}
		}
	}
	if p := s.wait(id); p.State != "ready" || p.Page.Width != 1600 {
		t.Errorf("it has become %+v", p)
	}
	s.append(s.organizer, id, file, part, 2*part).Want(200) // late, and harmless
}

// TestPartsSentAtOnce: of several that start at one place one counts, and the photo is
// the one that was sent.
func TestPartsSentAtOnce(t *testing.T) {
	t.Parallel()
	s := photographed(t)
	file := snapshot(t, 900, 700)
	sum := sha256.Sum256(file)
	id := s.organizer.Post(s.path+"/photos", photo(file, apitest.JSON{"sha256": hex.EncodeToString(sum[:])})).Want(201).ID("id")
	part := len(file)/5 + 1
	for from := 0; from < len(file); from += part {
		var senders sync.WaitGroup
		for range 6 {
			senders.Go(func() { s.append(s.organizer, id, file, from, min(len(file), from+part)).Want(200) })
		}
		senders.Wait()
	}
	if p := s.wait(id); p.State != "ready" {
		t.Errorf("it has become %+v", p)
	}
}

// While the bucket that keeps files is away, a photo is to be asked for again shortly; one that arrives meanwhile
// is taken, and made once the bucket is back.
func TestPhotosWhileTheBucketIsAway(t *testing.T) {
	t.Parallel()
	bucket := blobtest.NewBucket("files", "key", time.Now)
	service := httptest.NewServer(bucket)
	t.Cleanup(service.Close)
	files, err := blob.Open("s3+plain://key:secret@"+service.Listener.Addr().String()+"/files", "")
	if err != nil {
		t.Fatal(err)
	}
	s := newStageOn(t, apitest.StartWith(t, func(c *serve.Config) { c.Files = files }), nil)
	s.open()
	file := snapshot(t, 60, 40)
	shown := s.send(file, apitest.JSON{"content": file})
	image := s.photo(shown.Id) + "/image"
	s.server.Anonymous().Get(image).Want(200)
	bucket.Fail(1_000_000)
	if away := s.server.Anonymous().Get(image).Refused(http.StatusServiceUnavailable, "files-unavailable"); away.Header.Get("Retry-After") == "" {
		t.Error("it is not said when to come again")
	}
	later := s.organizer.Post(s.path+"/photos", photo(file, apitest.JSON{"content": file}), apitest.Key(uuid.NewString())).Want(201).ID("id")
	bucket.Fail(0)
	s.server.Anonymous().Get(image).Want(200)
	if got := s.wait(later); got.State != "ready" {
		t.Errorf("a photo that was sent meanwhile is %s", got.State)
	}
}

func TestPhotosThatAreRefused(t *testing.T) {
	t.Parallel()
	s := photographed(t)
	small := snapshot(t, 64, 48)
	for reason, file := range map[string][]byte{
		"photo-heic":           append([]byte("\x00\x00\x00\x18ftypheic"), make([]byte, 40)...),
		"photo-other-format":   []byte("%PDF-1.4\n%%EOF"),
		"photo-unknown-format": []byte("<!doctype html><script>alert(1)</script>"),
		"photo-damaged":        small[:len(small)/2],
	} {
		p := s.send(file, nil)
		if p.State != "refused" || p.Refusal.Reason != reason || strings.Contains(p.Refusal.Text, reason) || p.Public {
			t.Errorf("%s has become %+v", reason, p)
		}
		s.organizer.Get(s.photo(p.Id)+"/image").Refused(404, "not-found")
		s.server.Anonymous().Get(s.photo(p.Id)).Refused(404, "not-found")
	}
	if p := s.send(small, apitest.JSON{"sha256": strings.Repeat("0", 64)}); p.Refusal.Reason != "photo-digest" {
		t.Errorf("another file has become %+v", p)
	}
	if got := s.documents(); len(got) > 0 {
		t.Errorf("received were %+v", got)
	}
	help := s.organizer.Get(s.path+"/photos", apitest.Header("Accept-Language", "it")).Want(200)
	if !strings.Contains(string(help.Body), "Più compatibile") {
		t.Error("nobody says what to change in the camera")
	}
}

func TestUploadsThatDoNotFit(t *testing.T) {
	t.Parallel()
	s := photographed(t)
	file := snapshot(t, 64, 48)
	post := func(changes apitest.JSON) *apitest.Answer {
		return s.organizer.Post(s.path+"/photos", photo(file, changes))
	}
	post(apitest.JSON{"content": file, "bytes": len(file) - 1}).Want(422)
	post(apitest.JSON{"bytes": 20<<20 + 1}).Want(422)
	post(apitest.JSON{"kind": "../winner"}).Want(422)
	post(apitest.JSON{"alternativeText": "\u202eevil"}).Refused(422, "name-unreadable")
	id := post(nil).Want(201).ID("id")
	s.append(s.organizer, id, append(bytes.Clone(file), 'x'), 0, len(file)+1).Want(422)
	s.append(s.organizer, id, file, 0, 0).Want(422)
	s.organizer.Do("PATCH", s.path+"/uploads/"+id.String(), file, bytesOf).Want(400) // from where?
	s.organizer.Do("PATCH", s.path+"/uploads/"+id.String(), make([]byte, 1<<20+1), bytesOf, apitest.Header("Upload-Offset", "0")).Want(413)
	s.append(s.organizer, uuid.New(), file, 0, 10).Want(404)
	draft := newStageOn(t, s.server, nil)
	draft.organizer.Post(draft.path+"/photos", photo(file, nil)).Refused(409, "photos-not-now")
}

// TestPhotosNeedConsent: the public view follows from the consents, at once.
func TestPhotosNeedConsent(t *testing.T) {
	t.Parallel()
	s := photographed(t)
	file := snapshot(t, 64, 48)
	p := s.send(file, apitest.JSON{"content": file, "consent": apitest.JSON{"people": true, "minors": true, "guardians": false}})
	stranger := s.server.Anonymous()
	visible := func(want bool) {
		t.Helper()
		list, one, picture := stranger.Get(s.path+"/photos").Want(200), stranger.Get(s.photo(p.Id)), stranger.Get(s.photo(p.Id)+"/image")
		onPage := strings.Contains(s.page(), s.photo(p.Id))
		if want {
			one.Want(200)
			picture.Want(200)
		} else {
			one.Refused(404, "not-found")
			picture.Refused(404, "not-found")
		}
		if list.Len("items") == 1 != want || onPage != want {
			t.Errorf("visible in the list: %d, on the page: %v, want %v", list.Len("items"), onPage, want)
		}
		s.organizer.Get(s.photo(p.Id) + "/image").Want(200)
	}
	change := func(by *apitest.Client, body apitest.JSON) *apitest.Answer {
		return by.Patch(s.photo(p.Id), body, apitest.Match(s.organizer.Get(s.photo(p.Id)).ETag()))
	}
	visible(false) // minors whose parents were not asked
	change(s.organizer, apitest.JSON{"consent": apitest.JSON{"people": true, "minors": true, "guardians": true}}).Want(200)
	visible(true)
	change(s.referee, apitest.JSON{"consent": apitest.JSON{"people": false, "minors": true, "guardians": true}}).Want(200)
	visible(false)
	change(s.organizer, apitest.JSON{"consent": everybody()}).Want(200)
	manager := s.federation.Manager
	change(manager, apitest.JSON{"hidden": true, "reason": "qualcuno non vuole"}).Want(200)
	visible(false)
	change(manager, apitest.JSON{"kind": "other"}).Want(403) // they may hide photos and describe none
	change(manager, apitest.JSON{"hidden": false}).Want(200)
	visible(true)
	s.organizer.Patch(s.photo(p.Id), apitest.JSON{"hidden": true}, apitest.Match(`"1"`)).Refused(412, "stale")
}

// TestThatAPhotoWasReceivedStands, hidden or removed: the evidence that the stage needs to be valid stays.
func TestThatAPhotoWasReceivedStands(t *testing.T) {
	t.Parallel()
	s := photographed(t)
	file := snapshot(t, 64, 48)
	winner := s.send(file, apitest.JSON{"content": file})
	panorama := s.send(file, apitest.JSON{"content": file, "kind": "panorama", "round": 1})
	s.organizer.Post(s.path+"/photos", photo(file, nil)).Want(201) // which never arrives
	s.organizer.Patch(s.photo(winner.Id), apitest.JSON{"hidden": true}, apitest.Match(s.organizer.Get(s.photo(winner.Id)).ETag())).Want(200)
	s.organizer.Post(s.photo(panorama.Id)+"/removal", apitest.JSON{}).Want(422) // why?
	s.federation.Manager.Post(s.photo(panorama.Id)+"/removal", apitest.JSON{"reason": "un minore"}).Want(204)
	for _, by := range []*apitest.Client{s.server.Anonymous(), s.organizer, s.federation.Manager} {
		by.Get(s.photo(panorama.Id)).Refused(404, "not-found")
		by.Get(s.photo(panorama.Id)+"/image").Refused(404, "not-found")
	}
	s.organizer.Post(s.photo(panorama.Id)+"/removal", apitest.JSON{"reason": "di nuovo"}).Refused(404, "not-found")
	got := s.documents()
	if len(got) != 2 || got[0].Kind != "winner" || !got[0].Hidden || got[0].Round != nil || got[1].Kind != "panorama" || !got[1].Removed || *got[1].Round != 1 ||
		!got[1].ReceivedAt.Equal(s.server.Clock.Now()) {
		t.Errorf("received were %+v", got)
	}
	s.waitForFiles(2) // those of the hidden one
	audit := string(s.organizer.Get(s.path + "/audit").Want(200).Body)
	if !strings.Contains(audit, "un minore") {
		t.Error("the audit does not say why it was removed")
	}
}

// documents are the documents received of the event.
func (s *stage) documents() (out []facts.Document) {
	s.t.Helper()
	door, err := tenantdb.Read(s.t.Context(), s.server.DB(), s.federation.ID, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	b := &tenantdb.Batch{}
	leaguedb.LoadDocuments(b, &out, []league.EventID{{UUID: s.id}, {UUID: uuid.New()}})
	if err := door.Send(b); err != nil {
		s.t.Fatal(err)
	}
	return out
}

// waitForFiles waits until so many files are kept.
func (s *stage) waitForFiles(want int) {
	s.t.Helper()
	for range 200 {
		if len(s.server.Files()) == want {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	s.t.Errorf("kept are %v, want %d", s.server.Files(), want)
}

// parts counts the parts of the event's photos that are kept.
func (s *stage) parts(id uuid.UUID) int {
	s.t.Helper()
	door, err := tenantdb.Read(s.t.Context(), s.server.DB(), s.federation.ID, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	var parts [][]byte
	b := &tenantdb.Batch{}
	leaguedb.LoadPhotoParts(b, &parts, id)
	if err := door.Send(b); err != nil {
		s.t.Fatal(err)
	}
	return len(parts)
}

// TestUploadsEndAfterADay: their arrived parts are deleted, and so is the file of a photo whose pictures are
// made.
func TestUploadsEndAfterADay(t *testing.T) {
	t.Parallel()
	s := photographed(t)
	file := snapshot(t, 64, 48)
	ready := s.send(file, apitest.JSON{"content": file})
	if n := s.parts(ready.Id); n != 0 {
		t.Errorf("%d parts of a photo that is ready", n)
	}
	id := s.organizer.Post(s.path+"/photos", photo(file, apitest.JSON{"content": file[:100]})).Want(201).ID("id")
	s.server.Clock.Advance(23 * time.Hour)
	s.organizer.SignIn()
	s.append(s.organizer, id, file, 100, 200).Want(200)
	s.server.Clock.Advance(time.Hour)
	s.organizer.SignIn()
	s.append(s.organizer, id, file, 200, 300).Refused(409, "photo-expired")
	if n := s.parts(id); n != 2 {
		t.Fatalf("%d parts before", n)
	}
	s.server.Clock.Advance(time.Minute)
	s.server.Restart() // sweeps
	if p := s.wait(id); p.State != "refused" || p.Refusal.Reason != "photo-expired" {
		t.Errorf("it has become %+v", p)
	}
	if n := s.parts(id); n != 0 {
		t.Errorf("%d parts are kept", n)
	}
	s.append(s.organizer, id, file, 200, 300).Refused(409, "photo-expired")
}

// TestWhoHasLostTheirRoleSendsNoMore: between one part and the next.
func TestWhoHasLostTheirRoleSendsNoMore(t *testing.T) {
	t.Parallel()
	s := photographed(t)
	file := snapshot(t, 64, 48)
	helper := s.secondReferee()
	id := helper.Post(s.path+"/photos", photo(file, apitest.JSON{"content": file[:100]})).Want(201).ID("id")
	s.append(helper, id, file, 100, 200).Want(200)
	staff := s.organizer.Get(s.path + "/staff").Want(200)
	for i := range staff.Len("items") {
		if at := fmt.Sprintf("items.%d", i); staff.Text(at+".role") == "referee" {
			s.organizer.Delete(s.path + "/staff/" + staff.Text(at+".id")).Want(204)
		}
	}
	s.append(helper, id, file, 200, 300).Want(403)
	helper.Get(s.path + "/uploads/" + id.String()).Want(403)
	helper.Get(s.photo(id)).Refused(404, "not-found")
	s.append(s.organizer, id, file, 200, len(file)).Want(200) // another goes on
	if p := s.wait(id); p.State != "ready" {
		t.Errorf("it has become %+v", p)
	}
}

// TestPhotosOfOthers: another tenant's photo is not there under any address, while its
// own people see it.
func TestPhotosOfOthers(t *testing.T) {
	t.Parallel()
	s := photographed(t)
	other := newStageOn(t, s.server, nil)
	other.open()
	file := snapshot(t, 64, 48)
	hidden := s.send(file, apitest.JSON{"content": file, "consent": apitest.JSON{"people": false, "minors": false, "guardians": false}})
	public := s.send(file, apitest.JSON{"content": file})
	s.organizer.Get(s.photo(hidden.Id) + "/image").Want(200) // it is there
	s.server.Anonymous().Get(s.photo(public.Id) + "/image").Want(200)
	for _, id := range []uuid.UUID{hidden.Id, public.Id} {
		for _, path := range []string{
			other.path + "/photos/" + id.String(),
			other.path + "/photos/" + id.String() + "/image",
			other.federation.Path + "/events/" + s.id.String() + "/photos/" + id.String() + "/image",
			other.path + "/photos/" + other.id.String() + "%2F..%2F" + id.String() + "/image",
			other.path + "/photos/..%2f..%2f" + s.id.String() + "%2fphotos%2f" + id.String() + "/image",
			other.path + "/photos/%2e%2e/%2e%2e/" + s.id.String() + "/photos/" + id.String() + "/image",
			other.path + "/photos/" + strings.ToUpper(id.String()) + "/image",
			other.path + "/photos/" + id.String() + "%00/image",
			other.path + "/photos/" + id.String() + ".jpg/image",
		} {
			other.organizer.Get(path).Want(404)
			s.server.Anonymous().Get(path).Want(404)
		}
		other.organizer.Get(s.photo(hidden.Id)).Refused(404, "not-found")
		other.organizer.Get(s.photo(hidden.Id)+"/image").Refused(404, "not-found")
		other.organizer.Patch(other.path+"/photos/"+id.String(), apitest.JSON{"hidden": true}, apitest.Match(`"3"`)).Want(404)
		other.organizer.Post(other.path+"/photos/"+id.String()+"/removal", apitest.JSON{"reason": "mia"}).Want(404)
		other.append(other.organizer, id, file, 0, 10).Want(404)
		other.organizer.Post(s.photo(id)+"/removal", apitest.JSON{"reason": "mia"}).Want(403)
	}
	if n := other.organizer.Get(other.path + "/photos").Want(200).Len("items"); n != 0 {
		t.Errorf("%d photos of others are listed", n)
	}
}

// TestPagesOfPhotos: the list goes on from where it ended.
func TestPagesOfPhotos(t *testing.T) {
	t.Parallel()
	s := photographed(t)
	file := snapshot(t, 16, 16)
	for i := range 5 {
		s.send(file, apitest.JSON{"content": file, "alternativeText": fmt.Sprintf("Foto %d", i)})
	}
	var seen []string
	for path := s.path + "/photos?limit=2"; path != ""; {
		page := s.server.Anonymous().Get(path).Want(200)
		for i := range page.Len("items") {
			seen = append(seen, page.Text(fmt.Sprintf("items.%d.alternativeText", i)))
		}
		path = ""
		if next := page.Text("nextCursor"); next != "" {
			path = s.path + "/photos?limit=2&cursor=" + next
		}
	}
	if got := strings.Join(seen, ", "); got != "Foto 0, Foto 1, Foto 2, Foto 3, Foto 4" {
		t.Errorf("listed are %s", got)
	}
}
