package pages_test

import (
	"io"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
)

// A link in a chat describes a season, its board, a ranking and a player, with only facts from the head of the page;
// an erased person is not described.
func TestLinksInChatsSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	described := func(render func(*pages.Pages, io.Writer) error) (string, document) {
		page := rendered(t, render)
		if len(page.all(with("property", "og:description"))) == 0 {
			return "", page
		}
		said := attribute(page.one(with("name", "description")), "content")
		if og := attribute(page.one(with("property", "og:description")), "content"); og != said {
			t.Errorf("chats read %q, search engines %q", og, said)
		}
		return said, page
	}
	reader := pages.Reader{Lang: "it"}
	calendar, _ := described(func(p *pages.Pages, out io.Writer) error { return p.Calendar(out, calendarView(t, "it")) })
	board, _ := described(func(p *pages.Pages, out io.Writer) error { return p.Board(out, boardView(t, "it")) })
	ranking, _ := described(func(p *pages.Pages, out io.Writer) error {
		view, err := sample.Ranking(reader, false, 5)
		if err != nil {
			return err
		}
		return p.Ranking(out, view)
	})
	for name, said := range map[string][2]string{"calendar": {calendar, "2026"}, "board": {board, "2026"}, "ranking": {ranking, "300"}} {
		if !strings.Contains(said[0], said[1]) {
			t.Errorf("%s: %q lacks %q", name, said[0], said[1])
		}
	}

	view, err := sample.Player(reader, 0, false)
	if err != nil {
		t.Fatal(err)
	}
	player, page := described(func(p *pages.Pages, out io.Writer) error { return p.Player(out, view) })
	head := text(page.one(func(n *html.Node) bool { return n.Data == "main" }))
	if player == "" {
		t.Error("nothing is said of a player")
	}
	for _, part := range strings.Split(player, " · ") {
		if !strings.Contains(head, part) {
			t.Errorf("%q is said of a player and does not stand on the page", part)
		}
	}
	view.Erased = true
	if erased, _ := described(func(p *pages.Pages, out io.Writer) error { return p.Player(out, view) }); erased != "" {
		t.Errorf("of somebody erased it says %q", erased)
	}
}
