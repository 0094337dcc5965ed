package pages

import (
	"io"
	"strconv"
)

// Help is the page that explains a reason code of the API.
type Help struct {
	Reader
	Code   string
	Status int // with which it is answered; 0 where that depends on the case
}

// helpModel is the content of templates/help.html.
type helpModel struct {
	frame
	Heading, Sentence, Example, Advice, Code string
}

// Help writes the page of a code: its sentence, with example values in place of those of a case, and advice. It
// writes nothing and returns false if there are no words for the code.
func (p *Pages) Help(out io.Writer, v Help) (known bool, err error) {
	w := v.words()
	sentence, madeUp, known := w.Example(v.Code)
	if !known {
		return false, nil
	}
	heading, advice := "problem."+strconv.Itoa(v.Status), "help."+strconv.Itoa(v.Status)
	if !w.Has(heading) || !w.Has(advice) {
		heading, advice = "help.title", "help.other"
	}
	var at address // the page itself
	m := helpModel{Heading: w.Text(heading, nil), Sentence: sentence, Advice: w.Text(advice, nil), Code: v.Code}
	m.frame = v.frame(nil, m.Heading, at)
	if madeUp {
		m.Example = w.Text("help.example", nil)
	}
	return true, p.render(out, m.Lang, "help", m)
}
