package words_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/frontend/words"
	"referto/internal/sampling"
)

// Whatever a tenant offers, in whatever order: headers of one ranking get one language.
func TestRankingDecidesTheLanguage(t *testing.T) {
	t.Parallel()
	offers := [][]string{{"en"}, {"it"}, {"bg"}, {"en", "it"}, {"it", "en"}, {"bg", "it"}, {"it", "bg"}, {"bg", "en"}, {"en", "bg"}, {"bg", "it", "en"}, {"it", "en", "bg"}, {"en", "it", "bg"}, nil}
	seen := map[string]string{} // ranking → answers
	property := func(t *rapid.T) {
		tags := rapid.SliceOfN(rapid.SampledFrom([]string{"it", "it-IT", "en", "en-GB", "bg", "bg-BG", "de", "fr", "*", "mk", "sr", "x", "zz-ZZ"}), 0, 5).Draw(t, "tags")
		for i := range tags {
			if q := rapid.IntRange(0, 11).Draw(t, "q"); q <= 10 {
				tags[i] += fmt.Sprintf(";q=%.1f", float64(q)/10)
			}
		}
		header := strings.Join(tags, ", ")
		answers := ""
		for _, offered := range offers {
			answers += words.Negotiate("", header, offered) + " "
		}
		ranking := words.Ranking(header)
		if before, known := seen[ranking]; known && before != answers {
			t.Fatalf("%q: ranking %q means %s and %s", header, ranking, before, answers)
		}
		seen[ranking] = answers
	}
	sampling.Until(func() bool { return t.Failed() || len(seen) >= 8 }, func() { rapid.Check(t, property) })
	if len(seen) < 8 || len(seen) > 64 {
		t.Errorf("%d rankings", len(seen))
	}
	for header, like := range map[string]string{"it-IT,it;q=0.9": "it", "bg-BG": "bg", "": "de", "it, bg;q=0.5": "it,bg"} {
		if words.Ranking(header) != words.Ranking(like) {
			t.Errorf("%q is ranked %q, %q is ranked %q", header, words.Ranking(header), like, words.Ranking(like))
		}
	}
	if words.Ranking("it, bg;q=0.5") == words.Ranking("it") {
		t.Error("what is wanted second makes no difference")
	}
}

func BenchmarkRanking(b *testing.B) {
	for b.Loop() {
		words.Ranking("it-IT,it;q=0.9,en-US;q=0.8,en;q=0.7")
	}
}
