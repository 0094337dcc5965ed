package attack_test

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"

	"referto/openapi"
)

// oddTexts are texts that are no fault by themselves: they could be names.
var oddTexts = []string{
	"Robert'); drop table league.events; --", `" or ""="`, "' or '1'='1", "1; select pg_sleep(9)", "$1 :name ? %s {{x}} ${x}", `\'; --\`,
	"<script>alert(1)</script>", "=cmd|' /C calc'!A0", "../../etc/passwd", "Ж́ёlty \u202e gnirts", "👩‍👩‍👧‍👦 zwj", "a\tb\r\nc", "\ufffe\uffff noncharacters",
	"\u200b\u200b\u200b", "   ", "ﷺﷺﷺ", "İıŞß ﬃ", "\ufeffbom", "null", "2009-02-08T08:00:00Z",
}

// oddTimes are times at the ends of the possible range.
var oddTimes = []string{
	"0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "2009-03-29T02:30:00+01:00", "2009-05-03T09:00:00+23:59", "0000-01-01T00:00:00Z", "2009-05-03T09:00:00.123456789-00:00",
}

// strange are requests that may be accepted or refused, but must be answered: odd
// texts and the ends of ranges at every place, odd queries and headers.
func (t *target) strange() []message {
	var out []message
	for _, header := range []string{"Accept-Language", "If-None-Match", "Last-Event-ID", "X-Forwarded-For", "X-Request-Id", "Accept", "Origin", "Prefer", "X-HTTP-Method-Override"} {
		m := t.valid.clone()
		for _, value := range []string{`*;q=zz,,;`, `"' or 1=1--`, strings.Repeat("x,", 500)} {
			out = append(out, t.renewed(m.with(header, value)))
		}
	}
	for _, p := range t.c.parameters(t.op) {
		if p.In != openapi3.ParameterInQuery {
			continue
		}
		for _, text := range append(slices.Clone(oddTexts), "%", "_", "aaaaaaaa.aaaaaaaa") {
			m := t.valid.clone()
			m.query = join(without(m.query, p.Name), p.Name+"="+url.QueryEscape(text))
			out = append(out, t.renewed(m))
		}
		for _, value := range ends(p.Schema.Value) {
			m := t.valid.clone()
			m.query = join(without(m.query, p.Name), p.Name+"="+url.QueryEscape(plain(value)))
			out = append(out, t.renewed(m))
		}
	}
	if schema := t.c.bodySchema(t.op); schema != nil {
		root := decode(t.t, t.valid.body)
		for _, body := range t.strangeAt(schema, root, nil) {
			m := t.valid.clone()
			m.body = render(body)
			out = append(out, t.renewed(m))
		}
	}
	return out
}

// renewed is the message under a key of its own.
func (t *target) renewed(m message) message {
	if t.op.Idempotency != openapi.IdempotencyNone {
		return m.with("Idempotency-Key", uuid.NewString())
	}
	return m
}

// strangeAt are bodies with a strange value at the place or inside it.
func (t *target) strangeAt(s *openapi3.Schema, root any, at place) []any {
	var out []any
	switch {
	case s.Type.Is(openapi3.TypeObject):
		object, _ := get(root, at).(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
			inner, within := s.Properties[name].Value, root
			if object[name] == nil {
				within = put(root, at.then(name), sample(t.t, inner))
				out = append(out, within)
			}
			out = append(out, t.strangeAt(inner, within, at.then(name))...)
		}
		if values := s.AdditionalProperties.Schema; values != nil {
			for _, name := range append(slices.Clone(oddTexts), "") {
				out = append(out, put(root, at.then(name), sample(t.t, values.Value)))
			}
		}
	case s.Type.Is(openapi3.TypeArray):
		list, _ := get(root, at).([]any)
		if len(list) == 0 {
			list = []any{sample(t.t, s.Items.Value)}
		}
		if s.MaxItems != nil {
			out = append(out, put(root, at, slices.Repeat(list[:1], int(*s.MaxItems))))
		}
		out = append(out, t.strangeAt(s.Items.Value, put(root, at, list), at.then(0))...)
	default:
		for _, value := range ends(s) {
			out = append(out, put(root, at, value))
		}
	}
	return out
}

// ends returns values at the ends of a schema's range, and odd ones within.
func ends(s *openapi3.Schema) []any {
	var out []any
	switch {
	case s.Type.Is(openapi3.TypeInteger):
		for _, bound := range []*float64{s.Min, s.Max} {
			if bound != nil {
				out = append(out, json.Number(number(*bound)))
			}
		}
		return append(out, raw("1e1"), raw("2.0"), raw("-0"), raw("10000000000000000000000e-22"))
	case len(s.Enum) > 0:
		return s.Enum
	case s.Format == "date-time":
		for _, at := range oddTimes {
			out = append(out, at)
		}
		return out
	case !s.Type.Is(openapi3.TypeString):
		return nil
	}
	for _, text := range oddTexts {
		out = append(out, text)
	}
	if s.MaxLength != nil {
		out = append(out, strings.Repeat("a", int(*s.MaxLength)), strings.Repeat("𝕬", int(*s.MaxLength)))
	}
	return append(out, strings.Repeat("a", max(1, int(s.MinLength))))
}
