package console

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"referto/frontend/pages"
	"referto/frontend/words"
)

//go:embed all:dist
var dist embed.FS

// The addresses of the console: its first screen, with or without a slash at the end, the prefix of its files, and
// the address at which it exchanges the session of the browser for an access token.
const (
	Path      = "/console"
	FilePath  = Path + "/_app/"
	TokenPath = Path + "/token"
	// WorkerPath is the address of the script that keeps the console on the device.
	WorkerPath = Path + "/service-worker.js"
)

// Screens returns the addresses of the console's screens, as patterns of routes. They correspond to the folders in
// src/routes.
func Screens() []string {
	return []string{
		Path + "/",
		Path + "/t/:tenant",
		Path + "/t/:tenant/clubs",
		Path + "/t/:tenant/events/:event/checkin",
		Path + "/t/:tenant/events/:event/entries",
		Path + "/t/:tenant/events/:event/report",
		Path + "/t/:tenant/events/:event/run",
		Path + "/t/:tenant/events/:event/run/next",
		Path + "/t/:tenant/events/:event/run/players",
		Path + "/t/:tenant/events/:event/run/queue",
		Path + "/t/:tenant/events/:event/run/rulings",
		Path + "/t/:tenant/events/:event/run/sanctions",
		Path + "/t/:tenant/events/:event/run/standings",
		Path + "/t/:tenant/events/:event/run/t/:table",
		Path + "/t/:tenant/events/:event/setup",
		Path + "/t/:tenant/events/new",
		Path + "/t/:tenant/finals",
		Path + "/t/:tenant/homologation",
		Path + "/t/:tenant/homologation/:event",
		Path + "/t/:tenant/hosting",
		Path + "/t/:tenant/hostings",
		Path + "/t/:tenant/prizes",
	}
}

// spoken are the messages that the console has the words of, whole groups and single ones, as src/lib/spoken.ts lists
// them.
var spoken = []string{
	"call", "console", "role", "round", "clock", "event-state", "entry-state", "event-kind", "language", "criterion-short", "label", "movement",
	"standings", "account.mine", "account.sign-in", "account.sign-out",
	"account.waiting-none", "draw.by-hand-by", "draw.by-hand-reason", "frame.languages", "frame.navigation", "frame.skip", "frame.theme", "frame.theme-dark",
	"frame.theme-light", "frame.theme-system", "people.title", "photo", "photos", "report.demand-failed", "report.demand-met",
	"report.demand-open", "report.demand-waived", "report.demands", "report.noted", "report.others-decide", "report.state-awaits-report",
	"report.state-homologated", "report.state-invalidated", "report.state-none", "report.state-not-played", "report.state-returned",
	"column.movement", "column.player", "column.position", "column.position-short", "comparison.dropped", "comparison.equal", "comparison.part",
	"comparison.unrounded", "games.label", "print.sheets", "print.title", "report.state-waiting", "report.title", "screen.title", "stakes.national-final", "stakes.national-final-paid", "stakes.regional-final",
	"stakes.regional-final-paid", "table.corrected", "table.left", "table.number", "table.playing",
	"table.time-limit", "table.too-few", "table.void", "table.winner", "table.word", "problem.request",
}

// Console serves the files of the console.
type Console struct {
	// Policy is the content policy of the shell: the one of pages, plus the script that starts the console, and
	// pictures in memory: photos being uploaded, and photos that only the staff may see.
	Policy string
	// Files are the contents of files by their names below [FilePath].
	Files map[string][]byte
	// Worker is the script at [WorkerPath]; nil where the console is not built.
	Worker   []byte
	shell    shell
	settings settings
	icon     string
}

// shell is the built document, cut where the server completes it: for the language and the appearance of the reader,
// and for the files to load beside the script.
type shell struct{ start, head, body string }

