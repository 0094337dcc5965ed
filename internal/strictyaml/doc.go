// Package strictyaml reads that part of YAML which every reader takes alike, as JSON.
//
// [ToJSON] turns a text into JSON as strictly as package strictjson reads it, and
// [Positions] finds the places of values in a text of YAML or JSON. Whoever takes JSON
// only needs package strictjson alone, which knows nothing of YAML.
package strictyaml
