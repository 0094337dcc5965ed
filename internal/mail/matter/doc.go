// Package matter names what letters are about and what became of them, for packages that
// neither send nor store any.
package matter
