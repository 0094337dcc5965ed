package strictjson_test

import (
	"testing"

	"referto/internal/strictjson"
)

func TestFromYAML(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"a document":                 {"a: [1, x]\n", `{"a":[1,"x"]}`},
		"JSON":                       {`{"a": 1}`, `{"a":1}`},
		"between its marks":          {"---\na: 1\n...\n", `{"a":1}`},
		"nothing":                    {"", "null"},
		"a second document":          {"a: 1\n---\na: 2\n", ""},
		"a second document, no YAML": {"a: 1\n---\na: [\n", ""},
		"a second value":             {`{} {}`, ""},
		"a key twice":                {"a: 1\na: 2\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := strictjson.FromYAML([]byte(c.text))
			if refused := c.want == ""; refused != (err != nil) || string(got) != c.want {
				t.Errorf("got %s and %v, want %q", got, err, c.want)
			}
		})
	}
}
