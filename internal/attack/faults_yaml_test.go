package attack_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referto/internal/sampling"
)

const mediaYAML = "application/yaml"

// takesYAML reports whether the operation takes its body as YAML too.
func (t *target) takesYAML() bool {
	body := t.c.operation(t.op).RequestBody
	return body != nil && body.Value.Content[mediaYAML] != nil
}

// yamlFault sends another body as YAML, which is refused for a reason.
func (t *target) yamlFault(name string, want int, said string, body []byte) fault {
	f := t.make("YAML: "+name, want, func(m *message) {
		m.body = body
		m.header.Set("Content-Type", mediaYAML)
	})
	f.said = said
	return f
}

// yamlInside are members that no YAML body may have, with the reason for the refusal: references, and text that two
// parsers read differently.
var yamlInside = []struct{ name, member, said string }{
	{"an alias", `x: &a 1, y: *a`, "yaml-alias"},
	{"an alias of nothing", `x: *nobody`, "yaml-alias"},
	{"an anchor", `x: &a 1`, "yaml-alias"},
	{"an anchor of a list", `x: &a [1]`, "yaml-alias"},
	{"an anchor of a name", `&a x: 1`, "yaml-alias"},
	{"an alias as a name", `x: &a b, *a : 1`, "yaml-alias"},
	{"an alias of itself", `x: &a [*a]`, "yaml-alias"},
	{"a merge key", `<<: {x: 1}`, "yaml-merge"},
	{"a tag of a language", `x: !!python/object/apply:os.system ["id"]`, "yaml-tag"},
	{"a tag of a type", `x: !!int "1"`, "yaml-tag"},
	{"a tag of bytes", `x: !!binary aGFsbG8=`, "yaml-tag"},
	{"a tag of one's own", `x: !secret a`, "yaml-tag"},
	{"a tag by its address", `x: !<tag:yaml.org,2002:str> 1`, "yaml-tag"},
	{"the tag of none", `x: ! 1`, "yaml-tag"},
	{"a tag on a name", `!!str x: 1`, "yaml-tag"},
	{"a leading zero", `x: 013`, "yaml-number"},
	{"leading zeros before a point", `x: -00.5`, "yaml-number"},
	{"infinity", `x: .inf`, "yaml-number"},
	{"no number", `x: .NaN`, "yaml-number"},
	{"a number of 64 bits and more", `x: 0xffffffffffffffff`, "yaml-number"},
	{"a name twice", `x: 1, x: 2`, "yaml-duplicate-key"},
	{"a name twice but for case", `x: 1, X: 2`, "yaml-duplicate-key"},
	{"a name twice but for quotes", `x: 1, "x": 2`, "yaml-duplicate-key"},
	{"a number as a name", `1: x`, "yaml-key"},
	{"a truth as a name", `true: x`, "yaml-key"},
	{"nothing as a name", `~: x`, "yaml-key"},
	{"a list as a name", `[x]: 1`, "yaml-key"},
	{"an object as a name", `{x: 1}: 1`, "yaml-key"},
	{"NUL in a text", `x: "a\0b"`, "yaml-character"},
	{"a bell in a text", `x: "a\ab"`, "yaml-character"},
	{"a name with NUL", `"\0": 1`, "yaml-character"},
	{"NUL", "x: a\x00b", "yaml-character"},
	{"an escape", "x: \x1b[2J", "yaml-character"},
	{"a next line of 1.1", "x: a\u0085b", "yaml-character"},
	{"a line separator", "x: a\u2028b", "yaml-character"},
	{"a mark of the byte order", "x: a\ufeffb", "yaml-character"},
	{"bytes that are no text", "x: \xff", "invalid-utf8"},
	{"half a pair", "x: \xed\xa0\x80", "invalid-utf8"},
	{"33 deep", "x: " + strings.Repeat("[", 33) + strings.Repeat("]", 33), "yaml-too-deep"},
	{"a quote without end", `x: "a`, "yaml-syntax"},
	{"an unknown escape", `x: "\q"`, "yaml-syntax"},
}

