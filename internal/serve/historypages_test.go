package serve_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// pastOf is a federation with a ranking, and a member of the staff who imports its past in a browser.
type pastOf struct {
	t          *testing.T
	federation *apitest.Tenant
	staff      *reader
	ranking    string // id
	tables     string // address of the page
}

func newPastOf(t *testing.T) *pastOf {
	t.Helper()
	server := apitest.Start(t)
	f := server.Federation("Federazione")
	ranking := f.Manager.Post(f.Path+"/rankings", apitest.JSON{
		"slug": "classifica", "title": "Classifica", "ruleset": "catan-ranglista-bg", "counted": []string{"ranking"}, "national": []string{"national-final"},
	}).Want(201).ID("id").String()
	return &pastOf{t: t, federation: f, staff: signIn(t, server, f.Manager), ranking: ranking, tables: "/t/" + f.Slug + "/histories"}
}

// sends sends a table as a browser does.
func (p *pastOf) sends(r *reader, name, table string, fields url.Values) page {
	p.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for field, values := range fields {
		if err := w.WriteField(field, values[0]); err != nil {
			p.t.Fatal(err)
		}
	}
	file, err := w.CreateFormFile("file", name)
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := file.Write([]byte(table)); err != nil {
		p.t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		p.t.Fatal(err)
	}
	return r.sendBody(http.MethodPost, p.tables, &body, "Content-Type", w.FormDataContentType(), "Origin", apitest.PublicURL)
}

// sent is the page of an uploaded table of openings.
func (p *pastOf) sent(table string) string {
	p.t.Helper()
	got := p.sends(p.staff, "vecchia.csv", table, url.Values{"act": {"send-table"}, "subject": {"openings"}, "ranking": {p.ranking}})
	at := got.header.Get("Location")
	if got.status != http.StatusSeeOther || !strings.HasPrefix(at, p.tables+"/") {
		p.t.Fatalf("%d to %q %s", got.status, at, got.text)
	}
	return at
}

var (
	chosen   = regexp.MustCompile(`<select id="check-table-([a-z0-9-]+)"[^>]*>(?s:.*?)</select>`)
	selected = regexp.MustCompile(`<option value="([^"]*)" selected>`)
)

// asked is the form by which a table is read, as a browser would send it.
func (p *pastOf) asked(at string) url.Values {
	p.t.Helper()
	form := url.Values{"act": {"check-table"}}
	for _, field := range chosen.FindAllStringSubmatch(p.staff.get(at).text, -1) {
		form.Set(field[1], "")
		if value := selected.FindStringSubmatch(field[0]); value != nil {
			form.Set(field[1], value[1])
		}
	}
	return form
}

// rows are the names and points of the ranking.
func (p *pastOf) rows() string {
	p.t.Helper()
	a := p.federation.Manager.Get(p.federation.Path + "/rankings/" + p.ranking + "/standings").Want(200)
	var rows []string
	for i := range a.Len("items") {
		rows = append(rows, a.Text(fmt.Sprintf("items.%d.player.name", i))+" "+a.Text(fmt.Sprintf("items.%d.figures.0", i)))
	}
	return strings.Join(rows, ", ")
}

