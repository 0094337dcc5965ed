package rules

// Reading is an open paragraph: a place of the document whose value may be
// chosen among several, each of them a way to understand the text.
type Reading struct {
	// Question is what the paragraph leaves open.
	Question  string `json:"question"`
	Paragraph string `json:"paragraph"`
	// At is where the chosen value stands, a JSON pointer into the ruleset.
	At string `json:"at"`
	// Options are the possible values, the preset's own first.
	Options []ReadingOption `json:"options"`
}

// ReadingOption is one way to read an open paragraph.
type ReadingOption struct {
	Value string `json:"value"`
	Why   string `json:"why"`
}
