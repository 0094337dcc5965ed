package mail

import (
	"bytes"
	"embed"
	"fmt"
	"html"
	"net/url"
	"strings"
	"sync"
	"text/template"
	"unicode"
	"unicode/utf8"

	"referto/frontend/words"
)

//go:embed templates
var templateFiles embed.FS

// templates are parsed once: for each language a set of one template for each kind,
// whose functions speak that language.
var templates = sync.OnceValue(func() map[string]*template.Template {
	sets := make(map[string]*template.Template)
	for _, language := range Languages() {
		sets[language] = template.Must(template.New(language).Funcs(functions(words.For(language))).
			ParseFS(templateFiles, "templates/"+language+"/*.txt"))
	}
	return sets
})

// Languages are the languages there are, the first of which stands in for others.
func Languages() []string { return words.Languages() }

// Render writes the content for the reader in a language (a tag such as "it" or
// "it-IT"; English if it is another). The error is [ErrMessage] if the link is not
// an absolute http or https address or the reader's address is none.
func Render(language string, to Address, c Content) (Message, error) {
	language = spoken(language)
	c = c.clean()
	to.Name = line(to.Name)
	if err := checkLink(c.target()); err != nil {
		return Message{}, err
	}
	var b bytes.Buffer
	data := struct {
		Name string
		Content
	}{to.Name, c}
	set := templates()[language]
	if err := set.ExecuteTemplate(&b, c.kind()+".txt", data); err != nil {
		return Message{}, fmt.Errorf("mail: %s: %w", c.kind(), err)
	}
	subject, text, _ := strings.Cut(b.String(), "\n")
	m := Message{
		Kind: c.kind(), Language: language, To: to,
		Subject: line(strings.TrimPrefix(subject, "Subject: ")),
		Text:    strings.TrimSpace(text) + "\n",
	}
	m.HTML = page(m, c.target())
	return m, m.check()
}

// spoken is the language of ours that the tag asks for, or the first.
func spoken(tag string) string {
	base, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return words.For(base).Lang()
}

func checkLink(text string) error {
	parsed, err := url.Parse(text)
	if err != nil || parsed.Host == "" || parsed.Scheme != "https" && parsed.Scheme != "http" ||
		!utf8.ValidString(text) || strings.IndexFunc(text, unicode.IsControl) >= 0 || strings.ContainsAny(text, " <>\"") {
		return fmt.Errorf("%w: link", ErrMessage)
	}
	return nil
}

// longest bounds the characters that are shown of a text from people.
const longest = 300

// line makes one line of a text from people: spaces and control characters become one space, characters that change
// the direction of writing are dropped, encoded words are spoiled, and the text is cut with an ellipsis if it is too
// long.
func line(text string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.IsSpace(r), r == unicode.ReplacementChar:
			return ' '
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		default:
			return r
		}
	}, strings.ToValidUTF8(text, " "))
	clean = strings.Join(strings.Fields(clean), " ")
	clean = strings.ReplaceAll(clean, encodedWord, "= ?")
	if runes := []rune(clean); len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return clean
}

// page is the HTML twin of the text: its paragraphs, of which the one that is the link becomes one. Nothing is
// fetched from anywhere, so that no server learns when it is opened.
func page(m Message, target string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!doctype html>\n<html lang=%q>\n<meta charset=\"utf-8\">\n"+
		"<meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"color-scheme\" content=\"light dark\">\n"+
		"<title>%s</title>\n<body style=\"font:16px/1.5 system-ui,sans-serif;max-width:36em;margin:24px auto;padding:0 16px\">\n",
		m.Language, html.EscapeString(m.Subject))
	for paragraph := range strings.SplitSeq(strings.TrimSpace(m.Text), "\n\n") {
		if paragraph == target {
			escaped := html.EscapeString(target)
			fmt.Fprintf(&b, "<p><a href=\"%s\">%s</a></p>\n", escaped, escaped)
			continue
		}
		fmt.Fprintf(&b, "<p>%s</p>\n", strings.ReplaceAll(html.EscapeString(paragraph), "\n", "<br>\n"))
	}
	b.WriteString("</body>\n</html>\n")
	return b.String()
}
