package views

import (
	"referto/internal/league"
)

func Entry(n int) league.Entry { return league.Entry(n) }
