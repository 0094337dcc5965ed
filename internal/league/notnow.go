package league

// StateError is the refusal of an act that the present state of a thing does not allow: entries are
// closed, the report was sent, the claim was paid. The same act may be possible at another time,
// unlike one that a [RuleError] refuses. Test for it with errors.As.
type StateError struct {
	Grounds
	// Current has the present values, for callers who may see them; nil otherwise.
	Current map[string]any
}

// Error returns the grounds on one line.
func (e *StateError) Error() string { return e.String() }

// NotNow makes a [StateError] with a stable reason that cites no paragraph. The params
// alternate between names and values.
func NotNow(reason string, params ...string) error {
	g := Grounds{Reason: reason}
	for i := 0; i+1 < len(params); i += 2 {
		if g.Params == nil {
			g.Params = map[string]string{}
		}
		g.Params[params[i]] = params[i+1]
	}
	return &StateError{Grounds: g}
}
