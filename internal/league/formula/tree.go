package formula

// node is a parsed part of a formula: one of the types below.
type node interface {
	place() span
}

// span is the range of a part, in characters from 0: its first, and the one behind its last. An
// operation has the span of its operator, a choice that of its condition.
type span struct{ from, to int }

func (s span) place() span { return s }

type (
	// numberNode is a number. Whole is its value, -1 if it has a point or is too large.
	numberNode struct {
		span
		whole int
	}
	// truthNode is true or false.
	truthNode struct {
		span
		value bool
	}
	// textNode is a text in quotes, or the name behind a point.
	textNode struct {
		span
		value string
	}
	// nameNode is a figure or a list, by its name.
	nameNode struct {
		span
		name string
	}
	// elementNode is "#", the present element of a list, also if only ".vp" is written. Name is one
	// that follows it.
	elementNode struct {
		span
		name string
	}
	// memberNode is a property of a value: ".vp".
	memberNode struct {
		span
		of, property node
	}
	// unaryNode is an operation with one operand.
	unaryNode struct {
		span
		operator string
		operand  node
	}
	// binaryNode is an operation with two operands.
	binaryNode struct {
		span
		operator    string
		left, right node
	}
	// choiceNode is "condition ? yes : no", also where it is written with if and else.
	choiceNode struct {
		span
		condition, yes, no node
	}
	// listNode is a literal list.
	listNode struct {
		span
		elements []node
	}
	// callNode is a call of a function by its name. Written are the spans of the arguments from the
	// first character to the last.
	callNode struct {
		span
		name      string
		arguments []node
		written   []span
	}
	// eachNode is an expression for every element of a list.
	eachNode struct {
		span
		body node
	}
	// foreignNode is a parsed part that does not belong to the language: a variable, a map, a
	// slice.
	foreignNode struct{ span }
)
