package desk

func Positive(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}
