package words_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/frontend/words"
)

func TestText(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, lang, key string
		params          map[string]any
		want            string
	}{
		{"plain", "it", "standings.title", nil, "Classifica"},
		{"a parameter", "en", "round.of", map[string]any{"n": 3, "m": 4}, "Round 3 of 4"},
		{"one", "it", "count.tables", map[string]any{"count": 1}, "1 tavolo"},
		{"other", "it", "count.tables", map[string]any{"count": 6}, "6 tavoli"},
		{"the Bulgarian count form after a number", "bg", "format.rounds", map[string]any{"rounds": 3}, "3 тура"},
		{"and the singular after one", "bg", "format.rounds", map[string]any{"rounds": 1}, "1 тур"},
		{"a count given as text", "en", "format.rounds", map[string]any{"rounds": "1"}, "1 round"},
		{"zero is other", "en", "count.players", map[string]any{"count": 0}, "0 players"},
		{"large numbers are grouped", "en", "count.players", map[string]any{"count": 12345}, "12,345 players"},
		{
			"a decimal as the reader writes it", "it", "comparison.share",
			map[string]any{"above": "Lodi", "below": "Fabbri", "a": "62.03", "b": "61.27"},
			"Lodi è davanti a Fabbri per la percentuale di punti vittoria: 62,03 contro 61,27.",
		},
		{"a word as parameter", "it", "cut.final", map[string]any{"count": 4}, "Passano in finale i primi quattro"},
		{"a parameter without a word for it", "it", "cut.final", map[string]any{"count": 10}, "Passano in finale 10"},
		{"several values", "it", "reason.results-missing", map[string]any{"tables": "1, 4, 5"}, "Mancano ancora dei risultati. Tavoli: 1, 4 e 5."},
		{"one of several values", "en", "reason.results-missing", map[string]any{"tables": "4"}, "Results are still missing. Tables: 4."},
		{
			"values as a program writes them", "en", "reason.places-not-those-of-schedule",
			map[string]any{"places": "[1 2 3]"},
			"The places drawn must be those of the preset pairings: 1, 2 and 3.",
		},
		{
			"CN09 3.2a: 17 players", "bg", "reason.tables-by-size",
			map[string]any{"entrants": "17", "sizes": "4 4 3 3 3"},
			"17 играчи. Маси: 2 по 4 и 3 по 3.",
		},
		{"a day", "it", "reason.results-late", map[string]any{"day": "2009-03-21"}, "I risultati vanno comunicati entro sabato 21 marzo 2009."},
		{"a day that is none stays as it is", "en", "reason.results-late", map[string]any{"day": "soon"}, "The results are due by soon."},
		{
			"an instant", "en", "reason.convoked",
			map[string]any{"until": "2010-01-31T18:00:00Z"},
			"Invited to the final; the answer is due by Sunday 31 January 2010, 18:00 (UTC).",
		},
		{"a value that looks like a placeholder stays", "en", "find.with", map[string]any{"names": "{table}"}, "with {table}"},
		{"a missing parameter shows", "en", "find.with", nil, "with {names}"},
		{"an unknown key shows", "en", "no.such.key", nil, "no.such.key"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := words.For(tt.lang).Text(tt.key, tt.params); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestForAnUnknownLanguageIsEnglish(t *testing.T) {
	t.Parallel()
	if got := words.For("xx").Lang(); got != "en" {
		t.Errorf("got %q", got)
	}
}

func TestReason(t *testing.T) {
	t.Parallel()
	names := func(entry int) string { return map[int]string{7: "Anna Neri"}[entry] }
	tests := []struct {
		name, lang, code string
		params           map[string]string
		who              func(int) string
		want             string
	}{
		{"a start number becomes a name", "it", "entry-missing", map[string]string{"entry": "7"}, names, "Manca nel risultato: Anna Neri."},
		{"or stays a number", "it", "entry-missing", map[string]string{"entry": "7"}, nil, "Manca nel risultato: n. 7."},
		{"for whom no name is known", "en", "entry-missing", map[string]string{"entry": "8"}, names, "Missing from the result: no. 8."},
		{
			"a criterion in words", "en", "level-leaders",
			map[string]string{"entry": "7", "by": "share"},
			names,
			"Level on points at the top; ahead by share of victory points: Anna Neri.",
		},
		{"a newer code", "bg", "from-the-future", nil, nil, "Не е възможно (from-the-future)."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := words.For(tt.lang).Reason(tt.code, tt.params, tt.who); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestLead(t *testing.T) {
	t.Parallel()
	it := words.For("it")
	tests := []struct {
		name string
		lead words.Lead
		want string
	}{
		{
			"by a criterion",
			words.Lead{Above: "A", Below: "B", Criterion: "wins", FigureAbove: "2", FigureBelow: "1"},
			"A è davanti a B per le vittorie: 2 contro 1.",
		},
		{
			"by a figure of the ruleset's own",
			words.Lead{Above: "A", Below: "B", Criterion: "settlements", Label: "colonie", FigureAbove: "5", FigureBelow: "4"},
			"A è davanti a B per colonie: 5 contro 4.",
		},
		{"by lot", words.Lead{Above: "A", Below: "B", Criterion: "lot"}, "A è davanti a B per sorteggio: i criteri sono tutti pari."},
		{"not at all", words.Lead{Above: "A", Below: "B"}, "A e B sono pari su tutti i criteri."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := it.Lead(tt.lead); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDecimal(t *testing.T) {
	t.Parallel()
	tests := []struct{ exact, en, it, bg string }{
		{"85.68", "85.68", "85,68", "85,68"},
		{"12.50", "12.50", "12,50", "12,50"},
		{"-7.0", "−7.0", "−7,0", "−7,0"},
		{"3", "3", "3", "3"},
		{"1234", "1,234", "1234", "1234"},
		{"1234567.8", "1,234,567.8", "1.234.567,8", "1\u00a0234\u00a0567,8"},
		{"0.1234567890123456789", "0.1234567890123456789", "0,1234567890123456789", "0,1234567890123456789"},
		{"128/3", "128/3", "128/3", "128/3"},
		{"", "", "", ""},
		{"1.", "1.", "1.", "1."},
	}
	for _, tt := range tests {
		got := [...]string{words.For("en").Decimal(tt.exact), words.For("it").Decimal(tt.exact), words.For("bg").Decimal(tt.exact)}
		if want := [...]string{tt.en, tt.it, tt.bg}; got != want {
			t.Errorf("%q: got %q, want %q", tt.exact, got, want)
		}
	}
}

func TestEuro(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{"en": "€5.00", "it": "5,00\u00a0€", "bg": "5,00\u00a0€"} {
		if got := words.For(lang).Euro("5.00"); got != want {
			t.Errorf("%s: got %q, want %q", lang, got, want)
		}
	}
}

func TestDates(t *testing.T) {
	t.Parallel()
	rome := time.FixedZone("Rome", 2*60*60)
	at := time.Date(2026, 10, 16, 22, 30, 0, 0, time.UTC).In(rome) // the 17th at the venue
	tests := []struct{ lang, long, short, withTime string }{
		{"en", "Saturday 17 October 2026", "Sat 17 Oct 2026", "Saturday 17 October 2026, 00:30"},
		{"it", "sabato 17 ottobre 2026", "sab 17 ott 2026", "sabato 17 ottobre 2026, 00:30"},
		{"bg", "събота, 17 октомври 2026 г.", "сб, 17.10.2026 г.", "събота, 17 октомври 2026 г., 00:30 ч."},
	}
	for _, tt := range tests {
		w := words.For(tt.lang)
		got := [...]string{w.Date(at), w.ShortDate(at), w.DateTime(at)}
		if want := [...]string{tt.long, tt.short, tt.withTime}; got != want {
			t.Errorf("%s: got %q, want %q", tt.lang, got, want)
		}
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	it := words.For("it")
	for want, items := range map[string][]string{"": nil, "A": {"A"}, "A e B": {"A", "B"}, "A, B e C": {"A", "B", "C"}} {
		if got := it.List(items); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestSort(t *testing.T) {
	t.Parallel()
	tests := []struct {
		lang string
		want []string
	}{
		{"bg", []string{"Айтос", "Бургас", "Ямбол"}},
		{"it", []string{"Elia", "Èlia", "Elio", "ÉMILE", "Zara"}},
	}
	for _, tt := range tests {
		got := slices.Clone(tt.want)
		slices.Reverse(got)
		words.Sort(words.For(tt.lang), got, func(name string) string { return name })
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.lang, diff)
		}
	}
}

func TestNegotiate(t *testing.T) {
	t.Parallel()
	all := []string{"it", "bg", "en"}
	tests := []struct {
		name, asked, header string
		offered             []string
		want                string
	}{
		{"asked for by name", "bg", "it", all, "bg"},
		{"asked for one that is not offered", "bg", "en", []string{"it", "en"}, "en"},
		{"asked for nonsense", "<script>", "", all, "it"},
		{"by the browser", "", "de-DE,de;q=0.9,bg;q=0.8,en;q=0.7", all, "bg"},
		{"a region of a language", "", "en-GB", all, "en"},
		{"none of the browser's", "", "de,fr", all, "it"},
		{"a broken header", "", "it;q=x", []string{"bg", "it"}, "bg"},
		{"an endless header", "", string(make([]byte, 1000)), all, "it"},
		{"a tenant of one language the product does not speak", "", "bg", []string{"de"}, "bg"},
		{"nothing at all", "", "", nil, "en"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := words.Negotiate(tt.asked, tt.header, tt.offered); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestFold(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		"doicev":           {"dojcev", "Дойчев", "Doychev", "Dojčev", "doichev"},
		"nicolo tassinari": {"Nicolò Tassinari", "NICOLO  TASSINARI"},
		"zivko":            {"Живко", "Zhivko", "Živko"},
		"anna maria":       {"Anna-Maria"},
		"dangelo":          {"D’Angelo", "D'Angelo", "dangelo"},
	}
	for want, spellings := range tests {
		for _, spelling := range spellings {
			if got := words.Fold(spelling); got != want {
				t.Errorf("Fold(%q) = %q, want %q", spelling, got, want)
			}
		}
	}
}

func BenchmarkText(b *testing.B) {
	w := words.For("bg")
	for b.Loop() {
		_ = w.Text("format.rounds-final", map[string]any{"rounds": 3})
	}
}

// A date that ends in an abbreviation ends its sentence too.
func TestOneFullStop(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{"bg": "събота, 21 март 2026 г. Отчетен", "en": "Saturday 21 March 2026. "} {
		got := words.For(lang).Reason("report-late", map[string]string{"day": "2026-03-21"}, nil)
		if !strings.Contains(got, want) {
			t.Errorf("%s: %q", lang, got)
		}
	}
}
