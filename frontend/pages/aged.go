package pages

import (
	"bytes"
	"time"
)

// Marks of the frame (templates/frame.html) for the line about an outdated page.
var (
	agedHidden = []byte(`<p class="offline" id="aged" role="status" hidden>`)
	agedShown  = []byte(`<p class="offline" id="aged" role="status">`)
	agedNoTime = []byte(`<time></time>`)
)

// Aged returns a finished page with a line, in its own language, that it could not be brought up to date, and the
// time of its content: the line is in every page, hidden. The time is in UTC, which makes sense everywhere; the
// script of a live page converts it to the reader's zone. A page without such a line is returned unchanged.
func Aged(page []byte, at time.Time) []byte {
	before, after, found := bytes.Cut(page, agedHidden)
	if !found {
		return page
	}
	at = at.UTC()
	shown := `<time datetime="` + at.Format(time.RFC3339) + `">` + at.Format("2006-01-02 15:04") + ` UTC</time>`
	return bytes.Join([][]byte{before, agedShown, bytes.Replace(after, agedNoTime, []byte(shown), 1)}, nil)
}
