package likeness

// farthest is the number of letters by which two near names differ at most.
const farthest = 2

// Near reports whether two folded names can be turned into each other by adding, leaving out or replacing at most two letters.
func Near(a, b string) bool {
	from, to := []rune(a), []rune(b)
	if len(from)-len(to) > farthest || len(to)-len(from) > farthest {
		return false
	}
	row := make([]int, len(to)+1) // the steps from the letters of from read so far to each beginning of to
	for j := range row {
		row[j] = j
	}
	for i, letter := range from {
		before := row[0]
		row[0] = i + 1
		for j, other := range to {
			step := before
			if letter != other {
				step++
			}
			before, row[j+1] = row[j+1], min(step, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)] <= farthest
}
