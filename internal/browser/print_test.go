package browser_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	"golang.org/x/image/draw"

	"referto/internal/apitest"
)

// Forty tables are forty score sheets, a page each on A5 and two to a page on A4. In black only, and without the
// backgrounds that a printer leaves out, the code of each sheet leads to its table (U28, J37). A list of 160 names is
// cut into pages with their first and last names.
func TestThePrintsOfARoomOfFortyTables(t *testing.T) {
	t.Parallel()
	tables := 40
	if testing.Short() { // make e2e prints them all
		tables = 12
	}
	s := newStageOf(t, apitest.Start(t), 4*tables)
	b := open(t, chromium(t), s.printed("sheets", "a5"))
	loadAxe(b)
	do(b, "load", chromedp.Reload())
	accessible(b, "score sheets")
	if got := pages(b); got != tables {
		t.Errorf("%d pages of %d score sheets on A5", got, tables)
	}
	if got := b.number(`document.querySelectorAll(".leaf").length`); got != tables {
		t.Errorf("%d score sheets", got)
	}
	media(b, "print")
	event, _, _ := strings.Cut("https://referto.example"+strings.TrimPrefix(s.page, s.server.Address), "?")
	for _, table := range []int{1, 7, tables} {
		sheet := picture(b, fmt.Sprintf(`.leaf:nth-of-type(%d)`, table))
		if at := colored(sheet); at != (image.Point{}) {
			t.Errorf("table %d: color at %v of its sheet", table, at)
		}
		if got, want := decoded(t, sheet), fmt.Sprintf("%s?round=1#t%d", event, table); got != want {
			t.Errorf("the code of table %d leads to %q, not %q", table, got, want)
		}
	}
	media(b, "")
	for i, paper := range papers(b) {
		if got, want := decoded(t, paper), fmt.Sprintf("%s?round=1#t%d", event, i+1); got != want {
			t.Errorf("from the printer the code of table %d leads to %q, not %q", i+1, got, want)
		}
	}
	s.result(1)
	onPages := func(names, aPage int) int { return (names + aPage - 1) / aPage }
	for what, want := range map[string]int{"sheets": onPages(tables, 2), "seats": onPages(4*tables, 56), "standings": onPages(4*tables, 30)} {
		do(b, what, chromedp.Navigate(s.printed(what, "a4")))
		if got := pages(b); got != want {
			t.Errorf("%d pages of %s on A4, not %d", got, what, want)
		}
	}
	do(b, "seats", chromedp.Navigate(s.printed("seats", "a5")))
	want := onPages(4*tables, 38)
	if got := pages(b); got != want {
		t.Errorf("%d pages of seats on A5, not %d", got, want)
	}
	parts := evaluate[[]string](b, `[...document.querySelectorAll(".leaf > header p")].map((one) => one.textContent)`)
	if len(parts) != want || !strings.Contains(parts[0], "Giocatore 001") || !strings.Contains(parts[want-1], fmt.Sprintf("Giocatore %03d", 4*tables)) {
		t.Errorf("the pages say %q", parts)
	}
}

// Name cards name entrants: they are for readers who may read the entries, and an anonymous reader is led to signing
// in.
func TestNameCardsAreForTheStaff(t *testing.T) {
	t.Parallel()
	s := newGathering(t, "Ada Bruni", "Carla Dosi", "Enzo Fava")
	s.page = s.home + "/e/" + s.keeper.Get(s.path).Want(200).Text("slug") + "?lang=en"
	b := open(t, chromium(t), s.printed("names", "a4"))
	if got := b.text("h1"); got != "Sign in" {
		t.Errorf("a stranger is shown %q", got)
	}
	signIn(b, s.keeper)
	do(b, "name cards", chromedp.Navigate(s.printed("names", "a4")))
	if got := evaluate[[]string](b, `[...document.querySelectorAll(".cards b")].map((one) => one.textContent)`); len(got) != 3 || got[0] != "Ada Bruni" {
		t.Errorf("the cards of %q", got)
	}
	if got := pages(b); got != 1 {
		t.Errorf("%d pages of three cards", got)
	}
	do(b, "name cards on A5", chromedp.Navigate(s.printed("names", "a5")))
	if cards := b.number(`document.querySelectorAll(".papers.a5 .cards b").length`); cards != 3 || pages(b) != 1 {
		t.Errorf("on A5 %d cards on %d pages", cards, pages(b))
	}
	media(b, "print")
	if at := colored(picture(b, ".cards")); at != (image.Point{}) {
		t.Errorf("color at %v of the name cards", at)
	}
	media(b, "")
	do(b, "sheets", chromedp.Navigate(s.printed("sheets", "a4")))
	if got := b.text(".opening > p:not(.crumb)"); !strings.Contains(got, "made when a round has been drawn") {
		t.Errorf("before a draw it says %q", got)
	}
}