// around completes the shell.
var around = template.Must(template.New("around").Parse(
	`{{define "html"}}<html lang="{{.Lang}}"{{with .Theme}} data-theme="{{.}}"{{end}}>{{end}}` +
		`{{define "head"}}<link rel="icon" type="image/svg+xml" href="{{.Icon}}">
<link rel="preload" as="fetch" crossorigin href="{{.Words}}">
<script type="application/json" id="settings">{{.Settings}}</script>{{end}}`))

// settings holds the data that the script needs before its first request.
type settings struct {
	// Words are the addresses of the words of each language.
	Words map[string]string `json:"words"`
	// Waiting holds the addresses of the pages on which pending tasks are done, by kind of task, with placeholders
	// for the tenant and the event.
	Waiting map[string]string `json:"waiting"`
}

// inline finds the script that a document contains.
var inline = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

// New prepares the built files for serving. Pages provide the icon. An error is a fault of the program.
func New(p *pages.Pages) (*Console, error) {
	c := &Console{Policy: pages.Policy, Files: map[string][]byte{}}
	built, err := fs.Sub(dist, "dist/app")
	if err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	index, err := fs.ReadFile(built, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	if c.Worker, err = fs.ReadFile(built, "service-worker.js"); err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	c.settings.Waiting = pages.WaitingPages()
	var icon error
	c.icon, icon = p.AssetURL("icon.svg")
	return c, errors.Join(icon, c.read(built), c.cut(string(index)), c.speak())
}

// read takes up the files that the shell loads.
func (c *Console) read(built fs.FS) error {
	return fs.WalkDir(built, "_app", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(built, name)
		c.Files[strings.TrimPrefix(name, "_app/")] = content
		return err
	})
}

// cut takes the built document apart, and lets its own script run.
func (c *Console) cut(index string) error {
	start, rest, found := strings.Cut(index, `<html lang="en">`)
	head, body, completed := strings.Cut(rest, "<!--server-->")
	script := inline.FindStringSubmatch(body)
	if !found || !completed || script == nil {
		return errors.New("console: the built document is not that of src/app.html")
	}
	c.shell = shell{start, head, body}
	sum := sha256.Sum256([]byte(script[1]))
	c.Policy = strings.NewReplacer(
		"script-src 'self'", "script-src 'self' 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'",
		"img-src 'self'", "img-src 'self' blob:",
	).Replace(pages.Policy)
	return nil
}

// speak adds the words of each language.
func (c *Console) speak() error {
	c.settings.Words = map[string]string{}
	for _, lang := range words.Languages() {
		content, err := words.Selection(lang, spoken...)
		if err != nil {
			return fmt.Errorf("console: %w", err)
		}
		sum := sha256.Sum256(content)
		name := "words/" + lang + "." + hex.EncodeToString(sum[:6]) + ".json"
		c.Files[name], c.settings.Words[lang] = content, FilePath+name
	}
	return nil
}

// Hashed reports whether the name of a file changes with its content.
func Hashed(name string) bool {
	return strings.HasPrefix(name, "immutable/") || strings.HasPrefix(name, "words/")
}

// Built reports whether the program has a console.
func (c *Console) Built() bool { return c.shell.body != "" }

// Shell is the document for a reader, which is the same at every address of the console.
func (c *Console) Shell(of pages.Reader) ([]byte, error) {
	if !c.Built() {
		return dist.ReadFile("dist/unbuilt.html")
	}
	settings, err := json.Marshal(c.settings)
	if err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	var html, head bytes.Buffer
	err = errors.Join(
		around.ExecuteTemplate(&html, "html", map[string]string{"Lang": of.Lang, "Theme": of.ShownTheme()}),
		around.ExecuteTemplate(&head, "head", map[string]any{
			"Icon": c.icon, "Words": c.settings.Words[of.Lang], "Settings": template.JS(settings),
		}))
	return slices.Concat([]byte(c.shell.start), html.Bytes(), []byte(c.shell.head), head.Bytes(), []byte(c.shell.body)), err
}
