package pages_test

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/frontend/words"
	"referto/openapi"
)

// everyPage renders each kind of page in each language and phase.
func everyPage(t *testing.T, check func(t *testing.T, lang string, page document)) {
	t.Helper()
	tenant := sample.Tenant()
	for _, lang := range words.Languages() {
		reader := pages.Reader{Lang: lang}
		kinds := map[string]func(*pages.Pages, io.Writer) error{
			"home": func(p *pages.Pages, out io.Writer) error { return p.Home(out, sample.Home(reader)) },
			"empty home": func(p *pages.Pages, out io.Writer) error {
				return p.Home(out, pages.Home{Reader: reader, Tenant: tenant})
			},
			"board": func(p *pages.Pages, out io.Writer) error {
				view, err := sample.Board(reader)
				if err != nil {
					return err
				}
				return p.Board(out, view)
			},
			"empty board": func(p *pages.Pages, out io.Writer) error {
				return p.Board(out, pages.Board{Reader: reader, Tenant: tenant, Season: pages.Season{Title: "2026"}})
			},
			"calendar": func(p *pages.Pages, out io.Writer) error {
				view, err := sample.Calendar(reader)
				if err != nil {
					return err
				}
				view.ByRegion = lang == "bg"
				return p.Calendar(out, view)
			},
			"empty calendar": func(p *pages.Pages, out io.Writer) error {
				return p.Calendar(out, pages.Calendar{Reader: reader, Tenant: tenant, Season: pages.Season{Title: "2026"}})
			},
			"calculator": func(p *pages.Pages, out io.Writer) error {
				view, err := sample.Calculator(reader)
				if err != nil {
					return err
				}
				view.Faults = []string{"!"}
				return p.Calculator(out, view)
			},
			"convocation": func(p *pages.Pages, out io.Writer) error {
				return p.Convocation(out, pages.Convocation{Reader: reader, Tenant: tenant, Token: "x", Asked: []pages.Asked{asked()}})
			},
			"player address": func(p *pages.Pages, out io.Writer) error {
				return p.PlayerAddress(out, pages.PlayerAddress{Reader: reader, Tenant: tenant})
			},
			"report": func(p *pages.Pages, out io.Writer) error {
				view, err := sample.Report(reader)
				if err != nil {
					return err
				}
				return p.Report(out, view)
			},
			"report elsewhere": func(p *pages.Pages, out io.Writer) error {
				view, err := sample.Report(reader)
				if err != nil {
					return err
				}
				return p.Report(out, pages.Report{Reader: reader, Tenant: tenant, Event: openapi.Event{
					Title: "Siena", Elsewhere: true, Kind: view.Event.Kind, StartsAt: view.Event.StartsAt, TimeZone: view.Event.TimeZone, State: openapi.EventStateFinished,
				}, Papers: openapi.EventReport{Checklist: openapi.Checklist{State: openapi.HomologationStateHomologated}}})
			},
			"front": func(p *pages.Pages, out io.Writer) error {
				view, err := sample.Event(reader, sample.Running, 0)
				if err != nil {
					return err
				}
				return p.Front(out, pages.Front{
					Reader: reader, Proofs: []pages.EventPage{view}, On: []pages.Hosted{{Tenant: tenant, Event: view.Event}}, More: true, Expected: 23,
					Organizers: []pages.Organizer{{Tenant: tenant, Next: &view.Event}, {Tenant: tenant}},
					Answers: []pages.FieldAnswer{
						{Title: "Nazionale", Language: "it", Tables: []int{4, 4, 3}, Waiting: 1, Rounds: 3, Semifinal: true, Final: true, Rule: openapi.Rule{Code: "CN09", Paragraph: "3.2"}},
						{Title: "Squadre", Language: "it", Refusal: "!"},
					},
				})
			},
			"organizers": func(p *pages.Pages, out io.Writer) error {
				return p.Organizers(out, pages.Organizers{Reader: reader, After: "a", List: []openapi.Tenant{tenant}, More: true})
			},
			"accessibility": func(p *pages.Pages, out io.Writer) error { return p.Notice(out, reader, pages.Accessibility) },
			"privacy":       func(p *pages.Pages, out io.Writer) error { return p.Notice(out, reader, pages.Privacy) },
			"enter": func(p *pages.Pages, out io.Writer) error {
				return p.Enter(out, entering(reader, openapi.EventStateOpen))
			},
			"no entering": func(p *pages.Pages, out io.Writer) error {
				return p.Enter(out, entering(reader, openapi.EventStateClosed))
			},
			"form to confirm": func(p *pages.Pages, out io.Writer) error {
				return p.FormEntry(out, formEntry(reader, openapi.FormEntryStateSent))
			},
			"form confirmed": func(p *pages.Pages, out io.Writer) error {
				return p.FormEntry(out, formEntry(reader, openapi.FormEntryStateConfirmed))
			},
			"form lapsed": func(p *pages.Pages, out io.Writer) error {
				return p.FormEntry(out, formEntry(reader, openapi.FormEntryStateLapsed))
			},
			"my record":  func(p *pages.Pages, out io.Writer) error { return p.MyRecord(out, myRecord(reader, tenant)) },
			"people":     func(p *pages.Pages, out io.Writer) error { return p.People(out, people(reader, tenant)) },
			"person":     func(p *pages.Pages, out io.Writer) error { return p.Person(out, person(reader, tenant)) },
			"staff":      func(p *pages.Pages, out io.Writer) error { return p.Staff(out, staff(reader, tenant)) },
			"logo":       func(p *pages.Pages, out io.Writer) error { return p.Logo(out, logoPage(reader, tenant)) },
			"audit":      func(p *pages.Pages, out io.Writer) error { return p.Audit(out, audit(reader, tenant)) },
			"refunds":    func(p *pages.Pages, out io.Writer) error { return p.Refunds(out, refunds(reader, tenant)) },
			"founding":   func(p *pages.Pages, out io.Writer) error { return p.Founding(out, pages.Founding{Reader: reader}) },
			"merging":    func(p *pages.Pages, out io.Writer) error { return p.Merging(out, merging(reader, tenant)) },
			"my account": func(p *pages.Pages, out io.Writer) error { return p.Mine(out, mine(reader, pages.MyAccount)) },
			"my records": func(p *pages.Pages, out io.Writer) error { return p.Mine(out, mine(reader, pages.Records)) },
			"my data":    func(p *pages.Pages, out io.Writer) error { return p.Mine(out, mine(reader, pages.MyData)) },
			"my offers":  func(p *pages.Pages, out io.Writer) error { return p.Mine(out, mine(reader, pages.Invitations)) },
			"signed in": func(p *pages.Pages, out io.Writer) error {
				home := sample.Home(reader)
				home.Visitor = &pages.Visitor{Name: "Olga Organizzatrice", Roles: []string{"organizer"}}
				return p.Home(out, home)
			},
			"rules": func(p *pages.Pages, out io.Writer) error {
				return p.Rules(out, pages.Rules{Reader: reader, Tenant: tenant, Rulesets: []openapi.RulesetSummary{{Id: "cn09", Code: "CN09", Title: "Nazionale", Language: "it"}}})
			},
			"rulebook": func(p *pages.Pages, out io.Writer) error {
				return p.Rulebook(out, pages.Rulebook{
					Reader: reader, Tenant: tenant, Ruleset: openapi.RulesetSummary{Id: "cn09", Code: "CN09", Title: "Nazionale", Language: "it"},
					Texts: []openapi.RulesetText{{Paragraph: "3.2a", Title: "Turni", Text: "Uno.\n\nDue.", Language: "it", Computed: true}},
				})
			},
			"national list": func(p *pages.Pages, out io.Writer) error {
				view, _, err := sample.Final(reader, "")
				if err != nil {
					return err
				}
				return p.FinalList(out, view)
			},
			"regional list": func(p *pages.Pages, out io.Writer) error {
				view, known, err := sample.Final(reader, "Lazio")
				if err != nil || !known {
					return fmt.Errorf("no final in Lazio: %w", err)
				}
				return p.FinalList(out, view)
			},
			"rankings": func(p *pages.Pages, out io.Writer) error {
				view, err := sample.Ranking(reader, false, 5)
				if err != nil {
					return err
				}
				return p.Rankings(out, pages.Rankings{Reader: reader, Tenant: tenant, Rankings: []openapi.Ranking{view.Ranking}})
			},
			"no rankings": func(p *pages.Pages, out io.Writer) error {
				return p.Rankings(out, pages.Rankings{Reader: reader, Tenant: tenant})
			},
			"ranking": func(p *pages.Pages, out io.Writer) error {
				view, err := sample.Ranking(reader, false, 5)
				if err != nil {
					return err
				}
				return p.Ranking(out, view)
			},
			"hall": func(p *pages.Pages, out io.Writer) error {
				view, err := sample.Ranking(reader, true, 50)
				if err != nil {
					return err
				}
				return p.Ranking(out, view)
			},
			"empty ranking": func(p *pages.Pages, out io.Writer) error {
				view, err := sample.Ranking(reader, false, 5)
				view.Part.Items, view.Race, view.Find = nil, nil, "nobody"
				if err != nil {
					return err
				}
				return p.Ranking(out, view)
			},
			"player": func(p *pages.Pages, out io.Writer) error {
				view, err := sample.Player(reader, 3, true)
				if err != nil {
					return err
				}
				return p.Player(out, view)
			},
			"player of the hall": func(p *pages.Pages, out io.Writer) error {
				view, err := sample.Player(reader, 0, false)
				if err != nil {
					return err
				}
				return p.Player(out, view)
			},
			"player of whom nothing is known": func(p *pages.Pages, out io.Writer) error {
				return p.Player(out, pages.Player{Reader: reader, Tenant: tenant, Biography: openapi.Biography{Player: openapi.PlayerRef{Name: "Ada"}}})
			},
			"table of a code": func(p *pages.Pages, out io.Writer) error {
				view, err := sample.Event(reader, sample.Running, 0)
				if err != nil {
					return err
				}
				round := view.Rounds[len(view.Rounds)-1]
				at := openapi.TableAtCode{Event: view.Event, Round: round, Table: round.Tables[len(round.Tables)-1], TableResults: "table", Form: openapi.TableForm{Vp: openapi.IntegerRange{Max: 25}, Endings: []openapi.Ending{openapi.EndingDeclared}}}
				return p.AtTable(out, pages.AtTable{Reader: reader, Tenant: view.Tenant, Code: "1-1-abcdefghijkmnpqr", Table: at})
			},
			"table of no code": func(p *pages.Pages, out io.Writer) error {
				return p.AtTable(out, pages.AtTable{Reader: reader, Tenant: tenant, Event: openapi.Event{Title: "Tappa"}, Code: "1-1-abcdefghijkmnpqr", Refused: &pages.Refusal{Stale: true}})
			},
			"problem": func(p *pages.Pages, out io.Writer) error {
				return p.Problem(out, pages.Problem{Reader: reader, Problem: openapi.Problem{Status: 404, RequestId: "R1"}})
			},
		}
		for _, task := range pages.Tasks() {
			kinds["account "+string(task)] = func(p *pages.Pages, out io.Writer) error {
				return p.Account(out, pages.Account{Reader: reader, Task: task})
			}
		}
		for _, phase := range sample.Phases() {
			kinds["stage "+string(phase)] = func(p *pages.Pages, out io.Writer) error {
				view, err := sample.Event(reader, phase, 0)
				if err != nil {
					return err
				}
				view.Find = "ma"
				return p.Event(out, view)
			}
			kinds["screen "+string(phase)] = func(p *pages.Pages, out io.Writer) error {
				view, err := sample.Event(reader, phase, 0)
				if err != nil {
					return err
				}
				return p.Screen(out, pages.Screen{EventPage: view, Public: "https://league.example"})
			}
			for _, what := range pages.Prints() {
				kinds["print "+string(what)+" "+string(phase)] = func(p *pages.Pages, out io.Writer) error {
					view, err := sample.Event(reader, phase, 0)
					if err != nil {
						return err
					}
					return p.Print(out, pages.Printed{EventPage: view, What: what, Paper: pages.A4, Public: "https://league.example", Staff: true})
				}
			}
			kinds["draw "+string(phase)] = func(p *pages.Pages, out io.Writer) error {
				view, err := sample.Draw(reader, phase)
				if err != nil {
					return err
				}
				return p.Draw(out, view)
			}
		}
		for _, slug := range sample.Slugs() {
			for _, phase := range sample.StoryPhases() {
				kinds[slug+" "+string(phase)] = func(p *pages.Pages, out io.Writer) error {
					view, err := sample.Story(reader, slug, phase, "", 0)
					if err != nil {
						return err
					}
					return p.Event(out, view)
				}
				kinds["draw "+slug+" "+string(phase)] = func(p *pages.Pages, out io.Writer) error {
					view, err := sample.StoryDraw(reader, slug, phase)
					if err != nil {
						return err
					}
					return p.Draw(out, view)
				}
			}
		}
		for name, render := range kinds {
			t.Run(lang+" "+name, func(t *testing.T) {
				t.Parallel()
				check(t, lang, rendered(t, render))
			})
		}
	}
}

