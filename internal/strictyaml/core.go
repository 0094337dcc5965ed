package strictyaml

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The types of YAML's core schema.
type core int

const (
	coreText core = iota
	coreNull
	coreTruth
	coreNumber
)

// The forms of plain values in the core schema (YAML 1.2, 10.3.2).
var (
	coreDecimal  = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
	coreBased    = regexp.MustCompile(`^0o[0-7]+$|^0x[0-9a-fA-F]+$`)
	coreInfinite = regexp.MustCompile(`^([-+]?(\.inf|\.Inf|\.INF)|\.nan|\.NaN|\.NAN)$`)
)

// coreType is the type that a plain value has.
func coreType(value string) core {
	switch {
	case slices.Contains([]string{"", "~", "null", "Null", "NULL"}, value):
		return coreNull
	case slices.Contains([]string{"true", "True", "TRUE", "false", "False", "FALSE"}, value):
		return coreTruth
	case coreDecimal.MatchString(value), coreBased.MatchString(value), coreInfinite.MatchString(value):
		return coreNumber
	}
	return coreText
}

// jsonNumber writes a number as JSON does, digit by digit. It returns false for numbers that JSON cannot write and
// for leading zeros: 013 is 13 in YAML 1.2 and 11 in 1.1.
func jsonNumber(value string) (number string, ok bool) {
	if coreInfinite.MatchString(value) {
		return "", false
	}
	if coreBased.MatchString(value) {
		whole, err := strconv.ParseUint(value, 0, 63)
		return strconv.FormatUint(whole, 10), err == nil
	}
	sign, digits := "", value
	if value[0] == '-' || value[0] == '+' {
		sign, digits = strings.TrimPrefix(value[:1], "+"), value[1:]
	}
	mantissa, exponent := digits, ""
	if e := strings.IndexAny(digits, "eE"); e >= 0 {
		mantissa, exponent = digits[:e], digits[e:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if len(whole) > 1 && whole[0] == '0' {
		return "", false
	}
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		fraction = "." + fraction
	}
	return sign + whole + fraction + exponent, true
}