// A poster is one page with time and place, whose code leads to the page of the event. Staff at the door have a list
// of the entrants, and an anonymous reader has not; once the event is over the first three have certificates, on
// paper in landscape format (J37).
func TestPosterCheckInListAndCertificates(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	b := open(t, chromium(t), s.printed("poster", "a4"))
	loadAxe(b)
	do(b, "load", chromedp.Reload())
	(&hand{tab: b}).sound("poster")
	do(b, "a desk", chromedp.EmulateViewport(1360, 900))
	media(b, "print")
	poster := picture(b, ".leaf")
	if at := colored(poster); at != (image.Point{}) {
		t.Errorf("color at %v of the poster", at)
	}
	event, _, _ := strings.Cut("https://referto.example"+strings.TrimPrefix(s.page, s.server.Address), "?")
	if got := decoded(t, poster); got != event {
		t.Errorf("the code of the poster leads to %q, not %q", got, event)
	}
	media(b, "")
	if printed := papers(b); len(printed) != 1 || decoded(t, printed[0]) != event {
		t.Errorf("from the printer come %d pages, whose code leads to %q", len(printed), decoded(t, printed[0]))
	}
	if got := b.text(".poster"); !strings.Contains(got, "8 February 2009") || !strings.Contains(got, "Biblioteca") || !strings.Contains(got, "Aosta") {
		t.Errorf("the poster says %q", got)
	}
	for _, paper := range []string{"a4", "a5"} {
		do(b, paper, chromedp.Navigate(s.printed("poster", paper)))
		if got := pages(b); got != 1 {
			t.Errorf("a poster of %d pages on %s", got, paper)
		}
	}
	do(b, "check-in", chromedp.Navigate(s.printed("check-in", "a4")))
	if got := b.text("h1"); got != "Sign in" {
		t.Errorf("a stranger is shown %q", got)
	}
	signIn(b, s.referee)
	do(b, "check-in", chromedp.Navigate(s.printed("check-in", "a4")))
	(&hand{tab: b}).sound("check-in-list")
	if rows, here := b.number(`document.querySelectorAll(".check-in tbody tr").length`), b.number(`document.querySelectorAll(".check-in .done").length`); rows != 12 || here != 12 {
		t.Errorf("%d rows, %d of them here", rows, here)
	}
	if got := pages(b); got != 1 {
		t.Errorf("%d pages of twelve names", got)
	}
	do(b, "certificates", chromedp.Navigate(s.printed("certificates", "a4")))
	if got := b.text(".opening > p:not(.crumb)"); !strings.Contains(got, "when the tournament is over") {
		t.Errorf("before the end it says %q", got)
	}
	s.playOut()
	do(b, "certificates", chromedp.Navigate(s.printed("certificates", "a4")))
	(&hand{tab: b}).sound("certificates")
	winner := s.referee.Get(s.path + "/standings").Want(200).Text("rows.0.entry.player.name")
	if got := b.text(".certificates .leaf"); !strings.Contains(got, "First place "+winner) {
		t.Errorf("the first certificate says %q", got)
	}
	if got := pages(b); got != 3 {
		t.Errorf("%d pages for the first three", got)
	}
	if wide := regexp.MustCompile(`/MediaBox\s*\[0 0 84\d`); !wide.Match(pdf(b)) {
		t.Error("certificates do not lie wide")
	}
	do(b, "poster", chromedp.Navigate(s.printed("poster", "a4")))
	if b.is(`document.querySelector(".poster .leaf")`) {
		t.Error("there is a poster of an event that is over")
	}
}

