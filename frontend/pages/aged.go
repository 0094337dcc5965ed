package pages

import (
	"bytes"
	"time"
)

// Marks of the frame (templates/frame.html) by which a page says that it is old.
var (
	agedHidden = []byte(`<p class="offline" id="aged" role="status" hidden>`)
	agedShown  = []byte(`<p class="offline" id="aged" role="status">`)
	agedNoTime = []byte(`<time></time>`)
)

// Aged is a finished page that says, in its own language, that it could not be brought up
// to date, and as of when it is: the line is in every page, hidden. The time
// is that of the world, which needs no place to be read; the script of a live page turns
// it into the reader's own. What has no such line is given back as it is.
func Aged(page []byte, at time.Time) []byte {
	before, after, found := bytes.Cut(page, agedHidden)
	if !found {
		return page
	}
	at = at.UTC()
	shown := `<time datetime="` + at.Format(time.RFC3339) + `">` + at.Format("2006-01-02 15:04") + ` UTC</time>`
	return bytes.Join([][]byte{before, agedShown, bytes.Replace(after, agedNoTime, []byte(shown), 1)}, nil)
}
