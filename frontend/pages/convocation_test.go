package pages_test

import (
	"io"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/openapi"
)

// A given answer is a state and no button; the other answer can still be given, and a no has to be confirmed, without
// script, naming the next in line.
func TestConvocationShowsTheAnswer(t *testing.T) {
	t.Parallel()
	for answer, want := range map[openapi.ConvocationState]struct {
		said    string
		buttons string
		opened  string
	}{
		openapi.ConvocationStateWaiting:   {"You have not answered yet.", "I am coming · No, I am not coming", "I cannot come"},
		openapi.ConvocationStateComing:    {"You have said that you come.", "No, I am not coming", "I cannot come after all"},
		openapi.ConvocationStateNotComing: {"You have said that you cannot come.", "I am coming after all", ""},
		openapi.ConvocationStateLapsed:    {"The time to answer is over and the place was given on.", "", ""},
	} {
		one := asked()
		one.Answer, one.Follows.Player.Name = answer, "Ada Lanza"
		page := rendered(t, func(p *pages.Pages, out io.Writer) error {
			return p.Convocation(out, pages.Convocation{Reader: pages.Reader{Lang: "en"}, Tenant: sample.Tenant(), Token: "x", Asked: []pages.Asked{one}})
		})
		part := page.one(class("convocation"))
		if got := text(within(part, with("role", "status"))[0]); got != want.said {
			t.Errorf("%s: got %q, want %q", answer, got, want.said)
		}
		buttons := within(part, func(n *html.Node) bool { return n.Data == "button" && attribute(n, "name") == "coming" })
		if got := strings.Join(texts(buttons), " · "); got != want.buttons {
			t.Errorf("%s: buttons %q, want %q", answer, got, want.buttons)
		}
		if got := strings.Join(texts(within(part, tag("summary"))), " "); got != want.opened {
			t.Errorf("%s: opens by %q, want %q", answer, got, want.opened)
		}
		for _, sure := range within(part, tag("details")) {
			if got := text(sure); !strings.Contains(got, "Your place then goes to Ada Lanza.") {
				t.Errorf("%s: asks %q", answer, got)
			}
		}
	}
}
