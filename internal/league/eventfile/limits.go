package eventfile

// Limits bound the parts of a file before anything is built from it.
type Limits struct {
	File     int // bytes of the file
	Unpacked int // bytes of an archive, unpacked
	Ratio    int // unpacked bytes for each packed one
	Parts    int // files in an archive
	Rows     int // rows of one sheet, with the header
	Columns  int // columns of one sheet
	Text     int // characters of one cell
	Depth    int // how deep elements of a sheet may nest
}

// Standard returns the limits of the product. The largest event that fits has about 2,000 entries
// and five rounds.
func Standard() Limits {
	return Limits{
		File: 2 << 20, Unpacked: 16 << 20, Ratio: 120, Parts: 60, Rows: 20_000, Columns: 60, Text: 2_000, Depth: 24,
	}
}