var (
	braces = regexp.MustCompile(`\{[a-z]+\}`)
	dotted = regexp.MustCompile(`[a-z]+(-[a-z]+)*(\.[a-z0-9-]+)+`)
)

// A message that was forgotten shows its key, a parameter its braces.
func TestNoRawKeysAndPlaceholders(t *testing.T) {
	t.Parallel()
	everyPage(t, func(t *testing.T, lang string, page document) {
		seen := text(page.root)
		for _, n := range page.all(func(*html.Node) bool { return true }) {
			seen += " " + attribute(n, "title") + " " + attribute(n, "aria-label") + " " + attribute(n, "placeholder") + " " + attribute(n, "data-news")
		}
		if found := braces.FindAllString(seen, -1); found != nil {
			t.Errorf("placeholders: %q", found)
		}
		for _, candidate := range dotted.FindAllString(seen, -1) {
			group, _, _ := strings.Cut(candidate, ".")
			if slices.Contains([]string{"draw", "table", "tables", "round", "rounds", "reason", "standings", "event-state", "feed", "count", "account", "calculator", "board", "final", "frame", "report", "season", "stakes", "ranking", "rankings", "player"}, group) || words.For(lang).Has(candidate) {
				t.Errorf("a raw key: %q", candidate)
			}
		}
		if strings.Contains(seen, "%!") || strings.Contains(page.source, "ZgotmplZ") {
			t.Error("a value could not be written")
		}
	})
}

