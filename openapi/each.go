package openapi

// Each converts a list for the wire, on which an empty list is [] and never null.
func Each[A, B any](list []A, convert func(A) B) []B {
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = convert(a)
	}
	return out
}