// yamlFaults are bodies of invalid YAML, for an operation that accepts YAML.
func (t *target) yamlFaults() []fault {
	if !t.takesYAML() {
		return nil
	}
	const refused = http.StatusBadRequest
	good := t.valid.body
	inside := func(member string) []byte { // a comment makes it no JSON
		return slices.Concat([]byte("# x\n"), bytes.TrimSuffix(good, []byte("}")), []byte(", "+member+"}"))
	}
	var out []fault
	for _, bad := range yamlInside {
		out = append(out, t.yamlFault(bad.name, refused, bad.said, inside(bad.member)))
	}
	before := func(text string) []byte { return append([]byte(text), good...) }
	after := func(text string) []byte { return slices.Concat([]byte("# x\n"), good, []byte(text)) }
	many := strings.Repeat("1,", 100_001)
	out = append(out,
		t.yamlFault("two documents", refused, "trailing-data", after("\n---\nx: 1\n")),
		t.yamlFault("a document and an empty one", refused, "trailing-data", after("\n---\n")),
		t.yamlFault("a version", refused, "yaml-directive", before("%YAML 1.1\n---\n")),
		t.yamlFault("a handle of tags", refused, "yaml-directive", before("%TAG ! tag:example.org,2000:\n---\n")),
		t.yamlFault("billions of laughs", refused, "yaml-alias", laughs(9)),
		t.yamlFault("aliases of a long text", refused, "yaml-alias", inside("x: &a "+strings.Repeat("a", 300_000)+", y: ["+strings.Repeat("*a, ", 60_000)+"1]")),
		t.yamlFault("10,000 deep", refused, "", inside("x: "+strings.Repeat("[", 10_000)+strings.Repeat("]", 10_000))),
		t.yamlFault("60,000 deep without end", refused, "", inside("x: "+strings.Repeat("[", 60_000))),
		t.yamlFault("10,000 lines deep", refused, "", stairs(700)),
		t.yamlFault("too many values", refused, "yaml-too-many-values", inside("x: ["+many+"1]")),
		t.yamlFault("too many empty lines", refused, "yaml-too-many-values", before(strings.Repeat("\n", 200_000)+"# x\n")),
		t.yamlFault("indented by a tab", refused, "yaml-syntax", []byte("x:\n\t- 1\n")),
		t.yamlFault("UTF-16", refused, "invalid-utf8", utf16([]byte("x: 1"))),
		t.yamlFault("an unknown text of 900 kB", http.StatusUnprocessableEntity, "", inside("x: "+strings.Repeat("a", 900<<10))),
		t.yamlFault("an unknown block of 900 kB", http.StatusUnprocessableEntity, "", []byte("x: |\n "+strings.Repeat("a", 900<<10)+"\n")),
		t.yamlFault("a name of 900 kB", refused, "", []byte(strings.Repeat("a", 900<<10)+": 1")).or(http.StatusUnprocessableEntity),
		t.yamlFault("a megabyte and more", http.StatusRequestEntityTooLarge, "", append(before("# x\n"), bytes.Repeat([]byte(" "), t.op.MaxBody+1)...)),
		t.yamlFault("texts that grow when escaped", http.StatusUnprocessableEntity, "", inside("x: '"+strings.Repeat(`\`, 400<<10)+"'")).or(http.StatusRequestEntityTooLarge),
		t.yamlFault("nothing but a comment", http.StatusUnprocessableEntity, "", []byte("# x\n")),
		t.yamlFault("a text", http.StatusUnprocessableEntity, "", []byte("nothing else\n")),
		t.yamlFault("a list", http.StatusUnprocessableEntity, "", []byte("- x\n- y\n")),
	)
	for _, media := range []string{"application/x-yaml", "text/yaml", "text/x-yaml", "application/yaml; charset=utf-16", "application/yaml; charset=latin1", "application/yaml+json", "application/yamlx"} {
		out = append(out, t.make("YAML as "+media, http.StatusUnsupportedMediaType, func(m *message) {
			m.body = after("\n")
			m.header.Set("Content-Type", media)
		}))
	}
	compressed := t.yamlFault("compressed", http.StatusUnsupportedMediaType, "media-type", after("\n"))
	compressed.header.Set("Content-Encoding", "gzip")
	return append(append(out, compressed, t.bodyFault("YAML as JSON", refused, after("\n"))), t.yamlReadings()...)
}

// yamlReadings are values that YAML 1.1 reads as another than 1.2: at the place of every
// number and truth of the body.
func (t *target) yamlReadings() []fault {
	root := decode(t.t, t.valid.body)
	var out []fault
	for _, at := range placesOf(root, nil) {
		with := func(value string, want int, said string) {
			body := append([]byte("# x\n"), render(put(root, at, raw(value)))...)
			out = append(out, t.yamlFault(at.String()+" is "+value, want, said, body))
		}
		switch get(root, at).(type) {
		case json.Number:
			with("013", http.StatusBadRequest, "yaml-number")
			for _, text := range []string{"0b11", "1_0", "1:30", "2009-02-08", "yes", "0o8"} { // texts
				with(text, http.StatusUnprocessableEntity, "")
			}
		case bool:
			for _, text := range []string{"yes", "on", "NO", "Off", "y"} {
				with(text, http.StatusUnprocessableEntity, "")
			}
		}
	}
	return out
}

// mostPlaces bounds the places of a body that are tried.
const mostPlaces = 12

// placesOf are the first places of numbers and truths in a value.
func placesOf(value any, at place) (out []place) {
	switch value := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			out = append(out, placesOf(value[name], at.then(name))...)
		}
	case []any:
		for i, item := range value {
			out = append(out, placesOf(item, at.then(i))...)
		}
	case json.Number, bool:
		out = []place{at}
	}
	return out[:min(len(out), mostPlaces)]
}

// laughs are lists of aliases of lists of aliases, n deep.
func laughs(n int) []byte {
	var b bytes.Buffer
	b.WriteString("a0: &a0 [lol,lol,lol,lol,lol,lol,lol,lol,lol]\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s*a%d]\n", i, i, strings.Repeat("*a"+strconv.Itoa(i-1)+",", 8), i-1)
	}
	return b.Bytes()
}

// stairs are lists one in the other, each on a line of its own.
func stairs(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "x:\n")
	}
	return b.Bytes()
}

// mostMade bounds the bytes that the server may allocate for a body of a megabyte: parser, tree and
// JSON. An alias bomb of 600 kB once took 22 GB.
const mostMade = 300 << 20

// TestYAMLInBoundedMemory sends the worst bodies of [target.yamlFaults], one after the other
// and with nothing beside them, to every operation that takes YAML.
func TestYAMLInBoundedMemory(t *testing.T) {
	w := theWorld(t)
	a := enter(t)
	tried, most := 0, uint64(0)
	for _, r := range first(w.requests(w.sides[0])) {
		target := a.aim(r)
		if !target.takesYAML() {
			continue
		}
		tried++
		for _, f := range sampling.Of(target.op.ID, target.yamlFaults()) {
			if len(f.body) < 4<<10 && !strings.Contains(f.name, "laughs") {
				continue
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			target.refused(f)
			runtime.ReadMemStats(&after)
			made := after.TotalAlloc - before.TotalAlloc
			if most = max(most, made); made > mostMade {
				t.Errorf("%s: %s: %d MB are made of %d kB", target.op.ID, f.name, made>>20, len(f.body)>>10)
			}
		}
	}
	if tried < 3 {
		t.Errorf("only %d operations take YAML: the test is broken", tried)
	}
	t.Logf("at most %d MB are made of a body", most>>20)
}