// The obligations of every page to readers who use other means than eyes and mouse.
func TestStructure(t *testing.T) {
	t.Parallel()
	everyPage(t, func(t *testing.T, lang string, page document) {
		if got := attribute(page.one(tag("html")), "lang"); got != lang {
			t.Errorf("lang is %q", got)
		}
		for _, name := range []string{"h1", "main", "title", "footer"} {
			page.one(func(n *html.Node) bool { return n.Data == name && n.Namespace == "" })
		}
		if skip := page.all(class("skip")); len(skip) != 1 || attribute(page.one(with("id", "main")), "tabindex") == "" || attribute(skip[0], "href") != "#main" {
			t.Error("no way to skip to the content")
		}
		ids := map[string]int{}
		for _, n := range page.all(has("id")) {
			ids[attribute(n, "id")]++
		}
		for id, count := range ids {
			if count > 1 {
				t.Errorf("%d elements are called %q", count, id)
			}
		}
		for _, name := range []string{"aria-labelledby", "aria-describedby", "aria-controls", "for"} {
			for _, n := range page.all(has(name)) {
				for _, id := range strings.Fields(attribute(n, name)) {
					if ids[id] == 0 {
						t.Errorf("%s=%q leads nowhere", name, id)
					}
				}
			}
		}
		for _, n := range page.all(tag("th")) {
			if attribute(n, "scope") == "" {
				t.Errorf("a heading of a table without scope: %q", text(n))
			}
		}
		for _, n := range page.all(func(n *html.Node) bool { return n.Data == "a" || n.Data == "button" || n.Data == "summary" }) {
			pictured := slices.ContainsFunc(within(n, tag("img")), func(i *html.Node) bool { return attribute(i, "alt") != "" })
			if text(n) == "" && !pictured {
				t.Errorf("a %s without words", n.Data)
			}
		}
		for _, n := range page.all(tag("svg")) {
			named := attribute(n, "aria-label") != "" || attribute(n, "aria-labelledby") != ""
			if attribute(n, "aria-hidden") != "true" && (attribute(n, "role") != "img" || !named) {
				t.Error("a picture that is read aloud")
			}
		}
	})
}

