package league

// StateError is the answer when a thing is not in a state in which this can be done:
// entries are closed, the report was sent, the claim was paid. The same may be possible at
// another time, unlike what a [RuleError] refuses. Test for it with errors.As.
type StateError struct {
	Grounds
	// Current has the values that stand now, for those who may see them; nil otherwise.
	Current map[string]any
}

// Error is the grounds on one line.
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
