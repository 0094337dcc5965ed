package strictyaml_test

import (
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"

	"referto/internal/strictjson"
	"referto/internal/strictyaml"
)

func TestToJSON(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"a document":                 {"a: [1, x]\n", `{"a":[1,"x"]}`},
		"JSON":                       {`{"a": "\ud83d\ude00"}`, `{"a": "\ud83d\ude00"}`},
		"between its marks":          {"---\na: 1\n...\n", `{"a":1}`},
		"nothing":                    {"", "null"},
		"a comment":                  {"# nothing\n", "null"},
		"a second document":          {"a: 1\n---\na: 2\n", ""},
		"a second document, no YAML": {"a: 1\n---\na: [\n", ""},
		"a second value":             {`{} {}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := strictyaml.ToJSON([]byte(c.text))
			if refused := c.want == ""; refused != (err != nil) || string(got) != c.want {
				t.Errorf("got %s and %v, want %q", got, err, c.want)
			}
		})
	}
}

// TestYAMLCore: plain values have the types of YAML 1.2's core schema (10.3.2),
// and none that readers of 1.1 would take for another value.
func TestYAMLCore(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"13", "13"},
		{"+13", "13"},
		{"-13", "-13"},
		{"0", "0"},
		{"0o14", "12"},
		{"0x1F", "31"},
		{"1.50", "1.50"},
		{".5", "0.5"},
		{"5.", "5"},
		{"1e3", "1e3"},
		{"123456789012345678901234567890", "123456789012345678901234567890"},
		{"1_000", `"1_000"`},
		{"12:30", `"12:30"`},
		{"190:20:30", `"190:20:30"`},
		{"0b11", `"0b11"`},
		{"2009-05-01", `"2009-05-01"`},
		{"yes", `"yes"`},
		{"No", `"No"`},
		{"on", `"on"`},
		{"OFF", `"OFF"`},
		{"y", `"y"`},
		{"true", "true"},
		{"True", "true"},
		{"FALSE", "false"},
		{"tRue", `"tRue"`},
		{"null", "null"},
		{"~", "null"},
		{"", "null"},
		{`"013"`, `"013"`},
		{"'~'", `"~"`},
		{"|\n  13", `"13\n"`},
		{`"<& ` + "\u00a0" + `"`, `"<&` + " \u00a0" + `"`},
		{"[1, [], {}]", `[1,[],{}]`},
		{"*", ""},
		{"013", ""},
		{"-0.5", "-0.5"},
		{"00.5", ""},
		{".inf", ""},
		{"-.INF", ""},
		{".nan", ""},
		{"0xFFFFFFFFFFFFFFFFF", ""},
	} {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			want := `{"a":` + c.want + `}`
			got, err := strictyaml.ToJSON([]byte("a: " + c.text + "\n"))
			if refused := c.want == ""; refused != (err != nil) || !refused && string(got) != want {
				t.Errorf("got %s and %v, want %s", got, err, want)
			}
		})
	}
}

// TestYAMLRefused: constructs that one parser expands, runs or overwrites and another does not are refused, with
// their line.
func TestYAMLRefused(t *testing.T) {
	t.Parallel()
	deep := "a: " + strings.Repeat("[", 40) + strings.Repeat("]", 40)
	for name, c := range map[string]struct {
		text, reason, pointer string
		line                  int
	}{
		"an alias":                     {"a: &x 1\nb: *x\n", "yaml-alias", "/a", 1},
		"an anchor that nobody uses":   {"a:\n  b: &x [1]\n", "yaml-alias", "/a/b", 2},
		"an alias of nothing":          {"a: 1\nb: *y\n", "yaml-alias", "", 2},
		"an anchored key":              {"&k a: 1\n", "yaml-alias", "", 1},
		"a merge key":                  {"a: 1\n<<: {b: 2}\n", "yaml-merge", "", 2},
		"a tag of a language":          {"a: 1\nb: !!python/object:os.system ls\n", "yaml-tag", "/b", 2},
		"a tag of the core":            {"a: !!str 13\n", "yaml-tag", "/a", 1},
		"a tag of one's own":           {"a: !x {b: 1}\n", "yaml-tag", "/a", 1},
		"a tag on a list":              {"a:\n- !!seq [1]\n", "yaml-tag", "/a/0", 2},
		"a bare tag":                   {"a: ! 13\n", "yaml-tag", "/a", 1},
		"a bare tag behind è":          {"è: ! 13\n", "yaml-tag", "/è", 1},
		"a tag on a key":               {"!!str a: 1\n", "yaml-tag", "", 1},
		"a directive":                  {"# of 1.1\n%YAML 1.1\n---\na: 013\n", "yaml-directive", "", 2},
		"leading zeros":                {"a: 1\nb: [1, 013]\n", "yaml-number", "/b/1", 2},
		"a key twice":                  {"a: 1\nb: 2\na: 3\n", "yaml-duplicate-key", "/a", 3},
		"a key twice in other letters": {"vp: 1\nVP: 2\n", "yaml-duplicate-key", "/VP", 2},
		"a number for a key":           {"a: {1: 2}\n", "yaml-key", "/a", 1},
		"a list for a key":             {"? [a, b]\n: 1\n", "yaml-key", "", 1},
		"33 deep":                      {"x: 1\n" + deep, "yaml-too-deep", "/a" + strings.Repeat("/0", 31), 2},
		"half a list":                  {"a: 1\nb: [\n", "yaml-syntax", "", 2},
		"a line end of 1.1":            {"a: x\nb: y\u2028c: z\n", "yaml-character", "", 2},
		"a control character":          {"a: \"\\x07\"\n", "yaml-character", "/a", 1},
		"too many values":              {"a: [" + strings.Repeat("1,", 100_000) + "1]", "yaml-too-many-values", "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := strictyaml.ToJSON([]byte(c.text))
			var fault *strictyaml.Error
			if !errors.As(err, &fault) {
				t.Fatalf("got %v, want %s", err, c.reason)
			}
			if fault.Reason != c.reason || fault.Pointer != c.pointer || fault.Line != c.line {
				t.Errorf("got %s at %q in line %d, want %s at %q in line %d", fault.Reason, fault.Pointer, fault.Line, c.reason, c.pointer, c.line)
			}
		})
	}
}

// TestYAMLCostsWhatItIsLong: a text that aliases would make 22 GB of costs no more
// than one of its own length.
func TestYAMLCostsWhatItIsLong(t *testing.T) {
	bombs := map[string]string{
		"one long text, often": "a: &a " + strings.Repeat("x", 300_000) + "\nb: [" + strings.Repeat("*a,", 90_000) + "*a]\n",
		"the shortest values":  "[" + strings.Repeat("x,", 500_000) + "x]\n",
		"deep":                 strings.Repeat("[", 500_000),
		"deep blocks":          strings.Repeat("- ", 99_000),
		"comments":             "a: 1\n" + strings.Repeat("#\n", 99_000),
	}
	laughs := "a: &a [" + strings.Repeat("x,", 9) + "x]\n"
	for of := 'a'; of < 'j'; of++ {
		laughs += string(of+1) + ": &" + string(of+1) + " [" + strings.Repeat("*"+string(of)+",", 9) + "*" + string(of) + "]\n"
	}
	bombs["a billion laughs"] = laughs
	for name, bomb := range bombs {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := strictyaml.ToJSON([]byte(bomb))
			runtime.ReadMemStats(&after)
			spent := int(after.TotalAlloc - before.TotalAlloc)
			t.Logf("%d bytes cost %d MB: %.80v", len(bomb), spent>>20, err)
			if err == nil && name != "comments" {
				t.Error("it is read")
			}
			if spent > 64<<20 {
				t.Errorf("%d bytes cost %d MB", len(bomb), spent>>20)
			}
		})
	}
}

func FuzzToJSON(f *testing.F) {
	for _, seed := range []string{"a: [1, x]\n", "a: &x 1\nb: *x", "? [a]\n: !!str 013", "%YAML 1.1\n---\n- |\n x\n", "a: ! 1", "{a: .5, b: +1e3}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := strictyaml.ToJSON(text) // never panics, always ends
		if err == nil && !json.Valid(got) {
			t.Errorf("%q is read as %q", text, got)
		}
		if err == nil && strictjson.Check(got) != nil {
			t.Errorf("%q is read as %q: %v", text, got, strictjson.Check(got))
		}
	})
}
