package league

import "sort"

// Sort sorts s by compare, which is negative where a comes before b. Equal ones stay in
// their order. It sorts as slices.SortStableFunc does, which is compiled anew for each
// type that is sorted: twenty kilobytes each that every device carries. That one and
// slices.SortFunc are for pointers, which are compiled once, and where nothing may be
// allocated.
func Sort[E any](s []E, compare func(a, b E) int) {
	sort.SliceStable(s, func(i, j int) bool { return compare(s[i], s[j]) < 0 })
}

// Sorted is a sorted copy of s, as [Sort] sorts; nil of nothing.
func Sorted[E any](s []E, compare func(a, b E) int) []E {
	sorted := append([]E(nil), s...)
	Sort(sorted, compare)
	return sorted
}
