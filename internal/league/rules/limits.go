package rules

// The limits of a document, which a regulation stays far below. They bound the
// work of reading and of judging one that a stranger has written.
const (
	MaxDocument = 1 << 20   // bytes
	MaxItems    = 1000      // elements of a list and members of an object
	MaxText     = 20_000    // characters of a text
	MaxWhole    = 1_000_000 // of whole numbers, with either sign
)
