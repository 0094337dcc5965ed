// Package anytest draws values of any type for properties: a struct with all of its
// members, lists and maps with something in them, pointers that lead somewhere or nowhere.
//
// Properties that a type cannot express, such as which of its texts are days, come from the test: see [Values]. So
// the test of a type needs no change when the type gets another member.
package anytest

import (
	"reflect"

	"pgregory.net/rapid"
)

// Values lists the sources that values are drawn from. All members must be set but Own.
type Values struct {
	// Own draws the value behind the pointer at, if the type has a generator of its own (ids, times, days,
	// fractions); it returns false, and has drawn nothing, for all other types.
	Own func(t *rapid.T, at any) bool
	// Numbers and Texts draw the values of all other types of their kinds.
	Numbers *rapid.Generator[int64]
	Texts   *rapid.Generator[string]
	// Lengths draws the lengths of lists. For a map it is the number of times that a key is drawn.
	Lengths *rapid.Generator[int]
}

// Fill draws the value behind a pointer, with everything in it.
func (of Values) Fill(t *rapid.T, pointer any) {
	of.fill(t, reflect.ValueOf(pointer).Elem())
}

func (of Values) fill(t *rapid.T, v reflect.Value) {
	if of.Own != nil && of.Own(t, v.Addr().Interface()) {
		return
	}
	switch v.Kind() {
	case reflect.Int, reflect.Int64:
		v.SetInt(of.Numbers.Draw(t, "number"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "so"))
	case reflect.String:
		v.SetString(of.Texts.Draw(t, "text"))
	case reflect.Pointer:
		if rapid.Bool().Draw(t, "there") {
			v.Set(reflect.New(v.Type().Elem()))
			of.fill(t, v.Elem())
		}
	case reflect.Slice:
		n := of.Lengths.Draw(t, "of")
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			of.fill(t, v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range of.Lengths.Draw(t, "of") {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			of.fill(t, key)
			of.fill(t, value)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			of.fill(t, v.Field(i))
		}
	default:
		t.Fatalf("no draw for %s", v.Type())
	}
}
