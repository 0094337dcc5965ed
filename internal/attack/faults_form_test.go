package attack_test

import (
	"bytes"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// bytesFaults are no bytes, and too many of them.
func (t *target) bytesFaults() []fault {
	return []fault{
		t.make("no body", http.StatusUnprocessableEntity, func(m *message) { m.body = nil }),
		t.bodyFault("an empty body", http.StatusUnprocessableEntity, []byte{}),
		t.bodyFault("more than was announced", http.StatusUnprocessableEntity, make([]byte, t.op.MaxBody)),
		t.bodyFault("a byte too long", http.StatusRequestEntityTooLarge, make([]byte, t.op.MaxBody+1)),
	}
}

// formFaults are bodies that are no JSON, JSON that two parsers read differently,
// too much of it, and no body at all.
func (t *target) formFaults() []fault {
	if t.request.bytes != nil {
		return t.bytesFaults()
	}
	if t.valid.body == nil {
		return nil
	}
	const refused = http.StatusBadRequest
	good := t.valid.body
	inside := func(member string) []byte { // with one more member
		body := bytes.TrimSuffix(good, []byte("}"))
		if len(body) > 1 {
			body = append(body[:len(body):len(body)], ',')
		}
		return append(body[:len(body):len(body)], member+"}"...)
	}
	nested := func(n int) []byte {
		return inside(`"x":` + strings.Repeat("[", n) + strings.Repeat("]", n))
	}
	deep := strings.Repeat("[", 60_000)
	out := []fault{
		t.make("no body", refused, func(m *message) { m.body = nil }).or(http.StatusUnprocessableEntity),
		t.bodyFault("an empty body", refused, []byte{}).or(http.StatusUnprocessableEntity),
		t.bodyFault("a body of spaces", refused, []byte("  \n ")),
		t.bodyFault("half a body", refused, good[:len(good)-1]),
		t.bodyFault("a body twice", refused, append(slices.Clone(good), good...)),
		t.bodyFault("a body and more", refused, append(slices.Clone(good), "x"...)),
		t.bodyFault("a body and a NUL", refused, append(slices.Clone(good), 0)),
		t.bodyFault("a body and a comment", refused, append(slices.Clone(good), "//x"...)),
		t.bodyFault("a byte order mark", refused, append([]byte("\xef\xbb\xbf"), good...)),
		t.bodyFault("UTF-16", refused, utf16(good)),
		t.bodyFault("a comma too many", refused, append(good[:len(good)-1:len(good)-1], ",}"...)),
		t.bodyFault("no JSON", refused, []byte(`email=a&password=b`)),
		t.bodyFault("XML", refused, []byte(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>`)),
		t.bodyFault("NaN", refused, inside(`"x":NaN`)),
		t.bodyFault("infinity", refused, inside(`"x":Infinity`)),
		t.bodyFault("a name without quotes", refused, inside(`x:1`)),
		t.bodyFault("single quotes", refused, inside(`'x':1`)),
		t.bodyFault("a name with NUL", refused, inside(`"\u0000":1`)),
		t.bodyFault("a name that is half a pair", refused, inside(`"\ud800":1`)),
		t.bodyFault("a name twice", refused, inside(`"x":1,"x":1`)),
		t.bodyFault("a name twice but for case", refused, inside(`"x":1,"X":1`)),
		t.bodyFault("a name twice but for escapes", refused, inside(`"x":1,"\u0078":1`)),
		t.bodyFault("33 deep", refused, nested(33)),
		t.bodyFault("10,000 deep", refused, nested(10_000)),
		t.bodyFault("60,000 deep without end", refused, []byte(deep)),
		t.bodyFault("a kB too long", http.StatusRequestEntityTooLarge, append(slices.Clone(good), bytes.Repeat([]byte(" "), t.op.MaxBody+1<<10)...)),
		t.bodyFault("2 MB and more", http.StatusRequestEntityTooLarge, append(slices.Clone(good), bytes.Repeat([]byte(" "), max(2<<20, 2*t.op.MaxBody))...)),
		t.bodyFault("an unknown name of 100 kB", http.StatusUnprocessableEntity, inside(`"`+strings.Repeat("x", 100<<10)+`":1`)),
	}
	object, _ := decode(t.t, good).(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		value := render(object[name])
		out = append(out,
			t.bodyFault(name+" twice", refused, inside(`"`+name+`":`+string(value))),
			t.bodyFault(name+" twice but for case", refused, inside(`"`+strings.ToUpper(name)+`":`+string(value))))
	}
	return out
}

// utf16 is ASCII text in another encoding.
func utf16(text []byte) []byte {
	out := []byte{0xfe, 0xff}
	for _, c := range text {
		out = append(out, 0, c)
	}
	return out
}
