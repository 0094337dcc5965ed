package pages_test

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
)

// BenchmarkBoard makes the board of seasons of different sizes: the work that the shelf of package publication saves
// each reader but the first. It reports the size of the page too.
func BenchmarkBoard(b *testing.B) {
	p, err := pages.New()
	if err != nil {
		b.Fatal(err)
	}
	for _, events := range []int{50, 500, 5_000} {
		b.Run(fmt.Sprintf("events=%d", events), func(b *testing.B) {
			view, err := sample.Board(pages.Reader{Lang: "it"})
			if err != nil {
				b.Fatal(err)
			}
			grow(&view, events)
			var page bytes.Buffer
			if err := p.Board(&page, view); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := p.Board(io.Discard, view); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(page.Len()), "page-bytes")
		})
	}
}

// grow repeats the events of a board's regions, each with a finalist, until there are
// so many.
func grow(view *pages.Board, events int) {
	for n := 0; n < events; n++ {
		region := &view.Regions[n%len(view.Regions)]
		from := view.Regions[0]
		region.Events = append(region.Events, from.Events[n%len(from.Events)])
		region.Finalists = append(region.Finalists, from.Finalists[n%len(from.Finalists)])
	}
}
