// Package strictyaml converts to JSON the part of YAML that every parser reads in the same way.
//
// [ToJSON] turns a text into JSON as strictly as package strictjson reads it, and [Positions] finds the places of
// values in a text of YAML or JSON. Code that accepts JSON only needs package strictjson alone, which knows nothing
// of YAML.
package strictyaml
