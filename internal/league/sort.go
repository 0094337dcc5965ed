package league

import "sort"

// Sort sorts s by compare, which returns a negative number if a comes before b. Equal elements keep
// their order. The result is the one of slices.SortStableFunc, but that function is compiled anew
// for each element type, at twenty kilobytes each that every device carries. Use it and
// slices.SortFunc for pointers, which share one compiled copy, and where nothing may be allocated.
func Sort[E any](s []E, compare func(a, b E) int) {
	sort.SliceStable(s, func(i, j int) bool { return compare(s[i], s[j]) < 0 })
}

// Sorted returns a copy of s that is sorted as by [Sort]; nil if s is empty.
func Sorted[E any](s []E, compare func(a, b E) int) []E {
	sorted := append([]E(nil), s...)
	Sort(sorted, compare)
	return sorted
}