// Pages work under the policy of the package doc: nothing inline, nothing from
// elsewhere.
func TestContentPolicy(t *testing.T) {
	t.Parallel()
	everyPage(t, func(t *testing.T, _ string, page document) {
		for _, n := range page.all(func(*html.Node) bool { return true }) {
			for _, a := range n.Attr {
				switch {
				case a.Key == "style" || strings.HasPrefix(a.Key, "on"):
					t.Errorf("<%s %s=%q>", n.Data, a.Key, a.Val)
				case (a.Key == "href" || a.Key == "src" || a.Key == "action") && !local(a.Val):
					t.Errorf("<%s %s=%q> leads elsewhere", n.Data, a.Key, a.Val)
				}
			}
			inline := n.Data == "style" || (n.Data == "script" && attribute(n, "src") == "" && attribute(n, "type") != "application/json")
			if inline {
				t.Errorf("an inline <%s>", n.Data)
			}
		}
	})
}

func local(address string) bool {
	return strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") || strings.HasPrefix(address, "#") || strings.HasPrefix(address, "?") || address == ""
}

// The bytes are an entity tag's: the same view gives the same page.
func TestTheSameViewGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	p, err := newPages()
	if err != nil {
		t.Fatal(err)
	}
	var first, second bytes.Buffer
	for _, out := range []*bytes.Buffer{&first, &second} {
		if err := p.Event(out, stageView(t, "bg", sample.Running)); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two renderings differ")
	}
}

