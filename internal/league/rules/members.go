package rules

import (
	"reflect"
	"strings"
	"sync"
)

// member is a field of a struct that stands in the document.
type member struct {
	name  string       // in the document
	index []int        // of the field
	of    reflect.Type // of its values
}

// members are those of a struct type, in the order of the document and by name.
type members struct {
	all   []member
	named map[string]member
}

// knownMembers are the members of types, by type: they never change, and finding them
// takes longer than checking them.
var knownMembers sync.Map

// membersOf are the fields of a type that have a name in the document, those of embedded
// structs included; none of a type that is no struct.
func membersOf(t reflect.Type) members {
	if known, ok := knownMembers.Load(t); ok {
		return known.(members)
	}
	found := members{named: make(map[string]member)}
	if t.Kind() == reflect.Struct {
		for _, field := range reflect.VisibleFields(t) {
			if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
				m := member{name, field.Index, field.Type}
				found.all, found.named[name] = append(found.all, m), m
			}
		}
	}
	knownMembers.Store(t, found)
	return found
}
