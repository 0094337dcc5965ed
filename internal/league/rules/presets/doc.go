// Package presets has the rulesets that come with the product, each with its regulation's
// paragraphs, its open readings and its wording.
//
// They are written in YAML in this folder. Package rules knows nothing of them: a program
// that is given its rulesets, as one on a device is, does not carry them.
package presets
