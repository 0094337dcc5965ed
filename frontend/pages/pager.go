package pages

import "strconv"

// pagerModel leads through the pages of a list.
type pagerModel struct {
	Text                        string
	First, Previous, Next, Last string // addresses; "" where there is none
}

// pager is nil where everything is on one page.
func (s *rankingPage) pager(v Ranking, at address) *pagerModel {
	if v.Size < 1 || v.Part.Players <= v.Size {
		return nil
	}
	if !v.Part.AsOf.IsZero() {
		at = v.Only.with(s.withDay(v))
	}
	pages := (v.Part.Players + v.Size - 1) / v.Size
	to := func(n int) string {
		if n == 1 {
			return s.link(at)
		}
		return s.link(at.with("page", strconv.Itoa(n)))
	}
	from, until := v.From+1, v.From+len(v.Part.Items)
	m := &pagerModel{Text: s.text("ranking.part", "from", s.w.Number(from), "to", s.w.Number(until), "count", v.Part.Players)}
	page := v.From/v.Size + 1
	if v.From > 0 {
		m.First, m.Previous = to(1), to(max(1, (v.From-1)/v.Size+1))
	}
	if until < v.Part.Players {
		m.Next, m.Last = to(min(pages, page+1)), to(pages)
	}
	return m
}