func TestLinksKeepWhatTheReaderChose(t *testing.T) {
	t.Parallel()
	view := stageView(t, "bg", sample.Running)
	view.LangChosen, view.Theme, view.Find = true, "dark", "penev"
	page := stagePage(t, view)
	if got := attribute(page.one(tag("html")), "data-theme"); got != "dark" {
		t.Errorf("theme %q", got)
	}
	if got, want := attribute(page.one(class("brand")), "href"), "/t/fic?lang=bg&theme=dark"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	languages := within(page.one(class("languages")), tag("a"))
	if got, want := attribute(languages[1], "href"), "/t/fic/e/bologna-2026-03-14?q=penev&lang=it&theme=dark"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if attribute(languages[2], "aria-current") != "true" {
		t.Error("the language read is not marked")
	}
	themes := within(page.one(class("themes")), tag("a"))
	if got, want := attribute(themes[0], "href"), "/t/fic/e/bologna-2026-03-14?q=penev&lang=bg"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	view.Theme = `"><script>`
	if got := attribute(stagePage(t, view).one(tag("html")), "data-theme"); got != "" {
		t.Errorf("theme %q", got)
	}
}

func TestOnlyTheTenantsLanguagesAreOffered(t *testing.T) {
	t.Parallel()
	view := stageView(t, "it", sample.Running)
	view.Tenant.Languages = []openapi.Language{openapi.LanguageIt, openapi.LanguageBg}
	if got := texts(within(stagePage(t, view).one(class("languages")), tag("a"))); !slices.Equal(got, []string{"Italiano", "Български"}) {
		t.Errorf("got %q", got)
	}
}

// plurals are counted nouns of the three languages in the form that one thing does not have.
var plurals = regexp.MustCompile(`(?:^|[^\d.,\-–])1 (?:tavoli|giocatori|iscritti|presenti|punti|partite|turni|minuti|posti|tornei|risultati|vittorie|` +
	`tables|players|entrants|points|pts|games|rounds|minutes|places|tournaments|results|wins|маси|играчи|участници|точки|игри|тура|минути|места|турнира|победи)(?:$|[^\pL])`)

// One table is not "1 tables" in any language.
func TestOneThingIsSingular(t *testing.T) {
	t.Parallel()
	everyPage(t, func(t *testing.T, _ string, page document) {
		if found := plurals.FindAllString(text(page.root), -1); found != nil {
			t.Errorf("%q", found)
		}
	})
	view, err := sample.Event(pages.Reader{Lang: "it"}, sample.Running, 0)
	if err != nil {
		t.Fatal(err)
	}
	last := &view.Rounds[len(view.Rounds)-1]
	for i := range last.Tables {
		if i > 0 {
			last.Tables[i].Result = openapi.Result{}
		}
	}
	page := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Event(out, view) })
	if got := text(page.one(class("clock"))); !strings.Contains(got, " su 6 tavoli conclusi") || plurals.MatchString(got) {
		t.Errorf("got %q", got)
	}
}
