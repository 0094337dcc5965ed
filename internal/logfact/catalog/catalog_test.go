package catalog_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/logfact"
	"referto/internal/logfact/catalog"
	"referto/openapi"
)

// TestEveryFactIsRegistered reads the source: whatever has the method of a fact stands in
// the registry of its package, or it would be written and never read.
func TestEveryFactIsRegistered(t *testing.T) {
	t.Parallel()
	registered := map[string]bool{}
	for _, f := range catalog.Registry.Facts() {
		registered[reflect.TypeOf(f).PkgPath()+"."+reflect.TypeOf(f).Name()] = true
	}
	declared := 0
	for _, folder := range []string{"league/leaguelog", "tenant/tenantlog", "authz/authzlog"} {
		names, err := filepath.Glob(filepath.Join("../..", folder, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatal(folder, err)
		}
		for _, name := range names {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, decl := range file.Decls {
				method, ok := decl.(*ast.FuncDecl)
				if !ok || method.Name.Name != "Kind" || method.Recv == nil {
					continue
				}
				declared++
				if of := "referto/internal/" + folder + "." + method.Recv.List[0].Type.(*ast.Ident).Name; !registered[of] {
					t.Errorf("%s is not registered", of)
				}
			}
		}
	}
	if declared != len(registered) || declared < 140 {
		t.Errorf("%d facts are declared, %d registered", declared, len(registered))
	}
}

// TestKindsAreNames: the filter of the log takes kinds of this form.
func TestKindsAreNames(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$`)
	for _, f := range catalog.Registry.Facts() {
		if !form.MatchString(f.Kind()) || len(f.Kind()) > 60 {
			t.Errorf("%T is of kind %q", f, f.Kind())
		}
	}
}

// generated makes values of the types that facts have.
type generated struct {
	*rapid.T
}

func (g generated) value(t reflect.Type, optional bool) reflect.Value {
	v := reflect.New(t).Elem()
	switch v.Interface().(type) {
	case uuid.UUID:
		return reflect.ValueOf(uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(g.T, "id")))
	case time.Time:
		return reflect.ValueOf(time.UnixMicro(rapid.Int64Range(0, 4e15).Draw(g.T, "time")).UTC())
	case rules.Day:
		return reflect.ValueOf(rules.Day(time.UnixMicro(rapid.Int64Range(0, 4e15).Draw(g.T, "day")).UTC().Format(time.DateOnly)))
	case league.Frac:
		return reflect.ValueOf(league.NewFrac(rapid.Int64Range(-999, 999).Draw(g.T, "num"), rapid.Int64Range(1, 99).Draw(g.T, "den")))
	}
	switch t.Kind() {
	case reflect.Pointer:
		if rapid.Bool().Draw(g.T, "there") {
			v.Set(reflect.New(t.Elem()))
			v.Elem().Set(g.value(t.Elem(), false))
		}
	case reflect.Struct:
		for i := range t.NumField() {
			if !t.Field(i).IsExported() {
				g.Fatalf("%s.%s is not exported", t, t.Field(i).Name)
			}
			v.Field(i).Set(g.value(t.Field(i).Type, strings.Contains(t.Field(i).Tag.Get("json"), ",omit")))
		}
	case reflect.Slice:
		least := 0
		if optional { // an empty list is left out, and none comes back
			least = 1
		}
		if rapid.Bool().Draw(g.T, "any") {
			v.Set(reflect.MakeSlice(t, 0, 3))
			for range rapid.IntRange(least, 3).Draw(g.T, "many") {
				v.Set(reflect.Append(v, g.value(t.Elem(), false)))
			}
		}
	case reflect.Map:
		if rapid.Bool().Draw(g.T, "any") {
			v.Set(reflect.MakeMap(t))
			for range rapid.IntRange(1, 3).Draw(g.T, "many") {
				v.SetMapIndex(g.value(t.Key(), false), g.value(t.Elem(), false))
			}
		}
	case reflect.String:
		v.SetString(rapid.String().Draw(g.T, "text"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(g.T, "bool"))
	case reflect.Int, reflect.Int64:
		v.SetInt(rapid.Int64Range(-1<<53, 1<<53).Draw(g.T, "number"))
	default:
		g.Fatalf("no values of %s", t)
	}
	return v
}

// TestFactsAreReadAsTheyWereWritten: of whatever value, the data are read as that value;
// with a member more they are not read at all.
func TestFactsAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	for _, known := range catalog.Registry.Facts() {
		t.Run(known.Kind(), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(r *rapid.T) {
				fact := generated{r}.value(reflect.TypeOf(known), false).Interface().(logfact.Fact)
				data, err := logfact.Encode(fact)
				if err != nil {
					r.Fatal(err)
				}
				got, err := catalog.Registry.Decode(fact.Kind(), data)
				if err != nil {
					r.Fatalf("%s: %v", data, err)
				}
				if diff := cmp.Diff(fact, got); diff != "" {
					r.Fatalf("%s (-written +read)\n%s", data, diff)
				}
				more := bytes.Replace(data, []byte("{"), []byte(`{"nobody":1,`), 1)
				if _, err := catalog.Registry.Decode(fact.Kind(), bytes.Replace(more, []byte(",}"), []byte("}"), 1)); !errors.Is(err, logfact.ErrMember) {
					r.Fatalf("%s: %v", more, err)
				}
			})
		})
	}
}

// TestInsideOfFactsIsStrictToo: objects inside the data have no other members either.
func TestInsideOfFactsIsStrictToo(t *testing.T) {
	t.Parallel()
	const result = `{"v":2,"round":1,"table":1,"version":1,"result":{"ended":"declared","seats":[{"entry":1,"vp":10%s}]}}`
	if _, err := catalog.Registry.Decode("result.recorded", []byte(strings.Replace(result, "%s", "", 1))); err != nil {
		t.Error(err)
	}
	if f, err := catalog.Registry.Decode("result.recorded", []byte(strings.Replace(result, "%s", `,"vps":1`, 1))); err == nil {
		t.Errorf("%+v", f)
	}
}

// sample is a record of version 1 as the log has it.
type sample struct {
	Kind string
	Data json.RawMessage
}

// samples are records that were written before facts had types, by the demo, the journeys
// and the tests of the API: of each kind one of each shape, of 22,963 in all.
func samples(t *testing.T) (out []sample) {
	t.Helper()
	file, err := os.Open("testdata/before.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var s sample
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	if len(out) < 170 {
		t.Fatalf("%d samples", len(out))
	}
	return out
}

// object reads a JSON object, whose numbers stay as they are written.
func object(t *testing.T, data []byte) (out map[string]any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestRecordsFromBeforeAreReadAndWrittenAlike: what was written before facts had types is
// read, and written with the same members and values; later versions add members.
func TestRecordsFromBeforeAreReadAndWrittenAlike(t *testing.T) {
	t.Parallel()
	for _, s := range samples(t) {
		fact, err := catalog.Registry.Decode(s.Kind, s.Data)
		if err != nil {
			t.Errorf("%s: %v", s.Data, err)
			continue
		}
		data, err := logfact.Encode(fact)
		if err != nil {
			t.Errorf("%s: %v", s.Data, err)
		}
		again := object(t, data)
		delete(again, "v")
		for _, m := range logfact.Members(fact) {
			if m.Since > 1 {
				delete(again, m.Name)
			}
		}
		if diff := cmp.Diff(object(t, s.Data), again); diff != "" {
			t.Errorf("%s (-before +now)\n%s", s.Kind, diff)
		}
	}
}

// TestTheContractPublishesEveryFact: the document that is served names each kind with its
// version and a schema, which fits what is written.
func TestTheContractPublishesEveryFact(t *testing.T) {
	t.Parallel()
	doc, err := openapi.Served()
	if err != nil {
		t.Fatal(err)
	}
	published, _ := doc.Components.Schemas["LogRecord"].Value.Extensions["x-log-facts"].(map[string]any)
	if len(published) != len(catalog.Registry.Facts()) {
		t.Errorf("%d facts are published", len(published))
	}
	for _, f := range catalog.Registry.Facts() {
		listed, _ := published[f.Kind()].(map[string]any)
		if listed["version"] != float64(logfact.Version(f)) {
			t.Errorf("%s: %v", f.Kind(), listed)
			continue
		}
		schema := doc.Components.Schemas[strings.TrimPrefix(listed["schema"].(string), "#/components/schemas/")].Value
		if !strings.HasPrefix(schema.Description, "`"+f.Kind()+"` records ") {
			t.Errorf("%s is described as %q", f.Kind(), schema.Description)
		}
		strict(schema)
		rapid.Check(t, func(r *rapid.T) {
			data, err := logfact.Encode(generated{r}.value(reflect.TypeOf(f), false).Interface().(logfact.Fact))
			if err != nil {
				r.Fatal(err)
			}
			var value any
			if err := json.Unmarshal(data, &value); err != nil {
				r.Fatal(err)
			}
			if err := schema.VisitJSON(value); err != nil {
				r.Fatalf("%s %s: %v", f.Kind(), data, err)
			}
		})
	}
}

// strict makes a schema refuse members that it does not describe.
func strict(s *openapi3.Schema) {
	if s.Type.Is("object") && s.AdditionalProperties.Schema == nil {
		no := false
		s.AdditionalProperties.Has = &no
	}
	for _, p := range s.Properties {
		strict(p.Value)
	}
	if s.Items != nil {
		strict(s.Items.Value)
	}
}
