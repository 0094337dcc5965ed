package views

import (
	"referto/internal/league/facts"
	"referto/openapi"
)

func ToPrize(p facts.Prize) openapi.Prize {
	return openapi.Prize{Id: p.ID, Kind: openapi.PrizeKind(p.Kind), Name: p.Name, Price: Euro(p.PriceCents), Stock: p.Stock}
}
