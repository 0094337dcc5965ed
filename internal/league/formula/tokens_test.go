package formula

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// cut writes the tokens of a text as N for a name, 0 for a number, ' for a text, a bracket or
// operator as itself, each with its value; or the error behind its column.
func cut(text string) string {
	tokens, mistake := scan(source(text))
	if mistake != nil {
		return mistake.Params["column"] + ": " + mistake.Params["detail"]
	}
	signs := map[class]string{nameToken: "N:", numberToken: "0:", textToken: "':", operatorToken: "", bracketToken: ""}
	var out []string
	for _, t := range tokens[:len(tokens)-1] {
		out = append(out, signs[t.class]+t.value)
	}
	return strings.Join(out, " ")
}

// TestTokens: every token of the language and of the texts parsed beyond it, by kind.
func TestTokens(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"blanks only", " \t\r\n\u00a0", ""},

		{"names/one letter", "x", "N:x"},
		{"names/letters and digits", "vp2", "N:vp2"},
		{"names/an underscore", "_a_b", "N:_a_b"},
		{"names/a dollar", "$", "N:$"},
		{"names/other scripts", "größe точки 点", "N:größe N:точки N:点"},
		{"names/a mark above is no letter", "a\u0301", "2: unrecognized character: U+0301 '\u0301'"},
		{"names/values", "true false nil", "N:true N:false N:nil"},
		{"names/words of the language inside", "inn orb android iffy nothing lets", "N:inn N:orb N:android N:iffy N:nothing N:lets"},
		{"words", "not in or and let if else", "not in or and let if else"},
		{"words that only texts have", "matches contains startsWith endsWith", "matches contains startsWith endsWith"},
		{"words in capitals are names", "Not IN Or startswith", "N:Not N:IN N:Or N:startswith"},

		{"numbers/whole", "0 7 00 120", "0:0 0:7 0:00 0:120"},
		{"numbers/with a point", "1.5 .5 1. 0.25", "0:1.5 0:.5 0:1. 0:0.25"},
		{"numbers/with exponents", "1e5 1E+5 1.5e-3 .5e2", "0:1e5 0:1E+5 0:1.5e-3 0:.5e2"},
		{"numbers/an exponent without digits", "1e 2e+", "0:1e 0:2e+"},
		{"numbers/of base 16", "0xfF 0XA0", "0:0xfF 0:0XA0"},
		{"numbers/of base 8", "0o17 0O7", "0:0o17 0:0O7"},
		{"numbers/of base 2", "0b10 0B1", "0:0b10 0:0B1"},
		{"numbers/in groups", "1_000 0x_f 1.0_1", "0:1_000 0:0x_f 0:1.0_1"},
		{"numbers/a point ends one", "1.2.3", "0:1.2 0:.3"},
		{"numbers/a range", "1..2", "0:1 .. 0:2"},
		{"numbers/a range behind a point", "1...2", "0:1 .. 0:.2"},
		{"numbers/a range without an end", "1..", "0:1 .."},
		{"numbers/letters behind", "1x", "2: bad number syntax: \"1x\""},
		{"numbers/a digit beyond the base", "0b2", "3: bad number syntax: \"0b2\""},
		{"numbers/beyond base 8", "0o8", "3: bad number syntax: \"0o8\""},
		{"numbers/beyond base 16", "0xg", "3: bad number syntax: \"0xg\""},
		{"numbers/letters of a base without it", "1f", "2: bad number syntax: \"1f\""},
		{"numbers/a base that is not the first", "10x1", "3: bad number syntax: \"10x\""},
		{"numbers/capitals behind", "1X", "2: bad number syntax: \"1X\""},
		{"numbers/capitals behind a base", "0x1X", "4: bad number syntax: \"0x1X\""},
		{"numbers/capitals behind base 8", "0o1X", "4: bad number syntax: \"0o1X\""},
		{"numbers/capitals behind base 2", "0b1X", "4: bad number syntax: \"0b1X\""},
		{"numbers/capitals behind an exponent", "1eX", "3: bad number syntax: \"1eX\""},
		{"numbers/two exponents", "1e2e3", "4: bad number syntax: \"1e2e\""},
		{"numbers/a digit of another script", "1٣", "2: bad number syntax: \"1٣\""},

		{"texts/of each quote", `'a' "b"` + " `c`", "':a ':b ':c"},
		{"texts/empty", `'' ""`, "': ':"},
		{"texts/other quotes inside", `'"` + "`" + `'`, `':"` + "`"},
		{"texts/a backslash is one", `'\'`, `':\`},
		{"texts/two without space", `'a''b'`, "':a ':b"},
		{"texts/open", "'a", "3: literal not terminated"},
		{"texts/open at once", "'", "2: literal not terminated"},
		{"texts/over the end of a line", "'a\n'", "3: literal not terminated"},

		{"brackets", "()[]{}", "( ) [ ] { }"},
		{"signs/of one", ", ; % + - ^ / | : . ? # & ! = * < >", ", ; % + - ^ / | : . ? # & ! = * < >"},
		{"signs/of two", "?. ?? || :: .. && != == ** <= >=", "?. ?? || :: .. && != == ** <= >="},
		{"signs/of three are two and one", "=== **= ??? :::", "== = ** = ?? ? :: :"},
		{"signs/that nothing joins", "+- -- ++ ,; %% ^^ ;;", "+ - - - + + , ; % % ^ ^ ; ;"},
		{"signs/not with what may follow others", "?| |. .: :? -=", "? | | . . : : ? - ="},
		{"signs/an element", "# #x #1 ## #.x", "# # N:x # N:1 ## # . N:x"},
		{"signs/a figure of an element", ".vp", ". N:vp"},
		{"signs/a slash", "a/b", "N:a / N:b"},
		{"signs/a slash before capitals", "a/X", "N:a / N:X"},
		{"signs/an element before capitals", "#X", "# N:X"},
		{"signs/none", "a @ b", "3: unrecognized character: U+0040 '@'"},
		{"signs/not of this kind", "a ≤ b", "3: unrecognized character: U+2264 '≤'"},
		{"signs/a backslash", `\`, "1: unrecognized character: U+005C '\\'"},

		{"comments/to the end of the line", "a // b\nc", "N:a N:c"},
		{"comments/to the end of the text", "a //", "N:a"},
		{"comments/inside a line", "a /* b */ c", "N:a N:c"},
		{"comments/over lines", "a /* b\n\n */ c", "N:a N:c"},
		{"comments/of stars", "/****/ a", "N:a"},
		{"comments/a star before capitals", "/* *X */ a", "N:a"},
		{"comments/a star before the end", "/* **/ a", "N:a"},
		{"comments/a comment ends one only", "/* */ */", "* /"},
		{"comments/not in a text", "'/* */' '//'", "':/* */ '://"},
		{"comments/a line in a comment", "/* // */ a", "N:a"},
		{"comments/open", "a /* b", "7: unclosed comment"},
		{"comments/open at once", "/*", "3: unclosed comment"},
		{"comments/half closed", "/* *", "5: unclosed comment"},
		{"comments/a slash that is its beginning", "/*/", "4: unclosed comment"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := cut(tt.text); got != tt.want {
				t.Errorf("%q: got %s, want %s", tt.text, got, tt.want)
			}
		})
	}
}

// TestTokensAsReported: errors contain a token with its class and value.
func TestTokensAsReported(t *testing.T) {
	t.Parallel()
	tokens, _ := scan(source(`vp 1.5 "x" + ( ''`))
	want := []string{`Identifier("vp")`, `Number("1.5")`, `String("x")`, `Operator("+")`, `Bracket("(")`, "String", "EOF"}
	for i, token := range tokens {
		if got := token.String(); got != want[i] {
			t.Errorf("got %s, want %s", got, want[i])
		}
	}
}

// TestPlacesOfTokens: the spans of tokens, counted in characters; the end is at the last one.
func TestPlacesOfTokens(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want []span
	}{
		{"", []span{{0, 0}}},
		{"vp", []span{{0, 2}, {1, 2}}},
		{"  vp ", []span{{2, 4}, {4, 5}}},
		{"größe<=.5", []span{{0, 5}, {5, 7}, {7, 9}, {8, 9}}},
		{"'a€' /* € */ #x", []span{{0, 4}, {13, 14}, {14, 15}, {14, 15}}},
		{"1..2", []span{{0, 1}, {1, 3}, {3, 4}, {3, 4}}},
		{"(\n)", []span{{0, 1}, {2, 3}, {2, 3}}},
	} {
		tokens, mistake := scan(source(tt.text))
		if mistake != nil || len(tokens) != len(tt.want) {
			t.Errorf("%q: %v, %v", tt.text, tokens, mistake)
			continue
		}
		for i, token := range tokens {
			if token.span != tt.want[i] {
				t.Errorf("%q: %s at %v, want %v", tt.text, token, token.span, tt.want[i])
			}
		}
	}
}

// TestSignsEndAtOthers: a sign and any character that is not one to follow it are two
// tokens, whichever sign it is.
func TestSignsEndAtOthers(t *testing.T) {
	t.Parallel()
	follow := map[rune]string{
		',': "", ';': "", '%': "", '+': "", '-': "", '^': "", '?': ".?", '|': "|", ':': ":", '.': ".",
		'&': "&=*", '!': "&=*", '=': "&=*", '*': "&=*", '<': "&=*", '>': "&=*",
	}
	for sign, joined := range follow {
		for next := rune(33); next < 127; next++ {
			text := string([]rune{sign, next})
			if sign == '.' && unicode.IsDigit(next) {
				continue // a number
			}
			tokens, mistake := scan(source(text))
			together := len(tokens) > 0 && tokens[0].value == text
			if together != strings.ContainsRune(joined, next) || len(tokens) == 0 && mistake == nil {
				t.Errorf("%s: got %v, %v", text, tokens, mistake)
			}
			if len(tokens) > 0 && !together && tokens[0].value != string(sign) {
				t.Errorf("%s begins with %s", text, tokens[0])
			}
		}
	}
}

// TestTokensOfAnyText: tokens follow each other without overlapping, and have the text of their
// spans.
func TestTokensOfAnyText(t *testing.T) {
	t.Parallel()
	pieces := []string{"vp", "in", "12", ".5", "1..2", "<=", "&&", "??", "#", "#x", "'a b'", "\"\"", "(", "]", "/* c */", "// d\n", " ", "\n", "é", "@"}
	rapid.Check(t, func(t *rapid.T) {
		text := source(strings.Join(rapid.SliceOf(rapid.SampledFrom(pieces)).Draw(t, "pieces"), ""))
		tokens, mistake := scan(text)
		end := 0
		for _, token := range tokens {
			if token.class == endToken {
				continue
			}
			held := text.between(token.span)
			if token.class == textToken {
				held = held[1 : len(held)-1]
			}
			if token.from < end || token.to <= token.from || held != token.value {
				t.Fatalf("%q: %s at %v behind %d", string(text), token, token.span, end)
			}
			end = token.to
		}
		if finished := len(tokens) > 0 && tokens[len(tokens)-1].class == endToken; finished == (mistake != nil) {
			t.Fatalf("%q: %v and %v", string(text), tokens, mistake)
		}
	})
}
