package people

import "maps"

// Ages returns the table of ages by country.
func Ages() map[string]int { return maps.Clone(ages) }
