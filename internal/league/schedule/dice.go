package schedule

// dice is a sequence of pseudorandom numbers (splitmix64). It is written out here because the generator of a
// library may change.
type dice struct{ state uint64 }

// newDice starts a separate sequence for the figures given.
func newDice(figures ...int) *dice {
	d := &dice{}
	for _, f := range figures {
		d.state ^= uint64(f)
		d.state = d.next()
	}
	return d
}

func (d *dice) next() uint64 {
	d.state += 0x9e3779b97f4a7c15
	z := d.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to n-1.
func (d *dice) below(n int) int {
	return int(d.next() >> 33 * uint64(n) >> 31)
}
