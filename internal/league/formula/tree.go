package formula

// node is a part of a formula as it was read: one of the types below.
type node interface {
	place() span
}

// span is the place of a part, in characters from 0: its first, and the one behind
// its last. An operation is placed at its operator, a choice where its condition is.
type span struct{ from, to int }

func (s span) place() span { return s }

type (
	// numberNode is a number. Whole is its value, -1 where it is written with a point.
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
	// elementNode is "#", the element that a list is at, also where only ".vp" is
	// written. Name is one that follows it.
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
	// listNode is a list written out.
	listNode struct {
		span
		elements []node
	}
	// callNode is a call of a function by its name. Written are the places of the arguments
	// from the first character to the last.
	callNode struct {
		span
		name      string
		arguments []node
		written   []span
	}
	// eachNode is an argument that is asked of every element of a list.
	eachNode struct {
		span
		body node
	}
	// foreignNode can be read and is not of the language: a variable, a map, a slice.
	foreignNode struct{ span }
)