// Past results are imported by forms: the headings are recognized, the staff identifies a namesake, the changes are
// previewed, and the import can be undone as a whole.
func TestAPastComesInByForms(t *testing.T) {
	t.Parallel()
	p := newPastOf(t)
	known := p.federation.Manager.Post(p.federation.Path+"/players", apitest.JSON{"name": "Ada Lodi", "club": "Torre"}).Want(201).ID("id").String()
	const table = "Nome;Circolo;Punti;vp\nAda Lodi;Ponte;120;300\n'=1+1;;7;9\n"
	at := p.sent(table)
	form := p.asked(at)
	if form.Get("ranking") != p.ranking || form.Get("heading-0") != "name" || form.Get("heading-1") != "club" {
		t.Fatalf("what the headings may stand for: %v %s", form, p.staff.get(at).text)
	}
	form.Set("heading-2", "figure-points")
	form.Set("heading-3", "")
	p.staff.post(at, form).leadsTo(t, at)
	if got := p.staff.get(at); !strings.Contains(got.text, `name="person-2"`) || strings.Contains(got.text, `value="apply-table"`) {
		t.Fatalf("nobody is asked who that is: %s", got.text)
	}
	form = p.asked(at)
	if form.Get("heading-2") != "figure-points" || form.Get("heading-3") != "" {
		t.Errorf("how it was read is forgotten: %v", form)
	}
	form.Set("person-2", known)
	p.staff.post(at, form).leadsTo(t, at)
	if got := p.staff.get(at); !strings.Contains(got.text, `value="apply-table"`) || !strings.Contains(got.text, `id="differences"`) || !strings.Contains(got.text, "=1&#43;1") {
		t.Fatalf("what changes: %s", got.text)
	}
	if got := p.rows(); got != "" {
		t.Errorf("reading it has stored %s", got)
	}
	p.staff.post(at, p.asked(at)).leadsTo(t, at) // read once more: the identification is not asked again
	p.staff.post(at, url.Values{"act": {"apply-table"}}).leadsTo(t, at)
	p.settled(at)
	if got := p.rows(); got != "Ada Lodi 120, =1+1 7" {
		t.Errorf("stored: %s", got)
	}
	if got := p.staff.post(at, url.Values{"act": {"apply-table"}}); got.status != 422 || !strings.Contains(got.text, `role="alert"`) {
		t.Errorf("stored twice: %d %s", got.status, got.text)
	}

	again := p.sent(table)
	form = p.asked(again)
	form.Set("heading-2", "figure-points")
	form.Set("person-2", known)
	form.Set("rest", "known")
	p.staff.post(again, form).leadsTo(t, again)
	if got := p.staff.post(again, url.Values{"act": {"apply-table"}}); got.status != 422 || !strings.Contains(got.text, `role="alert"`) {
		t.Errorf("the same table comes in twice: %d %s", got.status, got.text)
	}

	if got := p.staff.post(at, url.Values{"act": {"undo-table"}, "reason": {""}}); got.status != 422 || !strings.Contains(got.text, "undo-table-reason-fault") {
		t.Errorf("taken back for no reason: %d %s", got.status, got.text)
	}
	p.staff.post(at, url.Values{"act": {"undo-table"}, "reason": {"tabella di un altro anno"}}).leadsTo(t, at)
	p.settled(at)
	if got := p.staff.get(at); p.rows() != "" || !strings.Contains(got.text, "tabella di un altro anno") {
		t.Errorf("taken back: %s %s", p.rows(), got.text)
	}
	if got := p.staff.get(p.tables); !strings.Contains(got.text, at) || !strings.Contains(got.text, "vecchia.csv") {
		t.Errorf("the table is not listed: %s", got.text)
	}
}

// settled waits until nothing is done about a table any more. Meanwhile its page is asked for anew by itself.
func (p *pastOf) settled(at string) {
	p.t.Helper()
	for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		got := p.staff.get(at)
		works := strings.Contains(got.text, "is being") || strings.Contains(got.text, "Is being")
		if works != (got.header.Get("Refresh") != "") {
			p.t.Errorf("worked on: %t, and asked for anew: %q", works, got.header.Get("Refresh"))
		}
		if !works {
			return
		}
		if time.Since(began) > time.Minute {
			p.t.Fatal("it is never done")
		}
	}
}

// A long table is stored after the answer, and its page shows the progress.
func TestALongPastIsWorkedOnByAJob(t *testing.T) {
	t.Parallel()
	p := newPastOf(t)
	var table strings.Builder
	table.WriteString("Nome;Punti;Note\n")
	for n := range 1500 { // columns that are ignored make it long
		fmt.Fprintf(&table, "Giocatore numero %04d;%d;%s\n", n, n%250+1, strings.Repeat("di carta ", 20))
	}
	at := p.sent(table.String())
	form := p.asked(at)
	form.Set("heading-1", "figure-points")
	p.staff.post(at, form).leadsTo(t, at)
	p.settled(at)
	p.staff.post(at, url.Values{"act": {"apply-table"}}).leadsTo(t, at)
	p.settled(at)
	if got := p.staff.get(at); !strings.Contains(got.text, `value="undo-table"`) {
		t.Errorf("not stored: %s", got.text)
	}
	if got := p.federation.Manager.Get(p.federation.Path + "/rankings/" + p.ranking + "/standings?limit=1").Want(200); got.Int("players") != 1500 {
		t.Errorf("%s", got.Body)
	}
}

