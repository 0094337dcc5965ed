// Package matter names the subjects of letters and whether they arrived, for packages that
// neither send nor store any.
package matter
