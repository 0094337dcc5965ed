package seasonpage

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/openapi"
)

// AtStake makes the view of the stakes of an event with its present entrants, in a language. The ruleset is
// that of the event and must have a season part.
func AtStake(s season.EventState, circuit rules.Circuit, r *rules.Ruleset, lang string) pages.AtStake {
	m := maker{w: words.For(lang)}
	out := pages.AtStake{Tier: s.Tier.Name, Why: explain(m.w, time.UTC, s.TierGrounds), Stakes: m.stakes(s.Tier, r)}
	if s.Next != nil && s.Standing == season.Planned {
		number := s.Entered
		if r.Season.Counts == rules.Players {
			number = s.Played
		}
		out.Next = &pages.NextTier{
			Name: s.Next.Name, Missing: s.Next.Least - number, Stakes: m.stakes(*s.Next, r), Rule: openapi.Rule{Code: r.Code, Paragraph: s.Next.Paragraph},
		}
	}
	least := r.Season.TiersOf(circuit)[0]
	if s.Standing == season.Planned && s.Entered < least.Least {
		g := r.Grounds(least.Paragraph, "too-few-to-count", "players", strconv.Itoa(s.Entered), "least", strconv.Itoa(least.Least))
		out.Valid = explain(m.w, time.UTC, g)
	}
	return out
}

// stakes returns the prizes of the first places of a tier, and the places that step in for them.
func (m *maker) stakes(t rules.Tier, r *rules.Ruleset) []pages.Stake {
	var out []pages.Stake
	cite := func(paragraph string) openapi.Rule { return openapi.Rule{Code: r.Code, Paragraph: paragraph} }
	for i, lead := range t.Leads {
		key := "stakes." + string(lead.To)
		if lead.Refund {
			key += "-paid"
		}
		out = append(out, pages.Stake{Place: i + 1, Text: m.w.Text(key, nil), Rule: cite(t.Paragraph)})
	}
	for i, lead := range t.Leads {
		if by := lead.Substitute; by != nil {
			out = append(out, pages.Stake{Place: by.Place, Text: m.w.Text("stakes.substitute", map[string]any{"place": i + 1}), Rule: cite(by.Paragraph)})
		}
	}
	slices.SortStableFunc(out, func(a, b pages.Stake) int { return cmp.Compare(a.Place, b.Place) })
	return out
}