// Faults of a table are reported with their lines; a file that is no table, is too long or comes from an anonymous
// caller is refused.
func TestATableThatCannotBeTaken(t *testing.T) {
	t.Parallel()
	p := newPastOf(t)
	fields := url.Values{"act": {"send-table"}, "subject": {"openings"}, "ranking": {p.ranking}}
	at := p.sent("Nome;Punti\nAda Lodi;12\nEva Terza;31x\n")
	form := p.asked(at)
	form.Set("heading-1", "figure-points")
	p.staff.post(at, form).leadsTo(t, at)
	if got := p.staff.get(at); !strings.Contains(got.text, `id="faults"`) || !strings.Contains(got.text, "Line 3") || strings.Contains(got.text, `value="apply-table"`) {
		t.Errorf("a fault: %s", got.text)
	}
	form.Set("heading-0", "")
	p.staff.post(at, form).leadsTo(t, at)
	if got := p.staff.get(at); !strings.Contains(got.text, `id="faults"`) || strings.Contains(got.text, `value="apply-table"`) {
		t.Errorf("nobody has a name: %s", got.text)
	}
	form.Set("heading-0", "figure-points")
	if got := p.staff.post(at, form); got.status != 422 || !strings.Contains(got.text, `role="alert"`) {
		t.Errorf("two headings stand for one figure: %d %s", got.status, got.text)
	}
	if got := p.staff.get("/t/" + p.federation.Slug); !strings.Contains(got.text, `href="`+p.tables+`"`) {
		t.Error("the menu of the staff does not lead there")
	}
	for name, table := range map[string]string{"nothing": "", "a picture": "\x89PNG\r\n\x1a\n\x00\x00", "no text": "Nome\n\xff\xfe\n", "cut off within a letter": "Име\nДима\nЖив\xd0"} {
		if got := p.sends(p.staff, "x.csv", table, fields); got.status != 422 || !strings.Contains(got.text, `role="alert"`) && !strings.Contains(got.text, "-fault") {
			t.Errorf("%s: %d %s", name, got.status, got.text)
		}
	}
	const begun = "--x\r\nContent-Disposition: form-data; name=\"act\"\r\n\r\nsend-table\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.csv\"\r\n\r\nNome;Punti\nAda Lo"
	if got := p.staff.sendBody(http.MethodPost, p.tables, strings.NewReader(begun), "Content-Type", "multipart/form-data; boundary=x", "Origin", apitest.PublicURL); got.status != http.StatusBadRequest {
		t.Errorf("a form that ends in the middle of its file: %d %s", got.status, got.text)
	}
	if got := p.staff.get(p.tables); strings.Count(got.text, p.tables+"/") != 1 {
		t.Errorf("what was refused is kept: %s", got.text)
	}
	other := signIn(t, p.federation.Server, p.federation.Server.SignUp("Eva Terza"))
	if got := p.sends(other, "x.csv", "Nome\nAda\n", fields); got.status != http.StatusForbidden {
		t.Errorf("somebody without an office sends: %d", got.status)
	}
	for _, path := range []string{p.tables, at} {
		if got := other.get(path); got.status != http.StatusForbidden || strings.Contains(got.text, "Ada Lodi") {
			t.Errorf("somebody without an office at %s: %d", path, got.status)
		}
		(&reader{t: t, server: p.federation.Server}).get(path).leadsTo(t, "/sign-in?next="+url.QueryEscape(path))
		if got := p.staff.get(path); got.status != 200 || got.header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("the staff at %s: %d %v", path, got.status, got.header)
		}
	}
	if got := other.post(at, url.Values{"act": {"undo-table"}, "reason": {"per gioco"}}); got.status != http.StatusForbidden {
		t.Errorf("somebody without an office takes it back: %d", got.status)
	}
	if got := p.staff.get(p.tables + "/" + uuid.NewString()); got.status != http.StatusNotFound {
		t.Errorf("a table there is not: %d", got.status)
	}
	if got := p.staff.post(at, url.Values{"act": {"nothing"}}); got.status != http.StatusBadRequest {
		t.Errorf("an act there is not: %d", got.status)
	}
}