// printed returns the address of a print of the stage.
func (s *stage) printed(what, paper string) string {
	return strings.Replace(s.page, "?", "/print/"+what+"?paper="+paper+"&", 1)
}

// media shows a page in its print form, or with "" in its screen form.
func media(b tab, name string) {
	b.t.Helper()
	do(b, "as on "+name, chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		_, err := cdp.Call(ctx, at, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name})
		return err
	}))
}

var pdfPage = regexp.MustCompile(`/Type\s*/Page\b`)

// pages counts the pages of the printout.
func pages(b tab) int {
	b.t.Helper()
	return len(pdfPage.FindAll(pdf(b), -1))
}

// pdf prints the page and returns the document, without backgrounds, on the paper that the page asks for.
func pdf(b tab) []byte {
	b.t.Helper()
	yes := true
	var out []byte
	do(b, "print", chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		answer, err := cdp.Call(ctx, at, page.PrintToPDF, page.PrintToPDFParams{PreferCSSPageSize: &yes})
		if err == nil {
			out = answer.Data
		}
		return err
	}))
	return out
}

// papers are the pages that come out of the printer, as a camera would see them: dots in grey, a hundred to an inch.
func papers(b tab) []image.Image {
	b.t.Helper()
	folder := b.t.TempDir()
	draw := exec.CommandContext(b.ctx, "pdftoppm", "-r", "100", "-gray", "-png", "-", filepath.Join(folder, "page"))
	draw.Stdin = bytes.NewReader(pdf(b))
	if said, err := draw.CombinedOutput(); err != nil {
		b.t.Fatalf("pdftoppm, of Debian's package poppler-utils: %v: %s", err, said)
	}
	names, err := filepath.Glob(filepath.Join(folder, "page-*.png")) // in order, with as many digits each
	if err != nil {
		b.t.Fatal(err)
	}
	var out []image.Image
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			b.t.Fatal(err)
		}
		drawn, err := png.Decode(file)
		_ = file.Close()
		if err != nil {
			b.t.Fatal(err)
		}
		out = append(out, drawn)
	}
	return out
}

// picture is an element as it looks.
func picture(b tab, selector string) image.Image {
	b.t.Helper()
	drawn, err := png.Decode(bytes.NewReader(do(b, "picture of "+selector, chromedp.Screenshot(selector))))
	if err != nil {
		b.t.Fatal(err)
	}
	return drawn
}

// colored is a point that is neither black nor white nor between; the origin for none.
func colored(of image.Image) image.Point {
	for y := of.Bounds().Min.Y; y < of.Bounds().Max.Y; y++ {
		for x := of.Bounds().Min.X; x < of.Bounds().Max.X; x++ {
			if r, g, b, _ := of.At(x, y).RGBA(); r != g || g != b {
				return image.Pt(x, y)
			}
		}
	}
	return image.Point{}
}

// decoded is the text of the one code in a picture. Like a phone that is held nearer or farther, it looks in several
// sizes: the reader takes a few codes for ones of another size where their squares are whole pixels and a fraction.
func decoded(t *testing.T, of image.Image) string {
	t.Helper()
	var last error
	for _, quarters := range []int{4, 6, 5, 8, 3} {
		size := image.Rect(0, 0, of.Bounds().Dx()*quarters/4, of.Bounds().Dy()*quarters/4)
		held := image.NewGray(size)
		draw.BiLinear.Scale(held, size, of, of.Bounds(), draw.Src, nil)
		bits, err := gozxing.NewBinaryBitmapFromImage(held)
		if err != nil {
			t.Fatal(err)
		}
		result, err := qrcode.NewQRCodeReader().Decode(bits, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true})
		if err == nil {
			return result.GetText()
		}
		last = err
	}
	t.Errorf("the code cannot be read: %v", last)
	return ""
}
